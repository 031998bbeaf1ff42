//! Typing errors in a query. They are corrected before it is embedded: the model knows no `firball`, and the
//! shares of the other words would be greater than they are.

use std::cmp::Reverse;

use content::error::Result;
use content::model::{fold, other_names};
use content::query::{plurals, word_forms};
use tantivy::collector::Count;
use tantivy::query::PhraseQuery;
use tantivy::schema::Field;
use tantivy::{Searcher, TantivyError, Term};

use super::analysis::{is_stop_word, stem};
use super::spelling::shared_letters;
use super::terms::Vocabulary;
use super::words::max_errors;

/// Up to this length, a replaced letter more likely makes another word than an error: `posy` is not `pony`.
const MAX_UNREPLACED_CHARS: usize = 5;
/// The shortest word that may be a longer one with letters left out: `grplng` may be `grappling`.
const MIN_ABBREVIATED_CHARS: usize = 6;
const MAX_MISSING_CHARS: usize = 3;
/// The least length of each of two words that are typed as one.
const MIN_PART_CHARS: usize = 3;

/// Returns a query with its mistyped words corrected; `None` if there are none. A word is mistyped if no
/// entry has it, but a name or a heading has one, in the singular or the plural, that begins with the same
/// letter and differs by one typing error, or two in a long word, or has a few letters more; and if a name
/// has it with one of its letters twice. Two words that only one of a name is made of are joined, and a word
/// that is two of a name is split. A word by which players know an entry stands for its name.
pub(super) fn corrected(text: &str, vocabulary: &Vocabulary) -> Result<Option<String>> {
    let folded = fold(text);
    let mut corrected = String::with_capacity(folded.len());
    let mut rest = folded.as_str();
    let mut is_changed = false;
    while !rest.is_empty() {
        let (part, others) = next_part(rest);
        let mut correction = None;
        rest = others;
        if part.chars().all(char::is_alphabetic) && !is_stop_word(part) {
            if let Some((joined, others)) = vocabulary.joined(part, rest)? {
                (correction, rest) = (Some(joined), others);
            } else {
                correction = vocabulary.correction(part)?;
            }
        }
        is_changed |= correction.is_some();
        corrected.push_str(correction.as_deref().unwrap_or(part));
    }
    Ok(is_changed.then_some(corrected))
}

/// Returns the word at the beginning of a text, or what separates two, and the rest.
fn next_part(text: &str) -> (&str, &str) {
    let is_word = |c: char| c.is_alphanumeric() || c == '\'';
    let is_of_word = text.starts_with(is_word);
    text.split_at(text.find(|c| is_word(c) != is_of_word).unwrap_or(text.len()))
}

impl Vocabulary {
    /// A word that is itself in a name is right.
    fn correction(&self, word: &str) -> Result<Option<String>> {
        if self.is_in_names(word)? {
            return Ok(None);
        }
        let split = self.split(word)?;
        if split.is_some() {
            return Ok(split);
        }
        let stem = stem(word);
        if self.is_known(word, &stem)? {
            return self.with_stem(word, &stem);
        }
        match other_names(&[], word).first() {
            Some(other) => Ok(Some(fold(other.name))),
            None => self.nearest(word),
        }
    }

    /// Finds `fireballs` for `firebals` and `zombies` for `zombis`, although their stems are in the texts.
    fn with_stem(&self, word: &str, stem: &str) -> Result<Option<String>> {
        if max_errors(word) == 0 {
            return Ok(None);
        }
        let with_letter = |(place, letter): (usize, char)| {
            let (start, end) = word.split_at(place);
            format!("{start}{letter}{end}")
        };
        let plural = word.strip_suffix('s').map(|singular| (singular.len(), 'e'));
        for other in word.char_indices().chain(plural).map(with_letter) {
            if self::stem(&other) == stem && self.is_in_names(&other)? {
                return Ok(Some(other));
            }
        }
        Ok(None)
    }

    /// The alphabet decides ties, because the order of the index changes whenever it is rebuilt.
    fn nearest(&self, word: &str) -> Result<Option<String>> {
        let errors = usize::from(max_errors(word));
        if errors == 0 {
            return Ok(None);
        }
        let is_plural = word.ends_with('s');
        let mut best: Option<(usize, bool, Reverse<u32>, String)> = None;
        for field in [self.fields.name, self.fields.headings] {
            for term in terms_with_first_letter(word, field, &self.searcher)? {
                let plurals = if is_plural { plurals(&term) } else { Vec::new() };
                for form in plurals.into_iter().chain([term.clone()]) {
                    let Some(distance) = distance(word, &form, errors) else { continue };
                    let entries = self.entries_with(&Term::from_field_text(field, &term))?;
                    let ranked = (distance, is_plural && !form.ends_with('s'), Reverse(entries), form);
                    if entries > 0 && best.as_ref().is_none_or(|best| ranked < *best) {
                        best = Some(ranked);
                    }
                }
            }
        }
        Ok(best.map(|(.., form)| form).filter(|form| form != word))
    }

    /// Finds `counterspell` for `counter spell` unless a name has both words. Also returns the rest.
    fn joined<'t>(&self, word: &str, rest: &'t str) -> Result<Option<(String, &'t str)>> {
        let Some((next, others)) = rest.strip_prefix([' ', '-']).map(next_part) else { return Ok(None) };
        if next.is_empty() || !next.chars().all(char::is_alphabetic) || is_stop_word(next) {
            return Ok(None);
        }
        let joined = format!("{word}{next}");
        let is_one = self.is_in_names(&joined)? && !self.are_side_by_side(word, next)?;
        Ok(is_one.then_some((joined, others)))
    }

    /// Returns a word as the two that stand side by side in a name: `fire bolt` for `firebolt`.
    fn split(&self, word: &str) -> Result<Option<String>> {
        for (place, _) in word.char_indices() {
            let (first, second) = word.split_at(place);
            let is_long = |part: &str| part.chars().count() >= MIN_PART_CHARS;
            if is_long(first) && is_long(second) && self.are_side_by_side(first, second)? {
                return Ok(Some(format!("{first} {second}")));
            }
        }
        Ok(None)
    }

    fn are_side_by_side(&self, first: &str, second: &str) -> Result<bool> {
        if self.names_with(first)? == 0 || self.names_with(second)? == 0 {
            return Ok(false);
        }
        let both = [first, second].map(|word| Term::from_field_text(self.fields.name, word));
        Ok(self.searcher.search(&PhraseQuery::new(both.to_vec()), &Count)? > 0)
    }

    /// Returns whether a name has a word or its singular.
    fn is_in_names(&self, word: &str) -> Result<bool> {
        for form in word_forms(word) {
            if self.names_with(&form)? > 0 {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn names_with(&self, word: &str) -> Result<u32> {
        self.entries_with(&Term::from_field_text(self.fields.name, word))
    }
}

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

/// Those of deleted entries are among them.
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
mod tests;
