//! The likeness of words that may be mistyped.

/// The least likeness of two words of which one may be mistyped.
const MIN_LIKENESS: f64 = 0.7;
/// The likeness of a word and its beginning.
pub(super) const PREFIX_LIKENESS: f64 = 0.9;
/// The least length of such a beginning in bytes.
const MIN_PREFIX_BYTES: usize = 3;

/// Returns 1 for the same word, nearly 1 for a beginning of it or one typing error, and 0 for words that are not alike.
pub(super) fn likeness(word: &str, other: &str) -> f64 {
    if word == other {
        return 1.0;
    }
    let begins = |short: &str, long: &str| short.len() >= MIN_PREFIX_BYTES && long.starts_with(short);
    if begins(word, other) || begins(other, word) {
        return PREFIX_LIKENESS;
    }
    if shared_letters(word, other) < MIN_LIKENESS {
        return 0.0;
    }
    let similarity = strsim::normalized_damerau_levenshtein(word, other);
    if similarity >= MIN_LIKENESS { similarity * 0.9 } else { 0.0 }
}

/// Returns the share of the longer word's letters that the other word has as well, in any order. It is an upper bound of the
/// similarity and fast to count.
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
mod tests {
    use super::*;

    #[test]
    fn shared_letters_are_an_upper_bound_of_the_similarity() {
        let words = [
            "fireball", "firebal", "ifreball", "dragon", "dargon", "grapple", "grappled", "ab", "ewig",
            "ölig",
        ];
        for (word, other) in words.iter().flat_map(|word| words.map(|other| (*word, other))) {
            let similarity = strsim::normalized_damerau_levenshtein(word, other);
            assert!(shared_letters(word, other) >= similarity - 1e-9, "{word} {other}");
        }
    }
}
