use super::*;

#[test]
fn headings_are_found_in_every_form() {
    let body = "## Making an Attack\ntext **bold** inside\n***Multiattack.*** Two.\n- **Armor Class** 12";
    assert_eq!(headings(body), " Making an Attack\nMultiattack.\nArmor Class\n");
}

#[test]
fn stop_words_are_kept_only_without_other_words() {
    assert_eq!(query_words("what happens when I fall", 10), ["happens", "fall"]);
    assert_eq!(query_words("of the", 10), ["of", "the"]);
    assert_eq!(query_words("Hunter’s Mark", 10), ["hunters", "mark"]);
}
