//! Whole entries, and the comparison of two.

use content::error::{Error, Result};
use content::model::{Edition, shown};
use content::query::without_facts;
use tabletop::browse::WholeEntry;
use tabletop::compare::{Comparison, compare};

use super::Library;
use super::aside::aside;
use super::entries::EntryKey;

impl Library {
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
    /// When there is no entry at an address, an entry has no twin, or the entries are of kinds that have
    /// nothing in common.
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
}
