//! A whole entry for a page: with its notice, its counterparts and links.

use serde::Serialize;

use super::browse::Browser;
use super::documents::Documents;
use super::entries::{Entries, EntryKey};
use crate::browse::{Counterpart, Link};
use crate::error::Result;
use crate::model::Edition;
use crate::query::{Entry, without_facts};

/// An entry with everything that a page shows beside it.
#[derive(Debug, Clone, Serialize, schemars::JsonSchema)]
pub struct WholeEntry {
    /// The entry.
    pub entry: Entry,
    /// The edition for which it is written: that of its document, unless it is the user's own and says another.
    pub edition: Edition,
    /// Its text as Markdown, without the facts that its fields hold.
    pub text: String,
    /// The notice that its document's licence requires.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub notice: Option<String>,
    /// The same entry in other documents, those of the other edition first.
    pub twins: Vec<Counterpart>,
    /// The names of conditions, spells and creatures in its text.
    pub links: Vec<Link>,
}

/// Reads a whole entry.
pub(super) async fn whole_entry(
    entries: &Entries,
    documents: &Documents,
    browser: &Browser,
    key: &EntryKey,
) -> Result<Option<WholeEntry>> {
    let Some(entry) = entries.entry(key).await? else { return Ok(None) };
    let notice = documents.notice_for(&entry).await?;
    let (snapshot, _) = browser.snapshot().await?;
    let text = without_facts(entry.kind, &entry.details, &entry.body);
    let links = snapshot.links(&entry, &text);
    let edition = snapshot.edition_of(&entry);
    let mut twins = snapshot.counterparts(&entry);
    twins.sort_by_key(|twin| (twin.edition == edition, twin.edition == Edition::Other));
    Ok(Some(WholeEntry { entry, edition, text, notice, twins, links }))
}
