//! The cache of API queries: which were answered or failed, and when.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use jiff::SignedDuration;
use serde::Serialize;

use super::api::Open5eApi;
use super::state::{FreshnessState, relevant_scopes};
use crate::error::Result;
use crate::ingest::open5e::{ApiQuery, ENDPOINTS, Fetched, QueryFailure, Role, list_of_document, whole_list};
use crate::library::clock::{Clock, FRESH_FOR, time_text};
use crate::model::{DocumentKey, EmptiedList};
use crate::store::{CacheEntry, Settings, Store};

/// The time after which a failed query is repeated.
const RETRY_PAUSE: SignedDuration = SignedDuration::from_mins(5);

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

/// The cache of API queries.
pub(crate) struct QueryCache {
    store: Store,
    clock: Clock,
    api: Arc<Open5eApi>,
    hits: AtomicU64,
    misses: AtomicU64,
}

impl QueryCache {
    pub(crate) fn new(store: Store, clock: Clock, api: Arc<Open5eApi>) -> Self {
        let (hits, misses) = (AtomicU64::new(0), AtomicU64::new(0));
        Self { store, clock, api, hits, misses }
    }

    pub(super) async fn state(&self, query: &ApiQuery, base: &str) -> Result<FreshnessState> {
        let entries = self.store.cache_entries(&relevant_scopes(query, base)).await?;
        Ok(FreshnessState::of(query, base, &entries, self.clock.now()))
    }

    /// Returns whether everything was fetched within the last seven days.
    pub(super) fn is_all_fresh(&self, settings: &Settings) -> bool {
        settings.open5e_synced_at.as_ref().is_some_and(|at| self.clock.is_fresh(at.as_str()))
    }

    /// Returns whether the user's switch forbids requests.
    pub(super) async fn is_switched_offline(&self) -> bool {
        self.store.settings().await.is_ok_and(|settings| settings.offline)
    }

    pub(crate) async fn is_offline(&self) -> Result<bool> {
        Ok(self.api.base().is_none() || self.store.settings().await?.offline)
    }

    /// Counts a query that is answered without a request.
    pub(super) fn count_hit(&self) {
        self.hits.fetch_add(1, Ordering::Relaxed);
    }

    /// Counts a query that is sent.
    pub(super) fn count_miss(&self) {
        self.misses.fetch_add(1, Ordering::Relaxed);
    }

    /// Returns the cache entry of a complete answer that arrives now.
    pub(super) fn answered(&self, key: String, scope: String, objects: u64) -> CacheEntry {
        let entry = self.entry(key, scope, FRESH_FOR);
        CacheEntry { status: Some(200), complete: true, objects, ..entry }
    }

    fn entry(&self, key: String, scope: String, valid_for: SignedDuration) -> CacheEntry {
        let now = self.clock.now();
        CacheEntry {
            key,
            scope,
            status: None,
            most: 0,
            objects: 0,
            complete: false,
            error: None,
            asked_at: time_text(now),
            expires_at: time_text(now.saturating_add(valid_for).unwrap_or(now)),
        }
    }

    /// Records a failed query, and the failure of its server if every other query would fail as well.
    pub(super) async fn record_failure(&self, query: &ApiQuery, base: &str, why: QueryFailure) -> Result<()> {
        let failed = |key, scope| CacheEntry {
            status: why.status,
            error: Some(why.reason.clone()),
            most: query.limit,
            ..self.entry(key, scope, RETRY_PAUSE)
        };
        let mut entries = vec![failed(query.key(base), query.scope(base))];
        if why.is_of_the_server {
            entries.push(failed(base.to_owned(), base.to_owned()));
        }
        self.store.write_cache_entries(&entries).await
    }

    /// Records a sync: of whole lists, or of the share of some documents in each list.
    pub(crate) async fn record_sync(
        &self,
        base: &str,
        documents: Option<&[DocumentKey]>,
        fetched: &Fetched,
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
            entries.extend(
                scopes.into_iter().map(|scope| self.answered(format!("GET {scope}"), scope, objects)),
            );
        }
        self.store.write_cache_entries(&entries).await?;
        self.store.clear_failure_of(base).await
    }

    /// Returns the lists that had objects at the last full sync and have none now. Lists of the first API version are left
    /// out: they may disappear at any time, and their facts stay.
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

    /// Deletes all cache entries and returns their number.
    pub(crate) async fn clear(&self) -> Result<u64> {
        let deleted = self.store.clear_cache_entries().await?;
        self.api.forget_documents().await;
        Ok(deleted)
    }

    pub(crate) async fn stats(&self) -> Result<CacheStats> {
        let counts = self.store.cache_counts(&self.clock.now_text()).await?;
        let number = |count: i64| u64::try_from(count).unwrap_or(0);
        Ok(CacheStats {
            questions: number(counts.questions),
            fresh: number(counts.fresh),
            stale: number(counts.questions - counts.fresh),
            failures: number(counts.failures),
            failure: counts.failure,
            hits: self.hits.load(Ordering::Relaxed),
            misses: self.misses.load(Ordering::Relaxed),
            offline: self.is_offline().await?,
        })
    }
}
