//! Browsing: answers every keystroke from a snapshot of the library in memory.

use std::collections::HashSet;
use std::sync::Arc;
use std::time::{Duration, Instant};

use content::error::Result;
use content::fields::origin::DOCUMENT;
use content::model::Document;
use content::query::NameTest;
use search::{IndexQuery, Typos, WordScope};
use store::{DocumentRow, Selection};
use tabletop::browse::{
    Browse, BrowseResult, BrowseSnapshot, Candidates, ContentsEntry, DocumentInfo, FieldFilter,
    admitted_by_filters, find,
};

use super::Library;
use super::aside::aside;
use super::document_filter::Scope;
use super::lookup::cut_query;

const MAX_TEXT_MATCHES: usize = 1_000;
const MAX_SEMANTIC_MATCHES: u32 = 100;
/// Shorter queries match names only.
const MIN_TEXT_QUERY_CHARS: usize = 3;

const SNAPSHOT_TIMEOUT: Duration = Duration::from_secs(3);
/// The maximum number of changes that are applied to the snapshot in place, while answers wait.
const MAX_CHANGES_IN_PLACE: u64 = 2_000;
const PUBLISH_INTERVAL: Duration = Duration::from_secs(1);

/// The result of browsing.
#[derive(Debug, Clone, Default)]
pub struct BrowseAnswer {
    /// The matches, with counts.
    pub found: BrowseResult,
    /// Messages for the user.
    pub messages: Vec<String>,
}

impl Library {
    /// Finds and counts entries for a page that browses the library. Open5e is never queried.
    pub async fn browse(&self, browse: &Browse) -> Result<BrowseAnswer> {
        let (snapshot, scope, unfinished) = self.browse_snapshot().await?;
        let browse = &limited(browse, &scope);
        let query = cut_query(browse.query.trim());
        let mut answer = BrowseAnswer::default();
        let mut candidates = Candidates::default();
        if query.chars().count() >= MIN_TEXT_QUERY_CHARS {
            candidates = self.match_text(&query).await?;
        }
        if browse.by_meaning && !query.is_empty() {
            let asked = (browse, scope.preferred.as_slice());
            answer.messages = self.rank_by_meaning(&query, asked, &snapshot, &mut candidates).await?;
        }
        let browse = Browse { query, ..browse.clone() };
        answer.messages.extend(unfinished);
        answer.found = aside(move || find(&snapshot, &browse, &candidates)).await?;
        Ok(answer)
    }

    /// Lists the entries of a document in the order of its pages; `None` if there is no such document.
    pub async fn contents(&self, document: &str) -> Result<Option<Vec<ContentsEntry>>> {
        let (snapshot, ..) = self.browse_snapshot().await?;
        let document = document.to_owned();
        aside(move || snapshot.contents(&document)).await
    }

    /// The entries that pass the filters come first; the others are only counted.
    async fn rank_by_meaning(
        &self,
        query: &str,
        (browse, preferred): (&Browse, &[i64]),
        snapshot: &Arc<BrowseSnapshot>,
        candidates: &mut Candidates,
    ) -> Result<Vec<String>> {
        let unfiltered = Selection {
            kinds: &browse.kinds,
            limit: MAX_SEMANTIC_MATCHES,
            preferred,
            ..Selection::default()
        };
        let rank = |selection| self.rank(self.read_query(query, true, true, None), selection);
        let (snapshot, browse) = (Arc::clone(snapshot), browse.clone());
        let left = aside(move || admitted_by_filters(&snapshot, &browse)).await?;
        let name = left.entries.map_or(NameTest::Any, NameTest::Ranked);
        let filtered = Selection { documents: left.documents.as_deref(), name: &name, ..unfiltered };
        let ranked = rank(filtered).await?;
        let mut ids: Vec<i64> = ranked.entries.iter().map(|scored| scored.id).collect();
        if filtered.documents.is_some() || name != NameTest::Any {
            let known: HashSet<i64> = ids.iter().copied().collect();
            let others = rank(unfiltered).await?.entries.into_iter().map(|scored| scored.id);
            ids.extend(others.filter(|id| !known.contains(id)));
        }
        // If no text has the words, the nearest entries may be no answer; the message names them.
        candidates.ranked = (candidates.is_spelt || !ranked.seems_empty).then_some(ids);
        candidates.has_meaning = ranked.by_meaning;
        Ok(ranked.messages)
    }

    async fn match_text(&self, query: &str) -> Result<Candidates> {
        let mut candidates = Candidates::default();
        for (scope, typos) in [
            (WordScope::EachAnywhere, Typos::None),
            (WordScope::EachAnywhere, Typos::UnknownWords),
            (WordScope::AnyAnywhere, Typos::UnknownWords),
        ] {
            let query = IndexQuery { text: query, scope, typos, kinds: &[], documents: None };
            let found = self.text.find(query, MAX_TEXT_MATCHES).await?;
            if !found.is_empty() {
                candidates.by_text = found.into_iter().map(|candidate| candidate.id).collect();
                candidates.is_spelt = typos == Typos::None;
                break;
            }
        }
        Ok(candidates)
    }

