//! The parts of the text of a spell.

use std::sync::LazyLock;

use regex::Regex;

use crate::ingest::markdown::pattern;

/// “At Higher Levels” as a heading or at the beginning of a sentence, with any emphasis.
static HIGHER_LEVELS: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"(?i)(^|\n\s*|[.!?:;)”’*_]\s+)[#*_ ]*\bat higher levels?[*_ ]*[.:][*_]*\s*"));
/// Splits a text into the description and the effect at higher levels.
pub(super) fn split_higher_levels(text: &str) -> (String, Option<String>) {
    let found = HIGHER_LEVELS.captures(text).and_then(|found| Some((found.get(0)?, found.get(1)?)));
    let Some((whole, before)) = found else { return (text.to_owned(), None) };
    let higher = text.get(whole.end()..).unwrap_or_default().trim();
    if higher.is_empty() {
        return (text.to_owned(), None);
    }
    let text = text.get(..before.end()).unwrap_or_default().trim();
    (text.to_owned(), Some(higher.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_effect_at_higher_levels_is_split_off() {
        for text in [
            "It burns. At Higher Levels. More burns.",
            "It burns.\n\nAt higher level: More burns.",
            "It burns.\n\n**At Higher Levels.** More burns.",
            "It burns.\n\n***At Higher Levels***. More burns.",
        ] {
            assert_eq!(
                split_higher_levels(text),
                ("It burns.".to_owned(), Some("More burns.".to_owned())),
                "{text}"
            );
        }
        for text in ["It can be cast at higher levels. It burns.", "It burns. At higher levels.", "It burns."]
        {
            assert_eq!(split_higher_levels(text), (text.to_owned(), None));
        }
    }
}
