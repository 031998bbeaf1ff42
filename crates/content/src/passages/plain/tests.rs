use super::*;

fn texts(markdown: &str) -> Vec<String> {
    paragraphs(markdown).into_iter().map(|paragraph| paragraph.text).collect()
}

#[test]
fn markup_is_removed_and_words_stay() {
    let text = "### Actions\n\n***Bite.*** *Melee Weapon Attack:* +4 to hit, see [grappled](lore://x(1).\nIt \\*hurts\\*.";
    assert_eq!(texts(text), ["Actions. Bite. Melee Weapon Attack: +4 to hit, see grappled. It *hurts*."]);
}

#[test]
fn a_table_is_reduced_to_cells_with_words() {
    assert_eq!(
        texts("| Level | Bonus | Features |\n|---|:-:|---|\n| 1st | +2 | Second Wind |\n| 2nd | +2 | — |"),
        ["Level, Bonus, Features; Second Wind"]
    );
}

#[test]
fn items_of_a_list_are_separated() {
    assert_eq!(texts("- **One** a\n- **Two** b.\n- three"), ["One a; Two b. three"]);
    assert_eq!(texts("\n\n---\n\n  \n"), Vec::<String>::new());
}

#[test]
fn a_heading_belongs_to_the_paragraph_below_it() {
    let sections =
        |text| paragraphs(text).iter().map(|paragraph| paragraph.begins_section).collect::<Vec<_>>();
    assert_eq!(texts("One.\n# Two\n\nThree.\n\nFour."), ["One.", "Two. Three.", "Four."]);
    assert_eq!(sections("One.\n# Two\n\nThree.\n\nFour."), [false, true, false]);
}
