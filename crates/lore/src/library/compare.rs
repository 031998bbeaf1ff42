//! Compares entries of the library.

use super::Library;
use super::aside::aside;
use super::entries::EntryKey;
use super::pins::no_entry;
use super::whole_entry::WholeEntry;
use crate::compare::{Comparison, compare};
use crate::error::{Error, Result};
use crate::model::shown;

impl Library {
    /// Compares an entry with another, or with its twin: the same entry in the other edition, or else in another document.
    /// Addresses are those of lists of entries.
    ///
    /// # Errors
    /// When there is no entry at an address, an entry has no twin, or the entries are of kinds that have nothing in common.
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
        let Some(key) = EntryKey::parse(uri.trim()) else { return Err(no_entry(uri)) };
        self.whole_entry(&key).await?.ok_or_else(|| no_entry(uri))
    }
}
