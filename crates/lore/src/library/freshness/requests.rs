//! Requests to Open5e: each is sent once at a time; its answer is stored even if nobody waits any more.

use std::collections::BTreeSet;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use content::error::Result;
use content::model::{DocumentKey, Slug};
use content::progress::Job;
use content::query::Incomplete;
use futures::FutureExt;
use ingest::Batch;
use ingest::open5e::normalise::{documents_named, kind_of_list, normalise, place_of_object};
use ingest::open5e::{ApiAnswer, ApiQuery, Client, Failure, query_of_counterparts};
use serde_json::json;
use store::CacheEntry;

use super::cache::answered;
use super::state::{FreshnessState, InFlight, QueryOutcome};
use crate::Library;
use crate::library::import::log_rejections;
use crate::library::source_folder::held_in;

impl Library {
    /// Waits for the answer until the deadline at most. A stale answer is refreshed in the background.
    pub(super) async fn ensure_answer(&self, query: &ApiQuery, deadline: Instant) -> QueryOutcome {
        let Some(base) = self.api.base.as_deref() else { return Err(Incomplete::Offline) };
        let state = match self.freshness_of(query, base).await {
            Ok(state) => state,
            Err(error) => {
                tracing::warn!(%error, "the cache cannot be read; Open5e is not queried");
                return Ok(false);
            }
        };
        match state {
            FreshnessState::Known(outcome) => {
                self.count_hit();
                outcome
            }
            _ if self.store.settings().await.is_ok_and(|settings| settings.offline) => {
                Err(Incomplete::Offline)
            }
            // A running sync needs all requests that the API allows, and brings the answer.
            _ if self.state.running.try_lock().is_err() => Err(Incomplete::Pending),
            FreshnessState::Stale => {
                self.send_query(query, base);
                self.count_hit();
                Ok(false)
            }
            FreshnessState::Unknown => {
                let (in_flight, is_slow) = self.send_query(query, base);
                let wait =
                    if is_slow { Duration::ZERO } else { deadline.saturating_duration_since(Instant::now()) };
                tokio::time::timeout(wait, in_flight.outcome).await.unwrap_or(Err(Incomplete::Pending))
            }
        }
    }

    /// Also returns whether the query has been in flight longer than a lookup waits: waiting is in vain.
    fn send_query(&self, query: &ApiQuery, base: &str) -> (InFlight, bool) {
        let key = query.key(base);
        let patience = self.api.patience();
        let mut all = self.api.in_flight.lock();
        let is_slow = all.values().any(|in_flight| in_flight.since.elapsed() >= patience);
        if let Some(in_flight) = all.get(&key) {
            return (in_flight.clone(), is_slow);
        }
        let (library, query, base, sent) = (self.clone(), query.clone(), base.to_owned(), key.clone());
        let answer = tokio::spawn(async move {
            let answer = library.fetch_and_store(&query, &base);
            let outcome = library.api.stop.run_until_cancelled(answer).await;
            library.api.in_flight.lock().remove(&sent);
            outcome.unwrap_or(Err(Incomplete::Pending))
        });
        let outcome = answer.map(|outcome| outcome.unwrap_or(Err(Incomplete::Pending))).boxed().shared();
        let in_flight = InFlight { since: Instant::now(), outcome };
        all.insert(key, in_flight.clone());
        (in_flight, is_slow)
    }

