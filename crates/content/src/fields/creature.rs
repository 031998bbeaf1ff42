//! The fields of creatures.

use super::fact::{
    ACTION, AREA, AREA_FEET, CASTS, DAMAGE_PER_ROUND, DAMAGE_TYPE, HEALS, IMMUNE_TO, INFLICTS,
    LEGENDARY_ACTIONS, MOVEMENT, MULTIATTACK, RESISTS, SAVE, SENSE, VULNERABLE_TO,
};
use super::field::Comparison::{AtLeast, AtMost, Equal};
use super::field::{ApiCondition, Argument, Facet, Field, Only, Read, Storage, Unknown};
use super::value::{Value, ValueType, values};
use crate::model::fold;

pub(super) static FIELDS: [&Field; 24] = [
    &CHALLENGE_RATING, &TYPE, &SIZE, &ARMOR_CLASS, &HIT_POINTS, &ENVIRONMENT, &HABITAT, &LANGUAGE, &MOVEMENT,
    &SENSE, &IMMUNE_TO, &RESISTS, &VULNERABLE_TO, &DAMAGE_TYPE, &SAVE, &INFLICTS, &HEALS, &AREA, &AREA_FEET,
    &CASTS, &ACTION, &LEGENDARY_ACTIONS, &MULTIATTACK, &DAMAGE_PER_ROUND,
];

/// The challenge rating.
pub static CHALLENGE_RATING: Field = Field {
    value_type: ValueType::ChallengeRating,
    unknown: Some(Unknown { noun: "challenge rating", only: Only::All }),
    arguments: &[
        Argument::new("cr", Equal, "The challenge rating, such as `10`, `0.25` or `\"1/4\"`.")
            .parameter("challenge_rating")
            .one_in(30),
        Argument::new("cr_min", AtLeast, "The lowest challenge rating.").parameter("challenge_rating__gte"),
        Argument::new("cr_max", AtMost, "The highest challenge rating.").parameter("challenge_rating__lte"),
    ],
    sort: Some("cr"),
    ..Field::column("challenge-rating", "cr", Read::Creature(|creature| values(creature.challenge_rating)))
};

/// The creature type.
pub static TYPE: Field = Field {
    unknown: Some(Unknown { noun: "type", only: Only::All }),
    noun: Some("creature type"),
    facet: Some(Facet::titled("Creature type")),
    arguments: &[Argument::new("type", Equal, "The creature type, such as `dragon` or `undead`.")
        .translated(|_, word| ApiCondition::known_key("type", word, &API_CREATURE_TYPES))],
    ..Field::column("type", "type", Read::Creature(|creature| values(&creature.creature_type)))
};

/// The size.
pub static SIZE: Field = Field {
    unknown: Some(Unknown { noun: "size", only: Only::All }),
    noun: Some("size"),
    facet: Some(Facet {
        rank: |size| SIZES.iter().position(|other| *other == size).unwrap_or(SIZES.len()),
        ..Facet::titled("Size")
    }),
    arguments: &[Argument::new("size", Equal, "The size, such as `large`.")
        .translated(|_, word| ApiCondition::known_key("size", word, &SIZES))],
    ..Field::column("size", "size", Read::Creature(|creature| values(&creature.size)))
};

/// The armor class.
pub static ARMOR_CLASS: Field = Field {
    value_type: ValueType::Integer { max: u32::MAX },
    unknown: Some(Unknown { noun: "armor class", only: Only::All }),
    arguments: &[
        Argument::new("armor_class_min", AtLeast, "The lowest armor class.").parameter("armor_class__gte")
    ],
    ..Field::column("armor-class", "armor_class", Read::Creature(|creature| values(creature.armor_class)))
};

