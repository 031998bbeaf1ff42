//! Whether what the library holds is fresh enough for a lookup, and what is asked of Open5e where it is not.

use std::time::Instant;

use jiff::{SignedDuration, Timestamp};

use super::Library;
use super::asking::Outcome;
use super::on_demand::{Freshness, lock};
use crate::error::Result;
use crate::ingest::open5e::wording::{Steps, Wish, steps};
use crate::ingest::open5e::{Question, whole_list};
use crate::model::{DocumentKey, key_meant_by};
use crate::query::{Answer, Filter, Glob, Incomplete, Limit, Lookup, Match, NameTest, choose, plain_tests};
use crate::store::{Selection, StoredCacheEntry};

/// For how long a failure is remembered and not asked again.
pub(super) const FAILURE_HOLDS: SignedDuration = SignedDuration::from_mins(5);

/// After how long users are told again that Open5e still does not answer.
const FAILURE_TOLD_FOR: SignedDuration = SignedDuration::from_hours(1);

/// What a lookup should know before it is answered from the library.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Freshened {
    /// Why Open5e did not answer.
    failure: Option<String>,
    /// Whether Open5e has yet to answer.
    late: bool,
    /// Whether Open5e would have been asked, but must not be.
    offline: bool,
    /// Whether Open5e was not asked for all that could match, or has more than was asked for.
    more: bool,
}

impl Freshened {
    /// Whether the answer is what is left when Open5e fails.
    pub(super) fn is_fallback(&self) -> bool {
        self.failure.is_some()
    }

    /// What the user should know of an answer. A failure is told whole when it is news; later only where the answer may
    /// lack something because of it.
    pub(super) fn message(&self, held: Held, is_news: bool) -> Option<String> {
        let Held { given, wanted, is_named } = held;
        if let Some(reason) = &self.failure {
            if is_news {
                return Some(format!(
                    "Open5e could not be asked ({reason}); this is what the library holds, and what of it is from Open5e may be out of date."
                ));
            }
            return match given {
                0 => Some("Open5e did not answer, so only the library was searched.".to_owned()),
                _ if is_named || given >= wanted => None,
                _ => Some("Open5e did not answer, so there may be more that matches.".to_owned()),
            };
        }
        if self.late {
            return Some(
                "Open5e has not answered yet; this is what the library holds. Ask again in a moment for what comes."
                    .to_owned(),
            );
        }
        (self.offline && given == 0).then(|| {
            "LoreKeeper is offline, so Open5e was not asked; only the library was searched.".to_owned()
        })
    }

    /// Open5e is not asked, because it could not answer.
    pub(super) fn never_asked() -> Self {
        Self { more: true, ..Self::default() }
    }

    fn add(&mut self, outcome: Outcome) {
        match outcome {
            Outcome::Known { more } => self.more |= more,
            Outcome::Failed(reason) => self.failure = Some(reason),
            Outcome::Late => self.late = true,
            Outcome::Offline => self.offline = true,
        }
    }
}

/// What the library had for a lookup.
#[derive(Debug, Clone, Copy)]
pub(super) struct Held {
    /// How many entries there were.
    pub(super) given: usize,
    /// How many were wanted at most.
    pub(super) wanted: usize,
    /// Whether they have the very name that was asked for.
    pub(super) is_named: bool,
}

/// What is known about the answer to a question.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Standing {
    /// The library holds it; of a list that is longer than what was asked for, the beginning.
    Fresh { more: bool },
    /// It failed a moment ago, or its server did.
    Failed(String),
    /// The library held it, and it may have changed.
    Stale,
    /// It was never asked.
    Unknown,
}

