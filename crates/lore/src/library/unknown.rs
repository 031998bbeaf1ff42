//! Entries that a lookup leaves out because a field of its filter is unknown.

use content::error::Result;
use content::model::fold;
use content::query::{Glob, Match, NameTest, plain_tests};
use store::Selection;

use super::Library;
use super::lock::lock;
use super::state::UnknownCounts;

const MAX_COUNTS: usize = 1_000;

impl Library {
    /// Says, for example, `986 spells have no class information and were left out.`
    pub(super) async fn left_out_as_unknown(
        &self,
        name: Option<&str>,
        select: Selection<'_>,
        matched: Option<Match>,
    ) -> Result<Option<String>> {
        let Some(filter) = select.filter else { return Ok(None) };
        let unknown = filter.conditions.iter().filter_map(|condition| condition.field.unknown);
        let mut nouns: Vec<&str> = Vec::new();
        for unknown in unknown {
            if !nouns.contains(&unknown.noun) {
                nouns.push(unknown.noun);
            }
        }
        if nouns.is_empty() {
            return Ok(None);
        }
        let count = self.count_unknown(&name_test(name, matched), select).await?;
        let (noun, fields) = (filter.entry_type.noun(), nouns.join(" or "));
        Ok(match count {
            0 => None,
            1 => Some(format!("1 {noun} has no {fields} information and was left out.")),
            count => Some(format!("{count} {noun}s have no {fields} information and were left out.")),
        })
    }

    async fn count_unknown(&self, test: &NameTest, select: Selection<'_>) -> Result<u64> {
        let lookup = format!("{test:?} {:?} {:?}", select.filter, select.documents);
        let change = self.store.last_change().await?;
        let cached = || {
            let counts = lock(&self.state.unknown_counts);
            counts.by_lookup.get(&lookup).copied().filter(|_| counts.change == change)
        };
        if let Some(count) = cached() {
            return Ok(count);
        }
        let count = self.store.count_unknown(Selection { name: test, ..select }).await?;
        let mut counts = lock(&self.state.unknown_counts);
        if counts.change != change || counts.by_lookup.len() >= MAX_COUNTS {
            *counts = UnknownCounts { change, ..UnknownCounts::default() };
        }
        counts.by_lookup.insert(lookup, count);
        Ok(count)
    }
}

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
