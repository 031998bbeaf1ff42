//! Names that match a query with typing errors, or a part of it.

use std::cmp::Reverse;

use content::query::{WordForms, word_forms};

use super::analysis::{is_stop_word, searchable, words};
use super::spelling::{PREFIX_LIKENESS, likeness, mean_likeness, shared_letters, typo_likeness};
use super::words::{max_errors, query_words};

const MAX_SHORT_WORD_CHARS: usize = 4;

/// The names that match the most words of a query.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PartialMatch {
    /// The entries with these names, the shortest names first.
    pub ids: Vec<i64>,
    /// The words of the query that they match.
    pub words: String,
}

/// A name as it was typed, to be compared with others in spelling.
pub struct TypedName {
    /// Without what separates its words.
    letters: String,
    words: Vec<WordForms>,
}

impl TypedName {
    /// Reads a name as it was typed.
    pub fn new(name: &str) -> Self {
        Self {
            letters: words(&searchable(name)).collect(),
            words: query_words(name, usize::MAX).iter().map(|word| word_forms(word)).collect(),
        }
    }

    /// Returns whether a folded name has, for each word, a word that may be meant by it.
    pub fn is_near(&self, name: &str) -> bool {
        self.has_alike_words(&query_words(name, usize::MAX))
    }

    /// Returns how alike a searchable name is, whole or word by word: from 0 (it cannot be meant) to 1.
    pub fn similarity(&self, name: &str) -> f64 {
        let whole = typo_likeness(&self.letters, &words(name).collect::<String>()).unwrap_or(0.0);
        let others: Vec<&str> = words(name).filter(|word| !is_stop_word(word)).collect();
        if !self.has_alike_words(&others) {
            return whole;
        }
        let fit = |forms: &WordForms, other: &&str| {
            forms.iter().map(|form| likeness(form, other)).fold(0.0, f64::max)
        };
        let of_words = mean_likeness(&self.words, &others, fit);
        whole.max(of_words * mean_likeness(&others, &self.words, |other, forms| fit(forms, other)))
    }

    fn has_alike_words<W: AsRef<str>>(&self, others: &[W]) -> bool {
        let has_alike = |forms: &WordForms| others.iter().any(|other| is_alike(forms, other.as_ref()));
        !self.words.is_empty() && self.words.iter().all(has_alike)
    }
}

/// Returns whether a word in one of its forms may misspell another. Short words resemble so many that a
/// misspelt one must begin like it and have the same letters in another order, or one of them more or less.
fn is_alike(forms: &[String], other: &str) -> bool {
    forms.iter().any(|word| {
        let likeness = likeness(word, other);
        let is_short = word.chars().count() <= MAX_SHORT_WORD_CHARS;
        likeness >= PREFIX_LIKENESS
            || shared_letters(word, other) >= 1.0
            || if is_short { lacks_or_has_a_letter(word, other) } else { likeness > 0.0 }
    })
}

fn lacks_or_has_a_letter(word: &str, other: &str) -> bool {
    max_errors(word) > 0
        && word.chars().next() == other.chars().next()
        && word.chars().count().abs_diff(other.chars().count()) == 1
        && strsim::osa_distance(word, other) == 1
}

/// Returns those of the folded `names` that match the most words of a query. Names whose every word is in it
/// come first; others must match at least half of its words, and do not count with `whole_names`.
pub fn best_partial_match(query: &str, names: &[(i64, &str)], whole_names: bool) -> Option<PartialMatch> {
    let words = query_words(query, usize::MAX);
    let forms: Vec<WordForms> = words.iter().map(|word| word_forms(word)).collect();
    let fit = |(id, name): &(i64, &str)| {
        let name_words = query_words(name, usize::MAX);
        let matched: Vec<bool> =
            forms.iter().map(|forms| name_words.iter().any(|other| is_alike(forms, other))).collect();
        let count = matched.iter().filter(|is_matched| **is_matched).count();
        let is_whole = name_words.iter().all(|other| forms.iter().any(|forms| is_alike(forms, other)));
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

#[derive(Clone)]
struct MatchedName {
    count: usize,
    /// True if the query has all words of the name.
    is_whole: bool,
    /// For each word of the query, whether the name matches it.
    matched: Vec<bool>,
    length: usize,
    id: i64,
}

#[cfg(test)]
mod tests;
