//! Entries found by their names: every way in which a name can match, the better ones first.

use std::collections::HashSet;

use super::Library;
use super::lookup::{Select, cut_to};
use super::ranked::MAX_FOUND_BY_WORDS;
use crate::error::Result;
use crate::fields::Filter;
use crate::model::{Edition, Kind, fold, other_names, shown};
use crate::query::{Answer, Glob, Match, NameTest, plain_tests};
use crate::search::{Candidate, IndexQuery, Typos, WordScope, best_partial_match, has_named_parts, is_near};
use crate::store::EntryRow;

/// How many entries whose names are near in spelling are ranked.
const MOST_NEAR_IN_SPELLING: usize = 300;

/// Rows in the order of their tiers, each entry once.
struct Tiers {
    rows: Vec<EntryRow>,
    limit: u32,
    /// The best way in which a name matched, and how many match so.
    best: Option<(Match, usize)>,
    /// How many are of that very name or slug.
    exact: usize,
    /// What the user should know of them.
    messages: Vec<String>,
}

impl Tiers {
    fn new(limit: u32) -> Self {
        Self { rows: Vec::new(), limit, best: None, exact: 0, messages: Vec::new() }
    }

    /// Appends what a tier found.
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

    /// Whether there are more entries than the limit lets through, so that no other tier can add one.
    fn is_full(&self) -> bool {
        self.rows.len() > self.limit as usize
    }

    /// What the next tier may give. Of documents that the user named, one that has an entry of that very name gives no other.
    fn next<'a>(&self, select: Select<'a>, documents: &'a mut Vec<i64>) -> Option<Select<'a>> {
        if self.is_full() {
            return None;
        }
        let wanted = u32::try_from(self.rows.len()).unwrap_or(u32::MAX).saturating_add(self.limit);
        let select = Select { limit: wanted.saturating_add(1), ..select };
        let Some(named) = select.documents else { return Some(select) };
        let exact = self.rows.iter().take(self.exact);
        let answered: HashSet<i64> = exact.map(|row| row.document_id).collect();
        *documents = named.iter().copied().filter(|id| !answered.contains(id)).collect();
        (!documents.is_empty()).then_some(Select { documents: Some(documents), ..select })
    }
}

impl Library {
    /// Finds entries by name: those of that very name or slug, then those whose names contain its words, inside other words,
    /// too, unless there is one of that very name. WordScope there are none,
    /// and for kinds whose parts have names, those near in spelling follow; where none has that very name, those that
    /// match a part of it.
    pub(super) async fn by_name(&self, name: &str, select: Select<'_>, answer: &mut Answer) -> Result<()> {
        let mut tiers = Tiers::new(select.limit);
        if let Some(glob) = Glob::read(name) {
            tiers.rows = self.pick(select.with(&NameTest::Pattern(glob)).one_more()).await?;
            tiers.best = Some((Match::Pattern, tiers.rows.len()));
        } else {
            self.add_tiers(name, select, &mut tiers).await?;
        }
        let Tiers { mut rows, best, messages, .. } = tiers;
        answer.messages.extend(messages);
        answer.more = cut_to(&mut rows, select.limit);
        answer.matched = best.map(|(matched, _)| matched);
        answer.entries = self.entries_of(rows);
        answer.best_matches = best.map_or(0, |(_, count)| count.min(answer.entries.len()));
        Ok(())
    }

    async fn add_tiers(&self, name: &str, select: Select<'_>, tiers: &mut Tiers) -> Result<()> {
        let mut documents = Vec::new();
        let (of_words, of_the_name): (Vec<_>, Vec<_>) =
            plain_tests(name).into_iter().partition(|test| matches!(test, NameTest::Contains(_)));
        for test in of_the_name {
            let Some(select) = tiers.next(select, &mut documents) else { return Ok(()) };
            tiers.add(self.pick(select.with(&test)).await?, match_of(&test));
            if tiers.exact > 0 {
                break;
            }
        }
        self.add_other_names(name, select, tiers).await?;
        if tiers.rows.is_empty() {
            self.add_other_kinds(name, select, tiers).await?;
        }
        for test in of_words {
            let Some(select) = tiers.next(select, &mut documents) else { return Ok(()) };
            let test = if tiers.exact > 0 { self.with_its_words(name, select).await? } else { test };
            tiers.add(self.pick(select.with(&test)).await?, Match::Contains);
        }
        let found_nothing = tiers.rows.is_empty();
        if found_nothing || select.kinds.iter().any(|kind| has_named_parts(*kind)) {
            let Some(select) = tiers.next(select, &mut documents) else { return Ok(()) };
            let typos: &[Typos] =
                if found_nothing { &[Typos::UnknownWords, Typos::EveryWord] } else { &[Typos::None] };
            let near = self.near_in_spelling(name, select, typos).await?;
            tiers.add(self.pick(select.with(&near)).await?, Match::Fuzzy);
        }
        if tiers.exact == 0 {
            let Some(select) = tiers.next(select, &mut documents) else { return Ok(()) };
            self.add_part(name, select, tiers).await?;
        }
        Ok(())
    }

