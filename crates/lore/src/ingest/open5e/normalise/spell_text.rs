//! Extracts saving throws, attack rolls and damage types from the text of a spell. The fields of version 2
//! name abilities that the text only mentions, and lack attack rolls and damage types.

use std::sync::LazyLock;

use regex::Regex;

use crate::ingest::markdown::pattern;

const TYPES: &str =
    "acid|bludgeoning|cold|fire|force|lightning|necrotic|piercing|poison|psychic|radiant|slashing|thunder";
const ABILITY: &str = "strength|dexterity|constitution|intelligence|wisdom|charisma";

/// Matches a saving throw that must be made, but not "advantage on Dexterity saving throws".
static SAVE: LazyLock<Regex> = LazyLock::new(|| {
    pattern(&format!(r"(?i)\b(your )?({ABILITY})(?:(?:,| or|, or) ({ABILITY}))* (?:saving throw|save)(s?)\b"))
});
static MUST: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"(?i)\b(?:makes?|making|must|succeeds? on|fails?)\b[^.]{0,30}$"));
static ORDERED: LazyLock<Regex> = LazyLock::new(|| {
    pattern(&format!(
        r"(?i)\bmust (?:make|succeed on|attempt) (?:an? )?(?:DC \d+ )?({ABILITY}) saving throws?\b"
    ))
});
/// Matches a saving throw against the spell, of any ability.
static ANY_SAVE: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)\b(?:fail\w*|success\w*|succeed\w*|make\w*|repeat\w*)\b[^.]{0,25}\b(?:saving throws?|saves?)\b",
    )
});
static ATTACK: LazyLock<Regex> = LazyLock::new(|| {
    pattern(r"(?i)\bmak\w+ (?:a|an|one|two|three|the|another)(?: \w+)? ?(?:melee|ranged)? spell attack")
});
/// Matches dice and their damage types.
static DAMAGE: LazyLock<Regex> = LazyLock::new(|| {
    pattern(&format!(
        r"(?i)\d+d\d+(?: ?\+ ?[^.,;]{{1,40}}?)?\)? (?:points of )?((?:(?:{TYPES})(?:, or |, and |, | or | and |/)?)+) damage"
    ))
});
static TYPE: LazyLock<Regex> = LazyLock::new(|| pattern(&format!("(?i){TYPES}")));

/// Returns the ability of the saving throw in a text: the given one if the text names it, else the first.
pub(super) fn saving_throw(text: &str, given: Option<&str>) -> Option<String> {
    let called: Vec<String> = SAVE
        .captures_iter(text)
        .filter(|found| {
            let start = found.get(0).map_or(0, |it| it.start());
            let several = found.get(4).is_some_and(|plural| !plural.is_empty());
            let must = || MUST.is_match(last_words(text.get(..start).unwrap_or_default()));
            found.get(1).is_none() && (!several || must())
        })
        .flat_map(|found| {
            [found.get(2), found.get(3)]
                .into_iter()
                .flatten()
                .map(|it| it.as_str().to_lowercase())
                .collect::<Vec<_>>()
        })
        .collect();
    match given {
        Some(given) if called.iter().any(|ability| ability == given) => Some(given.to_owned()),
        Some(given) if called.is_empty() && ANY_SAVE.is_match(text) => Some(given.to_owned()),
        Some(_) => called.into_iter().next(),
        None => ORDERED.captures(text).and_then(|found| Some(found.get(1)?.as_str().to_lowercase())),
    }
}

/// Returns the end of a text, as far as a phrase can reach.
fn last_words(text: &str) -> &str {
    const LONGEST: usize = 60;
    let from = text.char_indices().rev().map(|(at, _)| at).nth(LONGEST).unwrap_or(0);
    text.get(from..).unwrap_or_default()
}

/// Returns true if the text calls for a spell attack.
pub(super) fn has_attack_roll(text: &str) -> bool {
    ATTACK.is_match(text)
}

/// Returns the damage types of the dice in a text, in order.
pub(super) fn deals(text: &str) -> Vec<String> {
    let mut dealt = Vec::new();
    for found in DAMAGE.captures_iter(text) {
        let types = found.get(1).map_or("", |types| types.as_str());
        for named in TYPE.find_iter(types) {
            let named = named.as_str().to_lowercase();
            if !dealt.contains(&named) {
                dealt.push(named);
            }
        }
    }
    dealt
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_save_is_one_that_is_made() {
        let save = |text, given| saving_throw(text, Some(given));
        assert_eq!(save("It must make a Wisdom saving throw.", "wisdom").as_deref(), Some("wisdom"));
        assert_eq!(save("It must make a Wisdom saving throw.", "charisma").as_deref(), Some("wisdom"));
        assert_eq!(save("All make Strength saving throws.", "strength").as_deref(), Some("strength"));
        assert_eq!(save("It has advantage on Dexterity saving throws.", "dexterity"), None);
        assert_eq!(save("On a failed save it sleeps.", "wisdom").as_deref(), Some("wisdom"));
        assert_eq!(saving_throw("Each plum makes a Wisdom saving throw.", None), None);
        assert_eq!(
            saving_throw("It must make a DC 10 Wisdom saving throw.", None).as_deref(),
            Some("wisdom")
        );
    }

    #[test]
    fn damage_is_what_dice_deal() {
        assert_eq!(deals("takes 1d6 acid damage and 2d8 + 4 cold or fire damage"), ["acid", "cold", "fire"]);
        assert_eq!(deals("resistance to fire damage"), [""; 0]);
        assert!(has_attack_roll("Make a ranged spell attack.") && !has_attack_roll("Make a weapon attack."));
    }
}
