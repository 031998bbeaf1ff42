//! Finds entries by name, in tiers: better matches come first.

use std::collections::HashSet;

use content::error::Result;
use content::fields::Filter;
use content::model::{Edition, Kind, OtherName, fold, other_names, shown, translated_names};
use content::query::{Answer, Glob, Match, NameTest, plain_tests};
use search::{Candidate, IndexQuery, TypedName, Typos, WordScope, best_partial_match, has_named_parts};
use store::{EntryRow, Selection};

use super::Library;
use super::ranked::MAX_FOUND_BY_WORDS;

const MAX_SIMILAR_NAMES: usize = 300;
const MAX_FORMS: u32 = 40;

#[derive(Default)]
struct NameMatches {
    /// Their rows, in the order of the tiers and without duplicates.
    rows: Vec<EntryRow>,
    /// The best kind of match, and the number of rows that match so.
    best: Option<(Match, usize)>,
    messages: Vec<String>,
    /// The number of rows with exactly the name or slug.
    exact: usize,
    limit: u32,
}

impl NameMatches {
    fn add(&mut self, rows: Vec<EntryRow>, matched: Match) {
        let known: HashSet<_> = self.rows.iter().map(|row| row.id).collect();
        self.rows.extend(rows.into_iter().filter(|row| !known.contains(&row.id)));
        if !self.rows.is_empty() {
            self.best.get_or_insert((matched, self.rows.len()));
        }
        if matched.is_of_the_name() {
            self.exact = self.rows.len();
        }
    }

    /// Puts the entries of preferred documents first if only their other name is the requested one.
    fn prefer(&mut self, preferred: &[i64]) {
        let is_preferred = |row: &EntryRow| preferred.contains(&row.document_id);
        let Some((_, best)) = self.best else { return };
        let Some(named) = self.rows.get_mut(..self.exact) else { return };
        if named.iter().take(best).any(is_preferred) || !named.iter().any(is_preferred) {
            return;
        }
        named.sort_by_key(|row| !is_preferred(row));
        self.best = Some((Match::OtherName, self.exact));
    }

    /// Returns `None` once the limit is exceeded. Documents with an entry of exactly the name are left out.
    fn next<'a>(&self, select: Selection<'a>, documents: &'a mut Vec<i64>) -> Option<Selection<'a>> {
        if self.rows.len() > self.limit as usize {
            return None;
        }
        let limit = u32::try_from(self.rows.len()).unwrap_or(u32::MAX).saturating_add(self.limit);
        let select = Selection { limit: limit.saturating_add(1), ..select };
        let Some(requested) = select.documents else { return Some(select) };
        let exact = self.rows.iter().take(self.exact);
        let answered: HashSet<i64> = exact.map(|row| row.document_id).collect();
        *documents = requested.iter().copied().filter(|id| !answered.contains(id)).collect();
        (!documents.is_empty()).then_some(Selection { documents: Some(documents), ..select })
    }
}

impl Library {
    /// Finds entries by name. The tiers are: exactly the name or slug, or all but its spaces; another name of
    /// the entry; the same name but another kind; all words of the name, also inside other words unless a
    /// better tier matched; similar spelling, if nothing else matched or for kinds whose parts have names;
    /// and a part of the name, unless there is an exact match.
    pub(super) async fn by_name(&self, name: &str, select: Selection<'_>, answer: &mut Answer) -> Result<()> {
        let mut matches = NameMatches { limit: select.limit, ..NameMatches::default() };
        if let Some(glob) = Glob::read(name) {
            matches.rows =
                self.store.pick(Selection { name: &NameTest::Pattern(glob), ..select }.one_more()).await?;
            matches.best = Some((Match::Pattern, matches.rows.len()));
        } else {
            self.add_tiers(name, select, &mut matches).await?;
            let named = NameTest::Equal(fold(name));
            let has_name =
                |row: &EntryRow| select.kinds.contains(&row.kind) && named.may_match(&row.name, &row.slug);
            if matches.exact == 0 && matches.rows.iter().any(has_name) {
                // An exact match would have found it, had the database's index of names been right.
                self.store.report_damaged_index();
            }
        }
        answer.more = cut_to(&mut matches.rows, select.limit);
        answer.matched = matches.best.map(|(matched, _)| matched);
        answer.entries = self.of_rows(matches.rows);
        answer.best_matches = matches.best.map_or(0, |(_, count)| count.min(answer.entries.len()));
        answer.messages.extend(matches.messages);
        Ok(())
    }

