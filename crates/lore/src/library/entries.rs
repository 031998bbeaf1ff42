//! Single entries by their keys.

use content::error::Result;
use content::model::{ENTRY_ADDRESS, Kind};
use content::query::Entry;

use super::Library;

/// Identifies an entry.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EntryKey {
    /// The key of its document.
    pub document: String,
    /// Its kind.
    pub kind: Kind,
    /// Its slug, unique within the document and kind.
    pub slug: String,
}

impl EntryKey {
    /// Reads the address of an entry, such as `lore://entry/srd-2014/spell/fireball`.
    #[must_use]
    pub fn parse(uri: &str) -> Option<Self> {
        let parts: Vec<&str> = uri.strip_prefix(ENTRY_ADDRESS)?.split('/').collect();
        let &[document, kind, slug] = parts.as_slice() else { return None };
        Some(Self { document: document.to_owned(), kind: kind.parse().ok()?, slug: slug.to_owned() })
    }
}

impl Library {
    /// Reads an entry.
    pub async fn entry(&self, key: &EntryKey) -> Result<Option<Entry>> {
        let row = self.store.entry(&key.document, key.kind, &key.slug).await?;
        Ok(row.and_then(|row| self.of_row(row)))
    }

    /// Reads the entry at an address; `None` also for a text that is not an address.
    pub(super) async fn entry_at(&self, uri: &str) -> Result<Option<Entry>> {
        let Some(key) = EntryKey::parse(uri) else { return Ok(None) };
        self.entry(&key).await
    }

    /// Returns up to `max` slugs with a prefix, for completion. An empty document or kind stands for all.
    pub async fn complete_slug(
        &self,
        document: &str,
        kind: &str,
        prefix: &str,
        max: u32,
    ) -> Result<Vec<String>> {
        self.store.slugs_starting_with(document, kind, prefix, max).await
    }
}
