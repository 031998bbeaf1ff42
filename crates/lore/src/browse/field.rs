use serde::{Deserialize, Serialize};

use crate::ingest::markdown::{capitalised, ordinal};
use crate::model::{Details, Family, Rarity, fold};

/// Something that entries can be filtered by. The values are words in lower case.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, schemars::JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum Field {
    /// Of a spell: `0` (cantrip) to `9`.
    Level,
    /// Of a spell: the school of magic.
    School,
    /// Of a spell: who can learn it.
    Class,
    /// Of a spell: `yes` when it can be cast as a ritual.
    Ritual,
    /// Of a spell: `yes` when the caster must concentrate.
    Concentration,
    /// Of a spell: the damage it deals.
    DamageType,
    /// Of a spell: how long casting takes.
    CastingTime,
    /// Of a creature: the creature type.
    Type,
    /// Of a creature: the size.
    Size,
    /// Of a creature: where it lives.
    Environment,
    /// Of equipment: the rarity.
    Rarity,
    /// Of equipment: `yes` when it must be attuned to.
    Attunement,
    /// Of equipment: what sort of thing it is.
    Category,
    /// Of a weapon: a property or mastery.
    Property,
    /// The key of the document.
    Document,
    /// The edition: `2014`, `2024` or `other`.
    Edition,
}

/// A value as it is filtered by, and as a person reads it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Value {
    pub(super) field: Field,
    pub(super) value: String,
    pub(super) label: String,
}

impl Field {
    /// Every field, in the order in which they are offered.
    pub const ALL: [Field; 16] = [
        Field::Level,
        Field::School,
        Field::Class,
        Field::Ritual,
        Field::Concentration,
        Field::DamageType,
        Field::CastingTime,
        Field::Type,
        Field::Size,
        Field::Environment,
        Field::Rarity,
        Field::Attunement,
        Field::Category,
        Field::Property,
        Field::Document,
        Field::Edition,
    ];

    /// Whether entries of a family have it; documents and editions all have.
    pub(super) fn is_of(self, family: Family) -> bool {
        match self {
            Field::Level
            | Field::School
            | Field::Class
            | Field::Ritual
            | Field::Concentration
            | Field::DamageType
            | Field::CastingTime => family == Family::Spell,
            Field::Type | Field::Size | Field::Environment => family == Family::Creature,
            Field::Rarity | Field::Attunement | Field::Category | Field::Property => {
                family == Family::Equipment
            }
            Field::Document | Field::Edition => true,
        }
    }

    /// Whether it says where an entry stands rather than what it is.
    pub(super) fn is_place(self) -> bool {
        matches!(self, Field::Document | Field::Edition)
    }

    /// Where a value stands among those of its field; those of the same place stand by their labels.
    pub(super) fn place(self, value: &str) -> usize {
        const SIZES: [&str; 6] = ["tiny", "small", "medium", "large", "huge", "gargantuan"];
        let among = |all: &[&str]| all.iter().position(|other| *other == value).unwrap_or(all.len());
        match self {
            Field::Level => value.parse().unwrap_or(usize::MAX),
            Field::Size => among(&SIZES),
            Field::Rarity => among(&Rarity::ALL.map(Rarity::as_str)),
            _ => 0,
        }
    }
}

/// The values that an entry has by what it is.
pub(super) fn values(details: &Details) -> Vec<Value> {
    let mut values = Vec::new();
    let mut add = |field, text: &str| {
        let value = fold(text);
        if !value.is_empty() {
            values.push(Value { field, value, label: capitalised(text.trim()) });
        }
    };
    match details {
        Details::Spell(spell) => {
            if let Some(level) = spell.level {
                add(Field::Level, &level.to_string());
            }
            spell.school.iter().for_each(|school| add(Field::School, school));
            spell.classes.iter().for_each(|class| add(Field::Class, class));
            spell.damage_types.iter().for_each(|damage| add(Field::DamageType, damage));
            add(Field::CastingTime, &spell.casting_time);
            spell.ritual.then(|| add(Field::Ritual, YES));
            spell.concentration.then(|| add(Field::Concentration, YES));
        }
        Details::Creature(creature) => {
            creature.creature_type.iter().for_each(|kind| add(Field::Type, kind));
            creature.size.iter().for_each(|size| add(Field::Size, size));
            creature.environments.iter().for_each(|environment| add(Field::Environment, environment));
        }
        Details::Equipment(thing) => {
            thing.rarity.iter().for_each(|rarity| add(Field::Rarity, rarity.as_str()));
            thing.requires_attunement.then(|| add(Field::Attunement, YES));
            thing.category.iter().for_each(|category| add(Field::Category, category));
            // `Thrown (range 20/60)` is the property thrown.
            let plain = |property: &'_ String| property.split(" (").next().unwrap_or_default().to_owned();
            thing.properties.iter().map(plain).for_each(|property| add(Field::Property, &property));
        }
        Details::CharacterOption(_) | Details::Encounter(_) | Details::Rule(_) => {}
    }
    for value in &mut values {
        match (value.field, value.value.as_str()) {
            (Field::Level, "0") => "Cantrip".clone_into(&mut value.label),
            (Field::Level, level) => {
                value.label =
                    level.parse().map_or_else(|_| level.to_owned(), |it| format!("{} level", ordinal(it)));
            }
            (Field::Ritual, _) => "Ritual".clone_into(&mut value.label),
            (Field::Concentration, _) => "Concentration".clone_into(&mut value.label),
            (Field::Attunement, _) => "Requires attunement".clone_into(&mut value.label),
            _ => {}
        }
    }
    values.sort_by(|a, b| (a.field, &a.value).cmp(&(b.field, &b.value)));
    values.dedup();
    values
}

/// The value of a field that entries have or have not.
const YES: &str = "yes";
