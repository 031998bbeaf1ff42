//! The fields of character options.

use super::fact;
use super::field::Comparison::{AtLeast, AtMost, Equal};
use super::field::{Argument, Field, Missing, Read, Storage};
use super::value::{Value, ValueType};
use crate::model::fold;

pub(super) static FIELDS: [&Field; 4] = [&LEVEL, &fact::SAVE, &fact::INFLICTS, &fact::DAMAGE_TYPE];

/// The level that a character needs for it, by its own field or its prerequisite; 0 if it needs none.
pub static LEVEL: Field = Field {
    name: "required-level",
    read: Read::Option(|option| {
        let required = || option.prerequisite.as_deref().and_then(required_level);
        vec![option.level.map(u32::from).or_else(required).unwrap_or(0).into()]
    }),
    value_type: ValueType::Integer { max: 20 },
    storage: Storage::Column("level", Missing::Null),
    arguments: &[
        Argument::new("level", Equal, "The level it needs, such as a feat's; 0 for none."),
        Argument::new("level_min", AtLeast, "The lowest such level."),
        Argument::new("level_max", AtMost, "The highest such level."),
    ],
    sort: Some("level"),
    ..Field::BASE
};

/// Reads `Level 4+` and `Proficiency with Survival, 8th level or higher`.
fn required_level(prerequisite: &str) -> Option<u32> {
    let folded = fold(prerequisite);
    let words: Vec<&str> = folded.split(|c: char| !c.is_alphanumeric()).collect();
    let place = words.iter().position(|word| *word == "level")?;
    let number = |place: Option<usize>| {
        let digits = words.get(place?)?.trim_end_matches(|c: char| c.is_alphabetic());
        digits.parse().ok().filter(|level| *level <= 20)
    };
    number(place.checked_add(1)).or_else(|| number(place.checked_sub(1)))
}

#[cfg(test)]
mod tests;
