//! How texts are folded and split into words, and the stems of these. The build script uses this, too.

use frostem::{Algorithm, Stemmer};
use text::fold;

const STOP_WORDS: &[&str] = &[
    "a", "an", "and", "are", "as", "at", "be", "by", "can", "do", "does", "for", "from", "how", "i", "if",
    "in", "is", "it", "my", "of", "on", "or", "s", "that", "the", "their", "there", "they", "this", "to",
    "was", "what", "when", "which", "with", "you",
];

/// The shortest word that goes with others, in characters.
const MIN_CHARS: usize = 3;

/// Folds a text for the analyzers. Apostrophes are removed, so that "hunter's" is one word.
pub fn searchable(text: &str) -> String {
    fold(text).replace('\'', "")
}

pub(crate) fn is_stop_word(word: &str) -> bool {
    STOP_WORDS.contains(&word)
}

pub(crate) fn stem(word: &str) -> String {
    Stemmer::new(Algorithm::English).stem(word).into_owned()
}

/// Returns whether a word says enough to go with others.
pub(crate) fn has_meaning(word: &str) -> bool {
    word.chars().count() >= MIN_CHARS && !is_stop_word(word)
}

pub(crate) fn words(folded: &str) -> impl Iterator<Item = &str> {
    folded.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty())
}
