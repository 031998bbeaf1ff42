use super::*;

#[test]
fn a_superfluous_word_does_not_hide_the_name() {
    let names = [(1, "plum laughter"), (2, "laughter of the plum king"), (3, "plum pudding")];
    let best = best_partial_match("Olmo's Plum Laughter", &names, false).unwrap();
    assert_eq!(best, PartialMatch { ids: vec![1], words: "plum laughter".to_owned() });
}

#[test]
fn without_a_whole_name_the_most_words_decide() {
    let names = [(1, "plum tart"), (2, "plum king of the marsh"), (3, "marsh toad")];
    let best = best_partial_match("golden plum king", &names, false).unwrap();
    assert_eq!(best, PartialMatch { ids: vec![2], words: "plum king".to_owned() });
    assert_eq!(best_partial_match("golden plum king", &names, true), None);
    assert_eq!(best_partial_match("silver", &names, false), None);
    let one_word = best_partial_match("no such plum at hand", &names, false);
    assert_eq!(one_word, None, "one word of several is too little");
}

#[test]
fn a_short_word_matches_with_the_same_letters_or_one_of_them_left_out() {
    let is_near = |typed: &str, name: &str| TypedName::new(typed).is_near(name);
    assert!(is_near("wofl", "dire wolf") && is_near("magic missle", "magic missile"));
    assert!(is_near("mage amor", "mage armor") && is_near("wollf", "wolf"));
    assert!(!is_near("wine", "clothes, fine") && !is_near("wine", "wind fan"));
    assert!(!is_near("hand", "shand") && !is_near("orb", "oorb") && !is_near("", "wolf"));
}

#[test]
fn the_name_that_is_most_alike_is_meant() {
    for (typed, meant, other) in [
        ("fireblal", "fireball", "necklace of fireballs"),
        ("polymorf", "polymorph", "wand of polymorph"),
        ("dispell magic", "dispel magic", "dispelling stone"),
        ("mage amor", "mage armor", "mage"),
        ("irebolt", "fire bolt", "firebird"),
        ("gobins", "goblin", "goblin boss"),
    ] {
        let typed = TypedName::new(typed);
        let (meant, other) = (typed.similarity(meant), typed.similarity(other));
        assert!(meant > 0.5 && meant > other, "{}: {meant}, {other}", typed.letters);
    }
    assert_eq!(TypedName::new("mage amor").similarity("mage"), 0.0);
    assert_eq!(TypedName::new("?").similarity("fireball"), 0.0);
}
