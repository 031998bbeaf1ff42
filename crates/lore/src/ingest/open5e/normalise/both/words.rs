//! Compares texts of both API versions.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use regex::Regex;

use crate::ingest::markdown::{clean_markdown, pattern};
use crate::ingest::words::share_in_common;
use crate::model::fold;

/// The minimum share of common words of two wordings of one text.
const ALIKE: f64 = 0.8;

static NUMBER: LazyLock<Regex> = LazyLock::new(|| pattern(r"\d+"));

/// Returns the letters and digits of a text, which are equal for two spellings.
pub(in super::super) fn plain(text: &str) -> String {
    fold(&clean_markdown(text))
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .collect::<Vec<_>>()
        .join(" ")
}

/// Returns true if two texts differ in content: other numbers, or few common words.
pub(in super::super) fn differ_in_substance(one: &str, other: &str) -> bool {
    let (one, other) = (plain(one), plain(other));
    if one == other {
        return false;
    }
    let numbers = |text: &str| -> Vec<String> {
        let mut numbers: Vec<_> = NUMBER.find_iter(text).map(|it| it.as_str().to_owned()).collect();
        numbers.sort_unstable();
        numbers
    };
    let words = |text: &str| -> BTreeSet<String> { text.split(' ').map(str::to_owned).collect() };
    let (these, those) = (words(&one), words(&other));
    numbers(&one) != numbers(&other) || share_in_common(&these, &those) < ALIKE
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_that_differ_in_spelling_say_the_same() {
        assert!(!differ_in_substance("It can’t move<br>at all.", "it can't *move*\n\nat all"));
        assert!(differ_in_substance("Hit: 15 (2d6 + 8)", "Hit: 22 (2d6 + 8)"));
        assert!(differ_in_substance("The plum makes one gore attack.", "The plum rolls down the hill."));
    }
}
