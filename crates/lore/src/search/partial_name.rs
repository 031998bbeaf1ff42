//! Names that match a query with typing errors, or a part of it.

use std::cmp::Reverse;

use super::spelling::{PREFIX_LIKENESS, likeness, shared_letters};
use super::words::query_words;

/// The longest word that counts as short.
const MAX_SHORT_WORD_CHARS: usize = 4;

/// The names that match the most words of a query.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct PartialMatch {
    /// The entries with these names, the shortest names first.
    pub(crate) ids: Vec<i64>,
    /// The words of the query that they match.
    pub(crate) words: String,
}

/// Returns whether a folded name has, for each word of a query, a word that may be meant by it.
pub(crate) fn is_near(query: &str, name: &str) -> bool {
    let name = query_words(name, usize::MAX);
    query_words(query, usize::MAX).iter().all(|word| name.iter().any(|other| is_alike(word, other)))
}

/// Returns whether a word may be a misspelling of another. Short words resemble so many others that a misspelt one must
/// have the same letters in another order.
fn is_alike(word: &str, other: &str) -> bool {
    let likeness = likeness(word, other);
    let is_short = word.chars().count() <= MAX_SHORT_WORD_CHARS;
    likeness >= PREFIX_LIKENESS || shared_letters(word, other) >= 1.0 || (likeness > 0.0 && !is_short)
}

/// Returns the names that match the most words of a query, from folded names with their entries. Names whose every word is in
/// the query come first; other names must match at least half of the query's words, and do not count with `whole_names`.
pub(crate) fn best_partial_match(
    query: &str,
    names: &[(i64, &str)],
    whole_names: bool,
) -> Option<PartialMatch> {
    let words = query_words(query, usize::MAX);
    let fit = |(id, name): &(i64, &str)| {
        let name_words = query_words(name, usize::MAX);
        let matched: Vec<bool> =
            words.iter().map(|word| name_words.iter().any(|other| is_alike(word, other))).collect();
        let count = matched.iter().filter(|is_matched| **is_matched).count();
        let is_whole = name_words.iter().all(|other| words.iter().any(|word| is_alike(word, other)));
        let fits = count > 0 && (is_whole || !whole_names && 2 * count >= words.len());
        fits.then_some(MatchedName { count, is_whole, matched, length: name.len(), id: *id })
    };
    let mut fits: Vec<MatchedName> = names.iter().filter_map(fit).collect();
    fits.sort_by_key(|fit| (Reverse((fit.count, fit.is_whole)), fit.length, fit.id));
    let MatchedName { count, is_whole, matched, .. } = fits.first()?.clone();
    fits.retain(|fit| (fit.count, fit.is_whole) == (count, is_whole) && fit.matched == matched);
    let matched = words.iter().zip(&matched).filter(|(_, is_matched)| **is_matched);
    let matched: Vec<&str> = matched.map(|(word, _)| word.as_str()).collect();
    Some(PartialMatch { ids: fits.iter().map(|fit| fit.id).collect(), words: matched.join(" ") })
}

/// A name that matches a part of a query.
#[derive(Clone)]
struct MatchedName {
    /// The number of the query's words that the name matches.
    count: usize,
    /// True if the query has all words of the name.
    is_whole: bool,
    /// True if the name matches each word of the query.
    matched: Vec<bool>,
    /// The length of the name in bytes.
    length: usize,
    /// The number of the entry.
    id: i64,
}

#[cfg(test)]
mod tests {
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
        assert_eq!(
            best_partial_match("no such plum at hand", &names, false),
            None,
            "one word of several is too little"
        );
    }

    #[test]
    fn a_short_word_matches_only_with_the_same_letters() {
        assert!(is_near("wofl", "dire wolf") && is_near("magic missle", "magic missile"));
        assert!(!is_near("wine", "clothes, fine") && !is_near("wine", "wind fan"));
    }
}