    async fn add_tiers(&self, name: &str, select: Selection<'_>, matches: &mut NameMatches) -> Result<()> {
        let mut documents = Vec::new();
        let (of_words, of_the_name): (Vec<_>, Vec<_>) =
            plain_tests(name).into_iter().partition(|test| matches!(test, NameTest::Contains(_)));
        for test in of_the_name {
            let Some(select) = matches.next(select, &mut documents) else { return Ok(()) };
            matches.add(self.store.pick(Selection { name: &test, ..select }).await?, match_of(&test));
            if matches.exact > 0 {
                break;
            }
        }
        self.add_other_names(other_names(select.kinds, name), select, matches).await?;
        if matches.rows.is_empty() {
            self.add_other_names(translated_names(select.kinds, name), select, matches).await?;
        }
        if matches.rows.is_empty() {
            self.add_other_kinds(name, select, matches).await?;
        }
        for test in of_words {
            let Some(select) = matches.next(select, &mut documents) else { return Ok(()) };
            let test = if matches.exact > 0 {
                self.test_words_by_index(name, select, &matches.rows).await?
            } else {
                test
            };
            matches.add(self.store.pick(Selection { name: &test, ..select }).await?, Match::Contains);
        }
        let found_nothing = matches.rows.is_empty();
        if found_nothing || select.kinds.iter().any(|kind| has_named_parts(*kind)) {
            let Some(select) = matches.next(select, &mut documents) else { return Ok(()) };
            let typos: &[Typos] =
                if found_nothing { &[Typos::UnknownWords, Typos::EveryWord] } else { &[Typos::None] };
            let near = self.test_spelling(name, select, typos).await?;
            matches.add(self.store.pick(Selection { name: &near, ..select }).await?, Match::Fuzzy);
        }
        if matches.exact == 0 {
            let Some(select) = matches.next(select, &mut documents) else { return Ok(()) };
            self.add_part(name, select, matches).await?;
        }
        Ok(())
    }

    /// Uses the text index without waiting for an empty one: testing names takes several times as long.
    async fn test_words_by_index(
        &self,
        name: &str,
        select: Selection<'_>,
        known: &[EntryRow],
    ) -> Result<NameTest> {
        let Selection { kinds, documents, .. } = select;
        let (scope, typos) = (WordScope::EachInNames, Typos::UnknownWords);
        let query = IndexQuery { text: name, scope, typos, kinds, documents };
        let mut found = self.text.find_at_once(&query, MAX_FOUND_BY_WORDS).unwrap_or_else(|error| {
            tracing::warn!(%error, "names with the same words are left out");
            Vec::new()
        });
        found.retain(|candidate| known.iter().all(|row| row.id.0 != candidate.id));
        Ok(NameTest::Ranked(ids_of(&self.only_allowed(found, select).await?)))
    }

