use serde::Serialize;

use super::{EntryPlace, Library};
use crate::browse::Link;
use crate::error::Result;
use crate::model::{DocumentKey, Edition, Provider};
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
    pub twins: Vec<Twin>,
    /// The names of conditions, spells and creatures in its text.
    pub links: Vec<Link>,
}

/// The same entry in another document.
#[derive(Debug, Clone, PartialEq, Serialize, schemars::JsonSchema)]
pub struct Twin {
    /// The address of the whole entry.
    pub uri: String,
    /// Its name, where it is another.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The key of its document.
    pub document_key: DocumentKey,
    /// The title of its document.
    pub document_name: String,
    /// Where its document came from.
    pub document_source: Provider,
    /// The edition of its document.
    pub edition: Edition,
}

impl Library {
    /// One entry by its place, with its twins in other documents and the entries that its text names.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub async fn whole_entry(&self, place: &EntryPlace) -> Result<Option<WholeEntry>> {
        let Some(entry) = self.entry(place).await? else { return Ok(None) };
        let notice = self.notice_for(&entry).await?;
        let (catalogue, _) = self.catalogue().await?;
        let text = without_facts(entry.kind, &entry.details, &entry.body);
        let links = catalogue.links(&entry, &text);
        let edition = catalogue.edition_of(&entry.document_key);
        let mut twins = catalogue.twins(&entry);
        twins.sort_by_key(|twin| (twin.edition == edition, twin.edition == Edition::Other));
        Ok(Some(WholeEntry { entry, edition, text, notice, twins, links }))
    }
}