/// Judges a question by what is remembered of it, of wider ones, and of its server. What was asked at a time that is yet
/// to come counts for nothing: the clock was wrong then, or is now, and the next answer sets that right.
pub(super) fn standing(
    question: &Question,
    base: &str,
    remembered: &[StoredCacheEntry],
    now: Timestamp,
) -> Standing {
    let scope = question.scope(base);
    let holds = |row: &StoredCacheEntry| {
        let (from, until) = (row.asked_at.parse::<Timestamp>(), row.expires_at.parse::<Timestamp>());
        from.is_ok_and(|from| from <= now) && until.is_ok_and(|until| now < until)
    };
    let is_fresh = |row: &StoredCacheEntry| row.error.is_none() && holds(row);
    let mut covers = question.covers(base);
    covers.push(vec![scope.clone()]);
    let covered = |good: &dyn Fn(&StoredCacheEntry) -> bool| {
        let complete = |row: &&StoredCacheEntry| row.fetched_at.is_some() && row.complete;
        let by =
            |scope: &String| remembered.iter().filter(complete).any(|row| row.scope == *scope && good(row));
        covers.iter().any(|scopes| scopes.iter().all(by))
    };
    // The beginning of the list, as far as it is wanted.
    let begun = |good: &dyn Fn(&StoredCacheEntry) -> bool| {
        let own = remembered.iter().filter(|row| row.scope == scope && row.most >= question.most);
        own.filter(|row| row.fetched_at.is_some()).any(good)
    };
    if covered(&is_fresh) {
        return Standing::Fresh { more: false };
    }
    if begun(&is_fresh) {
        return Standing::Fresh { more: true };
    }
    let key = question.key(base);
    let failed = remembered
        .iter()
        .filter(|row| row.key == key || row.key == base)
        .find(|row| row.error.is_some() && holds(row));
    if let Some(reason) = failed.and_then(|row| row.error.clone()) {
        return Standing::Failed(reason);
    }
    if covered(&|_| true) || begun(&|_| true) { Standing::Stale } else { Standing::Unknown }
}

impl Freshness {
    /// Whether a failure is to be told: none was since Open5e last answered, or the last time is long ago.
    fn is_failure_news(&self, now: Timestamp) -> bool {
        let mut told = lock(&self.failure_told);
        let is_recent = |at: Timestamp| at <= now && now.duration_since(at) < FAILURE_TOLD_FOR;
        if told.is_some_and(is_recent) {
            return false;
        }
        *told = Some(now);
        true
    }

    /// Open5e answered: the next failure is news.
    pub(super) fn note_answered(&self) {
        lock(&self.failure_told).take();
    }
}

/// Every scope that tells something about a question.
pub(super) fn telling_scopes(question: &Question, base: &str) -> Vec<String> {
    let mut scopes: Vec<String> = question.covers(base).into_iter().flatten().collect();
    scopes.extend([question.scope(base), base.to_owned()]);
    scopes
}

impl Library {
    /// What the user should know of an answer, after what Open5e was asked for it.
    pub(super) fn freshness_message(
        &self,
        freshened: &Freshened,
        answer: &Answer,
        limit: Limit,
    ) -> Option<String> {
        let held = Held {
            given: answer.entries.len(),
            wanted: limit.get() as usize,
            is_named: answer.matched.is_some_and(Match::is_of_the_name),
        };
        let is_news = freshened.is_fallback() && self.freshness.is_failure_news(self.clock.now());
        freshened.message(held, is_news)
    }

    /// Whether and why an answer from these documents may lack what Open5e has: it was not asked for all of that, and neither
    /// all that it offers nor all of these documents was ever fetched. An answer that Open5e failed to give has its message.
    pub(super) async fn incomplete(
        &self,
        freshened: &Freshened,
        documents: Option<&[String]>,
    ) -> Result<Option<Incomplete>> {
        let Freshened { more, offline, late, failure } = freshened;
        if !(*more || *offline) || *late || failure.is_some() {
            return Ok(None);
        }
        let settings = self.store.settings().await?;
        if settings.open5e_synced_at.is_some() {
            return Ok(None);
        }
        let Some(keys) = self.documents_to_ask(documents).await? else { return Ok(None) };
        if let Some(keys) = keys {
            let rows = self.store.documents().await?;
            let is_whole =
                |key: &String| rows.iter().any(|row| row.key.as_str() == key && row.whole_at.is_some());
            if keys.iter().all(is_whole) {
                return Ok(None);
            }
        }
        let is_offline = *offline || settings.offline || self.freshness.base().is_none();
        Ok(Some(if is_offline { Incomplete::Offline } else { Incomplete::NotSynced }))
    }

