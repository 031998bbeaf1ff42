//! Questions on their way to Open5e: each is asked once at a time, and stored whether or not someone still waits.

use std::collections::BTreeSet;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use serde_json::json;
use tokio::sync::watch;

use super::clock::stored;
use super::freshness::{FAILURE_HOLDS, Standing, standing, telling_scopes};
use super::on_demand::{Flight, lock};
use super::sources::hold;
use super::{FRESH_FOR, Library};
use crate::error::{Error, Result};
use crate::ingest::Batch;
use crate::ingest::open5e::normalise::{
    document_of_object, documents_named, kind_of_list, normalise, slug_of_object,
};
use crate::ingest::open5e::{Brought, Client, Counterparts, Question, Unanswered, whole_list};
use crate::model::{DocumentKey, Slug};
use crate::progress::Job;
use crate::store::CacheEntry;

/// What became of a question.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Outcome {
    /// The library holds the answer, or the beginning of it.
    Known { more: bool },
    /// It failed, now or a moment ago.
    Failed(String),
    /// It has yet to be answered.
    Late,
    /// It must not be asked.
    Offline,
}

impl Library {
    /// Sees to it that the library holds the answer to a question, and waits for it no longer than until the deadline.
    pub(super) async fn ask(&self, question: &Question, deadline: Instant) -> Outcome {
        let hit = |outcome| {
            self.freshness.hits.fetch_add(1, Ordering::Relaxed);
            outcome
        };
        let Some(base) = self.freshness.base() else { return Outcome::Offline };
        if self.freshness.is_whole(&whole_list(base, question.path), self.clock.now()) {
            return hit(Outcome::Known { more: false });
        }
        match self.standing(question, base).await {
            Ok(Standing::Fresh { more }) => hit(Outcome::Known { more }),
            Ok(Standing::Failed(reason)) => hit(Outcome::Failed(reason)),
            Ok(_) if self.is_switched_offline().await => Outcome::Offline,
            // A sync takes all the requests that the API is to have at once, and brings the answer.
            Ok(_) if self.importing.try_lock().is_err() => Outcome::Late,
            Ok(Standing::Stale) => {
                self.launch(question, base);
                hit(Outcome::Known { more: false })
            }
            Ok(Standing::Unknown) => {
                let (mut flight, overdue) = self.launch(question, base);
                let now = Instant::now();
                let wait = if overdue { Duration::ZERO } else { deadline.saturating_duration_since(now) };
                let landed = tokio::time::timeout(wait, flight.outcome.wait_for(Option::is_some)).await;
                match landed {
                    Ok(Ok(outcome)) => outcome.clone().unwrap_or(Outcome::Late),
                    Ok(Err(_)) | Err(_) => Outcome::Late,
                }
            }
            Err(error) => {
                tracing::warn!(%error, "what was asked before is not known; Open5e is not asked");
                Outcome::Known { more: false }
            }
        }
    }

    /// Whether the user's switch forbids to ask.
    async fn is_switched_offline(&self) -> bool {
        self.store.settings().await.is_ok_and(|settings| settings.offline)
    }

    async fn standing(&self, question: &Question, base: &str) -> Result<Standing> {
        let remembered = self.store.cache_entries(&telling_scopes(question, base)).await?;
        let now = self.clock.now();
        let whole = whole_list(base, question.path);
        if let Some(row) =
            remembered.iter().find(|row| row.key == format!("GET {whole}") && row.error.is_none())
            && let (Ok(from), Ok(until)) = (row.asked_at.parse(), row.expires_at.parse())
        {
            lock(&self.freshness.whole).insert(whole, (from, until));
        }
        Ok(standing(question, base, &remembered, now))
    }

    /// Sends a question on its way, unless it is already. Says whether it, or any other, has been on its way for longer
    /// than a lookup waits: then the server is slow, and waiting is in vain.
    fn launch(&self, question: &Question, base: &str) -> (Flight, bool) {
        let key = question.key(base);
        let patience = self.freshness.patience();
        let mut flights = lock(&self.freshness.flights);
        let overdue = flights.values().any(|flight| flight.since.elapsed() >= patience);
        if let Some(flight) = flights.get(&key) {
            return (flight.clone(), overdue);
        }
        let (sender, outcome) = watch::channel(None);
        let flight = Flight { since: Instant::now(), outcome };
        flights.insert(key.clone(), flight.clone());
        drop(flights);
        let (library, question, base) = (self.clone(), question.clone(), base.to_owned());
        tokio::spawn(async move {
            let stop = library.freshness.stop.clone();
            let outcome = stop.run_until_cancelled(library.fetch_and_store(&question, &base)).await;
            lock(&library.freshness.flights).remove(&key);
            let _ = sender.send(Some(outcome.unwrap_or(Outcome::Late)));
        });
        (flight, overdue)
    }

    async fn fetch_and_store(&self, question: &Question, base: &str) -> Outcome {
        // Another may have been faster between the look at what is remembered and the take-off.
        if let Ok(Standing::Fresh { more }) = self.standing(question, base).await {
            return Outcome::Known { more };
        }
        self.freshness.misses.fetch_add(1, Ordering::Relaxed);
        let fetched = self.fetch(question).await;
        let stored = match fetched {
            Ok((brought, batch)) => {
                self.freshness.note_answered();
                self.store_answer(question, base, &brought, &batch).await
            }
            Err(unanswered) => {
                tracing::warn!(
                    list = question.path,
                    reason = unanswered.reason,
                    "Open5e did not answer a question"
                );
                let outcome = Outcome::Failed(unanswered.reason.clone());
                self.note_failure(question, base, unanswered).await.map(|()| outcome)
            }
        };
        stored.unwrap_or_else(|error| {
            tracing::warn!(list = question.path, %error, "an answer of Open5e could not be stored");
            Outcome::Failed("its answer could not be stored".to_owned())
        })
    }

