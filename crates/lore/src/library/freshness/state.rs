//! The freshness of the answer to an API query, judged by its cache entries, and the query's outcome.

use std::time::Instant;

use chrono::{DateTime, Utc};
use content::query::Incomplete;
use futures::future::{BoxFuture, Shared};
use ingest::open5e::ApiQuery;
use store::CacheEntry;

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum FreshnessState {
    /// The library has the answer or the requested beginning of a longer list, or the query has just failed.
    Known(QueryOutcome),
    Stale,
    Unknown,
}

impl FreshnessState {
    /// Entries from the future count for nothing: the clock was or is wrong. The next answer corrects that.
    pub(super) fn of(query: &ApiQuery, base: &str, entries: &[CacheEntry], now: DateTime<Utc>) -> Self {
        let is_valid = |entry: &CacheEntry| {
            let [from, until] = [&entry.asked_at, &entry.expires_at].map(|at| at.parse::<DateTime<Utc>>());
            from.is_ok_and(|from| from <= now) && until.is_ok_and(|until| now < until)
        };
        let answered: Vec<&CacheEntry> = entries.iter().filter(|entry| entry.fetched_at.is_some()).collect();
        let mut fresh = answered.clone();
        fresh.retain(|entry| entry.error.is_none() && is_valid(entry));
        if is_covered(query, base, &fresh) {
            return Self::Known(Ok(false));
        }
        if has_beginning(query, base, &fresh) {
            return Self::Known(Ok(true));
        }
        let key = query.key(base);
        let mut own = entries.iter().filter(|entry| entry.key == key || entry.key == base);
        let failed = own.find(|entry| entry.error.is_some() && is_valid(entry));
        if let Some(reason) = failed.and_then(|entry| entry.error.clone()) {
            return Self::Known(Err(Incomplete::Unreachable(reason)));
        }
        let was_answered = is_covered(query, base, &answered) || has_beginning(query, base, &answered);
        if was_answered { Self::Stale } else { Self::Unknown }
    }
}

/// Whether Open5e has more matches than were stored, or why there is no answer.
pub(crate) type QueryOutcome = Result<bool, Incomplete>;

#[derive(Debug, Clone)]
pub(crate) struct InFlight {
    pub(super) since: Instant,
    pub(super) outcome: Shared<BoxFuture<'static, QueryOutcome>>,
}

/// Returns whether complete answers to the query, or to wider queries, contain its answer.
fn is_covered(query: &ApiQuery, base: &str, answered: &[&CacheEntry]) -> bool {
    let complete = answered.iter().filter(|entry| entry.complete);
    let complete: Vec<&str> = complete.map(|entry| entry.scope.as_str()).collect();
    let mut covers = query.covers(base);
    covers.push(vec![query.scope(base)]);
    covers.iter().any(|scopes| scopes.iter().all(|scope| complete.contains(&scope.as_str())))
}

fn has_beginning(query: &ApiQuery, base: &str, answered: &[&CacheEntry]) -> bool {
    let scope = query.scope(base);
    answered.iter().any(|entry| entry.scope == scope && entry.most >= query.limit)
}

#[cfg(test)]
mod tests;