    /// Asks Open5e what a lookup needs and the library does not hold fresh, and stores what comes, within the time that
    /// a lookup may take. What is out of date is refreshed in the background. Nothing here fails a lookup.
    pub(super) async fn freshen(&self, lookup: &Lookup, filter: &Filter) -> Result<Freshened> {
        let mut freshened = Freshened::default();
        if lookup.semantic_query.as_deref().is_some_and(|query| !query.trim().is_empty()) {
            return Ok(Freshened::never_asked());
        }
        let Some(base) = self.freshness.base() else {
            freshened.offline = true;
            return Ok(freshened);
        };
        let Some(documents) = self.documents_to_ask(lookup.documents.as_deref()).await? else {
            return Ok(freshened);
        };
        let wish = Wish {
            filter,
            name: lookup.name.as_deref(),
            documents: documents.as_deref(),
            limit: lookup.limit.get(),
        };
        let Steps { steps, asks_everything } = steps(wish);
        freshened.more = !asks_everything;
        let deadline = Instant::now() + self.freshness.patience();
        let last = steps.len();
        for (number, step) in steps.iter().enumerate() {
            let asked = step.iter().map(|question| self.ask(question, deadline));
            for outcome in futures::future::join_all(asked).await {
                freshened.add(outcome);
            }
            let whole = || {
                step.iter().all(|question| {
                    self.freshness.is_whole(&whole_list(base, question.path), self.clock.now())
                })
            };
            let done = freshened != Freshened { more: freshened.more, ..Freshened::default() };
            if done {
                break;
            }
            if number + 1 < last && !whole() && self.is_answered(lookup, filter).await? {
                freshened.more = true;
                break;
            }
        }
        Ok(freshened)
    }

    /// The keys of documents of which Open5e may be asked: `Some(None)` for all. `None` when all that are wanted are from
    /// elsewhere.
    async fn documents_to_ask(&self, wanted: Option<&[String]>) -> Result<Option<Option<Vec<String>>>> {
        let Some(wanted) = wanted else { return Ok(Some(None)) };
        let rows = self.store.documents().await?;
        let closed = self.store.unchangeable_documents().await?;
        let mut keys = Vec::new();
        for text in wanted {
            let chosen = choose(std::slice::from_ref(text), &rows);
            let known = rows.iter().filter(|row| chosen.ids.contains(&row.id)).map(|row| row.key.to_string());
            let known: Vec<String> = known.collect();
            keys.extend(if known.is_empty() { vec![key_meant_by(text)] } else { known });
        }
        let fits =
            |key: &String| key.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.'));
        keys.retain(|key| !key.is_empty() && fits(key) && !closed.contains(&DocumentKey::new(key)));
        keys.sort();
        keys.dedup();
        Ok((!keys.is_empty()).then_some(Some(keys)))
    }

    /// Whether the library now holds what a lookup asks for: something of that very name, or as much as is wanted.
    async fn is_answered(&self, lookup: &Lookup, filter: &Filter) -> Result<bool> {
        let wanted = (lookup.documents.as_deref(), lookup.edition);
        let Some(documents) = self.chosen_documents(wanted, &mut Vec::new()).await? else {
            return Ok(false);
        };
        let name = lookup.name.as_deref().map(str::trim).filter(|name| !name.is_empty());
        let (tests, enough) = match name {
            None => (vec![NameTest::Any], lookup.limit.get() as usize),
            Some(name) => match Glob::read(name) {
                Some(glob) => (vec![NameTest::Pattern(glob)], lookup.limit.get() as usize),
                None => (plain_tests(name).into_iter().take(2).collect(), 1),
            },
        };
        for name in &tests {
            let selection = Selection {
                kinds: filter.kinds(),
                filter: Some(filter),
                documents: documents.as_deref(),
                name,
                limit: lookup.limit.get(),
            };
            if self.store.pick_ids(selection).await?.len() >= enough {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

#[cfg(test)]
mod tests;
