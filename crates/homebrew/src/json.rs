//! Reads JSON item by item: the outermost value as the texts of its parts, so that each item is parsed by
//! itself, its line is known, and an item that is too deep or damaged costs no other.

use std::borrow::Cow;
use std::fmt;

use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde_json::Value;
use serde_json::value::RawValue;
use text::plain_json;

/// An outermost JSON value, whose parts are not parsed.
#[derive(Debug, Clone)]
pub enum Top<'a> {
    /// The fields of an object, in their order. A key may occur again.
    Object(Vec<(String, &'a RawValue)>),
    /// The values of a list.
    List(Vec<&'a RawValue>),
}

impl<'a> Top<'a> {
    /// Reads a text.
    ///
    /// # Errors
    /// If it is not JSON, or neither an object nor a list; as a sentence with the place.
    pub fn read(text: &'a str) -> Result<Self, String> {
        let wrong = |error: serde_json::Error| {
            if error.is_eof() {
                let line = error.line();
                return format!(
                    "its JSON ends in the middle (line {line}): the export or the download did not finish; make it again"
                );
            }
            format!("it is not valid JSON: {error}")
        };
        if text.trim_start().starts_with('[') {
            return serde_json::from_str(text).map(Self::List).map_err(wrong);
        }
        serde_json::from_str::<Fields<'a>>(text).map(|fields| Self::Object(fields.0)).map_err(wrong)
    }

    /// Reads a part of another value; `None` if it is neither an object nor a list.
    pub fn part(raw: &'a RawValue) -> Option<Self> {
        Self::read(raw.get()).ok()
    }

    /// Returns true without fields or values.
    pub fn is_empty(&self) -> bool {
        match self {
            Self::Object(fields) => fields.is_empty(),
            Self::List(values) => values.is_empty(),
        }
    }

    /// Returns a field of an object.
    pub fn field(&self, name: &str) -> Option<&'a RawValue> {
        match self {
            Self::Object(fields) => fields.iter().find(|(key, _)| key == name).map(|(_, value)| *value),
            Self::List(_) => None,
        }
    }

    /// Returns true if an object has all of the fields.
    pub fn has(&self, names: &[&str]) -> bool {
        names.iter().all(|name| self.field(name).is_some())
    }

    /// Returns the values of a list; of an object none.
    pub fn values(&self) -> &[&'a RawValue] {
        match self {
            Self::Object(_) => &[],
            Self::List(values) => values,
        }
    }

    /// Returns the first object of a list, or the object itself.
    pub fn first(&self) -> Option<Cow<'_, Self>> {
        match self {
            Self::Object(_) => Some(Cow::Borrowed(self)),
            Self::List(values) => Some(Cow::Owned(Self::part(values.first().copied()?)?)),
        }
    }
}

struct Fields<'a>(Vec<(String, &'a RawValue)>);

impl<'de: 'a, 'a> Deserialize<'de> for Fields<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Pairs;
        impl<'de> Visitor<'de> for Pairs {
            type Value = Vec<(String, &'de RawValue)>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object or a list")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let mut fields = Vec::new();
                while let Some(field) = map.next_entry()? {
                    fields.push(field);
                }
                Ok(fields)
            }
        }
        deserializer.deserialize_map(Pairs).map(Fields)
    }
}

/// Parses an item and removes invisible and control characters.
///
/// # Errors
/// If it is damaged or nested too deeply; as a sentence.
pub fn parse(raw: &RawValue) -> Result<Value, String> {
    parse_text(raw.get())
}

/// Parses a text like [`parse`].
///
/// # Errors
/// If it is damaged or nested too deeply; as a sentence.
pub fn parse_text(text: &str) -> Result<Value, String> {
    let parsed: Result<Value, _> = serde_json::from_str(text);
    parsed.map(plain_json).map_err(|error: serde_json::Error| {
        if error.to_string().starts_with("recursion limit") {
            "its values are nested more than 127 deep, which no item of this format needs".to_owned()
        } else {
            format!("it is not valid JSON: {error}")
        }
    })
}

/// The lines of a text.
#[derive(Debug)]
pub struct Lines<'a> {
    text: &'a str,
    line_feeds: Vec<usize>,
}

impl<'a> Lines<'a> {
    /// Finds the lines.
    pub fn new(text: &'a str) -> Self {
        Self { text, line_feeds: memchr::memchr_iter(b'\n', text.as_bytes()).collect() }
    }

    /// Returns the line of a position, from 1.
    pub fn at(&self, position: usize) -> u32 {
        u32::try_from(self.line_feeds.partition_point(|end| *end < position) + 1).unwrap_or(u32::MAX)
    }

    /// Returns the line of a part of the text, from 1; 1 for another text.
    pub fn of(&self, part: &str) -> u32 {
        let position = (part.as_ptr() as usize).wrapping_sub(self.text.as_ptr() as usize);
        if position <= self.text.len() { self.at(position) } else { 1 }
    }
}
