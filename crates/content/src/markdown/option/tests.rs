use super::*;

#[test]
fn options_say_whose_they_are_and_what_they_ask_for() {
    let cook = CharacterOption {
        parent: Some("Cook".into()),
        level: Some(3),
        prerequisite: Some("Wisdom 13".into()),
        ..CharacterOption::default()
    };
    let parts = [Part::new("Sweet", "Sugar.")];
    assert_eq!(
        option(Kind::ClassOption, &cook, "Text.", &parts),
        "*Cook feature, 3rd level*\n\n*Prerequisite: Wisdom 13*\n\nText.\n\n***Sweet.*** Sugar."
    );
    assert_eq!(option(Kind::Feat, &cook, "Text.", &[]), "*Prerequisite: Wisdom 13*\n\nText.");
    assert_eq!(option(Kind::Trait, &cook, "Text.", &[]), "*Cook trait*\n\nText.");
    assert_eq!(option(Kind::Subrace, &cook, "", &parts), "*Cook subrace*\n\n***Sweet.*** Sugar.");
}
