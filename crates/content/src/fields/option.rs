//! The fields of character options.

use text::{Pattern, pattern};

use super::fact;
use super::field::Comparison::{AtMost, Equal};
use super::field::{Argument, Field, Missing, Read, Storage};
use super::value::ValueType;

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
        Argument::new("level", Equal, "The level it needs; 0 for none."),
        Argument::new("level_max", AtMost, "The highest level it may need."),
    ],
    sort: Some("level"),
    ..Field::BASE
};

/// `Level 4+`, `Proficiency with Survival, 8th level or higher`.
static REQUIRED_LEVEL: Pattern = pattern!(r"(?i-u)\blevel (\d\d?)\b|\b(\d\d?)(?:st|nd|rd|th) level\b");

fn required_level(prerequisite: &str) -> Option<u32> {
    let found = REQUIRED_LEVEL.captures(prerequisite)?;
    found.get(1).or_else(|| found.get(2))?.as_str().parse().ok()
}

#[cfg(test)]
mod tests;
