use super::*;

#[test]
fn a_prerequisite_says_which_level_it_needs() {
    for (prerequisite, level) in [
        ("Level 19+, Spellcasting Feature", Some(19)),
        ("Proficiency with Survival, 8th level or higher", Some(8)),
        ("Level: 4", None),
        ("Strength 13 or higher", None),
    ] {
        assert_eq!(required_level(prerequisite), level, "{prerequisite}");
    }
}