    /// Appends entries that are also known by the name: to players, in another language or in the other
    /// edition, of which only the names in the System Reference Documents are known.
    async fn add_other_names(
        &self,
        others: Vec<OtherName>,
        select: Selection<'_>,
        matches: &mut NameMatches,
    ) -> Result<()> {
        let mut documents = Vec::new();
        let select = match matches.next(select, &mut documents) {
            _ if others.is_empty() => return Ok(()),
            Some(select) => select,
            // The entry of a preferred document comes before those that fill the limit.
            None if !select.preferred.is_empty() => select,
            None => return Ok(()),
        };
        let answered: HashSet<i64> =
            matches.rows.iter().take(matches.exact).map(|row| row.document_id).collect();
        for other in others {
            let kinds = [other.kind];
            let within = match other.edition {
                Some(edition) => {
                    let mut srd = self.srd_within(edition, select.documents).await?;
                    srd.retain(|id| !answered.contains(id));
                    Some(srd)
                }
                None => select.documents.map(<[_]>::to_vec),
            };
            let limit = if other.is_of_forms() { select.limit.max(MAX_FORMS) } else { select.limit };
            let select = Selection { kinds: &kinds, documents: within.as_deref(), limit, ..select };
            let rows = self.store.pick(Selection { name: &test_of(&other), ..select }).await?;
            let before = matches.rows.len();
            matches.add(rows, Match::OtherName);
            let added = matches.rows.get(before..).unwrap_or_default();
            if !added.is_empty() {
                let names: Vec<String> = added.iter().map(|row| shown(&row.name)).collect();
                matches.messages.push(other.message(&names));
            }
        }
        matches.prefer(select.preferred);
        Ok(())
    }

    async fn srd_within(&self, edition: Edition, documents: Option<&[i64]>) -> Result<Vec<i64>> {
        let all = self.store.documents().await?.into_iter();
        let srd =
            all.filter(|document| edition.srd() == Some(document.key.as_str())).map(|document| document.id);
        Ok(srd.filter(|id| documents.is_none_or(|documents| documents.contains(id))).collect())
    }

    /// Appends entries of exactly the name that have another kind of the same family.
    async fn add_other_kinds(
        &self,
        name: &str,
        select: Selection<'_>,
        matches: &mut NameMatches,
    ) -> Result<()> {
        let Some((filter, kinds)) = select.filter.and_then(Filter::of_any_type) else { return Ok(()) };
        let requested = select.kinds.first().copied();
        let select = Selection { kinds: &kinds, filter: filter.as_ref(), ..select };
        let rows = self.store.pick(Selection { name: &NameTest::Equal(fold(name)), ..select }).await?;
        if let (Some(row), Some(requested)) = (rows.first(), requested) {
            let (kind, requested) = (with_article(row.kind), with_article(requested));
            let name = shown(&row.name);
            matches.messages.push(format!("`{name}` is {kind}, not {requested}; it is included anyway."));
        }
        matches.add(rows, Match::Exact);
        Ok(())
    }

    async fn add_part(&self, name: &str, select: Selection<'_>, matches: &mut NameMatches) -> Result<()> {
        let found_nothing = matches.rows.is_empty();
        let mut found =
            self.allowed_candidates(name, select, WordScope::AnyInNames, Typos::UnknownWords).await?;
        let heads = self.store.headers(&ids_of(&found), &[], None, 0).await?;
        let names: Vec<(i64, &str)> = heads.iter().map(|head| (head.id, head.name.as_str())).collect();
        let Some(part) = best_partial_match(name, &names, !found_nothing) else { return Ok(()) };
        found.retain(|candidate| part.ids.contains(&candidate.id));
        let before = matches.rows.len();
        let part_of_name = self.ranked_by_words(name, &found).await?;
        matches.add(self.store.pick(Selection { name: &part_of_name, ..select }).await?, Match::Fuzzy);
        if matches.rows.len() > before {
            let (shown, words) = (shown(name), &part.words);
            matches.messages.push(if found_nothing {
                format!("Nothing is named `{shown}`; this is what matches `{words}`.")
            } else {
                format!("Others match only `{words}`, a part of `{shown}`.")
            });
        }
        Ok(())
    }

