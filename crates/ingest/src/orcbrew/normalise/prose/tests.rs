use super::*;

#[test]
fn lines_become_paragraphs() {
    assert_eq!(prose("One.\nTwo.\r\n\r\n\r\nThree."), "One.\n\nTwo.\n\nThree.");
}

#[test]
fn bullets_become_a_list() {
    assert_eq!(prose("Choose:\n• a\n\u{f0b7}\tb\nDone."), "Choose:\n\n- a\n- b\n\nDone.");
}

#[test]
fn tables_stay_together() {
    let table = "| A | B |\n|---|---|\n| 1 | 2 |";
    assert_eq!(prose(&format!("Roll.\n{table}\nDone.")), format!("Roll.\n\n{table}\n\nDone."));
    assert_eq!(prose("A | B\n---|---\n1 | 2"), "A | B\n---|---\n1 | 2");
}

#[test]
fn soft_hyphens_and_tabs_are_removed() {
    assert_eq!(prose("won\u{ad}der\tful"), "wonder ful");
}
