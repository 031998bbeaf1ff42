//! Renders character options.

use super::words::ordinal;
use super::{Body, Part};
use crate::model::CharacterOption;

/// Renders the body of a race or subrace: its race, text (clean), and traits.
pub(crate) fn race(race: &CharacterOption, text: &str, traits: &[Part]) -> String {
    let mut body = Body::default();
    if let Some(parent) = &race.parent {
        body.italic(&format!("{parent} subrace"));
    }
    body.block(text).parts(traits);
    body.finish()
}

/// Renders the body of a background or feat: prerequisite, text (clean), and benefits.
pub(crate) fn benefits(option: &CharacterOption, text: &str, benefits: &[Part]) -> String {
    let mut body = Body::default();
    if let Some(prerequisite) = &option.prerequisite {
        body.italic(&format!("Prerequisite: {prerequisite}"));
    }
    body.block(text).parts(benefits);
    body.finish()
}

/// Renders the body of a class option: `Rogue feature, 3rd level`, prerequisite, text (clean), and choices.
pub(crate) fn class_option(option: &CharacterOption, text: &str, choices: &[Part]) -> String {
    let mut body = Body::default();
    let level = option.level.map(|level| format!(", {} level", ordinal(level))).unwrap_or_default();
    if let Some(parent) = &option.parent {
        body.italic(&format!("{parent} feature{level}"));
    }
    if let Some(prerequisite) = &option.prerequisite {
        body.italic(&format!("Prerequisite: {prerequisite}"));
    }
    body.block(text).parts(choices);
    body.finish()
}

/// Renders the body of a trait: its race, and its text (clean).
pub(crate) fn trait_of(option: &CharacterOption, text: &str) -> String {
    let mut body = Body::default();
    if let Some(parent) = &option.parent {
        body.italic(&format!("{parent} trait"));
    }
    body.block(text);
    body.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_say_whose_they_are_and_what_they_ask_for() {
        let option = CharacterOption {
            parent: Some("Cook".into()),
            level: Some(3),
            prerequisite: Some("Wisdom 13".into()),
            ..CharacterOption::default()
        };
        let parts = [Part::new("Sweet", "Sugar.")];
        assert_eq!(
            class_option(&option, "Text.", &parts),
            "*Cook feature, 3rd level*\n\n*Prerequisite: Wisdom 13*\n\nText.\n\n***Sweet.*** Sugar."
        );
        assert_eq!(benefits(&option, "Text.", &[]), "*Prerequisite: Wisdom 13*\n\nText.");
        assert_eq!(trait_of(&option, "Text."), "*Cook trait*\n\nText.");
        assert_eq!(race(&option, "", &parts), "*Cook subrace*\n\n***Sweet.*** Sugar.");
    }
}
