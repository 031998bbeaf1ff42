use std::collections::HashSet;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use super::Library;
use super::on_demand::lock;
use super::ranked::RankRequest;
use crate::browse::{
    Browse, BrowseResult, BrowseSnapshot, Candidates, DocumentInfo, admitted_by_filters, find,
};
use crate::error::{Error, Result};
use crate::model::{Document, Edition};
use crate::query::NameTest;
use crate::search::{IndexQuery, Typos, WordScope};
use crate::store::{DocumentRow, Selection};

/// How many entries the text index may add to those whose names match.
const BY_TEXT: usize = 1_000;
/// How many entries are ranked by meaning.
const BY_MEANING: u32 = 100;
/// Queries of fewer characters are looked for in names only: every text has them.
const SHORTEST: usize = 3;

/// How long someone who browses waits for the whole catalogue.
const PATIENCE: Duration = Duration::from_secs(3);
/// How many changes are taken in while whoever browses waits.
const FEW: u64 = 2_000;
/// After how long what is read of the catalogue is shown.
const SHOWN_EVERY: Duration = Duration::from_secs(1);

/// What leafing through found, and what the user should know.
#[derive(Debug, Clone, Default)]
pub struct Browsing {
    /// What was found.
    pub found: BrowseResult,
    /// What the user should know.
    pub messages: Vec<String>,
}

impl Library {
    /// Finds what matches a few words and filters, and counts what there is. Open5e is never asked.
    ///
    /// # Errors
    /// When the database or the text index cannot be read.
    pub async fn browse(&self, browse: &Browse) -> Result<Browsing> {
        let (catalogue, unfinished) = self.browse_snapshot().await?;
        let query = super::lookup::cut(browse.query.trim());
        let mut browsing = Browsing::default();
        let mut candidates = Candidates::default();
        if browse.by_meaning && !query.is_empty() {
            let (ids, messages) = self.best_by_meaning(&query, browse, &catalogue).await?;
            candidates.by_meaning = Some(ids);
            browsing.messages = messages;
        } else if query.chars().count() >= SHORTEST {
            candidates.by_text = self.by_text(&query).await?;
        }
        let browse = Browse { query, ..browse.clone() };
        browsing.messages.extend(unfinished);
        browsing.found = aside(move || find(&catalogue, &browse, &candidates)).await?;
        Ok(browsing)
    }

    /// The entries that answer a query best, with what the user should know: first those that the filters leave, in the
    /// order of a search among them, then what the filters leave out, to be counted.
    async fn best_by_meaning(
        &self,
        query: &str,
        browse: &Browse,
        catalogue: &Arc<BrowseSnapshot>,
    ) -> Result<(Vec<i64>, Vec<String>)> {
        let every = Selection {
            kinds: &browse.kinds,
            filter: None,
            documents: None,
            name: &NameTest::Any,
            limit: BY_MEANING,
        };
        let ask = |selection| RankRequest { query, selection, fuzzy: true, semantic: true };
        let left = {
            let (catalogue, browse) = (Arc::clone(catalogue), browse.clone());
            aside(move || admitted_by_filters(&catalogue, &browse)).await?
        };
        let name = left.entries.map_or(NameTest::Any, NameTest::Ranked);
        let selection = Selection { documents: left.documents.as_deref(), name: &name, ..every };
        let ranked = self.rank(ask(selection)).await?;
        let mut ids: Vec<i64> = ranked.entries.iter().map(|scored| scored.id).collect();
        if selection.documents.is_some() || name != NameTest::Any {
            let known: HashSet<i64> = ids.iter().copied().collect();
            let others = self.rank(ask(every)).await?.entries.into_iter().map(|scored| scored.id);
            ids.extend(others.filter(|id| !known.contains(id)));
        }
        Ok((ids, ranked.messages))
    }

    /// The entries whose text holds each of the words, or where there are none, some of them.
    async fn by_text(&self, query: &str) -> Result<Vec<i64>> {
        let question = IndexQuery {
            text: query,
            scope: WordScope::EachAnywhere,
            typos: Typos::UnknownWords,
            kinds: &[],
            documents: None,
        };
        let mut found = self.candidates(question, BY_TEXT).await?;
        if found.is_empty() {
            found =
                self.candidates(IndexQuery { scope: WordScope::AnyAnywhere, ..question }, BY_TEXT).await?;
        }
        Ok(found.into_iter().map(|candidate| candidate.id).collect())
    }

