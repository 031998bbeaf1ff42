//! The fields that are facts read from texts: see [`crate::facts`]. Several families share most of them.

use super::field::Comparison::{AtLeast, Equal};
use super::field::{Argument, Facet, Field, Read, Storage};
use super::value::ValueType;
use crate::facts::{Fact, condition, full_name};
use crate::model::{Family, fold};

const EFFECTS: &[Family] = &[Family::Spell, Family::Creature, Family::Equipment, Family::CharacterOption];
const HEALING: &[Family] = &[Family::Spell, Family::Creature, Family::Equipment];
const AREAS: &[Family] = &[Family::Spell, Family::Creature];
const CASTERS: &[Family] = &[Family::Creature, Family::Equipment];
const CREATURES: &[Family] = &[Family::Creature];

const fn field(name: &'static str, fact: Fact, families: &'static [Family]) -> Field {
    Field { name, read: Read::Fact(fact, families), storage: Storage::Fact(fact), ..Field::BASE }
}

/// An argument for words of the game, which may be shortened or in another form: `dex`, `frighten`.
const fn word(name: &'static str, description: &'static str) -> Argument {
    Argument { translate: Some(whole_word), ..Argument::new(name, Equal, description) }
}

fn whole_word(text: &str) -> String {
    let text = fold(text);
    full_name(&text).map_or(text, ToOwned::to_owned)
}

fn whole_condition(text: &str) -> String {
    let text = fold(text);
    condition(&text).map_or(text, ToOwned::to_owned)
}

/// The ability of a saving throw that it forces.
pub static SAVE: Field = Field {
    noun: Some("saving throw"),
    facet: Some(Facet::titled("Saving throw").with_several_values().folded()),
    arguments: &[word("save", "The ability of a save it forces.")],
    ..field("save", Fact::Save, EFFECTS)
};

/// A condition that it inflicts.
pub static INFLICTS: Field = Field {
    noun: Some("inflicted condition"),
    facet: Some(Facet::titled("Inflicts").with_several_values().folded()),
    arguments: &[Argument {
        translate: Some(whole_condition),
        ..Argument::new("inflicts", Equal, "A condition it inflicts, such as `frightened`.")
    }],
    ..field("inflicts", Fact::Inflicts, EFFECTS)
};

/// A damage type that it deals.
pub static DAMAGE_TYPE: Field = Field {
    noun: Some("damage type"),
    facet: Some(Facet::titled("Damage").with_several_values()),
    arguments: &[word("damage_type", "A damage type it deals, such as `fire`.")],
    ..field("damage-type", Fact::DamageType, EFFECTS)
};

/// True if it restores hit points.
pub static HEALS: Field = Field {
    value_type: ValueType::Flag,
    facet: Some(Facet { label: |_| "Restores hit points".to_owned(), ..Facet::titled("Healing").folded() }),
    arguments: &[Argument::new("heals", Equal, "True if it restores hit points.")],
    ..field("heals", Fact::Heals, HEALING)
};

/// The shape of its area.
pub static AREA: Field = Field {
    noun: Some("shape of an area"),
    facet: Some(Facet::titled("Area").with_several_values().folded()),
    arguments: &[Argument::new("area", Equal, "The shape of its area, such as `cone`.")],
    ..field("area", Fact::Area, AREAS)
};

/// The size of its area in feet: a radius, a length or a side.
pub static AREA_FEET: Field = Field {
    value_type: ValueType::Integer { max: u32::MAX },
    arguments: &[Argument::new("area_min", AtLeast, "The least size of its area in feet.")],
    ..field("area-feet", Fact::AreaFeet, AREAS)
};

/// The range of a spell in feet.
pub static RANGE_FEET: Field = Field {
    value_type: ValueType::Integer { max: u32::MAX },
    arguments: &[Argument::new("range_min", AtLeast, "The least range in feet.")],
    ..field("range-feet", Fact::RangeFeet, &[Family::Spell])
};

