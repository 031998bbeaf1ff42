use serde::Serialize;

use super::{EntryPlace, Library};
use crate::browse::{Counterpart, Link};
use crate::error::Result;
use crate::model::Edition;
use crate::query::{Entry, without_facts};

/// An entry with what stands around it.
#[derive(Debug, Clone, Serialize, schemars::JsonSchema)]
pub struct WholeEntry {
    /// The entry itself.
    pub entry: Entry,
    /// The edition of its document.
    pub edition: Edition,
    /// Its text after the facts that its fields hold, as Markdown.
    pub text: String,
    /// The words that its document's licence asks to be shown with it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub notice: Option<String>,
    /// The same entry in other documents, those of the other edition first.
    pub twins: Vec<Counterpart>,
    /// The names of conditions, spells and creatures in its text.
    pub links: Vec<Link>,
}

impl Library {
    /// One entry by its place, with its twins in other documents and the entries that its text names.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub async fn whole_entry(&self, place: &EntryPlace) -> Result<Option<WholeEntry>> {
        let Some(entry) = self.entry(place).await? else { return Ok(None) };
        let notice = self.notice_for(&entry).await?;
        let (snapshot, _) = self.browse_snapshot().await?;
        let text = without_facts(entry.kind, &entry.details, &entry.body);
        let links = snapshot.links(&entry, &text);
        let edition = snapshot.edition_of(&entry.document_key);
        let mut twins = snapshot.counterparts(&entry);
        twins.sort_by_key(|twin| (twin.edition == edition, twin.edition == Edition::Other));
        Ok(Some(WholeEntry { entry, edition, text, notice, twins, links }))
    }
}
