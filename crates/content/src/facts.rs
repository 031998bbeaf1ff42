//! Facts of an entry, read from its text and fields: the saves it forces, the conditions it inflicts, a
//! creature's immunities. All entries are read alike; each fact is kept with the words that state it.
//!
//! A fact that is uncertain is absent: `can't be charmed` inflicts nothing.

mod area;
mod attacks;
mod casting;
mod conditions;
mod damage;
mod defences;
mod item;
mod pattern;
mod rolls;
mod saves;
mod text;

use std::borrow::Cow;
use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

#[cfg(debug_assertions)]
pub use self::pattern::SEARCHED;
pub use self::pattern::{ABILITIES, CONDITIONS, DAMAGE_TYPES, number};
use self::pattern::{ability, named};
pub use self::rolls::Rolls;
use self::text::Text;
use crate::enums::{from, named};
use crate::model::{Details, Kind, Record, casting_time};

/// No printed entry has half as many.
const MAX_VALUES: usize = 100;

named! {
    /// A fact that entries can have.
    pub enum Fact {
        /// The ability of a saving throw that it forces.
        Save = "save",
        /// The DC of such a saving throw.
        SaveDc = "save_dc",
        /// A condition that it inflicts.
        Inflicts = "inflicts",
        /// A damage type that it deals.
        DamageType = "damage_type",
        /// It restores hit points.
        Heals = "heals",
        /// The shape of its area.
        Area = "area",
        /// The size of its area: radius, length or side in feet.
        AreaFeet = "area_feet",
        /// The range of a spell in feet.
        RangeFeet = "range_feet",
        /// `bonus action` or `reaction`, if it takes one.
        Action = "action",
        /// A damage type or condition that a creature is immune to.
        ImmuneTo = "immune_to",
        /// A damage type or condition that a creature resists.
        Resists = "resists",
        /// A damage type or condition that a creature is vulnerable to.
        VulnerableTo = "vulnerable_to",
        /// A special sense of a creature.
        Sense = "sense",
        /// A way in which a creature moves, other than walking.
        Movement = "movement",
        /// A spell that it casts.
        Casts = "casts",
        /// A creature has legendary actions.
        LegendaryActions = "legendary_actions",
        /// The number of attacks of a creature's Multiattack.
        Multiattack = "multiattack",
        /// The average damage of a creature's attacks in one round if all hit.
        DamagePerRound = "damage_per_round",
        /// The bonus of a magic item.
        Bonus = "bonus",
        /// The number of an item's charges.
        Charges = "charges",
        /// An item requires attunement.
        Attunement = "attunement",
    }
}

/// The value of a fact.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(untagged)]
pub enum FactValue {
    /// True of a fact that is so or is not.
    Flag(bool),
    /// A number.
    Number(u32),
    /// A word or a few words in lower case.
    Text(Cow<'static, str>),
}

/// A value of a fact and the words that state it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Statement {
    /// The value.
    pub value: FactValue,
    /// The words of the entry from which it was read, or those of a field.
    pub words: String,
}

/// The facts about an entry.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(transparent)]
pub struct Facts(BTreeMap<Fact, Vec<Statement>>);

/// Finds a word of the game that begins alike: `frightened` for `frighten`, `fly` for `flying`.
pub(crate) fn full_name(word: &str) -> Option<&'static str> {
    let start = word.get(..4).unwrap_or(word);
    let names = DAMAGE_TYPES.into_iter().chain(CONDITIONS).chain(defences::SENSES).chain(defences::MOVEMENTS);
    let mut names = names.chain([defences::NONMAGICAL]);
    let exact = names.clone().find(|name| *name == word);
    let begins = |name: &&str| word.len() > 2 && (name.starts_with(start) || word.starts_with(*name));
    exact.or_else(|| ability(word).filter(|name| name.starts_with(word))).or_else(|| names.find(begins))
}

/// Returns the condition that begins like a word: `frightened` for `frighten`.
pub fn condition(word: &str) -> Option<&'static str> {
    let start = word.get(..4).unwrap_or(word);
    CONDITIONS.into_iter().find(|name| word.len() > 2 && name.starts_with(start))
}

impl Facts {
    /// Reads the facts about an entry. Those of whole classes, of rules and of encounters are not read.
    pub fn of(kind: Kind, name: &str, details: &Details, body: &str) -> Self {
        let mut facts = Self::default();
        match details {
            Details::Encounter(_) | Details::Rule(_) => return facts,
            Details::CharacterOption(_) if kind == Kind::Class => return facts,
            _ => {}
        }
        let text = Text::of(body);
        saves::read(&text, &mut facts);
        conditions::read(&text, &mut facts);
        damage::read(&text, &mut facts);
        if !matches!(details, Details::CharacterOption(_)) {
            damage::read_healing(&text, &mut facts);
            area::read(&text, &mut facts);
        }
        match details {
            Details::Spell(spell) => {
                damage::of_field(&spell.damage_types, &mut facts);
                area::of_range(&spell.range, &mut facts);
                let time = casting_time(&spell.casting_time);
                if let Some(action @ ("bonus action" | "reaction")) = time.strip_prefix("1 ") {
                    facts.add(Fact::Action, action.to_owned(), &spell.casting_time);
                }
            }
            Details::Creature(creature) => {
                defences::read(creature, body, &text, &mut facts);
                attacks::read(body, &mut facts);
                casting::read(&text, &mut facts);
            }
            Details::Equipment(equipment) => {
                item::read(name, equipment, &text, &mut facts);
                casting::read(&text, &mut facts);
            }
            Details::CharacterOption(_) | Details::Encounter(_) | Details::Rule(_) => {}
        }
        facts
    }

    /// Reads the facts about a record.
    pub fn of_record(record: &Record) -> Self {
        Self::of(record.kind, &record.name, &record.details, &record.body)
    }

    /// Reads only the attacks of a stat block: their number and their damage.
    pub fn of_attacks(body: &str) -> Self {
        let mut facts = Self::default();
        attacks::read(body, &mut facts);
        facts
    }

    fn add(&mut self, fact: Fact, value: impl Into<FactValue>, words: &str) {
        let (value, statements) = (value.into(), self.0.entry(fact).or_default());
        if statements.len() < MAX_VALUES && statements.iter().all(|statement| statement.value != value) {
            statements.push(Statement { value, words: text::quote(words) });
        }
    }

    fn add_named(&mut self, fact: Fact, names: &[&'static str], text: &str, words: &str) {
        named(names, text).for_each(|name| self.add(fact, name, words));
    }

    /// Returns true if the fact has a value.
    pub fn has(&self, fact: Fact) -> bool {
        self.0.contains_key(&fact)
    }

    /// Returns true if nothing is known.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the values of a fact.
    pub fn values(&self, fact: Fact) -> impl Iterator<Item = &FactValue> {
        self.0.get(&fact).into_iter().flatten().map(|statement| &statement.value)
    }

    /// Returns every fact with its values.
    pub fn iter(&self) -> impl Iterator<Item = (Fact, &FactValue)> {
        self.0.iter().flat_map(|(fact, statements)| statements.iter().map(|it| (*fact, &it.value)))
    }
}

impl FactValue {
    fn as_text(&self) -> Option<&str> {
        match self {
            Self::Text(text) => Some(text),
            _ => None,
        }
    }
}

from! { FactValue: bool => Flag, u32 => Number, String => Text, &'static str => Text }

#[cfg(all(test, debug_assertions))]
mod growth;
#[cfg(test)]
mod tests;