    /// Of the ways to tolerate typing errors, the first with a match is used.
    async fn test_spelling(&self, name: &str, select: Selection<'_>, typos: &[Typos]) -> Result<NameTest> {
        let by_heading = select.kinds.iter().any(|kind| has_named_parts(*kind));
        for typos in typos {
            let mut found = self.allowed_candidates(name, select, WordScope::EachInNames, *typos).await?;
            if !by_heading {
                let heads = self.store.headers(&ids_of(&found), &[], None, 0).await?;
                let typed = TypedName::new(name);
                let near: HashSet<i64> =
                    heads.iter().filter(|head| typed.is_near(&head.name)).map(|head| head.id).collect();
                found.retain(|candidate| near.contains(&candidate.id));
            }
            if !found.is_empty() {
                found.truncate(MAX_SIMILAR_NAMES);
                return self.ranked_by_words(name, &found).await;
            }
        }
        Ok(NameTest::Ranked(Vec::new()))
    }

    async fn allowed_candidates(
        &self,
        name: &str,
        select: Selection<'_>,
        scope: WordScope,
        typos: Typos,
    ) -> Result<Vec<Candidate>> {
        let Selection { kinds, documents, .. } = select;
        let query = IndexQuery { text: name, scope, typos, kinds, documents };
        let found = self.text.find(query, MAX_FOUND_BY_WORDS).await?;
        self.only_allowed(found, select).await
    }

    async fn only_allowed(&self, mut found: Vec<Candidate>, select: Selection<'_>) -> Result<Vec<Candidate>> {
        if select.filter.is_some_and(Filter::narrows) {
            let allowed = self.allowed(select, Some(ids_of(&found))).await?;
            found.retain(|candidate| allowed.contains(&candidate.id));
        }
        Ok(found)
    }

    pub(super) async fn first_test(
        &self,
        name: &str,
        select: Selection<'_>,
    ) -> Result<(NameTest, Option<Match>)> {
        if let Some(glob) = Glob::read(name) {
            return Ok((NameTest::Pattern(glob), Some(Match::Pattern)));
        }
        for (matched, test) in tests_by_name(name, select.kinds) {
            if !self.store.pick_ids(Selection { name: &test, ..select }).await?.is_empty() {
                return Ok((test, Some(matched)));
            }
        }
        let typos = [Typos::UnknownWords, Typos::EveryWord];
        let test = self.test_spelling(name, select, &typos).await?;
        let matched = matches!(&test, NameTest::Ranked(ids) if !ids.is_empty()).then_some(Match::Fuzzy);
        Ok((test, matched))
    }
}

pub(super) fn cut_to(rows: &mut Vec<EntryRow>, limit: u32) -> bool {
    let more = rows.len() > limit as usize;
    rows.truncate(limit as usize);
    more
}

fn ids_of(found: &[Candidate]) -> Vec<i64> {
    found.iter().map(|candidate| candidate.id).collect()
}

pub(super) fn tests_by_name(name: &str, kinds: &[Kind]) -> Vec<(Match, NameTest)> {
    let mut tests: Vec<_> = plain_tests(name).into_iter().map(|test| (match_of(&test), test)).collect();
    let others = other_names(kinds, name).into_iter().chain(translated_names(kinds, name));
    let others = others.map(|other| (Match::OtherName, test_of(&other)));
    let place = tests.iter().position(|(matched, _)| *matched == Match::Contains).unwrap_or(tests.len());
    tests.splice(place..place, others);
    tests
}

fn test_of(other: &OtherName) -> NameTest {
    Glob::read(other.name).map_or_else(|| NameTest::Equal(fold(other.name)), NameTest::Pattern)
}

fn match_of(test: &NameTest) -> Match {
    match test {
        NameTest::Slug(_) => Match::Slug,
        NameTest::Contains(_) => Match::Contains,
        NameTest::Pattern(_) => Match::Pattern,
        NameTest::Ranked(_) => Match::Fuzzy,
        NameTest::Any | NameTest::Equal(_) | NameTest::OneOf(_) | NameTest::Letters(_) => Match::Exact,
    }
}

pub(super) fn with_article(kind: Kind) -> String {
    if kind == Kind::Armor {
        return kind.to_string();
    }
    let words = kind.as_str().replace('-', " ");
    let article = if words.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" };
    format!("{article} {words}")
}
