//! Single entries by their keys, whole entries, and the comparison of two.

use content::error::{Error, Result};
use content::model::{ENTRY_ADDRESS, Edition, Kind, shown};
use content::query::{Entry, without_facts};
use tabletop::browse::WholeEntry;
use tabletop::compare::{Comparison, compare};

use super::Library;
use super::aside::aside;

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

    /// Reads an entry with its counterparts in other documents and the entries that its text names.
    pub async fn whole_entry(&self, key: &EntryKey) -> Result<Option<WholeEntry>> {
        let Some(entry) = self.entry(key).await? else { return Ok(None) };
        let notice = self.notice_for(&entry).await?;
        let (snapshot, ..) = self.browse_snapshot().await?;
        let text = without_facts(entry.kind, &entry.details, &entry.body);
        let links = snapshot.links(&entry, &text);
        let edition = snapshot.edition_of(&entry);
        let mut twins = snapshot.counterparts(&entry);
        twins.sort_by_key(|twin| (twin.edition == edition, twin.edition == Edition::Other));
        Ok(Some(WholeEntry { entry, edition, text, notice, twins, links }))
    }

    /// Compares an entry with another, or with its twin: the same entry in the other edition, or else in
    /// another document. Addresses are those of lists of entries.
    ///
    /// # Errors
    /// When there is no entry at an address or no twin, or the kinds of the entries have nothing in common.
    pub async fn compare(&self, first: &str, second: Option<&str>) -> Result<Comparison> {
        let first = self.at(first).await?;
        // Those of the other edition come first.
        let second = match (second, first.twins.first()) {
            (Some(second), _) => second,
            (None, Some(twin)) => &twin.uri,
            (None, None) => {
                return Err(Error::Invalid(format!(
                    "no other book of the library has `{}`; name the entry to compare it with by its address",
                    shown(&first.entry.name)
                )));
            }
        };
        let second = self.at(second).await?;
        let (kind, other) = (first.entry.kind, second.entry.kind);
        if kind.family() != other.family() {
            return Err(Error::Invalid(format!(
                "a {kind} and a {other} have nothing in common; compare two entries of one kind"
            )));
        }
        aside(move || compare(&first, &second)).await
    }

    async fn at(&self, uri: &str) -> Result<WholeEntry> {
        let Some(key) = EntryKey::parse(uri.trim()) else { return Err(Error::NoEntry(uri.to_owned())) };
        self.whole_entry(&key).await?.ok_or_else(|| Error::NoEntry(uri.to_owned()))
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
