//! A whole entry for a page: with its notice, its counterparts and links.

use content::model::Edition;
use content::query::Entry;
use serde::Serialize;

use super::{Counterpart, Link};

/// An entry with everything that a page shows beside it.
#[derive(Debug, Clone, Serialize, schemars::JsonSchema)]
pub struct WholeEntry {
    /// The entry.
    pub entry: Entry,
    /// The edition for which it is written: that of its document, unless it is the user's own and says
    /// another.
    pub edition: Edition,
    /// Its text as Markdown, without the facts that its fields hold.
    pub text: String,
    /// The notice that its document's licence requires.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub notice: Option<String>,
    /// The same entry in other documents, those of the other edition first.
    pub twins: Vec<Counterpart>,
    /// The names of conditions, spells, creatures and equipment in its text.
    pub links: Vec<Link>,
}
