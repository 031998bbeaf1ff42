use super::*;

#[test]
fn markup_is_removed_and_words_stay() {
    for (markdown, expected) in [
        (
            "### Actions\n\n***Bite.*** *Melee Weapon Attack:* +4 to hit, see [grappled](lore://x(1).\nIt \\*hurts\\*.",
            &["Actions. Bite. Melee Weapon Attack: +4 to hit, see grappled. It *hurts*."][..],
        ),
        (
            "| Level | Bonus | Features |\n|---|:-:|---|\n| 1st | +2 | Second Wind |\n| 2nd | +2 | — |",
            &["Level, Bonus, Features; Second Wind"],
        ),
        ("- **One** a\n- **Two** b.\n- three", &["One a; Two b. three"]),
        ("\n\n---\n\n  \n", &[]),
    ] {
        let texts = paragraphs(markdown).into_iter().map(|paragraph| paragraph.text);
        assert_eq!(texts.collect::<Vec<_>>(), expected);
    }
}

#[test]
fn a_heading_belongs_to_the_paragraph_below_it() {
    let read = paragraphs("One.\n# Two\n\nThree.\n\nFour.");
    let read = read.iter().map(|paragraph| (paragraph.text.as_str(), paragraph.begins_section));
    assert_eq!(read.collect::<Vec<_>>(), [("One.", false), ("Two. Three.", true), ("Four.", false)]);
}