    /// If the update takes too long, it continues, and this returns an incomplete snapshot with a message.
    pub(super) async fn browse_snapshot(&self) -> Result<(Arc<BrowseSnapshot>, Scope, Option<String>)> {
        let library = self.clone();
        let update = tokio::spawn(async move { library.update_snapshot().await });
        if let Ok(updated) = tokio::time::timeout(SNAPSHOT_TIMEOUT, update).await {
            let (snapshot, scope) = updated??;
            return Ok((snapshot, scope, None));
        }
        let snapshot = Arc::clone(&self.state.snapshot.lock());
        let documents = self.store.documents().await?;
        let total: u64 = documents.into_iter().map(|row| Document::from(row).entity_count).sum();
        let message = format!(
            "The library is large and still being prepared for browsing: {} of its {total} entries are available. Ask again in a moment.",
            snapshot.entry_count()
        );
        Ok((snapshot, Scope::read(&self.store, None, None).await?, Some(message)))
    }

    /// Applies the changes since the last update. Meanwhile, answers use the last snapshot, or a growing one.
    /// Entries of the campaign's edition come before others of their name.
    async fn update_snapshot(&self) -> Result<(Arc<BrowseSnapshot>, Scope)> {
        let _updating = self.state.updating_snapshot.lock().await;
        let settings = self.store.settings().await?;
        let documents = self.store.documents().await?;
        let scope = Scope::of(settings, &documents, None, None);
        let documents: Vec<DocumentInfo> =
            documents.into_iter().map(|row| info_of(row, &scope.preferred)).collect();
        let last = self.store.last_change().await?;
        let latest = Arc::clone(&self.state.snapshot.lock());
        if latest.documents == documents && latest.change >= last {
            return Ok((latest, scope));
        }
        let mut snapshot = if latest.documents != documents {
            let mut copy = BrowseSnapshot::clone(&latest);
            if copy.take_places(&documents) { copy } else { BrowseSnapshot::new(documents) }
        } else if self.store.count_changes_after(latest.change).await? <= MAX_CHANGES_IN_PLACE {
            // Faster than a copy of the whole snapshot. Answers wait for a moment.
            drop(latest);
            Arc::unwrap_or_clone(std::mem::take(&mut *self.state.snapshot.lock()))
        } else {
            Arc::unwrap_or_clone(latest)
        };
        let missing = self.store.count_changes_after(snapshot.change).await?;
        let total = snapshot.entry_count().saturating_add(usize::try_from(missing).unwrap_or(usize::MAX));
        let mut published_at = Instant::now();
        let mut next = self.store.rows_after(snapshot.change).await?;
        while let Some((rows, change)) = next {
            let applying = tokio::task::spawn_blocking(move || {
                snapshot.apply(rows, change);
                snapshot
            });
            // The next rows are read meanwhile.
            let (applied, read) = tokio::join!(applying, self.store.rows_after(change));
            (snapshot, next) = (applied?, read?);
            // Each published snapshot has twice as many entries, so that copies take no longer than reading,
            // and at most half of all, as copies of a large library take too much memory.
            let (published, done) = (self.state.snapshot.lock().entry_count(), snapshot.entry_count());
            let is_worth_a_copy = done > 2 * published && done <= total / 2;
            if published_at.elapsed() > PUBLISH_INTERVAL && is_worth_a_copy {
                self.publish(snapshot.clone()).await?;
                published_at = Instant::now();
            }
        }
        Ok((self.publish(snapshot).await?, scope))
    }

    async fn publish(&self, mut snapshot: BrowseSnapshot) -> Result<Arc<BrowseSnapshot>> {
        let snapshot = tokio::task::spawn_blocking(move || {
            snapshot.sort();
            Arc::new(snapshot)
        });
        let snapshot = snapshot.await?;
        *self.state.snapshot.lock() = Arc::clone(&snapshot);
        Ok(snapshot)
    }
}

fn info_of(row: DocumentRow, preferred: &[i64]) -> DocumentInfo {
    DocumentInfo {
        id: row.id,
        place: DocumentInfo::place(&row.key, row.provider, preferred.contains(&row.id)),
        edition: row.edition(),
        provider: row.provider,
        key: row.key,
        name: row.name,
    }
}

/// Limits a request to the documents of the campaign, unless it chooses documents or an edition itself.
fn limited(browse: &Browse, scope: &Scope) -> Browse {
    let mut browse = browse.clone();
    let chooses = browse.filters.iter().any(|filter| filter.field.families().is_empty());
    if !chooses && let Some(include) = &scope.named {
        browse.filters.push(FieldFilter::including(&DOCUMENT, include.clone()));
    }
    browse
}

#[cfg(test)]
mod tests;
