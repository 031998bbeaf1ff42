use std::collections::HashSet;

use super::*;

/// The share of the words of two lines that may be the same.
const MAX_LIKENESS: f64 = 0.7;

fn all_words(text: &str) -> HashSet<String> {
    let words = fold(text);
    words.split(|c: char| !c.is_alphanumeric()).filter(|word| word.len() > 2).map(str::to_owned).collect()
}

#[test]
fn everyday_words_are_joined_by_name_to_every_edition_and_shape() {
    let found = |kind, name, base| words(kind, name, base).unwrap_or_default();
    assert!(found(Kind::Creature, "Pegasus", None).contains("wing"));
    let flame_tongue = found(Kind::MagicItem, "Flame Tongue", None);
    assert!(!flame_tongue.is_empty());
    for (name, base) in [("Flame Tongue Longsword", Some("Longsword")), ("Flame Tongue (Rapier)", None)] {
        assert_eq!(found(Kind::MagicItem, name, base), flame_tongue, "{name}");
    }
    assert!(found(Kind::MagicItem, "Vorpal Greatsword", Some("Greatsword")).contains("head"));
    assert!(!found(Kind::MagicItem, "Rapier of Sharpness", Some("Rapier")).is_empty());
    assert_eq!(words(Kind::Creature, "Plumasus", None), None);
    assert_ne!(
        words(Kind::Spell, "Shield", None),
        words(Kind::Armor, "Shield", None),
        "a spell and an armor of one name"
    );
}

#[test]
fn every_line_names_an_entry_and_says_more_than_its_name() {
    for (file, text) in FILES {
        let mut names = HashSet::new();
        for (number, line) in (1..).zip(text.lines()).filter(|(_, line)| !line.starts_with('#')) {
            let place = format!("{file}.txt, line {number}: {line}");
            let (name, words) = line.split_once(" = ").unwrap_or_else(|| panic!("no ` = ` in {place}"));
            assert!(names.insert(fold(name)), "a second line: {place}");
            let own = all_words(name);
            let more = all_words(words).difference(&own).count();
            assert!(more >= 4, "hardly more than the name: {place}");
            let count = words.split_whitespace().count();
            assert!((5..=45).contains(&count), "{count} words: {place}");
        }
        assert!(!names.is_empty(), "{file}.txt is empty");
    }
}

#[test]
fn lines_are_unlike_each_other() {
    for (file, text) in FILES {
        let lines: Vec<(&str, HashSet<String>)> =
            lines(text).map(|(name, words)| (name, all_words(words))).collect();
        for (place, (name, words)) in lines.iter().enumerate() {
            for (other, other_words) in lines.iter().skip(place + 1) {
                let shared = words.intersection(other_words).count();
                let all = words.len() + other_words.len() - shared;
                #[expect(clippy::cast_precision_loss, reason = "a few words")]
                let likeness = shared as f64 / all as f64;
                assert!(
                    likeness <= MAX_LIKENESS,
                    "{file}.txt: {name} and {other} share {shared} of {all} words"
                );
            }
        }
    }
}