/// A damage type or condition to which a creature is immune.
pub static IMMUNE_TO: Field = Field {
    noun: Some("immunity"),
    facet: Some(Facet::titled("Immune to").with_several_values().folded()),
    arguments: &[word("immune_to", "A damage type, condition or `nonmagical attacks` it is immune to.")],
    ..field("immune-to", Fact::ImmuneTo, CREATURES)
};

/// A damage type that a creature resists.
pub static RESISTS: Field = Field {
    noun: Some("resistance"),
    facet: Some(Facet::titled("Resists").with_several_values().folded()),
    arguments: &[word("resists", "One that it resists.")],
    ..field("resists", Fact::Resists, CREATURES)
};

/// A damage type to which a creature is vulnerable.
pub static VULNERABLE_TO: Field = Field {
    noun: Some("vulnerability"),
    facet: Some(Facet::titled("Vulnerable to").with_several_values().folded()),
    arguments: &[word("vulnerable_to", "A damage type it is vulnerable to.")],
    ..field("vulnerable-to", Fact::VulnerableTo, CREATURES)
};

/// A special sense of a creature.
pub static SENSE: Field = Field {
    noun: Some("sense"),
    facet: Some(Facet::titled("Senses").with_several_values().folded()),
    arguments: &[word("has_sense", "A sense, such as `darkvision`.")],
    ..field("sense", Fact::Sense, CREATURES)
};

/// A way in which a creature moves other than walking.
pub static MOVEMENT: Field = Field {
    noun: Some("kind of movement"),
    facet: Some(Facet::titled("Movement").with_several_values().folded()),
    arguments: &[word("has_movement", "`burrow`, `climb`, `fly`, `hover` or `swim`.")],
    ..field("movement", Fact::Movement, CREATURES)
};

/// A spell that a creature or an item casts.
pub static CASTS: Field = Field {
    noun: Some("spell of a creature or item"),
    arguments: &[Argument::new("casts", Equal, "A spell it casts, such as `fireball`.")],
    ..field("casts", Fact::Casts, CASTERS)
};

/// `bonus action` or `reaction`, if it takes one.
pub static ACTION: Field = Field {
    noun: Some("kind of action"),
    facet: Some(Facet::titled("Actions").with_several_values().folded()),
    arguments: &[Argument::new("action", Equal, "`bonus action` or `reaction`.")],
    ..field("action", Fact::Action, CASTERS)
};

/// True if a creature has legendary actions.
pub static LEGENDARY_ACTIONS: Field = Field {
    value_type: ValueType::Flag,
    facet: Some(Facet { label: |_| "Legendary actions".to_owned(), ..Facet::titled("Legendary").folded() }),
    arguments: &[Argument::new("legendary", Equal, "True if it has legendary actions.")],
    ..field("legendary", Fact::LegendaryActions, CREATURES)
};

/// The number of attacks of a creature's Multiattack.
pub static MULTIATTACK: Field = Field {
    value_type: ValueType::Integer { max: u32::MAX },
    arguments: &[Argument::new("multiattack_min", AtLeast, "The fewest attacks in a turn.")],
    ..field("multiattack", Fact::Multiattack, CREATURES)
};

/// The average damage of a creature's attacks in a round.
pub static DAMAGE_PER_ROUND: Field = Field {
    value_type: ValueType::Integer { max: u32::MAX },
    arguments: &[Argument::new("damage_min", AtLeast, "The least average damage a round.")],
    sort: Some("damage"),
    ..field("damage-per-round", Fact::DamagePerRound, CREATURES)
};

/// The bonus of a magic item.
pub static BONUS: Field = Field {
    value_type: ValueType::Integer { max: u32::MAX },
    facet: Some(Facet {
        label: |bonus| format!("+{bonus}"),
        ..Facet::titled("Bonus").with_several_values().folded()
    }),
    arguments: &[Argument::new("bonus", Equal, "Its bonus to attacks or AC.")],
    ..field("bonus", Fact::Bonus, &[Family::Equipment])
};

/// The number of an item's charges.
pub static CHARGES: Field = Field {
    value_type: ValueType::Integer { max: u32::MAX },
    arguments: &[Argument::new("charges_min", AtLeast, "The fewest charges.")],
    ..field("charges", Fact::Charges, &[Family::Equipment])
};
