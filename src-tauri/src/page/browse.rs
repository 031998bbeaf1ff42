//! What is searched for in the window, and what was found.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// What to show: words, where to look, and what must hold. Everything empty is the whole library by name.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, Serialize, TS)]
#[serde(rename_all(deserialize = "camelCase"), default)]
#[ts(rename_all = "camelCase")]
pub(crate) struct BrowseRequest {
    /// A name or words, without scopes.
    pub(crate) query: String,
    /// Kinds such as `spell` or `magic-item`; none for all.
    pub(crate) kinds: Vec<String>,
    /// What must hold of every entry.
    pub(crate) filters: Vec<BrowseFilter>,
    /// The challenge rating at least and at most, as numbers such as 0.25.
    pub(crate) cr_min: Option<f64>,
    pub(crate) cr_max: Option<f64>,
    /// Whether to search by meaning, too; slower.
    pub(crate) by_meaning: bool,
    /// How many entries to leave out at the beginning, and how many to give at most (1 to 200).
    pub(crate) offset: u32,
    pub(crate) limit: u32,
}

/// A condition on one field: `document`, `edition` (`2014`, `2024`, `other`), `level`, `school`, `class`, `ritual`, `concentration`,
/// `damage-type`, `casting-time`, `type`, `size`, `environment`, `rarity`, `attunement`, `property`, `category`.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, Serialize, TS)]
#[serde(default)]
pub(crate) struct BrowseFilter {
    pub(crate) field: String,
    /// The entry has one of these values (or each of them, with `every`).
    pub(crate) include: Vec<String>,
    /// The entry has none of these.
    pub(crate) exclude: Vec<String>,
    pub(crate) every: bool,
}

/// What was found.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize, TS)]
#[serde(rename_all(serialize = "camelCase"))]
#[ts(rename_all = "camelCase")]
pub(crate) struct BrowseAnswer {
    /// How many entries match, and how many would without the filters (`document` and `edition` included).
    pub(crate) total: u32,
    pub(crate) unfiltered: u32,
    /// Those from `offset` on, best first.
    pub(crate) entries: Vec<BrowseRow>,
    /// How many match of each kind, whatever kinds were asked for.
    pub(crate) kinds: Vec<KindMatches>,
    /// The fields that the entries of the chosen kinds have, with the values that occur, most useful first.
    pub(crate) fields: Vec<BrowseField>,
    /// How many match in documents that the filters leave out.
    pub(crate) elsewhere: u32,
    /// When nothing matches: the names of entries that are near in spelling.
    #[serde(default)]
    pub(crate) nearest: Vec<String>,
    /// What the user should know, such as that search by meaning is not ready.
    #[serde(default)]
    pub(crate) messages: Vec<String>,
}

/// One entry in a list.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize, TS)]
#[serde(rename_all(serialize = "camelCase"))]
#[ts(rename_all = "camelCase")]
pub(crate) struct BrowseRow {
    pub(crate) uri: String,
    pub(crate) name: String,
    pub(crate) kind: String,
    pub(crate) document_key: String,
    pub(crate) document_name: String,
    /// `2014`, `2024` or `other`.
    pub(crate) edition: String,
    /// A few words: `3rd-level evocation`, `CR 17, Huge dragon`, `Rare wondrous item`.
    pub(crate) summary: String,
    /// Whether it was found by what it says rather than by its name.
    #[serde(default)]
    pub(crate) by_text: bool,
}

/// How many entries of a kind match.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize, TS)]
#[serde(rename_all(serialize = "camelCase"))]
#[ts(rename_all = "camelCase")]
pub(crate) struct KindMatches {
    pub(crate) kind: String,
    pub(crate) count: u32,
}

/// A field that can be filtered by.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize, TS)]
#[serde(rename_all(serialize = "camelCase"))]
#[ts(rename_all = "camelCase")]
pub(crate) struct BrowseField {
    pub(crate) field: String,
    /// In the order in which people expect them (levels by number, sizes by size).
    pub(crate) values: Vec<BrowseValue>,
}

/// A value of a field.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize, TS)]
#[serde(rename_all(serialize = "camelCase"))]
#[ts(rename_all = "camelCase")]
pub(crate) struct BrowseValue {
    pub(crate) value: String,
    /// How a person reads it: `Cantrip`, `3rd level`, `System Reference Document 5.1`.
    pub(crate) label: String,
    /// How many of the entries that match all other fields have it.
    pub(crate) count: u32,
}
