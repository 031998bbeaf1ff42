//! Values of fields.

use std::fmt;

use crate::enums::from;
use crate::model::{ChallengeRating, Rarity};

/// The type of a field's values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ValueType {
    /// A word or a few words, compared without regard to case and accents.
    Text,
    /// A whole number from 0 to a maximum.
    Integer {
        /// The highest value.
        max: u32,
    },
    /// A number of 0 or more.
    Number,
    /// Yes or no.
    Flag,
    /// A challenge rating.
    ChallengeRating,
    /// The rarity of a magic item.
    Rarity,
}

/// A value of a field.
#[derive(Debug, Clone, PartialEq)]
pub enum Value {
    /// A text as it was written.
    Text(String),
    /// A whole number.
    Integer(i64),
    /// A number.
    Number(f64),
    /// Yes or no.
    Flag(bool),
    /// A challenge rating.
    ChallengeRating(ChallengeRating),
}

/// Converts the values of an entry, or one that may be absent.
pub(super) fn values<V: Into<Value>>(values: impl IntoIterator<Item = V>) -> Vec<Value> {
    values.into_iter().map(Into::into).collect()
}

impl Value {
    /// Returns the number; `None` for texts and flags.
    pub fn number(&self) -> Option<f64> {
        match self {
            Value::Integer(number) => u32::try_from(*number).ok().map(f64::from),
            Value::Number(number) => Some(*number),
            Value::ChallengeRating(rating) => Some(rating.decimal()),
            Value::Text(_) | Value::Flag(_) => None,
        }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Text(text) => f.write_str(text),
            Value::Integer(number) => number.fmt(f),
            Value::Number(number) => number.fmt(f),
            Value::Flag(flag) => flag.fmt(f),
            Value::ChallengeRating(rating) => rating.fmt(f),
        }
    }
}

from! {
    Value: &str => Text, String => Text, &String => Text, u8 => Integer, i32 => Integer, u32 => Integer, i64 => Integer,
    f64 => Number, bool => Flag, ChallengeRating => ChallengeRating,
}

impl From<Rarity> for Value {
    fn from(rarity: Rarity) -> Self {
        rarity.as_str().into()
    }
}
