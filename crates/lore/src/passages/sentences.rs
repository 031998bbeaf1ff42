//! The sentences of a text.

use super::plain::Paragraph;
use super::tokens::estimated_tokens;

/// The most sentences of an entry. More find no entry better, and are work for every import.
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
mod tests {
    use super::*;

    fn of(texts: &[&str]) -> Vec<String> {
        let paragraph = |text: &&str| Paragraph { text: (*text).to_owned(), begins_section: false };
        sentences(&texts.iter().map(paragraph).collect::<Vec<_>>(), 64)
    }

    #[test]
    fn a_text_is_parted_into_sentences_without_its_headings() {
        assert_eq!(
            of(&[
                "Actions. Hum. It hums a plum song. Who hears it falls asleep.",
                "Nobody knows why it does."
            ]),
            ["It hums a plum song.", "Who hears it falls asleep.", "Nobody knows why it does."]
        );
    }

    #[test]
    fn a_single_sentence_and_long_ones_are_left_out() {
        assert_eq!(of(&["It hums a plum song."]), Vec::<String>::new());
        let long = "plum ".repeat(60);
        assert_eq!(of(&[&long, "It hums a song.", "It hums it twice."]).len(), 2);
        assert_eq!(of(&["One two three four. ".repeat(50).as_str()]).len(), MAX_SENTENCES);
    }
}
