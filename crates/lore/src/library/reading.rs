use std::collections::HashMap;

use jiff::Timestamp;

use super::{FRESH_FOR, Library};
use crate::error::{Error, Result};
use crate::model::{Details, Document, Homebrew, Kind, Provider, citation};
use crate::query::OfficialNames;
use crate::query::{CacheStatus, Entry};
use crate::store::{DocumentRow, EntryRow};

/// Where an entry stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EntryPlace {
    /// The key of its document.
    pub document: String,
    /// Its kind.
    pub kind: Kind,
    /// Its slug.
    pub slug: String,
}

impl Library {
    /// Every document, those with the most entries first.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub async fn documents(&self, source: Option<Provider>) -> Result<Vec<Document>> {
        let rows = self.store.documents().await?;
        let own = rows.iter().any(|row| row.provider == Provider::OrcBrew);
        let mut imports = if own { self.import_summaries().await? } else { HashMap::new() };
        let wanted = rows.into_iter().filter(|row| source.is_none_or(|source| row.provider == source));
        let document = |row: DocumentRow| {
            let import = imports.remove(&row.id);
            Document { import, ..Document::from(row) }
        };
        Ok(wanted.map(document).collect())
    }

    /// The words that the licence of an entry's document asks to be shown with it.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub async fn notice_for(&self, entry: &Entry) -> Result<Option<String>> {
        let rows = self.store.documents().await?;
        let row = rows.into_iter().find(|row| row.key == entry.document_key);
        Ok(row.and_then(|row| Document::from(row).notice))
    }

    /// One entry by its place.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub async fn entry(&self, place: &EntryPlace) -> Result<Option<Entry>> {
        let row = self.store.entry(&place.document, place.kind, &place.slug).await?;
        Ok(row.and_then(|row| self.entry_of(row)))
    }

    /// The object of an entry as its source gave it, as JSON text.
    ///
    /// # Errors
    /// When the database cannot be read, or there is no such entry.
    pub async fn raw(&self, place: &EntryPlace) -> Result<String> {
        let row = self.store.entry(&place.document, place.kind, &place.slug).await?;
        let missing =
            || Error::Invalid(format!("there is no {} `{}` in `{}`", place.kind, place.slug, place.document));
        self.store.raw(row.ok_or_else(missing)?.id).await?.ok_or_else(missing)
    }

    /// Slugs that begin with a text, of one document or kind or of all (an empty text), for completion.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub async fn complete_slug(
        &self,
        document: &str,
        kind: &str,
        start: &str,
        most: u32,
    ) -> Result<Vec<String>> {
        self.store.slugs_starting_with(document, kind, start, most).await
    }

    /// Turns rows into entries. One that cannot be read is left out and logged; the others are given all the same.
    pub(super) fn entries_of(&self, rows: Vec<EntryRow>) -> Vec<Entry> {
        rows.into_iter().filter_map(|row| self.entry_of(row)).collect()
    }

    fn entry_of(&self, row: EntryRow) -> Option<Entry> {
        let details = match Details::read(row.kind, &row.details) {
            Ok(details) => details,
            Err(error) => {
                tracing::error!(document = %row.document_key, kind = %row.kind, slug = %row.slug, %error, "an entry's fields cannot be read");
                return None;
            }
        };
        Some(Entry {
            citation: row
                .page
                .map(|page| citation(&row.document_key, row.provider, &row.document_name, page)),
            page: row.page,
            uri: format!("lore://entry/{}/{}/{}", row.document_key, row.kind, row.slug),
            cache_status: self.cache_status(&row),
            name: row.name,
            slug: row.slug,
            kind: row.kind,
            document: row.document_name.clone(),
            document_key: row.document_key,
            document_name: row.document_name,
            document_source: row.provider,
            publisher: row.publisher.map(String::from),
            license: row.license.map(String::from),
            cached_at: row.updated_at,
            details,
            homebrew: if row.provider == Provider::OrcBrew {
                Homebrew::read(&row.details).with_pack(|pack| OfficialNames::default().shown(pack))
            } else {
                Homebrew::default()
            },
            body: row.body,
            similarity_score: None,
            description_is_cut: false,
        })
    }

    /// An entry is as fresh as the last fetch that brought it: its whole document, or an answer of its own.
    fn cache_status(&self, row: &EntryRow) -> CacheStatus {
        let fetched = [&row.whole_at, &row.checked_at];
        match row.provider {
            provider if !provider.is_open5e() => CacheStatus::Imported,
            _ if fetched.into_iter().flatten().any(|at| self.is_fresh(at.as_str())) => CacheStatus::Fresh,
            _ => CacheStatus::Stale,
        }
    }

    /// Whether a time (RFC 3339) is within the last seven days. One that is yet to come is none: the clock was wrong
    /// then, or is now.
    pub(super) fn is_fresh(&self, at: &str) -> bool {
        let age = |at| self.clock.now().duration_since(at);
        at.parse::<Timestamp>().is_ok_and(|at| !age(at).is_negative() && age(at) < FRESH_FOR)
    }
}