    /// The names that have the words of one that was found, from the text index: reading every name for inner letters, too,
    /// would take several times as long as finding the one that was meant. An index that is not filled yet is not waited for.
    async fn with_its_words(&self, name: &str, select: Select<'_>) -> Result<NameTest> {
        let Select { kinds, documents, .. } = select;
        let question = IndexQuery {
            text: name,
            scope: WordScope::EachInNames,
            typos: Typos::UnknownWords,
            kinds,
            documents,
        };
        let found = self.index.find(&question, MAX_FOUND_BY_WORDS).unwrap_or_else(|error| {
            tracing::warn!(%error, "names that have the words of another are left out");
            Vec::new()
        });
        Ok(NameTest::Ranked(ids_of(&self.only_allowed(found, select).await?)))
    }

    /// Appends entries that the name means although they have another: players know them by it, or the other edition calls
    /// them so. The latter are looked for in the System Reference Documents only, whose names are known.
    async fn add_other_names(&self, name: &str, select: Select<'_>, tiers: &mut Tiers) -> Result<()> {
        for other in other_names(select.kinds, name) {
            let mut documents = Vec::new();
            let Some(select) = tiers.next(select, &mut documents) else { return Ok(()) };
            let kinds = [other.kind];
            let within = match other.edition {
                Some(edition) => Some(self.srd_among(edition, select.documents).await?),
                None => select.documents.map(<[_]>::to_vec),
            };
            let select = Select { kinds: &kinds, documents: within.as_deref(), ..select };
            let before = tiers.rows.len();
            tiers.add(self.pick(select.with(&NameTest::Equal(fold(&other.name)))).await?, Match::OtherName);
            if tiers.rows.len() > before {
                tiers.messages.push(other.message());
            }
        }
        Ok(())
    }

    /// The number of an edition's System Reference Document, when it is among some documents.
    async fn srd_among(&self, edition: Edition, documents: Option<&[i64]>) -> Result<Vec<i64>> {
        let all = self.store.documents().await?.into_iter();
        let srd =
            all.filter(|document| edition.srd() == Some(document.key.as_str())).map(|document| document.id);
        Ok(srd.filter(|id| documents.is_none_or(|documents| documents.contains(id))).collect())
    }

    /// Appends entries of that very name that are of the same family, but of another kind than was asked for.
    async fn add_other_kinds(&self, name: &str, select: Select<'_>, tiers: &mut Tiers) -> Result<()> {
        let Some((filter, kinds)) = select.filter.and_then(Filter::of_any_type) else { return Ok(()) };
        let asked = select.kinds.first().copied();
        let select = Select { kinds: &kinds, filter: filter.as_ref(), ..select };
        let rows = self.pick(select.with(&NameTest::Equal(fold(name)))).await?;
        if let (Some(row), Some(asked)) = (rows.first(), asked) {
            let (kind, asked) = (with_article(row.kind), with_article(asked));
            tiers
                .messages
                .push(format!("`{}` is {kind}, not {asked}; here it is all the same.", shown(&row.name)));
        }
        tiers.add(rows, Match::Exact);
        Ok(())
    }

    /// Appends entries that match a part of a name, where no name has all of its words or some names are a part of it.
    async fn add_part(&self, name: &str, select: Select<'_>, tiers: &mut Tiers) -> Result<()> {
        let found_nothing = tiers.rows.is_empty();
        let found = self.allowed_candidates(name, select, WordScope::AnyInNames, Typos::UnknownWords).await?;
        let heads = self.store.headers(&ids_of(&found)).await?;
        let names: Vec<(i64, &str)> = heads.iter().map(|head| (head.id, head.name.as_str())).collect();
        let Some(part) = best_partial_match(name, &names, !found_nothing) else { return Ok(()) };
        let before = tiers.rows.len();
        tiers.add(self.pick(select.with(&NameTest::Ranked(part.ids))).await?, Match::Fuzzy);
        let added = tiers.rows.len() - before;
        if added > 0 {
            let shown = shown(name);
            let words = &part.words;
            tiers.messages.push(if found_nothing {
                format!("Nothing is named `{shown}`; this is what matches `{words}`.")
            } else {
                let last = if added == 1 {
                    "The last one matches".to_owned()
                } else {
                    format!("The last {added} match")
                };
                format!("{last} `{words}`, a part of `{shown}`.")
            });
        }
        Ok(())
    }

