//! The freshness of the answer to an API query, judged by its cache entries, and the query's outcome.

use std::time::Instant;

use chrono::{DateTime, Utc};
use ingest::open5e::ApiQuery;
use store::CacheEntry;
use tokio::sync::watch;

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum FreshnessState {
    /// The library has the answer, or the requested beginning of a longer list.
    Fresh {
        more: bool,
    },
    Failed(String),
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
        let is_fresh = |entry: &CacheEntry| entry.error.is_none() && is_valid(entry);
        let is_any = |_: &CacheEntry| true;
        if is_covered(query, base, entries, is_fresh) {
            return Self::Fresh { more: false };
        }
        if has_beginning(query, base, entries, is_fresh) {
            return Self::Fresh { more: true };
        }
        let key = query.key(base);
        let mut own = entries.iter().filter(|entry| entry.key == key || entry.key == base);
        let failed = own.find(|entry| entry.error.is_some() && is_valid(entry));
        if let Some(reason) = failed.and_then(|entry| entry.error.clone()) {
            return Self::Failed(reason);
        }
        if is_covered(query, base, entries, is_any) || has_beginning(query, base, entries, is_any) {
            Self::Stale
        } else {
            Self::Unknown
        }
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum QueryOutcome {
    Stored { more: bool },
    Failed(String),
    Pending,
    Offline,
}

#[derive(Debug, Clone)]
pub(crate) struct InFlight {
    pub(super) since: Instant,
    pub(super) outcome: watch::Receiver<Option<QueryOutcome>>,
}

pub(super) fn relevant_scopes(query: &ApiQuery, base: &str) -> Vec<String> {
    let mut scopes: Vec<String> = query.covers(base).into_iter().flatten().collect();
    scopes.extend([query.scope(base), base.to_owned()]);
    scopes
}

/// Returns whether complete answers to the query, or to wider queries, contain its answer.
fn is_covered(
    query: &ApiQuery,
    base: &str,
    entries: &[CacheEntry],
    fits: impl Fn(&CacheEntry) -> bool,
) -> bool {
    let complete: Vec<&str> = entries
        .iter()
        .filter(|entry| entry.fetched_at.is_some() && entry.complete && fits(entry))
        .map(|entry| entry.scope.as_str())
        .collect();
    let mut covers = query.covers(base);
    covers.push(vec![query.scope(base)]);
    covers.iter().any(|scopes| scopes.iter().all(|scope| complete.contains(&scope.as_str())))
}

fn has_beginning(
    query: &ApiQuery,
    base: &str,
    entries: &[CacheEntry],
    fits: impl Fn(&CacheEntry) -> bool,
) -> bool {
    let scope = query.scope(base);
    let mut own = entries.iter().filter(|entry| entry.scope == scope && entry.most >= query.limit);
    own.any(|entry| entry.fetched_at.is_some() && fits(entry))
}

#[cfg(test)]
mod tests;
