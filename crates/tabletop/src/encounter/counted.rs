//! Numbers of creatures as people write them.

use std::str::FromStr;

use content::error::{Error, Result, in_range};
use content::model::shown;
use serde::{Deserialize, Deserializer};

/// The largest number of one creature, and of all.
const MAX_COUNT: u32 = 100;

/// A creature's name or address, and how many of it there are.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CountedName {
    /// The name, or the address.
    pub name: String,
    /// The number, 1 to 100.
    pub count: u32,
}

impl CountedName {
    /// Returns so many of a creature.
    ///
    /// # Errors
    /// When the name is empty or the number is not from 1 to 100.
    pub fn new(name: &str, count: i64) -> Result<Self> {
        let name = name.trim();
        if name.is_empty() {
            return Err(Error::Invalid("a creature's name is empty".to_owned()));
        }
        let count = in_range(format!("the number of `{}`", shown(name)), count, 1..=MAX_COUNT.into())?;
        Ok(Self { name: name.to_owned(), count })
    }
}

impl FromStr for CountedName {
    type Err = Error;

    /// Reads `4 goblins`, `4x goblin`, `goblin x4` or `goblin`.
    fn from_str(text: &str) -> Result<Self> {
        let text = text.trim();
        let is_cross = |c: char| matches!(c, 'x' | 'X' | '×');
        if let Some((first, rest)) = text.split_once(' ') {
            if let Ok(count) = first.trim_end_matches(is_cross).parse() {
                let rest = rest.trim_start();
                return Self::new(
                    rest.strip_prefix(['x', '×']).filter(|name| name.starts_with(' ')).unwrap_or(rest),
                    count,
                );
            }
            if let Some((name, last)) = text.rsplit_once(' ')
                && let Some(Ok(count)) = last.strip_prefix(is_cross).map(str::parse)
            {
                return Self::new(name, count);
            }
        }
        Self::new(text, 1)
    }
}

impl<'de> Deserialize<'de> for CountedName {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        #[serde(
            untagged,
            expecting = "expected a creature such as \"4 goblin\", or an object with `name` and `count`"
        )]
        enum Written {
            Text(String),
            Object { name: String, count: Option<i64> },
        }
        let read = match Written::deserialize(deserializer)? {
            Written::Text(text) => text.parse(),
            Written::Object { name, count } => Self::new(&name, count.unwrap_or(1)),
        };
        read.map_err(serde::de::Error::custom)
    }
}

/// How many creatures an encounter may have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CountRange {
    /// The lowest number.
    pub min: u32,
    /// The highest number.
    pub max: u32,
}

impl FromStr for CountRange {
    type Err = Error;

    /// Reads `4` or `2-6`.
    fn from_str(text: &str) -> Result<Self> {
        let number = |text: &str| text.trim().parse::<u32>().ok();
        let range = match text.split_once(['-', '–']) {
            Some((min, max)) => number(min).zip(number(max)),
            None => number(text).map(|count| (count, count)),
        };
        match range {
            Some((min, max)) if 1 <= min && min <= max && max <= MAX_COUNT => Ok(Self { min, max }),
            _ => Err(Error::is_not(
                text,
                format!("a number of creatures; give a number from 1 to {MAX_COUNT}, or a range such as 2-6"),
            )),
        }
    }
}

impl<'de> Deserialize<'de> for CountRange {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        #[serde(untagged, expecting = "expected a number of creatures such as 4, or a range such as \"2-6\"")]
        enum Written {
            Number(i64),
            Text(String),
        }
        let text = match Written::deserialize(deserializer)? {
            Written::Number(number) => number.to_string(),
            Written::Text(text) => text,
        };
        text.parse().map_err(serde::de::Error::custom)
    }
}
