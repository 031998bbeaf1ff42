//! The length of texts as models count it.

/// Estimates the most tokens that a text can have: tokenizers split rare words into pieces of about four
/// letters, and make a token of each punctuation mark and each character of other scripts.
pub(super) fn estimated_tokens(text: &str) -> usize {
    let mut tokens = 0;
    let mut run = 0;
    for letter in text.chars() {
        if letter.is_ascii_alphanumeric() {
            if run % 4 == 0 {
                tokens += 1;
            }
            run += 1;
        } else {
            run = 0;
            tokens += usize::from(!letter.is_whitespace());
        }
    }
    tokens
}
