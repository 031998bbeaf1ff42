//! Names of well-known things that no open book has: of other books and games, and of everyday life. A library can have them only
//! from the user's own files.

use std::collections::HashMap;
use std::sync::LazyLock;

use super::analysis::{self, searchable};

/// One thing a line: `mind flayer | illithid`.
const NAMES: &str = include_str!("not_open.txt");

/// The longest name and the names by their words: each with the name to show.
static BY_WORDS: LazyLock<(usize, HashMap<String, &str>)> = LazyLock::new(|| {
    let lines = NAMES.lines().filter(|line| !line.starts_with('#'));
    let names = lines.flat_map(|line| line.split(" | ")).map(|name| (words(name).join(" "), name.trim()));
    let names: HashMap<String, &str> = names.filter(|(words, _)| !words.is_empty()).collect();
    (names.keys().map(|name| name.split(' ').count()).max().unwrap_or(0), names)
});

/// Words after a name that make it a comparison: who wants a blade in the style of a game wants a blade.
const COMPARISONS: [&str; 4] = ["style", "styled", "esque", "type"];

/// Returns the longest name in a text of something that no open book has and that the text does not only compare with.
pub(crate) fn named_in(text: &str) -> Option<&'static str> {
    let words = words(text);
    let (longest, names) = &*BY_WORDS;
    (1..=*longest).rev().find_map(|count| {
        words.windows(count).enumerate().find_map(|(place, part)| {
            let is_compared =
                words.get(place + count).is_some_and(|next| COMPARISONS.contains(&next.as_str()));
            let part = part.join(" ");
            names.get(&part).or_else(|| names.get(part.strip_suffix('s')?)).copied().filter(|_| !is_compared)
        })
    })
}

/// Returns whether a text has all the words of a name, one after another.
pub(crate) fn has_name(text: &str, name: &str) -> bool {
    let (text, name) = (words(text), words(name));
    !name.is_empty() && text.windows(name.len()).any(|part| part == name)
}

fn words(text: &str) -> Vec<String> {
    analysis::words(&searchable(text)).map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
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
    fn a_name_within_another_word_is_another_name() {
        assert!(has_name("The Mind-Flayer of Plums", "mind flayer"));
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
}
