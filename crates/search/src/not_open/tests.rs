use super::*;

#[test]
fn the_longest_name_of_a_text_is_found() {
    assert_eq!(named_in("how many Mind-Flayers live here?"), Some("mind flayer"));
    assert_eq!(named_in("illithid"), Some("illithid"));
    assert_eq!(named_in("a mind of its own"), None);
    assert_eq!(named_in("mind flayer-style tentacles"), None);
    assert_eq!(named_in(""), None);
}

#[test]
fn an_ordinary_word_is_a_name_only_by_itself_or_with_its_sort() {
    assert_eq!(named_by("Sharpshooter"), Some("sharpshooter feat"));
    assert_eq!(named_in("does the sharpshooter feat stack"), Some("sharpshooter feat"));
    for text in [
        "a sharpshooter with a crossbow",
        "which classes excel with a bow",
        "scrabble up a cliff",
        "a guild with a monopoly on salt",
        "cure a village of influenza",
        "caught flat-footed by bandits",
    ] {
        assert_eq!(named_in(text).or_else(|| named_by(text)), None, "{text}");
    }
}

#[test]
fn what_other_books_have_is_known_by_its_name() {
    for name in
        ["Armor of Agathys", "Wrathful Smite", "Crown of Madness", "Circle of the Moon", "telekinetic feat"]
    {
        assert!(named_in(name).is_some(), "{name}");
    }
}

#[test]
fn a_name_within_another_word_is_another_name() {
    assert!(has_name("The Mind-Flayer of Plums", "mind flayer") && has_name("Healer", "healer feat"));
    assert!(!has_name("Healer's Kit", "healer feat"));
    assert!(!has_name("Outflanking Boon", "flanking") && !has_name("Flayer's Mind", "mind flayer"));
}

#[test]
fn every_line_names_one_thing_once() {
    let mut seen = HashMap::new();
    for (number, line) in (1..).zip(NAMES.lines()).filter(|(_, line)| !line.starts_with('#')) {
        for name in line.split(" | ") {
            let words = words(name).join(" ");
            assert!(!words.is_empty(), "an empty name in line {number}");
            assert_eq!(seen.insert(words, number), None, "{name} in line {number} is there twice");
        }
    }
}
