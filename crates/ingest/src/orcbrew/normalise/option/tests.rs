use super::*;

#[test]
fn only_brackets_with_a_requirement_are_a_prerequisite() {
    for (name, expected) in [
        ("Salt Sight (Prerequisite: 5th level)", Some("5th level")),
        ("Salt Sight [7th Level, Pact of the Tome]", Some("7th Level, Pact of the Tome")),
        ("Salt Sight (requires a lamp)", Some("a lamp")),
        ("Salt Sight (revised)", None),
        ("Salt Sight", None),
    ] {
        assert_eq!(prerequisite(name).as_deref(), expected);
    }
}
