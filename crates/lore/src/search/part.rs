//! Names that are near to a query in spelling, or that match a part of it.

use std::cmp::Reverse;

use super::ranking::{BEGINNING, letters_in_common, likeness};
use super::words::query_words;

/// Up to how many letters a word is short.
const SHORT: usize = 4;

/// The names that match more of a query than all others.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Part {
    /// The entries, the shortest names first.
    pub(crate) ids: Vec<i64>,
    /// The words of the query that they match.
    pub(crate) words: String,
}

/// Returns whether a folded name has a word near to each word of a query. Short words have so many neighbours that one which
/// is mistyped must have the same letters in another order.
pub(crate) fn is_near(query: &str, name: &str) -> bool {
    let name = query_words(name, usize::MAX);
    query_words(query, usize::MAX).iter().all(|word| name.iter().any(|other| is_alike(word, other)))
}

fn is_alike(word: &str, other: &str) -> bool {
    let likeness = likeness(word, other);
    let is_short = word.chars().count() <= SHORT;
    likeness >= BEGINNING || letters_in_common(word, other) >= 1.0 || (likeness > 0.0 && !is_short)
}

/// Finds the names, folded and with the entries that have them, that match the most words of a query. A name whose every word is in
/// the query is better than one that says more, which must match at least half of the words; with `whole`, it is not taken.
pub(crate) fn best_part(query: &str, names: &[(i64, &str)], whole: bool) -> Option<Part> {
    let words = query_words(query, usize::MAX);
    let fit = |(id, name): &(i64, &str)| {
        let name_words = query_words(name, usize::MAX);
        let matched: Vec<bool> =
            words.iter().map(|word| name_words.iter().any(|other| is_alike(word, other))).collect();
        let count = matched.iter().filter(|is_matched| **is_matched).count();
        let is_whole = name_words.iter().all(|other| words.iter().any(|word| is_alike(word, other)));
        let fits = count > 0 && (is_whole || !whole && 2 * count >= words.len());
        fits.then_some(Fit { count, is_whole, matched, length: name.len(), id: *id })
    };
    let mut fits: Vec<Fit> = names.iter().filter_map(fit).collect();
    fits.sort_by_key(|fit| (Reverse((fit.count, fit.is_whole)), fit.length, fit.id));
    let Fit { count, is_whole, matched, .. } = fits.first()?.clone();
    fits.retain(|fit| (fit.count, fit.is_whole) == (count, is_whole) && fit.matched == matched);
    let matched = words.iter().zip(&matched).filter(|(_, is_matched)| **is_matched);
    let matched: Vec<&str> = matched.map(|(word, _)| word.as_str()).collect();
    Some(Part { ids: fits.iter().map(|fit| fit.id).collect(), words: matched.join(" ") })
}

/// How a name matches a part of a query.
#[derive(Clone)]
struct Fit {
    /// How many words of the query it matches.
    count: usize,
    /// Whether the query has all of its words.
    is_whole: bool,
    /// Which words of the query it matches.
    matched: Vec<bool>,
    /// The length of the name in bytes.
    length: usize,
    /// The entry.
    id: i64,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_too_many_leaves_the_name_that_has_the_others() {
        let names = [(1, "plum laughter"), (2, "laughter of the plum king"), (3, "plum pudding")];
        let part = best_part("Olmo's Plum Laughter", &names, false).unwrap();
        assert_eq!(part, Part { ids: vec![1], words: "plum laughter".to_owned() });
    }

    #[test]
    fn without_a_whole_name_the_most_words_decide() {
        let names = [(1, "plum tart"), (2, "plum king of the marsh"), (3, "marsh toad")];
        let part = best_part("golden plum king", &names, false).unwrap();
        assert_eq!(part, Part { ids: vec![2], words: "plum king".to_owned() });
        assert_eq!(best_part("golden plum king", &names, true), None);
        assert_eq!(best_part("silver", &names, false), None);
        assert_eq!(
            best_part("no such plum at hand", &names, false),
            None,
            "one word of several is no part to go by"
        );
    }

    #[test]
    fn a_short_word_is_mistyped_only_by_its_letters_order() {
        assert!(is_near("wofl", "dire wolf") && is_near("magic missle", "magic missile"));
        assert!(!is_near("wine", "clothes, fine") && !is_near("wine", "wind fan"));
    }
}
