//! The cache of API queries: which were answered or failed, and when.

use std::collections::BTreeSet;
use std::sync::atomic::Ordering;

use chrono::{DateTime, TimeDelta, Utc};
use content::error::{Error, Result};
use content::model::{DocumentKey, EmptiedList};
use ingest::open5e::{ApiQuery, ENDPOINTS, Failure, Fetched, Role, list_of_document, whole_list};
use serde::Serialize;
use store::CacheEntry;

use super::state::FreshnessState;
use crate::Library;
use crate::library::clock::{FRESH_FOR, time_text};

const RETRY_PAUSE: TimeDelta = TimeDelta::minutes(5);

/// Statistics of the cache of API queries.
#[derive(Debug, Clone, Serialize, schemars::JsonSchema)]
pub struct CacheStats {
    /// Number of answered queries: single ones, and the lists that a sync fetched.
    pub questions: u64,
    /// Number of fresh answers, at most seven days old.
    pub fresh: u64,
    /// Number of older answers, which are refreshed when they are needed.
    pub stale: u64,
    /// Number of failed queries, which are not repeated for five minutes.
    pub failures: u64,
    /// Why the last of them failed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub failure: Option<String>,
    /// Number of queries answered without a request since the program was started.
    pub hits: u64,
    /// Number of queries sent to Open5e since then.
    pub misses: u64,
    /// True if Open5e is asked only when a sync is started.
    pub offline: bool,
}

impl Library {
    pub(super) async fn freshness_of(&self, query: &ApiQuery, base: &str) -> Result<FreshnessState> {
        let mut scopes: Vec<String> = query.covers(base).into_iter().flatten().collect();
        scopes.extend([query.scope(base), base.to_owned()]);
        let entries = self.store.cache_entries(&scopes).await?;
        Ok(FreshnessState::of(query, base, &entries, self.clock.now()))
    }

    /// Returns whether lookups must not query Open5e, by the user's switch or the program's options.
    pub async fn is_offline(&self) -> Result<bool> {
        Ok(self.api.base.is_none() || self.store.settings().await?.offline)
    }

    pub(super) fn count_hit(&self) {
        self.state.cache_hits.fetch_add(1, Ordering::Relaxed);
    }

    /// Records a failed query, and the failure of its server if every other query would fail as well.
    pub(super) async fn record_failure(&self, query: &ApiQuery, base: &str, why: Failure) -> Result<()> {
        let failed = |key, scope| CacheEntry {
            status: why.status,
            error: Some(why.reason()),
            most: query.limit,
            ..entry(key, scope, RETRY_PAUSE, self.clock.now())
        };
        let mut entries = vec![failed(query.key(base), query.scope(base))];
        if why.is_of_the_server() {
            entries.push(failed(base.to_owned(), base.to_owned()));
        }
        self.store.write_cache_entries(&entries, None).await
    }

    /// Records a sync: of whole lists, or of the share of some documents in each list.
    pub(crate) async fn record_sync(
        &self,
        base: &str,
        documents: Option<&BTreeSet<DocumentKey>>,
        fetched: &Fetched,
        at: DateTime<Utc>,
    ) -> Result<()> {
        let lists =
            ENDPOINTS.iter().filter(|list| list.role != Role::Older && !fetched.missing.contains(list.path));
        let mut entries = Vec::new();
        for list in lists {
            let scopes = match documents {
                None => vec![whole_list(base, list.path)],
                Some(keys) => {
                    keys.iter().map(|key| list_of_document(base, list.path, key.as_str())).collect()
                }
            };
            // The number of objects in a document's share is unknown.
            let objects = fetched.count_of(list.path).filter(|_| documents.is_none()).unwrap_or_default();
            entries
                .extend(scopes.into_iter().map(|scope| answered(format!("GET {scope}"), scope, objects, at)));
        }
        self.store.write_cache_entries(&entries, Some(base)).await
    }

    /// Lists of the first API version are left out: they may disappear at any time, and their facts stay.
    pub(crate) async fn emptied_lists(&self, base: &str, fetched: &Fetched) -> Result<Vec<EmptiedList>> {
        let scopes: Vec<String> = ENDPOINTS.iter().map(|list| whole_list(base, list.path)).collect();
        let entries = self.store.cache_entries(&scopes).await?;
        let emptied = ENDPOINTS.iter().zip(&scopes).filter_map(|(list, scope)| {
            let now = fetched.count_of(list.path).unwrap_or_default();
            let before = entries.iter().find(|entry| entry.scope == *scope && entry.objects > 0)?.objects;
            (now == 0 && list.role != Role::Older)
                .then(|| EmptiedList { path: list.path, held: u64::try_from(before).unwrap_or_default() })
        });
        Ok(emptied.collect())
    }

    /// Sets the user's switch that forbids lookups to query Open5e. A sync is always possible.
    pub async fn set_offline(&self, offline: bool) -> Result<()> {
        self.store.set_offline(offline).await
    }

    /// Deletes the cache of queries and the pages of an interrupted sync. Returns the number of queries.
    ///
    /// # Errors
    /// While content is fetched or imported, and when the database or the folder cannot be written.
    pub async fn clear_cache(&self) -> Result<u64> {
        let Ok(_running) = self.state.running.try_lock() else {
            return Err(Error::Invalid(
                "content is being fetched or imported just now; the cache can be cleared when that is done"
                    .to_owned(),
            ));
        };
        let deleted = self.store.clear_cache_entries().await?;
        self.api.documents.lock().await.take();
        self.staging().clear()?;
        Ok(deleted)
    }

    pub(crate) async fn cache_stats(&self) -> Result<CacheStats> {
        let counts = self.store.cache_counts(&self.clock.now_text()).await?;
        let number = |count: i64| u64::try_from(count).unwrap_or(0);
        Ok(CacheStats {
            questions: number(counts.questions),
            fresh: number(counts.fresh),
            stale: number(counts.questions - counts.fresh),
            failures: number(counts.failures),
            failure: counts.failure,
            hits: self.state.cache_hits.load(Ordering::Relaxed),
            misses: self.state.cache_misses.load(Ordering::Relaxed),
            offline: self.is_offline().await?,
        })
    }
}

pub(super) fn answered(key: String, scope: String, objects: u64, at: DateTime<Utc>) -> CacheEntry {
    let objects = i64::try_from(objects).unwrap_or(i64::MAX);
    CacheEntry { status: Some(200), complete: true, objects, ..entry(key, scope, FRESH_FOR, at) }
}

fn entry(key: String, scope: String, valid_for: TimeDelta, at: DateTime<Utc>) -> CacheEntry {
    let expires_at = time_text(at.checked_add_signed(valid_for).unwrap_or(at));
    CacheEntry { key, scope, asked_at: time_text(at), expires_at, ..CacheEntry::default() }
}
