use super::*;

#[test]
fn a_chapter_lists_its_sections() {
    let sections = ["Whisk".to_owned(), "Fry".to_owned()];
    assert_eq!(chapter("How to cook.", &sections), "How to cook.\n\n### Sections\n\n- Whisk\n- Fry");
    assert_eq!(chapter("Alone.", &[]), "Alone.");
}

#[test]
fn only_the_entrys_own_name_goes() {
    assert_eq!(without_own_heading("## Cover\n\nWalls help.", "Cover"), "Walls help.");
    assert_eq!(without_own_heading("## Walls\n\nThey help.", "Cover"), "## Walls\n\nThey help.");
    assert_eq!(without_own_heading("# Cover", "Cover"), "");
    assert_eq!(without_own_heading("Cover", "Cover"), "Cover");
}
