//! The likeness of words that may be mistyped.

const MIN_LIKENESS: f64 = 0.7;
pub(super) const PREFIX_LIKENESS: f64 = 0.9;
const MIN_PREFIX_BYTES: usize = 3;

/// Returns 1 for the same word, nearly 1 for a beginning of it or one typing error, and 0 for unlike words.
pub(super) fn likeness(word: &str, other: &str) -> f64 {
    if word == other {
        return 1.0;
    }
    let begins = |short: &str, long: &str| short.len() >= MIN_PREFIX_BYTES && long.starts_with(short);
    if begins(word, other) || begins(other, word) {
        return PREFIX_LIKENESS;
    }
    typo_likeness(word, other).map_or(0.0, |likeness| likeness * 0.9)
}

/// Returns how alike two words are, from 0 to 1, if one of them may be the other mistyped.
pub(super) fn typo_likeness(word: &str, other: &str) -> Option<f64> {
    if shared_letters(word, other) < MIN_LIKENESS {
        return None;
    }
    Some(strsim::normalized_damerau_levenshtein(word, other)).filter(|likeness| *likeness >= MIN_LIKENESS)
}

pub(super) fn mean_likeness<W, O>(words: &[W], others: &[O], likeness: impl Fn(&W, &O) -> f64) -> f64 {
    if words.is_empty() {
        return 0.0;
    }
    let greatest = |word: &W| others.iter().map(|other| likeness(word, other)).fold(0.0, f64::max);
    #[expect(clippy::cast_precision_loss, reason = "a handful of words")]
    let count = words.len() as f64;
    words.iter().map(greatest).sum::<f64>() / count
}

/// An upper bound of [`typo_likeness`] that is fast to count: the letters may be in any order.
pub(super) fn shared_letters(word: &str, other: &str) -> f64 {
    let mut counts = [0_i16; 32];
    let slot = |letter: char| u32::from(letter) as usize % 32;
    let (mut word_length, mut other_length, mut shared) = (0, 0, 0);
    for letter in word.chars() {
        word_length += 1;
        if let Some(count) = counts.get_mut(slot(letter)) {
            *count += 1;
        }
    }
    for letter in other.chars() {
        other_length += 1;
        if let Some(count) = counts.get_mut(slot(letter)).filter(|count| **count > 0) {
            *count -= 1;
            shared += 1;
        }
    }
    f64::from(shared) / f64::from(word_length.max(other_length).max(1))
}

#[cfg(test)]
mod tests;