    /// Asks, and makes entries of the answer; none of documents that nothing is added to.
    async fn fetch(&self, question: &Question) -> Result<(Brought, Batch), Unanswered> {
        let client = self.freshness.client().await?;
        let mut brought = client.ask(question).await?;
        let closed: BTreeSet<DocumentKey> = self.store.unchangeable_documents().await?.into_iter().collect();
        let mut open = documents_named(&brought.objects);
        open.retain(|key| !closed.contains(key));
        let has_older = self.add_older(client, question.path, &mut brought, &open).await?;
        let known = self.store.documents().await?;
        let is_known = |key: &DocumentKey| known.iter().any(|row| row.key == *key);
        if open.iter().all(is_known) && !has_older {
            // The library knows the rest of them.
            let named = known.iter().filter(|row| open.contains(&row.key));
            let named = named.map(|row| json!({"key": row.key, "name": row.name}));
            brought.objects.add("/v2/documents/", named.collect());
        } else {
            for (path, objects) in self.freshness.documents(client).await?.iter() {
                brought.objects.add(path, objects.clone());
            }
        }
        let objects = std::mem::take(&mut brought.objects);
        let batch = tokio::task::spawn_blocking(move || normalise(&objects, Some(&open)));
        let batch = batch.await.map_err(|error| Error::Internal(error.to_string()))?;
        Ok((brought, batch))
    }

    /// Adds what the first version tells of the same entries: what the library holds of it, and, of entries that are not
    /// here yet, what it says now, if it says so soon. Says whether it said anything.
    async fn add_older(
        &self,
        client: &Client,
        path: &str,
        brought: &mut Brought,
        open: &BTreeSet<DocumentKey>,
    ) -> Result<bool, Unanswered> {
        let Some(kind) = kind_of_list(path) else { return Ok(false) };
        let slugs: Vec<Slug> = brought.objects.of_list(path).iter().filter_map(slug_of_object).collect();
        let rows = self.store.raw_records_of(kind.as_str(), &slugs).await?;
        let here: BTreeSet<(DocumentKey, Slug)> =
            rows.iter().map(|row| (row.document.clone(), row.slug.clone())).collect();
        let is_new = |object: &&serde_json::Value| {
            let place = document_of_object(object).zip(slug_of_object(object));
            place.is_some_and(|place| open.contains(&place.0) && !here.contains(&place))
        };
        let new: Vec<&serde_json::Value> = brought.objects.of_list(path).iter().filter(is_new).collect();
        let counterparts = Counterparts::of(path, &new);
        hold(&mut brought.objects, rows);
        let Some(counterparts) = counterparts else { return Ok(false) };
        let patience = self.freshness.patience() / 2;
        match tokio::time::timeout(patience, client.ask_older(&counterparts)).await {
            Ok(Ok(objects)) => {
                let has_any = !objects.is_empty();
                brought.objects.add(counterparts.path, objects);
                Ok(has_any)
            }
            Ok(Err(unanswered)) => {
                tracing::warn!(
                    list = counterparts.path,
                    reason = unanswered.reason,
                    "the first version was not asked"
                );
                Ok(false)
            }
            Err(_) => {
                tracing::warn!(list = counterparts.path, "the first version did not answer in time");
                Ok(false)
            }
        }
    }

    async fn store_answer(
        &self,
        question: &Question,
        base: &str,
        brought: &Brought,
        batch: &Batch,
    ) -> Result<Outcome> {
        let asked = CacheEntry {
            status: Some(200),
            objects: brought.count,
            complete: brought.complete,
            ..self.asked(question.key(base), question.scope(base), FRESH_FOR)
        };
        let asked = CacheEntry { most: question.most, ..asked };
        let changed = self.store.import_answer(batch, &asked, base).await?;
        for lost in batch.rejected() {
            tracing::warn!(source = lost.source, key = lost.key, reason = lost.reason, "rejected an entry");
        }
        if changed.added + changed.changed > 0 {
            if let Err(error) = self.catch_up(&Job::quiet()).await {
                tracing::warn!(%error, "the text index is behind and catches up later");
            }
            self.wake_embedding();
        }
        Ok(Outcome::Known { more: !brought.complete })
    }

    /// Remembers a failure of a question, and that of its server where no other question would fare better.
    async fn note_failure(&self, question: &Question, base: &str, why: Unanswered) -> Result<()> {
        let failed = |key, scope| CacheEntry {
            status: why.status,
            error: Some(why.reason.clone()),
            most: question.most,
            ..self.asked(key, scope, FAILURE_HOLDS)
        };
        let mut rows = vec![failed(question.key(base), question.scope(base))];
        if why.is_of_the_server {
            rows.push(failed(base.to_owned(), base.to_owned()));
        }
        self.store.write_cache_entries(&rows).await
    }

    /// What is remembered of something that is asked now and holds for a time.
    pub(super) fn asked(&self, key: String, scope: String, holds: jiff::SignedDuration) -> CacheEntry {
        let now = self.clock.now();
        CacheEntry {
            key,
            scope,
            status: None,
            most: 0,
            objects: 0,
            complete: false,
            error: None,
            asked_at: stored(now),
            expires_at: stored(now.saturating_add(holds).unwrap_or(now)),
        }
    }
}