/// The average hit points.
pub static HIT_POINTS: Field = Field {
    value_type: ValueType::Integer { max: u32::MAX },
    unknown: Some(Unknown { noun: "hit point", only: Only::All }),
    arguments: &[Argument::new("hit_points_min", AtLeast, "The lowest hit points.")],
    ..Field::column("hit-points", "hit_points", Read::Creature(|creature| values(creature.hit_points)))
};

/// The environments in which the creature lives.
pub static ENVIRONMENT: Field = Field {
    name: "environment",
    read: Read::Creature(|creature| values(&creature.environments)),
    facet: Some(Facet::titled("Environment").with_several_values()),
    ..Field::BASE
};

/// The same, one word for each: `Forest or Jungle` is `forest` and `jungle`. SRD 5.2.1 states none, so they
/// hold for the creatures of that name in every document.
pub static HABITAT: Field = Field {
    name: "habitat",
    read: Read::Creature(|creature| {
        values(creature.environments.iter().flat_map(|place| place.split(" or ")))
    }),
    storage: Storage::Shared("creature_habitats", "habitat"),
    normalise: place,
    unknown: Some(Unknown { noun: "environment", only: Only::All }),
    noun: Some("environment"),
    arguments: &[Argument::new("environment", Equal, "Where it lives, such as `forest`.")],
    ..Field::BASE
};

/// The languages that it speaks or understands.
pub static LANGUAGE: Field = Field {
    name: "language",
    read: Read::Creature(|creature| languages(creature.languages.as_deref().unwrap_or_default())),
    storage: Storage::Table("creature_languages", "language"),
    noun: Some("language"),
    arguments: &[Argument::new("language", Equal, "A language it knows, such as `infernal`.")],
    ..Field::BASE
};

/// What the books of the game and players call environments, and their names in Open5e.
const PLACES: [(&str, &str); 7] = [
    ("city", "urban"),
    ("coastal", "coast"),
    ("sea", "ocean"),
    ("town", "urban"),
    ("underdark", "underworld"),
    ("underwater", "ocean"),
    ("wood", "forest"),
];

/// Returns an environment in the form in which it is compared: `hill` for `the Hills`.
pub fn place(text: &str) -> String {
    let folded = fold(text);
    let place = folded.trim().trim_start_matches("the ");
    let place = place.strip_suffix('s').filter(|stem| !stem.ends_with('s')).unwrap_or(place);
    PLACES.iter().find(|(name, _)| *name == place).map_or(place, |(_, known)| known).to_owned()
}

/// Words that are in no language's name.
const NO_LANGUAGE: [&str; 17] = [
    "all", "any", "can't", "cannot", "creator", "creator's", "known", "language", "languages", "life",
    "more", "none", "one", "other", "speak", "telepathy", "two",
];

/// Reads the names of languages: those of `understands Common and Deep Speech but can't speak`.
fn languages(text: &str) -> Vec<Value> {
    let signs = [" and ", " or ", " plus ", " but ", ";", "(", ")"];
    let separated = signs.iter().fold(fold(text), |text, sign| text.replace(sign, ","));
    let names = separated.split(',').map(|name| {
        let name = name.trim().trim_start_matches("and ");
        name.trim_start_matches("understands ").trim_start_matches("usually ")
    });
    let is_name = |name: &&str| {
        let words = || name.split(' ');
        let has_none = words().all(|word| !NO_LANGUAGE.contains(&word));
        name.starts_with(char::is_alphabetic) && words().count() <= 3 && has_none
    };
    values(names.filter(is_name))
}

/// The creature types that the API knows; it refuses others.
const API_CREATURE_TYPES: [&str; 14] = [
    "aberration", "beast", "celestial", "construct", "dragon", "elemental", "fey", "fiend", "giant",
    "humanoid", "monstrosity", "ooze", "plant", "undead",
];

/// The sizes, smallest first. The API refuses others; the last is of its own.
const SIZES: [&str; 7] = ["tiny", "small", "medium", "large", "huge", "gargantuan", "titanic"];

#[cfg(test)]
mod tests;
