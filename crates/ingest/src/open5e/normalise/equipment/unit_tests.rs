use super::*;

#[test]
fn distances_stand_between_words() {
    assert_eq!(distances("Range 80/320; Bolt").as_deref(), Some("80/320"));
    assert_eq!(distances("unless mounted"), None);
}

#[test]
fn attunement_says_by_whom() {
    assert_eq!(attuned_by("Requires Attunement by a Cook").as_deref(), Some("by a Cook"));
    assert_eq!(attuned_by("requires attunement"), None);
    assert_eq!(attuned_by("by a cook").as_deref(), Some("by a cook"));
}
