//! The sentences of a text.

use super::plain::Paragraph;
use super::tokens::estimated_tokens;

/// More sentences find no entry better, and are work for every import.
const MAX_SENTENCES: usize = 6;
/// The least number of words of a sentence; shorter ones are headings.
const MIN_WORDS: usize = 4;

/// Returns the first sentences of a text that has several, those of at most half a passage.
pub(super) fn sentences(paragraphs: &[Paragraph], max_tokens: usize) -> Vec<String> {
    let all = paragraphs.iter().flat_map(|paragraph| paragraph.text.split_inclusive(". "));
    let is_sentence = |text: &&str| {
        text.split_whitespace().count() >= MIN_WORDS && estimated_tokens(text) * 2 <= max_tokens
    };
    let sentences: Vec<String> =
        all.map(str::trim).filter(is_sentence).map(str::to_owned).take(MAX_SENTENCES).collect();
    if sentences.len() > 1 { sentences } else { Vec::new() }
}

#[cfg(test)]
mod tests;
