//! The rolls a spell's text calls for and the damage it deals, for sources that leave them to the text.

use super::pattern::{Found, Pattern};
use super::text::Text;
use super::{Fact, FactValue, Facts, damage, saves};

/// `make a spell attack`, `on a successful spell attack`, `attack using your spell attack modifier`.
static ATTACK: Pattern = Pattern::new(
    r"\bmak\w+ (?:(?:an?|the|another|separate|<number>) )?(?:[a-z]+ )?(?:(?:melee|ranged)(?: or (?:melee|ranged))? )?spell attacks?\b|\b(?:(?:with|as|on) a successful|(?:requir\w+|succeed\w*) (?:on |with )?an?)(?: new)?(?: melee| ranged)? spell attack\b|\battacks?\b[^.;]{0,100}? using your (?:melee |ranged )?spell attack (?:modifier|bonus)\b",
);
/// A clause about an attack that is made at some time, perhaps by the caster.
static AT_TIMES: Pattern =
    Pattern::new(r"\b(?:when(?:ever)?|if|each time|after|before)\b([^,;:]*)$|\b(?:that|who) $");
static BY_CASTER: Pattern = Pattern::new(r"\byou\b");

/// What the text of a spell calls for.
pub struct Rolls {
    /// True for an attack roll with the caster's spell attack bonus.
    pub attack: bool,
    /// The abilities of saving throws, in their order.
    pub saves: Vec<String>,
    /// The damage types that it deals.
    pub damage_types: Vec<String>,
}

impl Rolls {
    /// Reads a text in Markdown.
    pub fn of(text: &str) -> Self {
        let text = Text::of(text);
        let mut facts = Facts::default();
        saves::read(&text, &mut facts);
        damage::read(&text, &mut facts);
        let words = |fact| facts.values(fact).filter_map(FactValue::as_text).map(str::to_owned).collect();
        Self { attack: has_attack(&text), saves: words(Fact::Save), damage_types: words(Fact::DamageType) }
    }
}

fn has_attack(text: &Text) -> bool {
    text.matches(&ATTACK).any(|found| {
        let (before, _) = text.around(&found.place());
        let is_by_caster = |found: Found<'_>| found.get(1).is_some_and(|clause| BY_CASTER.is_match(clause));
        AT_TIMES.captures(before).is_none_or(is_by_caster)
    })
}

#[cfg(test)]
mod tests;
