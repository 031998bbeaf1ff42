use std::collections::HashSet;

use super::*;

/// The share of the words of two lines that may be the same.
const MAX_LIKENESS: f64 = 0.7;
const MAX_WORDS: usize = 205;

fn all_words(text: &str) -> HashSet<String> {
    let words = fold(text);
    words.split(|c: char| !c.is_alphanumeric()).filter(|word| word.len() > 2).map(str::to_owned).collect()
}

#[test]
fn everyday_words_are_joined_by_name_to_every_edition_and_shape() {
    let words = |kind, name, base| line(kind, name, base).map(|line| line.words);
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
    for (file, texts) in FILES {
        let mut names = HashSet::new();
        for line in texts.iter().flat_map(|text| text.lines()).filter(|line| !line.starts_with('#')) {
            let (name, words) =
                line.split_once(" = ").unwrap_or_else(|| panic!("{file}: no ` = ` in {line}"));
            assert!(names.insert(fold(name)), "{file}: a second line for {name}");
            let own = all_words(name);
            let more = all_words(words).difference(&own).count();
            assert!(more >= 4, "{file}: hardly more than the name: {line}");
            let count = words.split_whitespace().count();
            assert!((5..=MAX_WORDS).contains(&count), "{file}: {count} words: {line}");
        }
        assert!(!names.is_empty(), "{file} is empty");
    }
}

#[test]
fn lines_are_unlike_each_other() {
    for (file, texts) in FILES {
        // As numbers, because thousands of lines are compared with each other.
        let mut numbers: HashMap<String, usize> = HashMap::new();
        let mut number = |word| {
            let next = numbers.len();
            *numbers.entry(word).or_insert(next)
        };
        let words = texts.iter().flat_map(|text| lines_of(text));
        let lines: Vec<(&str, Vec<usize>)> = words
            .map(|(name, words)| (name, all_words(words).into_iter().map(&mut number).collect()))
            .collect();
        // Only lines with a word in common can be alike.
        let mut with_word: Vec<Vec<usize>> = vec![Vec::new(); numbers.len()];
        let mut shared = vec![0_usize; lines.len()];
        for (place, (name, words)) in lines.iter().enumerate() {
            shared.fill(0);
            for word in words {
                let others = &mut with_word[*word];
                others.iter().for_each(|other| shared[*other] += 1);
                others.push(place);
            }
            for ((other, other_words), shared) in lines[..place].iter().zip(&shared) {
                let shared = *shared;
                let all = words.len() + other_words.len() - shared;
                #[expect(clippy::cast_precision_loss, reason = "a few words")]
                let likeness = shared as f64 / all as f64;
                assert!(likeness <= MAX_LIKENESS, "{file}: {name} and {other} share {shared} of {all} words");
            }
        }
    }
}
