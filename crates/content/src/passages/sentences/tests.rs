use super::*;

fn of(texts: &[&str]) -> Vec<String> {
    let paragraph = |text: &&str| Paragraph { text: (*text).to_owned(), begins_section: false };
    sentences(&texts.iter().map(paragraph).collect::<Vec<_>>(), 64)
}

#[test]
fn a_text_is_parted_into_sentences_without_its_headings() {
    assert_eq!(
        of(&["Actions. Hum. It hums a plum song. Who hears it falls asleep.", "Nobody knows why it does."]),
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
