//! What the text of a spell says of it where no field does. What a text only seems to say must not be taken for real,
//! so these look for the fixed phrases of the game and nothing else.

use std::sync::LazyLock;

use regex::Regex;

use crate::ingest::markdown::pattern;

/// A heading or the beginning of a sentence, in any emphasis.
static HIGHER: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"(?i)(^|\n\s*|[.!?:;)”’*_]\s+)[#*_ ]*\bat higher levels?[*_ ]*[.:][*_]*\s*"));
/// An amount of damage: dice or a number, with what is added to them, and the type right before the word.
static DAMAGE: LazyLock<Regex> = LazyLock::new(|| {
    let types = "acid|bludgeoning|cold|fire|force|lightning|necrotic|piercing|poison|psychic|radiant|slashing|thunder";
    pattern(&format!(
        r"(?i)\b\d+(?:d\d+)?(?:\s*[+−-]\s*(?:\d+|your [a-z ]{{3,40}}modifier))?\s+{}({types}) damage\b",
        format_args!(r"(?:(?:{types}),?\s+(?:(?:or|and)\s+)?){{0,4}}")
    ))
});
static SAVING_THROW: LazyLock<Regex> = LazyLock::new(|| {
    pattern(concat!(
        r"(?i)\b(?:must|makes?|succeeds? on|attempts?)\s[^.:;]{0,40}?\b(?:an?|another)\s+(?:DC\s\d+\s+|successful\s+)?",
        r"(strength|dexterity|constitution|intelligence|wisdom|charisma)\s+saving\s+throw\b"
    ))
});
/// Words in front of a saving throw that tell of saving throws in general, not of one that the spell calls for.
static IN_GENERAL: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"(?i)\b(?:whenever|when|if|each time|next time|advantage|bonus|adds?)\b"));

/// The text without what it says of higher slots, and that.
pub(super) fn split_higher_levels(text: &str) -> (String, Option<String>) {
    let found = HIGHER.captures(text).and_then(|found| Some((found.get(0)?, found.get(1)?)));
    let Some((whole, before)) = found else { return (text.to_owned(), None) };
    let higher = text.get(whole.end()..).unwrap_or_default().trim();
    if higher.is_empty() {
        return (text.to_owned(), None);
    }
    let text = text.get(..before.end()).unwrap_or_default().trim();
    (text.to_owned(), Some(higher.to_owned()))
}

/// The types of damage it deals, in the order of the text.
pub(super) fn damage_types(text: &str) -> Vec<String> {
    let mut types: Vec<String> = Vec::new();
    for found in DAMAGE.captures_iter(text) {
        let damage = found.get(1).map(|damage| damage.as_str().to_lowercase()).unwrap_or_default();
        if !types.contains(&damage) {
            types.push(damage);
        }
    }
    types
}

/// The ability whose saving throw it calls for first.
pub(super) fn saving_throw(text: &str) -> Option<String> {
    text.split(['.', '\n']).find_map(|sentence| {
        let found = SAVING_THROW.captures(sentence)?;
        let before = sentence.get(..found.get(0)?.start())?;
        let must = found.get(0)?.as_str().to_lowercase().starts_with("must");
        (must || !IN_GENERAL.is_match(before)).then(|| found.get(1).map(|it| it.as_str().to_lowercase()))?
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn higher_levels_are_told_once() {
        for text in [
            "It burns. At Higher Levels. More burns.",
            "It burns.\n\nAt higher level: More burns.",
            "It burns.\n\n**At Higher Levels.** More burns.",
            "It burns.\n\n***At Higher Levels***. More burns.",
        ] {
            assert_eq!(
                split_higher_levels(text),
                ("It burns.".to_owned(), Some("More burns.".to_owned())),
                "{text}"
            );
        }
        for text in ["It can be cast at higher levels. It burns.", "It burns. At higher levels.", "It burns."]
        {
            assert_eq!(split_higher_levels(text), (text.to_owned(), None));
        }
    }

    #[test]
    fn damage_is_what_is_rolled_for() {
        assert_eq!(damage_types("It takes 2d6 fire damage, and 1d4 + 2 Cold damage."), ["fire", "cold"]);
        assert_eq!(damage_types("3d8 acid, cold, or fire damage"), ["fire"]);
        assert_eq!(damage_types("1d8 + your spellcasting ability modifier radiant damage"), ["radiant"]);
        for text in
            ["It resists fire damage.", "The damage is cold.", "2d6 extra damage", "5 fire giants damage it"]
        {
            assert_eq!(damage_types(text), Vec::<String>::new(), "{text}");
        }
    }

    #[test]
    fn a_saving_throw_is_one_that_the_spell_calls_for() {
        for text in [
            "Each creature must make a Dexterity saving throw.",
            "The target must succeed on a Dexterity saving throw or fall.",
            "When it enters, it must make a Dexterity saving throw.",
            "Each creature there makes a Dexterity saving throw.",
        ] {
            assert_eq!(saving_throw(text).as_deref(), Some("dexterity"), "{text}");
        }
        for text in [
            "It has advantage on Dexterity saving throws.",
            "Whenever it makes a Dexterity saving throw, it adds 1d4.",
            "It saves a throw.",
        ] {
            assert_eq!(saving_throw(text), None, "{text}");
        }
    }
}