    async fn fetch_and_store(&self, query: &ApiQuery, base: &str) -> QueryOutcome {
        // The same query may have been answered since the cache was read.
        if let Ok(FreshnessState::Known(Ok(more))) = self.freshness_of(query, base).await {
            return Ok(more);
        }
        self.state.cache_misses.fetch_add(1, Ordering::Relaxed);
        let not_stored = |error: crate::Error| {
            tracing::warn!(list = query.path, %error, "an answer of Open5e could not be stored");
            Incomplete::Unreachable("its answer could not be stored".to_owned())
        };
        let (answer, batch) = match self.fetch_answer(query).await {
            Ok(fetched) => fetched,
            Err(unanswered) => {
                let reason = unanswered.reason();
                tracing::warn!(list = query.path, reason, "Open5e did not answer a query");
                self.record_failure(query, base, unanswered).await.map_err(not_stored)?;
                return Err(Incomplete::Unreachable(reason));
            }
        };
        let entry = answered(query.key(base), query.scope(base), answer.count, self.clock.now());
        let entry = CacheEntry { most: query.limit, complete: answer.complete, ..entry };
        let changed = self.store.import_answer(&batch, &entry, base).await.map_err(not_stored)?;
        log_rejections(batch.rejected());
        if changed.added + changed.changed > 0 {
            self.update_indexes(&Job::quiet()).await;
        }
        Ok(!answer.complete)
    }

    /// Sends a query and converts the answer to entries, except those of documents that are closed to Open5e.
    async fn fetch_answer(&self, query: &ApiQuery) -> Result<(ApiAnswer, Batch), Failure> {
        let store = &self.store;
        let client = self.api.client().await?;
        let mut answer = client.ask(query).await?;
        let closed: BTreeSet<DocumentKey> = store.unchangeable_documents().await?.into_iter().collect();
        let mut open = documents_named(&answer.objects);
        open.retain(|key| !closed.contains(key));
        let has_older = self.add_older(client, query.path, &mut answer, &open).await?;
        let mut rows = store.documents().await?;
        rows.retain(|row| open.contains(&row.key));
        if rows.len() == open.len() && !has_older {
            // The other facts about these documents are stored already.
            let documents = rows.iter().map(|row| json!({"key": row.key, "name": row.name}));
            answer.objects.add("/v2/documents/", documents.collect());
        } else {
            for (path, objects) in self.api.documents(client).await?.iter() {
                answer.objects.add(path, objects.clone());
            }
        }
        let objects = std::mem::take(&mut answer.objects);
        let batch = tokio::task::spawn_blocking(move || normalise(&objects, Some(&open))).await;
        Ok((answer, batch.map_err(crate::Error::from)?))
    }

    /// Adds the stored objects, and what the API returns in time for new entries. Returns whether it had any.
    async fn add_older(
        &self,
        client: &Client,
        path: &str,
        answer: &mut ApiAnswer,
        open: &BTreeSet<DocumentKey>,
    ) -> Result<bool, Failure> {
        let Some(kind) = kind_of_list(path) else { return Ok(false) };
        let objects = answer.objects.of_list(path);
        let slugs: Vec<Slug> = objects.iter().filter_map(place_of_object).map(|(_, slug)| slug).collect();
        let rows = self.store.sources_of(kind.as_str(), &slugs).await?;
        let stored: BTreeSet<_> = rows.iter().map(|row| (&row.document, &row.slug)).collect();
        let is_new = |object: &&serde_json::Value| {
            place_of_object(object).is_some_and(|(document, slug)| {
                open.contains(&document) && !stored.contains(&(&document, &slug))
            })
        };
        let new: Vec<&serde_json::Value> = objects.iter().filter(is_new).collect();
        let counterparts = query_of_counterparts(path, &new);
        answer.objects.hold(held_in(rows));
        let Some(counterparts) = counterparts else { return Ok(false) };
        // The older version must not use up the time in which the lookup is answered.
        let wait = self.api.patience() / 2;
        let reason = match tokio::time::timeout(wait, client.page_of(&counterparts)).await {
            Ok(Ok(page)) => {
                let has_any = !page.objects.is_empty();
                answer.objects.add(counterparts.path, page.objects);
                return Ok(has_any);
            }
            Ok(Err(unanswered)) => unanswered.reason(),
            Err(_) => "it did not answer in time".to_owned(),
        };
        tracing::warn!(list = counterparts.path, reason, "the first API version was left out");
        Ok(false)
    }
}
