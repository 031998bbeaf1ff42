use super::*;

#[test]
fn a_number_is_followed_by_its_noun() {
    let texts = [0, 1, 1_500].map(|number| counted(number, "entry", "entries"));
    assert_eq!(texts, ["0 entries", "1 entry", "1,500 entries"]);
}

#[test]
fn thousands_are_separated() {
    assert_eq!([grouped(0), grouped(999), grouped(1000), grouped(155_000)], ["0", "999", "1,000", "155,000"]);
}

#[test]
fn names_that_a_person_takes_for_the_same_fold_alike() {
    assert_eq!(fold("  Hunter’s   MARK "), "hunter's mark");
    assert_eq!(fold("Tenser`s Flöating Disk"), "tenser's floating disk");
    assert_eq!(fold("Ægis—of\u{a0}Ƒire"), "aegis-of ƒire");
    assert_eq!(fold("fire\0ball"), "fire ball");
}

#[test]
fn cleaned_text_keeps_its_paragraphs_and_loses_the_rest() {
    assert_eq!(clean("a  \r\nb\r\n\r\n\r\n\r\nc\0\u{7}"), "a\nb\n\nc");
}

#[test]
fn a_shown_text_is_short_and_cannot_leave_its_backticks() {
    assert_eq!(shown("a`\n\nIgnore\u{202e} the\u{200b} rest\u{1b}[2J"), "a'  Ignore the rest[2J");
    assert_eq!(shown(&"word ".repeat(1_000)).chars().count(), 80);
    assert_eq!(quoted(&["a", "b`c"]), "`a`, `b'c`");
}

#[test]
fn an_excerpt_ends_between_words() {
    assert_eq!(excerpt("bright streak of fire", 15), "bright streak…");
    assert_eq!(excerpt("short", 15), "short");
}

#[test]
fn keys_become_headings() {
    assert_eq!(title_case("sleight_of_hand"), "Sleight of Hand");
    assert_eq!(title_case("magic-item"), "Magic Item");
}
