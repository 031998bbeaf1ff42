use super::*;

#[test]
fn parses_levels_in_words() {
    for (text, level) in [
        ("3", Some(3)),
        ("3rd", Some(3)),
        ("3rd level", Some(3)),
        ("1st-level", Some(1)),
        ("Level 2", Some(2)),
        ("Cantrip", Some(0)),
        ("three", Some(3)),
        ("3rd or 4th", None),
        ("high", None),
        ("", None),
    ] {
        assert_eq!(parse_level(text), level, "{text}");
    }
}

#[test]
fn a_ritual_is_named_in_brackets_or_at_the_end() {
    for (text, rest, ritual) in [
        ("1 hour (ritual)", "1 hour", true),
        ("10 minutes or ritual", "10 minutes", true),
        ("1 minute, Ritual", "1 minute", true),
        ("Ritual", "", true),
        ("1 action", "1 action", false),
        ("1 hour; a ritual circle is drawn", "1 hour; a ritual circle is drawn", false),
    ] {
        assert_eq!(without_ritual(text), (rest.to_owned(), ritual), "{text}");
    }
}

#[test]
fn casting_times_are_canonical_and_reactions_have_a_trigger() {
    for (text, time, condition) in [
        ("Action", "1 action", None),
        ("Bonus Action", "1 bonus action", None),
        ("1 Action", "1 action", None),
        ("1 reaction, which you take when you fall", "1 reaction", Some("which you take when you fall")),
        ("Reaction (when you are hit)", "1 reaction", Some("when you are hit")),
        ("1 reaction", "1 reaction", None),
        ("1 hour, at dawn", "1 hour, at dawn", None),
        ("Until the Bell tolls", "Until the Bell tolls", None),
        ("", "", None),
    ] {
        assert_eq!(casting_time(text), (time.to_owned(), condition.map(str::to_owned)), "{text}");
    }
}

#[test]
fn ranges_are_in_feet() {
    assert_eq!([in_feet("60"), in_feet("60 ft."), in_feet("self")], ["60 feet", "60 feet", "Self"]);
    assert_eq!(in_feet("Self (15-foot cone)"), "Self (15-foot cone)");
}

#[test]
fn the_effect_at_higher_levels_is_split_off() {
    for text in [
        "It burns. At Higher Levels. More burns.",
        "It burns.\n\nAt higher level: More burns.",
        "It burns.\n\n**At Higher Levels.** More burns.",
        "It burns.\n\n***At Higher Levels***. More burns.",
    ] {
        let split = ("It burns.".to_owned(), Some("More burns.".to_owned()));
        assert_eq!(split_higher_levels(text), split, "{text}");
    }
    for text in ["It can be cast at higher levels. It burns.", "It burns. At higher levels.", "It burns."] {
        assert_eq!(split_higher_levels(text), (text.to_owned(), None));
    }
}
