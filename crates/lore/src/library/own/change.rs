//! A change of an own entry, and the versions that changes leave.

use content::model::OwnEntry;
use content::query::Entry;
use serde::Serialize;
use tabletop::own::{EntryDraft, FormField, Problem};
use tabletop::rating::EstimatedRating;

use crate::library::entries::EntryKey;

/// What was stored, or would be.
#[serde_with_macros::skip_serializing_none]
#[derive(Debug, Clone, Default, Serialize, schemars::JsonSchema)]
#[schemars(rename = "Saved")]
pub struct EntryChange {
    /// True once it is stored.
    pub stored: bool,
    /// The address of the entry.
    pub uri: Option<String>,
    /// The entry as lookups show it; absent if it is deleted.
    pub entry: Option<Box<Entry>>,
    /// True if the change replaces an entry, or deletes one.
    pub replaces: bool,
    /// Values that cannot be stored, with what would be valid.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub problems: Vec<Problem>,
    /// What is probably missing or was not understood.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<String>,
    /// The challenge rating that a creature's numbers are usual for, with the reasons.
    pub estimated: Option<EstimatedRating>,
    /// Its versions, the latest first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub history: Vec<EntryVersion>,
    /// The entry as it was written, for an editor.
    pub written: Option<Box<OwnEntry>>,
    /// The fields of its kind, for an editor.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    pub form: &'static [FormField],
    /// Messages to the user.
    #[serde(skip)]
    pub messages: Vec<String>,
}

/// A version of an own entry.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, schemars::JsonSchema)]
pub struct EntryVersion {
    /// Its number, from 1.
    pub version: u32,
    /// The name of the entry.
    pub name: String,
    /// The time at which it was stored (RFC 3339).
    pub saved_at: String,
    /// True if it deleted the entry.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_deletion: bool,
    /// The version that it brought back, if it is an undo; 0 for the time before the first.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub repeats: Option<u32>,
}

/// What is to be done with an own entry.
#[derive(Debug, Clone, PartialEq)]
pub enum EntryAction {
    /// It is saved.
    Save(Box<EntryDraft>),
    /// It is deleted.
    Delete(EntryKey),
    /// The version before the present one comes back, or a version of the history.
    Undo(EntryKey, Option<u32>),
}
