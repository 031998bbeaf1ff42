use std::collections::HashSet;
use std::sync::Arc;

use super::Library;
use super::ranked::Ask;
use crate::browse::{Browse, Browsed, Candidates, Catalogue, Shelved, left_by_filters, look};
use crate::error::{Error, Result};
use crate::model::Edition;
use crate::query::NameTest;
use crate::search::{Question, Typos, Where};
use crate::store::{DocumentRow, Selection};

/// How many entries the text index may add to those whose names match.
const BY_TEXT: usize = 1_000;
/// How many entries are ranked by meaning.
const BY_MEANING: u32 = 100;
/// Queries of fewer characters are looked for in names only: every text has them.
const SHORTEST: usize = 3;

/// What leafing through found, and what the user should know.
#[derive(Debug, Clone, Default)]
pub struct Browsing {
    /// What was found.
    pub found: Browsed,
    /// What the user should know.
    pub messages: Vec<String>,
}

impl Library {
    /// Finds what matches a few words and filters, and counts what there is. Open5e is never asked.
    ///
    /// # Errors
    /// When the database or the text index cannot be read.
    pub async fn browse(&self, browse: &Browse) -> Result<Browsing> {
        let catalogue = self.catalogue().await?;
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
        browsing.found = aside(move || look(&catalogue, &browse, &candidates)).await?;
        Ok(browsing)
    }

    /// The entries that answer a query best, with what the user should know: first those that the filters leave, in the
    /// order of a search among them, then what the filters leave out, to be counted.
    async fn best_by_meaning(
        &self,
        query: &str,
        browse: &Browse,
        catalogue: &Arc<Catalogue>,
    ) -> Result<(Vec<i64>, Vec<String>)> {
        let every = Selection {
            kinds: &browse.kinds,
            filter: None,
            documents: None,
            name: &NameTest::Any,
            limit: BY_MEANING,
        };
        let ask = |selection| Ask { query, selection, fuzzy: true, semantic: true };
        let left = {
            let (catalogue, browse) = (Arc::clone(catalogue), browse.clone());
            aside(move || left_by_filters(&catalogue, &browse)).await?
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
        let question = Question {
            text: query,
            place: Where::Throughout,
            typos: Typos::UnknownWords,
            kinds: &[],
            documents: None,
        };
        let mut found = self.candidates(question, BY_TEXT).await?;
        if found.is_empty() {
            found = self.candidates(Question { place: Where::Anywhere, ..question }, BY_TEXT).await?;
        }
        Ok(found.into_iter().map(|candidate| candidate.id).collect())
    }

    /// The catalogue as the library is now.
    pub(crate) async fn catalogue(&self) -> Result<Arc<Catalogue>> {
        let documents: Vec<Shelved> = self.store.documents().await?.into_iter().map(Shelved::from).collect();
        let last = self.store.last_change().await?;
        let mut kept = self.catalogue.lock().await;
        if kept.documents != documents {
            *kept = Arc::new(Catalogue::of(documents));
        }
        if kept.change < last {
            // Nobody else has it while nobody looks; otherwise they keep theirs.
            let mut catalogue = Arc::unwrap_or_clone(std::mem::take(&mut *kept));
            let mut next = self.store.rows_after(catalogue.change).await?;
            while let Some((rows, change)) = next {
                let taking = aside(move || {
                    catalogue.take_in(rows, change);
                    catalogue
                });
                // The next rows are read while these are taken in.
                let (taken, read) = tokio::join!(taking, self.store.rows_after(change));
                (catalogue, next) = (taken?, read?);
            }
            let catalogue = aside(move || {
                catalogue.put_in_order();
                Arc::new(catalogue)
            })
            .await?;
            *kept = catalogue;
        }
        Ok(Arc::clone(&kept))
    }
}

/// Does work that takes milliseconds where it holds up nobody.
async fn aside<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Result<T> {
    tokio::task::spawn_blocking(work).await.map_err(|error| Error::Internal(error.to_string()))
}

impl From<DocumentRow> for Shelved {
    fn from(row: DocumentRow) -> Self {
        Self {
            id: row.id,
            is_first: Shelved::is_first(&row.key, row.provider),
            edition: Edition::of(row.game_system()),
            provider: row.provider,
            key: row.key,
            name: row.name,
        }
    }
}

#[cfg(test)]
mod tests;
