//! Entries that a lookup leaves out because nobody knows the field that it filters by.

use std::collections::HashMap;
use std::sync::Mutex;

use super::lock::lock;
use super::select::Select;
use crate::error::Result;
use crate::model::fold;
use crate::query::{Filter, Glob, Match, NameTest, plain_tests};
use crate::store::{Store, fields_that_can_be_unknown};

/// How many counts are kept.
const MOST_COUNTS: usize = 1_000;

/// Counts that were made since the library last changed, by question.
#[derive(Debug, Default)]
struct UnknownCounts {
    change: i64,
    by_question: HashMap<String, u64>,
}

/// Counts the entries that lookups leave out because a field is unknown.
pub(super) struct UnknownCounter {
    store: Store,
    counts: Mutex<UnknownCounts>,
}

impl UnknownCounter {
    pub(super) fn new(store: Store) -> Self {
        Self { store, counts: Mutex::default() }
    }

    /// Says how many entries were left out although everything that is known of them fits, such as `986 spells have no class
    /// information and were left out.`
    pub(super) async fn left_out_as_unknown(
        &self,
        name: Option<&str>,
        select: Select<'_>,
        matched: Option<Match>,
    ) -> Result<Option<String>> {
        let Some(filter) = select.filter else { return Ok(None) };
        let fields = fields_that_can_be_unknown(filter);
        if fields.is_empty() {
            return Ok(None);
        }
        let count = self.count_unknown(&name_test(name, matched), select).await?;
        let noun = noun(filter);
        let fields = fields.join(" or ");
        Ok(match count {
            0 => None,
            1 => Some(format!("1 {noun} has no {fields} information and was left out.")),
            count => Some(format!("{count} {noun}s have no {fields} information and were left out.")),
        })
    }

    /// The count of a question, which is made once until the library changes.
    async fn count_unknown(&self, test: &NameTest, select: Select<'_>) -> Result<u64> {
        let question = format!("{test:?} {:?} {:?}", select.filter, select.documents);
        let change = self.store.last_change().await?;
        let kept = || {
            let counts = lock(&self.counts);
            counts.by_question.get(&question).copied().filter(|_| counts.change == change)
        };
        if let Some(count) = kept() {
            return Ok(count);
        }
        let count = self.store.count_unknown(select.with(test)).await?;
        let mut counts = lock(&self.counts);
        if counts.change != change || counts.by_question.len() >= MOST_COUNTS {
            *counts = UnknownCounts { change, ..UnknownCounts::default() };
        }
        counts.by_question.insert(question, count);
        Ok(count)
    }
}

/// The entries that a name means: those that are called so where there are some, otherwise those whose names hold its words.
fn name_test(name: Option<&str>, matched: Option<Match>) -> NameTest {
    let Some(name) = name else { return NameTest::Any };
    if let Some(glob) = Glob::read(name) {
        return NameTest::Pattern(glob);
    }
    if matched.is_some_and(Match::is_of_the_name) {
        return NameTest::Equal(fold(name));
    }
    plain_tests(name).pop().unwrap_or(NameTest::Any)
}

fn noun(filter: &Filter) -> &'static str {
    match filter {
        Filter::Spell(_) => "spell",
        Filter::Creature(_) => "creature",
        Filter::Equipment(_) => "item",
        Filter::CharacterOption(_) => "option",
        Filter::Rule(_) => "rule",
    }
}