    /// The catalogue as the library is now, or as far as it is read after a few seconds; then with what the user should know.
    /// Reading goes on in the background.
    pub(crate) async fn browse_snapshot(&self) -> Result<(Arc<BrowseSnapshot>, Option<String>)> {
        let library = self.clone();
        let reading = tokio::spawn(async move { library.read_catalogue().await });
        if let Ok(read) = tokio::time::timeout(PATIENCE, reading).await {
            let catalogue = read.map_err(|error| Error::Internal(error.to_string()))??;
            return Ok((catalogue, None));
        }
        let catalogue = Arc::clone(&lock(&self.catalogue.latest));
        let (here, documents) = (catalogue.len(), self.store.documents().await?);
        let all: u64 = documents.into_iter().map(|row| Document::from(row).entity_count).sum();
        let message = format!(
            "The library is large and still being prepared for browsing: {here} of its {all} entries are here so far. RankRequest again in a moment."
        );
        Ok((catalogue, Some(message)))
    }

    /// Reads what was written since the catalogue was last read. Whoever browses meanwhile sees the last one, or what is read so far.
    async fn read_catalogue(&self) -> Result<Arc<BrowseSnapshot>> {
        let _alone = self.catalogue.reading.lock().await;
        let documents: Vec<DocumentInfo> =
            self.store.documents().await?.into_iter().map(DocumentInfo::from).collect();
        let last = self.store.last_change().await?;
        let latest = Arc::clone(&lock(&self.catalogue.latest));
        let known = latest.documents == documents;
        if known && latest.change >= last {
            return Ok(latest);
        }
        let mut catalogue = if !known {
            BrowseSnapshot::new(documents)
        } else if self.store.count_changes_after(latest.change).await? <= FEW {
            // Quicker than to copy all of it. Whoever browses meanwhile waits a moment for this reading.
            drop(latest);
            Arc::unwrap_or_clone(std::mem::take(&mut *lock(&self.catalogue.latest)))
        } else {
            Arc::unwrap_or_clone(latest)
        };
        let mut shown = Instant::now();
        let mut next = self.store.rows_after(catalogue.change).await?;
        while let Some((rows, change)) = next {
            let taking = aside(move || {
                catalogue.apply(rows, change);
                catalogue
            });
            // The next rows are read while these are taken in.
            let (taken, read) = tokio::join!(taking, self.store.rows_after(change));
            (catalogue, next) = (taken?, read?);
            // Twice as many each time, so that copying them takes no longer than reading them.
            let so_far = lock(&self.catalogue.latest).len();
            if shown.elapsed() > SHOWN_EVERY && catalogue.len() > 2 * so_far {
                let copy = catalogue.clone();
                self.show(copy).await?;
                shown = Instant::now();
            }
        }
        self.show(catalogue).await
    }

    /// Shows a catalogue to whoever browses.
    async fn show(&self, mut catalogue: BrowseSnapshot) -> Result<Arc<BrowseSnapshot>> {
        let catalogue = aside(move || {
            catalogue.sort();
            Arc::new(catalogue)
        })
        .await?;
        *lock(&self.catalogue.latest) = Arc::clone(&catalogue);
        Ok(catalogue)
    }
}

/// The entries to browse, as they were last read.
#[derive(Default)]
pub(super) struct CurrentCatalogue {
    latest: Mutex<Arc<BrowseSnapshot>>,
    /// Held while they are read.
    reading: tokio::sync::Mutex<()>,
}

/// Does work that takes milliseconds where it holds up nobody.
async fn aside<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Result<T> {
    tokio::task::spawn_blocking(work).await.map_err(|error| Error::Internal(error.to_string()))
}

impl From<DocumentRow> for DocumentInfo {
    fn from(row: DocumentRow) -> Self {
        Self {
            id: row.id,
            is_first: DocumentInfo::is_first(&row.key, row.provider),
            edition: Edition::of(row.game_system()),
            provider: row.provider,
            key: row.key,
            name: row.name,
        }
    }
}

#[cfg(test)]
mod tests;
