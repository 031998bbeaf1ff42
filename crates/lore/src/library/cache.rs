use std::sync::atomic::Ordering;

use serde::Serialize;

use super::sync::STAGING;
use super::{FRESH_FOR, Library};
use crate::error::{Error, Result};
use crate::ingest::EmptiedList;
use crate::ingest::open5e::{ENDPOINTS, Fetched, Role, Staging, list_of_document, whole_list};
use crate::model::DocumentKey;
use crate::store::CacheEntry;

/// What is remembered of questions to Open5e, in numbers.
#[derive(Debug, Clone, Serialize, schemars::JsonSchema)]
pub struct CacheStats {
    /// How many questions were answered: single ones, and the lists that a sync fetched.
    pub questions: u64,
    /// How many of the answers are fresh, that is at most seven days old.
    pub fresh: u64,
    /// How many are older, and are asked for again when they are needed.
    pub stale: u64,
    /// How many failures are remembered; they are not asked again for five minutes.
    pub failures: u64,
    /// How many questions were answered without a request since the program was started.
    pub hits: u64,
    /// How many were asked of Open5e since then.
    pub misses: u64,
    /// Whether Open5e is asked only when a sync is started.
    pub offline: bool,
}

impl Library {
    /// Forgets what was asked of Open5e and when, the failures, and the pages of a sync that broke off. No entry goes.
    /// Gives how many questions were forgotten.
    ///
    /// # Errors
    /// While content is being fetched or imported, and when the database or the folder cannot be written.
    pub async fn clear_cache(&self) -> Result<u64> {
        let Ok(_alone) = self.importing.try_lock() else {
            return Err(Error::Invalid(
                "content is being fetched or imported just now; the cache can be cleared when that is done"
                    .to_owned(),
            ));
        };
        let forgotten = self.store.clear_cache_entries().await?;
        self.freshness.forget().await;
        Staging::new(self.home.join(STAGING), self.clock.now()).clear()?;
        Ok(forgotten)
    }

    /// Whether lookups must not ask Open5e: by the user's switch, or because this program was started so.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub async fn is_offline(&self) -> Result<bool> {
        Ok(self.freshness.base().is_none() || self.store.settings().await?.offline)
    }

    /// Switches the asking of Open5e by lookups off or on, for good. A sync that is started fetches all the same.
    ///
    /// # Errors
    /// When the database cannot be written.
    pub async fn set_offline(&self, offline: bool) -> Result<()> {
        self.store.set_offline(offline).await
    }

    /// What is remembered of questions to Open5e, in numbers.
    pub(super) async fn cache_stats(&self) -> Result<CacheStats> {
        let counts = self.store.cache_counts(&self.clock.now_text()).await?;
        let number = |count: i64| u64::try_from(count).unwrap_or(0);
        Ok(CacheStats {
            questions: number(counts.questions),
            fresh: number(counts.fresh),
            stale: number(counts.questions - counts.fresh),
            failures: number(counts.failures),
            hits: self.freshness.hits.load(Ordering::Relaxed),
            misses: self.freshness.misses.load(Ordering::Relaxed),
            offline: self.is_offline().await?,
        })
    }

    /// The lists that had objects when everything was last fetched, and have none now. Those of the first version of the API,
    /// which may go at any time, are left out: what they told stays.
    pub(super) async fn emptied_lists(&self, base: &str, fetched: &Fetched) -> Result<Vec<EmptiedList>> {
        let scopes: Vec<String> = ENDPOINTS.iter().map(|list| whole_list(base, list.path)).collect();
        let remembered = self.store.cache_entries(&scopes).await?;
        let emptied = ENDPOINTS.iter().zip(&scopes).filter_map(|(list, scope)| {
            let now = fetched.count_of(list.path).unwrap_or_default();
            let held = remembered.iter().find(|row| row.scope == *scope && row.objects > 0)?.objects;
            (now == 0 && list.role != Role::Older)
                .then(|| EmptiedList { path: list.path, held: u64::try_from(held).unwrap_or_default() })
        });
        Ok(emptied.collect())
    }

    /// Remembers what a sync fetched: whole lists, or of each list what belongs to some documents.
    pub(super) async fn remember_sync(
        &self,
        base: &str,
        documents: Option<&[DocumentKey]>,
        fetched: &Fetched,
    ) -> Result<()> {
        let lists =
            ENDPOINTS.iter().filter(|list| list.role != Role::Older && !fetched.missing.contains(list.path));
        let mut rows = Vec::new();
        for list in lists {
            let scopes = match documents {
                None => vec![whole_list(base, list.path)],
                Some(keys) => {
                    keys.iter().map(|key| list_of_document(base, list.path, key.as_str())).collect()
                }
            };
            // Of one document's share it is not known how many there are.
            let objects = fetched.count_of(list.path).filter(|_| documents.is_none()).unwrap_or_default();
            rows.extend(scopes.into_iter().map(|scope| CacheEntry {
                status: Some(200),
                complete: true,
                objects,
                ..self.asked(format!("GET {scope}"), scope, FRESH_FOR)
            }));
        }
        self.freshness.note_answered();
        self.store.write_cache_entries(&rows).await?;
        self.store.clear_failure_of(base).await
    }
}
