//! Results of browsing.

use content::fields::Field;
use content::model::{DocumentKey, Edition, Kind, Provider};
use serde::Serialize;

use super::{Column, Counterpart};

/// The entries that match a request, with counts.
#[derive(Debug, Clone, Default, PartialEq, Serialize, schemars::JsonSchema)]
#[schemars(rename = "Browsed")]
pub struct BrowseResult {
    /// The number of rows: entries that match, or things if they are folded.
    pub total: usize,
    /// The number of rows without the filters.
    pub unfiltered: usize,
    /// The entries of the requested page, best first.
    pub entries: Vec<EntrySummary>,
    /// The number of matches of each kind, including kinds that were not requested.
    pub kinds: Vec<KindCount>,
    /// The fields of the requested kinds, with the values that occur.
    pub fields: Vec<FieldCounts>,
    /// The number of matches in documents and editions that the filters exclude.
    pub elsewhere: usize,
    /// The columns of the requested kinds, if they have the same ones.
    pub columns: Vec<Column>,
}

/// How an entry was found if its name does not match.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, schemars::JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum FoundBy {
    /// By a name that is spelt nearly as the query.
    Spelling,
    /// By the words of its text.
    Text,
    /// By the meaning of its text.
    Meaning,
}

/// An entry in a list.
#[derive(Debug, Clone, PartialEq, Serialize, schemars::JsonSchema)]
#[schemars(rename = "Listed")]
pub struct EntrySummary {
    /// The address of the whole entry.
    pub uri: String,
    /// The name.
    pub name: String,
    /// The kind.
    pub kind: Kind,
    /// The key of its document.
    pub document_key: DocumentKey,
    /// The title of its document.
    pub document_name: String,
    /// The source of its document.
    pub document_source: Provider,
    /// The edition of its document.
    pub edition: Edition,
    /// A description in a few words: `3rd-level evocation`, `CR 17 · Huge dragon`.
    pub summary: String,
    /// How it was found; absent if its name matches.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub found_by: Option<FoundBy>,
    /// The same thing in other documents and editions.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub also_in: Vec<Counterpart>,
    /// Its values in the columns of the list.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub cells: Vec<String>,
}

/// The number of matches of a kind.
#[derive(Debug, Clone, PartialEq, Serialize, schemars::JsonSchema)]
pub struct KindCount {
    /// The kind.
    pub kind: Kind,
    /// The number of matches.
    pub count: usize,
}

/// The values of a field, with counts.
#[derive(Debug, Clone, PartialEq, Serialize, schemars::JsonSchema)]
pub struct FieldCounts {
    /// The field.
    pub field: &'static Field,
    /// The values in their usual order.
    pub values: Vec<ValueCount>,
}

/// A value of a field, with a count.
#[derive(Debug, Clone, PartialEq, Serialize, schemars::JsonSchema)]
pub struct ValueCount {
    /// The value for a filter.
    pub value: String,
    /// The value as a person reads it.
    pub label: String,
    /// The number of entries with the value that pass every other filter.
    pub count: usize,
}
