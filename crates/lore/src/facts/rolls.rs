//! The rolls that the text of a spell calls for and the damage that it deals, for sources that leave them to the text.

use super::pattern::{Found, Pattern};
use super::text::Text;
use super::{Fact, FactValue, Facts, damage, saves};

/// `make a ranged spell attack`, `with a successful melee spell attack`, `makes an attack using your spell attack modifier`.
static ATTACK: Pattern = Pattern::new(
    r"\bmak\w+ (?:(?:an?|the|another|separate|<number>) )?(?:[a-z]+ )?(?:(?:melee|ranged)(?: or (?:melee|ranged))? )?spell attacks?\b|\b(?:(?:with|as|on) a successful|(?:requir\w+|succeed\w*) (?:on |with )?an?)(?: new)?(?: melee| ranged)? spell attack\b|\battacks?\b[^.;]{0,100}? using your (?:melee |ranged )?spell attack (?:modifier|bonus)\b",
);
/// A clause about an attack that is made at some time, perhaps by the caster.
static AT_TIMES: Pattern =
    Pattern::new(r"\b(?:when(?:ever)?|if|each time|after|before)\b([^,;:]*)$|\b(?:that|who) $");
static BY_CASTER: Pattern = Pattern::new(r"\byou\b");

/// What the text of a spell calls for.
pub(crate) struct Rolls {
    /// True for an attack roll with the caster's spell attack bonus.
    pub(crate) attack: bool,
    /// The abilities of saving throws, in their order.
    pub(crate) saves: Vec<String>,
    /// The damage types that it deals.
    pub(crate) damage_types: Vec<String>,
}

impl Rolls {
    /// Reads a text in Markdown.
    pub(crate) fn of(text: &str) -> Self {
        let text = Text::of(text);
        let mut facts = Facts::default();
        saves::read(&text, &mut facts);
        damage::read(&text, &mut facts);
        let words = |fact| facts.values(fact).filter_map(FactValue::as_text).map(str::to_owned).collect();
        Self { attack: has_attack(&text), saves: words(Fact::Save), damage_types: words(Fact::DamageType) }
    }
}

fn has_attack(text: &Text) -> bool {
    text.matches(&ATTACK).filter_map(|found| Some(found.get(0)?.range())).any(|place| {
        let (before, _) = text.around(&place);
        let is_by_caster = |found: Found<'_>| found.get(1).is_some_and(|it| BY_CASTER.is_match(it.as_str()));
        AT_TIMES.captures(before).is_none_or(is_by_caster)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_attack_roll_is_one_that_the_text_calls_for() {
        for text in [
            "Make a ranged spell attack against the plum.",
            "With a successful **ranged spell attack**, the plum falls.",
            "You cast this as a successful melee spell attack against a plum.",
            "If you make a successful ranged spell attack, it falls.",
            "Plums that are thrown require a spell attack roll to hit.",
            "You make separate ranged spell attacks against six plums.",
            "The wasp makes a melee attack against one creature, using your spell attack modifier.",
        ] {
            assert!(Rolls::of(text).attack, "{text}");
        }
        for text in [
            "Make a weapon attack.",
            "You cast this when an enemy makes a ranged attack or a ranged spell attack against you.",
            "It stings a plum that makes a ranged spell attack.",
            "When a plum makes a ranged spell attack against you, it misses.",
            "You have advantage on spell attack rolls. Ranged spell attacks that pass through the wall miss.",
            "Make a check against the lock's DC using your spell attack bonus.",
        ] {
            assert!(!Rolls::of(text).attack, "{text}");
        }
    }

    #[test]
    fn damage_is_what_a_text_deals_by_dice_or_in_words() {
        let types = |text| Rolls::of(text).damage_types;
        assert_eq!(types("It takes 2d6 fire damage, and 1d4 + 2 Cold damage."), ["fire", "cold"]);
        assert_eq!(types("3d8 acid, cold, or fire damage"), ["acid", "cold", "fire"]);
        assert_eq!(types("1d8 + your spellcasting ability modifier radiant damage"), ["radiant"]);
        assert_eq!(
            types("On a hit, it takes bludgeoning damage equal to 1d6 + your modifier."),
            ["bludgeoning"]
        );
        assert_eq!(types("It takes 3d8 nonmagical bludgeoning damage."), ["bludgeoning"]);
        assert_eq!(
            types("It takes 2d8 fire damage from a warm plum, or 2d8 cold damage from a cold one."),
            ["fire", "cold"]
        );
        assert_eq!(types("Choose acid or cold. It takes 3d6 damage of the chosen type."), ["acid", "cold"]);
        for text in [
            "It resists fire damage.",
            "The damage is cold.",
            "2d6 extra damage",
            "5 fire giants damage it",
            "You choose a damage type: acid, cold, or thunder. When it takes damage of this type, the damage is reduced by 1d4.",
        ] {
            assert_eq!(types(text), [""; 0], "{text}");
        }
    }

    #[test]
    fn a_save_is_one_that_is_made() {
        let saves = |text| Rolls::of(text).saves;
        for text in [
            "Each creature must make a Wisdom saving throw.",
            "The target must succeed on a DC 10 Wisdom saving throw or fall.",
            "When it enters, it must make a Wisdom saving throw.",
            "Each creature there makes a Wisdom saving throw.",
            "All must make Wisdom saving throws.",
        ] {
            assert_eq!(saves(text), ["wisdom"], "{text}");
        }
        for text in [
            "It has advantage on Wisdom saving throws.",
            "Whenever it makes a Wisdom saving throw, it adds 1d4.",
            "It saves a throw.",
        ] {
            assert_eq!(saves(text), [""; 0], "{text}");
        }
    }
}
