//! On-demand freshness: queries Open5e for what a lookup needs and the library does not have fresh.

mod api;
mod cache;
mod requests;
mod state;

use std::time::Instant;

pub(super) use self::api::Open5eApi;
pub use self::cache::CacheStats;
use content::error::Result;
use content::fields::Filter;
use content::model::{DocumentKey, fold};
use content::query::{Glob, Incomplete, Lookup, NameTest, key_meant_by, plain_tests, word_forms};
use ingest::open5e::lookup_queries::{LookupRequest, QueryPlan, plan_queries};
use store::Selection;

use self::state::QueryOutcome;
use super::Library;
use super::document_filter::{Scope, choose};

/// The length in bytes up to which an unknown text may be a key on Open5e; every key there is far shorter.
const MAX_KEY_BYTES: usize = 64;

/// The result of the queries for a lookup.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Refresh {
    /// Why an answer is missing.
    pub(super) missing: Option<Incomplete>,
    /// True if Open5e may have more matches than it was queried for.
    has_more: bool,
}

impl Refresh {
    pub(super) fn not_queried() -> Self {
        Self { has_more: true, ..Self::default() }
    }

    fn add(&mut self, outcome: QueryOutcome) {
        match (outcome, &self.missing) {
            (Ok(more), _) => self.has_more |= more,
            // A failure says most, and then that an answer is on its way.
            (Err(Incomplete::Pending), Some(Incomplete::Unreachable(_))) => {}
            (Err(Incomplete::Offline), Some(_)) => {}
            (Err(why), _) => self.missing = Some(why),
        }
    }
}

impl Library {
    /// Waits no longer than a lookup may take; stale answers are refreshed in the background. A name that
    /// only the user's own books have is not sent, nor are several names at once.
    pub(super) async fn refresh(&self, lookup: &Lookup, filter: &Filter, scope: &Scope) -> Result<Refresh> {
        let mut refresh = Refresh::default();
        let has_query = lookup.semantic_query.as_deref().is_some_and(|query| !query.trim().is_empty());
        if has_query || lookup.names().len() > 1 {
            return Ok(Refresh::not_queried());
        }
        if self.api.base.is_none() {
            refresh.missing = Some(Incomplete::Offline);
            return Ok(refresh);
        }
        if scope.settings.open5e_synced_at.as_ref().is_some_and(|at| self.clock.is_fresh(at)) {
            self.count_hit();
            return Ok(refresh);
        }
        if self.is_private(lookup.name.as_deref().unwrap_or_default()).await? {
            return Ok(refresh);
        }
        let Some(documents) = self.open_documents(scope.named.as_deref()).await? else {
            return Ok(refresh);
        };
        let request = LookupRequest {
            filter,
            name: lookup.name.as_deref(),
            documents: documents.as_deref(),
            limit: lookup.limit.get(),
        };
        let QueryPlan { steps, is_complete } = plan_queries(request);
        refresh.has_more = !is_complete;
        let deadline = Instant::now() + self.api.patience();
        let mut steps = steps.iter().peekable();
        while let Some(step) = steps.next() {
            let outcomes = step.iter().map(|query| self.ensure_answer(query, deadline));
            for outcome in futures::future::join_all(outcomes).await {
                refresh.add(outcome);
            }
            if refresh.missing.is_some() {
                break;
            }
            if steps.peek().is_some() && self.is_answered(lookup, filter, scope).await? {
                refresh.has_more = true;
                break;
            }
        }
        Ok(refresh)
    }

    /// Returns whether a name, perhaps plural, is only in the user's own books: nobody is asked about it.
    async fn is_private(&self, name: &str) -> Result<bool> {
        if name.trim().is_empty() || Glob::read(name).is_some() {
            return Ok(false);
        }
        let folded = fold(name.trim());
        let (before, last) = folded.split_at(folded.rfind([' ', '-']).map_or(0, |place| place + 1));
        let others = word_forms(last).into_iter().skip(1).map(|form| format!("{before}{form}"));
        let others = others.chain([folded.replace('-', " ")]).map(NameTest::Equal);
        for test in plain_tests(name.trim()).into_iter().take(2).chain(others) {
            let same_name = Selection { name: &test, ..Selection::default() };
            let found = self.store.headers(&[], &[], Some(same_name), 0).await?;
            if !found.is_empty() {
                return Ok(found.iter().all(|entry| entry.provider.is_homebrew()));
            }
        }
        Ok(false)
    }

    /// Returns why the answer may lack Open5e entries; after a sync of all or of these, it does not.
    pub(super) async fn incomplete(&self, refresh: &Refresh, scope: &Scope) -> Result<Option<Incomplete>> {
        let is_complete = refresh.missing.is_none() && !refresh.has_more;
        if is_complete || scope.settings.open5e_synced_at.is_some() {
            return Ok(None);
        }
        let Some(keys) = self.open_documents(scope.named.as_deref()).await? else { return Ok(None) };
        if let Some(keys) = keys {
            let rows = self.store.documents().await?;
            let is_whole =
                |key: &String| rows.iter().any(|row| row.key.as_str() == key && row.whole_at.is_some());
            if keys.iter().all(is_whole) {
                return Ok(None);
            }
        }
        let is_offline = scope.settings.offline || self.api.base.is_none();
        let otherwise = if is_offline { Incomplete::Offline } else { Incomplete::NotSynced };
        Ok(Some(refresh.missing.clone().unwrap_or(otherwise)))
    }

    /// Returns `Some(None)` for all documents, and `None` if all requested ones come from other sources.
    async fn open_documents(&self, requested: Option<&[String]>) -> Result<Option<Option<Vec<String>>>> {
        let Some(requested) = requested else { return Ok(Some(None)) };
        let rows = self.store.documents().await?;
        let closed = self.store.unchangeable_documents().await?;
        let chosen = choose(requested, &rows);
        let stored = rows.iter().filter(|row| chosen.ids.contains(&row.id)).map(|row| row.key.to_string());
        let possible = chosen.unknown.iter().filter(|text| text.len() <= MAX_KEY_BYTES);
        let mut keys: Vec<String> = stored.chain(possible.map(|text| key_meant_by(text))).collect();
        let is_key =
            |key: &String| key.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.'));
        keys.retain(|key| !key.is_empty() && is_key(key) && !closed.contains(&DocumentKey::new(key)));
        keys.sort();
        keys.dedup();
        Ok((!keys.is_empty()).then_some(Some(keys)))
    }

    /// Returns whether the library answers a lookup: an entry of that exact name, or as many as the limit.
    async fn is_answered(&self, lookup: &Lookup, filter: &Filter, scope: &Scope) -> Result<bool> {
        let Some(documents) = scope.document_ids(&self.store, &mut Vec::new()).await? else {
            return Ok(false);
        };
        let limit = lookup.limit.get() as usize;
        let name = lookup.name.as_deref().map(str::trim).filter(|name| !name.is_empty());
        let (tests, enough) = match name.map(|name| (name, Glob::read(name))) {
            None => (vec![NameTest::Any], limit),
            Some((_, Some(glob))) => (vec![NameTest::Pattern(glob)], limit),
            Some((name, None)) => (plain_tests(name).into_iter().take(2).collect(), 1),
        };
        for name in &tests {
            let of_kinds = scope.select(filter.kinds(), documents.as_deref(), lookup.limit);
            let selection = Selection { filter: Some(filter), name, ..of_kinds };
            if self.store.pick_ids(selection).await?.len() >= enough {
                return Ok(true);
            }
        }
        Ok(false)
    }
}
