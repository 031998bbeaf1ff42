//! What is kept of the sources of an entry, because the entry itself does not tell it.

use std::collections::BTreeMap;

use content::model::{Provider, content_hash};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::json::Object;

/// What is kept of an entry's sources: which filled a field, where they differ, what the next reading needs.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Sources {
    /// The object of Open5e that leads: its key, if it has one, and the beginning of its hash.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub object: Option<(Option<String>, u64)>,
    /// The parts that were used of the object of version 1 of the API, for when that version loses it.
    #[serde(skip_serializing_if = "Map::is_empty")]
    pub older: Map<String, Value>,
    /// Fields that another source filled.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub filled: BTreeMap<String, Provider>,
    /// Fields in which the sources differ.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub disagreements: Vec<Disagreement>,
    /// True for a magic item whose forms the book names.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub has_variants: bool,
}

/// A field in which two sources differ.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Disagreement {
    /// The field, such as `armor_class`.
    pub field: String,
    /// The value of the entry.
    pub kept: Value,
    /// The source of that value.
    pub kept_from: Provider,
    /// The value of the other source.
    pub other: Value,
    /// The other source.
    pub other_from: Provider,
    /// The rule that decided, as a sentence.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub rule: String,
}

impl Sources {
    pub(crate) fn of_object(object: Object<'_>) -> Self {
        let hash = content_hash([object.value().to_string().as_str()]);
        let beginning = hash.first_chunk::<8>().map_or(0, |bytes| u64::from_le_bytes(*bytes));
        Self { object: Some((object.string("key"), beginning)), ..Self::default() }
    }

    /// Records that another source filled a field.
    pub fn fill(&mut self, field: &str, from: Provider) {
        self.filled.insert(field.to_owned(), from);
    }

    /// Records a difference, each value with its source, and the rule that decided it.
    pub fn differ(&mut self, field: &str, kept: (Provider, Value), other: (Provider, Value), rule: &str) {
        let ((kept_from, kept), (other_from, other)) = (kept, other);
        let (field, rule) = (field.to_owned(), rule.to_owned());
        self.disagreements.push(Disagreement { field, kept, kept_from, other, other_from, rule });
    }

    /// Reads what was stored. Of what cannot be read, nothing is known.
    pub fn read(stored: Option<&str>) -> Self {
        stored.and_then(|json| serde_json::from_str(json).ok()).unwrap_or_default()
    }

    /// Returns what is stored, as JSON; `None` if there is nothing to keep.
    pub fn stored(&self) -> Option<String> {
        (*self != Self::default()).then(|| serde_json::to_string(self).unwrap_or_default())
    }
}

#[cfg(test)]
mod tests;
