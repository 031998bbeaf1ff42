//! Leafing through the library: what matches a few words and filters, how many of each kind and value there are, and
//! what else there is. Works on a catalogue in memory, so that every keystroke can have an answer; nothing here reads the library.

mod catalogue;
mod field;
mod links;
mod matching;
mod summary;
mod twins;

use serde::{Deserialize, Serialize};

pub(crate) use catalogue::{Catalogue, Row, Shelved};
pub use field::Field;
pub use links::Link;
pub(crate) use matching::{Candidates, left_by_filters, look};
pub use twins::Twin;

use crate::model::{DocumentKey, Edition, Kind, Provider};

/// What to show: words, where to look, and what must hold. Everything empty is the whole library by name.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Browse {
    /// A name or words.
    pub query: String,
    /// The kinds to look in; none for all.
    pub kinds: Vec<Kind>,
    /// What must hold of every entry.
    pub filters: Vec<FieldFilter>,
    /// The challenge rating at least.
    pub cr_min: Option<f64>,
    /// The challenge rating at most.
    pub cr_max: Option<f64>,
    /// Whether to search by meaning, too.
    pub by_meaning: bool,
    /// How many entries to leave out at the beginning.
    pub offset: usize,
    /// How many to give at most.
    pub limit: usize,
}

/// A condition on one field.
#[derive(Debug, Clone, PartialEq, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FieldFilter {
    /// The field.
    pub field: Field,
    /// The entry has one of these values.
    #[serde(default)]
    pub include: Vec<String>,
    /// The entry has none of these values.
    #[serde(default)]
    pub exclude: Vec<String>,
    /// The entry has each value of `include` instead of one of them.
    #[serde(default)]
    pub every: bool,
}

/// What was found.
#[derive(Debug, Clone, Default, PartialEq, Serialize, schemars::JsonSchema)]
pub struct Browsed {
    /// How many entries match.
    pub total: usize,
    /// How many would match without the filters.
    pub unfiltered: usize,
    /// Those of the page that was asked for, best first.
    pub entries: Vec<Listed>,
    /// How many match of each kind, whatever kinds were asked for.
    pub kinds: Vec<KindCount>,
    /// The fields that entries of the chosen kinds have, with the values that occur.
    pub fields: Vec<FieldCounts>,
    /// How many match in documents and editions that the filters leave out.
    pub elsewhere: usize,
    /// When no name matches: the names of entries that are near in spelling.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub nearest: Vec<String>,
}

/// An entry in a list.
#[derive(Debug, Clone, PartialEq, Serialize, schemars::JsonSchema)]
pub struct Listed {
    /// The address of the whole entry.
    pub uri: String,
    /// Its name.
    pub name: String,
    /// Its kind.
    pub kind: Kind,
    /// The key of its document.
    pub document_key: DocumentKey,
    /// The title of its document.
    pub document_name: String,
    /// Where its document came from.
    pub document_source: Provider,
    /// The edition of its document.
    pub edition: Edition,
    /// What it is, in a few words: `3rd-level evocation`, `CR 17 · Huge dragon`.
    pub summary: String,
    /// Whether it was found by what it says rather than by its name.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub by_text: bool,
}

/// How many entries of a kind match.
#[derive(Debug, Clone, PartialEq, Serialize, schemars::JsonSchema)]
pub struct KindCount {
    /// The kind.
    pub kind: Kind,
    /// How many match.
    pub count: usize,
}

/// A field with its values.
#[derive(Debug, Clone, PartialEq, Serialize, schemars::JsonSchema)]
pub struct FieldCounts {
    /// The field.
    pub field: Field,
    /// Its values in the order in which people expect them.
    pub values: Vec<ValueCount>,
}

/// A value of a field.
#[derive(Debug, Clone, PartialEq, Serialize, schemars::JsonSchema)]
pub struct ValueCount {
    /// The value, for a filter.
    pub value: String,
    /// The value as a person reads it.
    pub label: String,
    /// How many of the entries that match everything else have it.
    pub count: usize,
}

#[cfg(test)]
mod tests;
