use super::*;

#[test]
fn lines_become_paragraphs_lists_and_tables() {
    for (text, markdown) in [
        ("One.\nTwo.\r\n\r\n\r\nThree.", "One.\n\nTwo.\n\nThree."),
        ("Choose:\n• a\n\u{f0b7}\tb\nDone.", "Choose:\n\n- a\n- b\n\nDone."),
        (
            "Roll.\n| A | B |\n|---|---|\n| 1 | 2 |\nDone.",
            "Roll.\n\n| A | B |\n|---|---|\n| 1 | 2 |\n\nDone.",
        ),
        ("A | B\n---|---\n1 | 2", "A | B\n---|---\n1 | 2"),
        ("won\u{ad}der\tful", "wonder ful"),
    ] {
        assert_eq!(prose(text), markdown);
    }
}
