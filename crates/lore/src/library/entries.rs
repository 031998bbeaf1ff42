//! Entries as a library returns them, read from their rows.

use content::error::{Error, Result};
use content::model::{Details, ENTRY_ADDRESS, Homebrew, Kind, citation, entry_address};
use content::query::{CacheStatus, Entry, NameTest, OfficialNames};
use search::{MIN_LIKELIHOOD, likelihood};
use store::{EntryRow, Selection, read_facts};

use super::Library;
use super::ranked::Ranked;

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
        let mut parts = uri.strip_prefix(ENTRY_ADDRESS)?.split('/');
        let (document, kind, slug) = (parts.next()?, parts.next()?, parts.next()?);
        if parts.next().is_some() {
            return None;
        }
        Some(Self { document: document.to_owned(), kind: kind.parse().ok()?, slug: slug.to_owned() })
    }
}

impl Library {
    /// Reads an entry.
    pub async fn entry(&self, key: &EntryKey) -> Result<Option<Entry>> {
        let row = self.store.entry(&key.document, key.kind, &key.slug).await?;
        Ok(row.and_then(|row| self.of_row(row)))
    }

    /// Reads the source object of an entry, as JSON text.
    ///
    /// # Errors
    /// When the database cannot be read, or there is no such entry.
    pub async fn raw(&self, EntryKey { document, kind, slug }: &EntryKey) -> Result<String> {
        let row = self.store.entry(document, *kind, slug).await?;
        let missing = || Error::Invalid(format!("there is no {kind} `{slug}` in `{document}`"));
        Ok(row.ok_or_else(missing)?.raw)
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

    /// Unreadable rows are logged and left out.
    pub(super) fn of_rows(&self, rows: Vec<EntryRow>) -> Vec<Entry> {
        rows.into_iter().filter_map(|row| self.of_row(row)).collect()
    }

    pub(super) async fn of_ranking(&self, ranked: &Ranked) -> Result<Vec<Entry>> {
        let ids = NameTest::Ranked(ranked.entries.iter().map(|scored| scored.id).collect());
        let limit = u32::try_from(ranked.entries.len()).unwrap_or(u32::MAX);
        let selection = Selection { name: &ids, limit, ..Selection::default() };
        // No entry is likelier the answer than the library is to have one.
        let has_answer = if ranked.seems_empty { MIN_LIKELIHOOD } else { 1.0 };
        let score_of = |row: &EntryRow| {
            let scored = ranked.entries.iter().find(|scored| scored.id == row.id.0);
            scored
                .filter(|_| ranked.by_meaning)
                .map(|scored| (likelihood(scored.score) * has_answer * 10_000.0).round() / 10_000.0)
        };
        let entry = |row: EntryRow| {
            let similarity_score = score_of(&row);
            Some(Entry { similarity_score, ..self.of_row(row)? })
        };
        Ok(self.store.pick(selection).await?.into_iter().filter_map(entry).collect())
    }

    fn of_row(&self, row: EntryRow) -> Option<Entry> {
        let details = match Details::read(row.kind, &row.details) {
            Ok(details) => details,
            Err(error) => {
                tracing::error!(document = %row.document_key, kind = %row.kind, slug = %row.slug, %error, "an entry's fields cannot be read");
                return None;
            }
        };
        let homebrew = if row.provider.is_homebrew() {
            Homebrew::read(&row.details).with_pack(|pack| OfficialNames::default().shown(pack))
        } else {
            Homebrew::default()
        };
        Some(Entry {
            citation: row
                .page
                .map(|page| citation(&row.document_key, row.provider, &row.document_name, page)),
            page: row.page,
            uri: entry_address(row.document_key.as_str(), row.kind, row.slug.as_str()),
            cache_status: self.cache_status(&row),
            name: row.name,
            slug: row.slug,
            kind: row.kind,
            document: row.document_name.clone(),
            document_key: row.document_key,
            document_name: row.document_name,
            document_source: row.provider,
            publisher: row.publisher,
            license: match &homebrew.copied_from {
                Some(origin) => Some(origin.license_in_words().to_owned()),
                None => row.license,
            },
            cached_at: row.updated_at,
            details,
            facts: read_facts(row.facts.as_deref()),
            homebrew,
            body: row.body,
            similarity_score: None,
            user_note: row.note,
            is_repeat: false,
            excerpt: None,
            description_is_cut: false,
        })
    }

    /// Returns how current an entry is, by the last fetch of its whole document or of the entry alone.
    fn cache_status(&self, row: &EntryRow) -> CacheStatus {
        let fetched = [&row.whole_at, &row.checked_at];
        match row.provider {
            provider if !provider.is_open5e() => CacheStatus::Imported,
            _ if fetched.into_iter().flatten().any(|at| self.clock.is_fresh(at.as_str())) => {
                CacheStatus::Fresh
            }
            _ => CacheStatus::Stale,
        }
    }
}