    /// The entries whose names, or headings, are near to a name in spelling, best first, by the first way of forgiving typing
    /// errors that finds any.
    async fn near_in_spelling(&self, name: &str, select: Select<'_>, typos: &[Typos]) -> Result<NameTest> {
        let by_heading = select.kinds.iter().any(|kind| has_named_parts(*kind));
        for typos in typos {
            let mut found = self.allowed_candidates(name, select, WordScope::EachInNames, *typos).await?;
            if !by_heading {
                let heads = self.store.headers(&ids_of(&found)).await?;
                let near: HashSet<i64> =
                    heads.iter().filter(|head| is_near(name, &head.name)).map(|head| head.id).collect();
                found.retain(|candidate| near.contains(&candidate.id));
            }
            if !found.is_empty() {
                found.truncate(MOST_NEAR_IN_SPELLING);
                let ranked = self.rank_by_words(name, &found).await?;
                return Ok(NameTest::Ranked(ranked.iter().map(|scored| scored.id).collect()));
            }
        }
        Ok(NameTest::Ranked(Vec::new()))
    }

    /// What the text index offers for a name, of what the filters allow, best first.
    async fn allowed_candidates(
        &self,
        name: &str,
        select: Select<'_>,
        scope: WordScope,
        typos: Typos,
    ) -> Result<Vec<Candidate>> {
        let Select { kinds, documents, .. } = select;
        let question = IndexQuery { text: name, scope, typos, kinds, documents };
        let found = self.candidates(question, MAX_FOUND_BY_WORDS).await?;
        self.only_allowed(found, select).await
    }

    /// Candidates that the filters leave.
    async fn only_allowed(&self, mut found: Vec<Candidate>, select: Select<'_>) -> Result<Vec<Candidate>> {
        if select.filter.is_some_and(Filter::narrows) {
            let offered = NameTest::Ranked(ids_of(&found));
            let allowed: HashSet<i64> =
                self.store.pick_ids(select.with(&offered)).await?.into_iter().collect();
            found.retain(|candidate| allowed.contains(&candidate.id));
        }
        Ok(found)
    }

    /// The first way in which a name matches anything.
    pub(super) async fn first_test(
        &self,
        name: &str,
        select: Select<'_>,
    ) -> Result<(NameTest, Option<Match>)> {
        if let Some(glob) = Glob::read(name) {
            return Ok((NameTest::Pattern(glob), Some(Match::Pattern)));
        }
        for (test, matched) in tests_by_name(name, select.kinds) {
            if !self.store.pick_ids(select.with(&test)).await?.is_empty() {
                return Ok((test, Some(matched)));
            }
        }
        let typos = [Typos::UnknownWords, Typos::EveryWord];
        let test = self.near_in_spelling(name, select, &typos).await?;
        let matched = matches!(&test, NameTest::Ranked(ids) if !ids.is_empty()).then_some(Match::Fuzzy);
        Ok((test, matched))
    }
}

fn ids_of(found: &[Candidate]) -> Vec<i64> {
    found.iter().map(|candidate| candidate.id).collect()
}

/// The ways of a plain name to match that the database answers, in the order in which they are tried.
pub(super) fn tests_by_name(name: &str, kinds: &[Kind]) -> Vec<(NameTest, Match)> {
    let with_match = |test: NameTest| {
        let matched = match_of(&test);
        (test, matched)
    };
    let mut tests: Vec<_> = plain_tests(name).into_iter().map(with_match).collect();
    let others = other_names(kinds, name).into_iter();
    let others = others.map(|other| (NameTest::Equal(fold(&other.name)), Match::OtherName));
    let place = tests.iter().position(|(_, matched)| *matched == Match::Contains).unwrap_or(tests.len());
    tests.splice(place..place, others);
    tests
}

fn match_of(test: &NameTest) -> Match {
    match test {
        NameTest::Slug(_) => Match::Slug,
        NameTest::Contains(_) => Match::Contains,
        NameTest::Pattern(_) => Match::Pattern,
        NameTest::Ranked(_) => Match::Fuzzy,
        NameTest::Any | NameTest::Equal(_) => Match::Exact,
    }
}

/// A kind with its article, such as `an ability score`.
pub(super) fn with_article(kind: Kind) -> String {
    if kind == Kind::Armor {
        return kind.to_string();
    }
    let words = kind.as_str().replace('-', " ");
    let article = if words.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" };
    format!("{article} {words}")
}
