//! Typing errors in a query. They are corrected before it is embedded: the model knows no `firball`, and the shares of the other
//! words would be greater than they are.

use std::cmp::Reverse;

use tantivy::schema::Field;
use tantivy::{Searcher, TantivyError, Term};

use super::analysis::{is_stop_word, stem};
use super::index_query::{is_known, max_errors};
use super::schema::Fields;
use super::spelling::shared_letters;
use super::terms::entries_with;
use crate::error::Result;
use crate::model::fold;

/// The longest word in which a replaced letter more likely makes another word than an error: `posy` is no `pony`.
const MAX_UNREPLACED_CHARS: usize = 5;
/// The shortest word that may be a longer one with letters left out: `grplng` may be `grappling`.
const MIN_ABBREVIATED_CHARS: usize = 6;
/// The most letters that such a word lacks.
const MAX_MISSING_CHARS: usize = 3;

/// Returns a query with its mistyped words corrected; `None` if there are none. A word is mistyped if no entry has it, but a name or
/// a heading has one that begins with the same letter and differs by one typing error, or two in a long word, or has a few letters
/// more; and if a name has it with one of its letters twice.
pub(super) fn corrected(text: &str, fields: Fields, searcher: &Searcher) -> Result<Option<String>> {
    let folded = fold(text);
    let mut corrected = String::with_capacity(folded.len());
    let mut rest = folded.as_str();
    let mut is_changed = false;
    while let Some(first) = rest.chars().next() {
        let is_word = |c: char| c.is_alphanumeric() || c == '\'';
        let end = rest.find(|c| is_word(c) != is_word(first)).unwrap_or(rest.len());
        let (part, others) = rest.split_at(end);
        rest = others;
        let correction = if part.chars().all(char::is_alphabetic) && !is_stop_word(part) {
            let stem = stem(part);
            if is_known(part, &stem, fields, searcher)? {
                with_doubled_letter(part, &stem, fields, searcher)?
            } else {
                nearest(part, fields, searcher)?
            }
        } else {
            None
        };
        is_changed |= correction.is_some();
        corrected.push_str(correction.as_deref().unwrap_or(part));
    }
    Ok(is_changed.then_some(corrected))
}

/// Returns the word of a name for one that lacks one of two equal letters, although its stem is that of the word and so in a text:
/// `firebals` for `fireballs`. A word that is itself in a name is right.
fn with_doubled_letter(
    word: &str,
    stem: &str,
    fields: Fields,
    searcher: &Searcher,
) -> Result<Option<String>> {
    let entries = |word: &str| entries_with(searcher, &Term::from_field_text(fields.name, word));
    if max_errors(word) == 0 || entries(word)? > 0 {
        return Ok(None);
    }
    for (place, letter) in word.char_indices() {
        let mut doubled = word.to_owned();
        doubled.insert(place, letter);
        if self::stem(&doubled) == stem && entries(&doubled)? > 0 {
            return Ok(Some(doubled));
        }
    }
    Ok(None)
}

/// Returns the word that a mistyped one stands for: with the fewest errors, and of those the one that most entries have. The order
/// of the alphabet decides the rest, as that of the index changes whenever it is rebuilt.
fn nearest(word: &str, fields: Fields, searcher: &Searcher) -> Result<Option<String>> {
    let errors = usize::from(max_errors(word));
    if errors == 0 {
        return Ok(None);
    }
    let mut best: Option<(usize, Reverse<u32>, String)> = None;
    for field in [fields.name, fields.headings] {
        for term in terms_with_first_letter(word, field, searcher)? {
            let Some(distance) = distance(word, &term, errors) else { continue };
            let entries = entries_with(searcher, &Term::from_field_text(field, &term))?;
            let ranked = (distance, Reverse(entries), term);
            if entries > 0 && best.as_ref().is_none_or(|best| ranked < *best) {
                best = Some(ranked);
            }
        }
    }
    Ok(best.map(|(_, _, term)| term))
}

/// Returns the number of typing errors between a word and another, if they are few and likely.
fn distance(word: &str, other: &str, errors: usize) -> Option<usize> {
    let (length, other_length) = (word.chars().count(), other.chars().count());
    if length >= MIN_ABBREVIATED_CHARS && is_abbreviated(word, other) {
        return other_length.checked_sub(length).filter(|missing| *missing <= MAX_MISSING_CHARS);
    }
    if length.abs_diff(other_length) > errors {
        return None;
    }
    let is_replaced = length == other_length && shared_letters(word, other) < 1.0;
    if length <= MAX_UNREPLACED_CHARS && is_replaced {
        return None;
    }
    Some(strsim::osa_distance(word, other)).filter(|distance| *distance <= errors)
}

/// Returns whether a word is another with letters left out between the first and the last one.
fn is_abbreviated(word: &str, other: &str) -> bool {
    let mut letters = other.chars();
    word.chars().next_back() == other.chars().next_back()
        && word.chars().all(|letter| letters.any(|other| other == letter))
}

/// Returns the words of a field that begin with the first letter of a word, those of deleted entries among them.
fn terms_with_first_letter(word: &str, field: Field, searcher: &Searcher) -> Result<Vec<String>> {
    let mut terms = Vec::new();
    let Some(first) = word.chars().next() else { return Ok(terms) };
    let start = first.to_string();
    for segment in searcher.segment_readers() {
        let index = segment.inverted_index(field)?;
        let mut stream =
            index.terms().range().ge(start.as_bytes()).into_stream().map_err(TantivyError::from)?;
        while stream.advance() {
            let Ok(term) = std::str::from_utf8(stream.key()) else { continue };
            if !term.starts_with(first) {
                break;
            }
            terms.push(term.to_owned());
        }
    }
    Ok(terms)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_are_few_and_likely() {
        let is_error = |word: &str, other: &str| distance(word, other, max_errors(word).into()).is_some();
        for (typed, meant) in [
            ("firball", "fireball"),
            ("owlbeer", "owlbear"),
            ("sowrd", "sword"),
            ("damge", "damage"),
            ("concentraton", "concentration"),
            ("tricerotops", "triceratops"),
            ("graplng", "grappling"),
            ("invsbilty", "invisibility"),
        ] {
            assert!(is_error(typed, meant), "{typed} {meant}");
        }
        for (typed, other) in [
            ("posy", "pony"),
            ("gravy", "grave"),
            ("apeman", "azeban"),
            ("skinny", "skin"),
            ("cat", "carrot"),
            ("sneak", "snake"),
            ("graple", "grappling"),
        ] {
            assert!(!is_error(typed, other), "{typed} {other}");
        }
    }
}
