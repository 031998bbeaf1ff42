//! Properties of a spell that only its text states. To avoid false matches, only the fixed phrases of the game count.

use std::sync::LazyLock;

use regex::Regex;

use crate::ingest::markdown::pattern;

/// “At Higher Levels” as a heading or at the beginning of a sentence, with any emphasis.
static HIGHER_LEVELS: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"(?i)(^|\n\s*|[.!?:;)”’*_]\s+)[#*_ ]*\bat higher levels?[*_ ]*[.:][*_]*\s*"));
/// An amount of damage: dice or a number, an optional bonus, and the damage type.
static DAMAGE: LazyLock<Regex> = LazyLock::new(|| {
    let types = "acid|bludgeoning|cold|fire|force|lightning|necrotic|piercing|poison|psychic|radiant|slashing|thunder";
    pattern(&format!(
        r"(?i)\b\d+(?:d\d+)?(?:\s*[+−-]\s*(?:\d+|your [a-z ]{{3,40}}modifier))?\s+{}({types}) damage\b",
        format_args!(r"(?:(?:{types}),?\s+(?:(?:or|and)\s+)?){{0,4}}")
    ))
});
/// A demand for a saving throw.
static SAVING_THROW: LazyLock<Regex> = LazyLock::new(|| {
    pattern(concat!(
        r"(?i)\b(?:must|makes?|succeeds? on|attempts?)\s[^.:;]{0,40}?\b(?:an?|another)\s+(?:DC\s\d+\s+|successful\s+)?",
        r"(strength|dexterity|constitution|intelligence|wisdom|charisma)\s+saving\s+throw\b"
    ))
});
/// Words before a saving throw that the spell itself does not call for.
static CONDITIONAL: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"(?i)\b(?:whenever|when|if|each time|next time|advantage|bonus|adds?)\b"));

/// Splits a text into the description and the effect at higher levels.
pub(super) fn split_higher_levels(text: &str) -> (String, Option<String>) {
    let found = HIGHER_LEVELS.captures(text).and_then(|found| Some((found.get(0)?, found.get(1)?)));
    let Some((whole, before)) = found else { return (text.to_owned(), None) };
    let higher = text.get(whole.end()..).unwrap_or_default().trim();
    if higher.is_empty() {
        return (text.to_owned(), None);
    }
    let text = text.get(..before.end()).unwrap_or_default().trim();
    (text.to_owned(), Some(higher.to_owned()))
}

/// Returns the damage types in a text, in their order.
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

/// Returns the ability of the first saving throw that a text calls for.
pub(super) fn saving_throw(text: &str) -> Option<String> {
    text.split(['.', '\n']).find_map(|sentence| {
        let found = SAVING_THROW.captures(sentence)?;
        let before = sentence.get(..found.get(0)?.start())?;
        let is_demand = found.get(0)?.as_str().to_lowercase().starts_with("must");
        (is_demand || !CONDITIONAL.is_match(before))
            .then(|| found.get(1).map(|it| it.as_str().to_lowercase()))?
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_effect_at_higher_levels_is_split_off() {
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
    fn damage_types_follow_an_amount() {
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
    fn only_saving_throws_that_the_spell_calls_for_count() {
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
