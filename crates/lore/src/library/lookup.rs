use std::collections::HashSet;

use super::Library;
use super::ranked::{Ask, OFFERED, Ranked};
use crate::error::{Error, Result};
use crate::model::{CastingTime, Kind, clean, excerpt, fold};
use crate::query::{
    Answer, CacheStatus, Chosen, Entry, Filter, Glob, Lookup, Match, NameLookup, NameTest, choose, nearest,
    plain_tests,
};
use crate::search::{Question, Where};
use crate::store::{EntryRow, Facet, Selection};

/// How many entries whose names are near in spelling are ranked.
const MOST_NEAR_IN_SPELLING: usize = 300;
/// How long a search waits for another process that fills the text index for the first time.
const FIRST_INDEX: std::time::Duration = std::time::Duration::from_secs(15);
/// How many characters of a query in plain words are used; the rest is cut.
const LONGEST_QUERY: usize = 512;

impl Library {
    /// Finds entries of one family by name and fields, after what the library lacks was asked of Open5e. Of the ways in
    /// which a name can match, the first that finds anything decides.
    ///
    /// # Errors
    /// When the database or the text index cannot be read. That nothing is found is no error.
    pub async fn lookup(&self, lookup: &Lookup, filter: &Filter) -> Result<Answer> {
        let freshened = self.freshen(lookup, filter).await?;
        let mut answer = self.look_up(lookup, filter).await?;
        if freshened.is_fallback() {
            let fetched = answer.entries.iter_mut().filter(|entry| entry.document_source.is_open5e());
            fetched.for_each(|entry| entry.cache_status = CacheStatus::Stale);
        }
        answer.messages.extend(self.freshness_message(&freshened, &answer, lookup.limit));
        Ok(answer)
    }

    /// Finds them in the library as it is.
    async fn look_up(&self, lookup: &Lookup, filter: &Filter) -> Result<Answer> {
        let mut answer = Answer::default();
        let Some(documents) =
            self.chosen_documents(lookup.documents.as_deref(), &mut answer.messages).await?
        else {
            return Ok(answer);
        };
        let select = Select {
            kinds: filter.kinds(),
            filter: Some(filter),
            documents: documents.as_deref(),
            limit: lookup.limit.get(),
        };
        let name = lookup.name.as_deref().map(str::trim).filter(|name| !name.is_empty());
        let meaning = lookup.semantic_query.as_deref().map(str::trim).filter(|query| !query.is_empty());
        answer.entries = match (name, meaning) {
            (name, Some(meaning)) => self.by_meaning(name, meaning, select, &mut answer).await?,
            (Some(name), None) => {
                let (rows, matched) = self.by_name(name, select).await?;
                answer.matched = matched;
                self.entries_of(rows)
            }
            (None, None) => self.entries_of(self.pick(select, &NameTest::Any).await?),
        };
        if answer.entries.is_empty() {
            self.explain_nothing(filter, name, &mut answer.messages).await?;
        }
        Ok(answer)
    }

    /// Finds entries of any kind by name, as [`Library::lookup`] does for one family.
    ///
    /// # Errors
    /// When the database or the text index cannot be read.
    pub async fn by_any_name(&self, lookup: &NameLookup) -> Result<Answer> {
        let mut answer = Answer::default();
        let Some(documents) =
            self.chosen_documents(lookup.documents.as_deref(), &mut answer.messages).await?
        else {
            return Ok(answer);
        };
        let select = Select {
            kinds: lookup.kinds.as_deref().unwrap_or_default(),
            filter: None,
            documents: documents.as_deref(),
            limit: lookup.limit.get(),
        };
        let (rows, matched) = self.by_name(&lookup.name, select).await?;
        answer.matched = matched;
        answer.entries = self.entries_of(rows);
        Ok(answer)
    }

    /// The numbers of the documents that are asked for: `Some(None)` for all. `None` when none is meant, so that
    /// nothing can be found; the messages then say why.
    pub(super) async fn chosen_documents(
        &self,
        wanted: Option<&[String]>,
        messages: &mut Vec<String>,
    ) -> Result<Option<Option<Vec<i64>>>> {
        let Some(wanted) = wanted else { return Ok(Some(None)) };
        if wanted.is_empty() {
            messages.push("No results match the document filter: the list of documents is empty.".to_owned());
            return Ok(None);
        }
        let Chosen { ids, message } = choose(wanted, &self.store.documents().await?);
        messages.extend(message);
        if ids.is_empty() {
            messages.push("No results match the document filter.".to_owned());
            return Ok(None);
        }
        Ok(Some(Some(ids)))
    }

    async fn by_name(&self, name: &str, select: Select<'_>) -> Result<(Vec<EntryRow>, Option<Match>)> {
        if let Some(glob) = Glob::read(name) {
            let rows = self.pick(select, &NameTest::Pattern(glob)).await?;
            return Ok((rows, Some(Match::Pattern)));
        }
        for test in plain_tests(name) {
            let rows = self.pick(select, &test).await?;
            if !rows.is_empty() {
                return Ok((rows, Some(match_of(&test))));
            }
        }
        let rows = self.pick(select, &self.near_in_spelling(name, select).await?).await?;
        let matched = (!rows.is_empty()).then_some(Match::Fuzzy);
        Ok((rows, matched))
    }

    /// The entries whose names, or headings, are near to a name in spelling, best first.
    async fn near_in_spelling(&self, name: &str, select: Select<'_>) -> Result<NameTest> {
        let Select { kinds, documents, .. } = select;
        let question = Question { text: name, place: Where::Names, fuzzy: true, kinds, documents };
        let mut found = self.candidates(question, OFFERED).await?;
        if select.filter.is_some_and(Filter::narrows) {
            let offered = NameTest::Ranked(found.iter().map(|candidate| candidate.id).collect());
            let allowed: HashSet<i64> =
                self.store.pick_ids(select.with(&offered)).await?.into_iter().collect();
            found.retain(|candidate| allowed.contains(&candidate.id));
        }
        found.truncate(MOST_NEAR_IN_SPELLING);
        let ranked = self.by_words(name, &found).await?;
        Ok(NameTest::Ranked(ranked.iter().map(|scored| scored.id).collect()))
    }

    /// Entries in the order in which they answer a question in plain words, of those that the name and the filters leave.
    /// What cannot be ranked comes last.
    async fn by_meaning(
        &self,
        name: Option<&str>,
        meaning: &str,
        select: Select<'_>,
        answer: &mut Answer,
    ) -> Result<Vec<Entry>> {
        let mut test = NameTest::Any;
        if let Some(name) = name {
            (test, answer.matched) = self.first_test(name, select).await?;
        }
        let query = cut(meaning);
        let ask = Ask { query: &query, selection: select.with(&test), fuzzy: true, semantic: true };
        let ranked = self.rank(ask).await?;
        let missing = (select.limit as usize).saturating_sub(ranked.entries.len());
        let mut entries = self.ranked_entries(&ranked).await?;
        if missing > 0 {
            let rows = self.pick(select, &test).await?;
            let given: Vec<i64> = ranked.entries.iter().map(|scored| scored.id).collect();
            let rest = rows.into_iter().filter(|row| !given.contains(&row.id.0)).take(missing).collect();
            let score = ranked.by_meaning.then_some(0.0);
            entries.extend(
                self.entries_of(rest).into_iter().map(|entry| Entry { similarity_score: score, ..entry }),
            );
        }
        answer.messages.extend(ranked.messages);
        Ok(entries)
    }

    /// The first way in which a name matches anything.
    async fn first_test(&self, name: &str, select: Select<'_>) -> Result<(NameTest, Option<Match>)> {
        if let Some(glob) = Glob::read(name) {
            return Ok((NameTest::Pattern(glob), Some(Match::Pattern)));
        }
        for test in plain_tests(name) {
            if !self.store.pick_ids(select.with(&test)).await?.is_empty() {
                let matched = match_of(&test);
                return Ok((test, Some(matched)));
            }
        }
        let test = self.near_in_spelling(name, select).await?;
        let matched = matches!(&test, NameTest::Ranked(ids) if !ids.is_empty()).then_some(Match::Fuzzy);
        Ok((test, matched))
    }

    /// The entries of a ranking, with their scores where meaning had a part in it.
    pub(super) async fn ranked_entries(&self, ranked: &Ranked) -> Result<Vec<Entry>> {
        let ids = NameTest::Ranked(ranked.entries.iter().map(|scored| scored.id).collect());
        let most = u32::try_from(ranked.entries.len()).unwrap_or(u32::MAX);
        let selection = Selection { kinds: &[], filter: None, documents: None, name: &ids, limit: most };
        let rows = self.store.pick(selection).await?;
        let score_of = |row: &EntryRow| {
            let scored = ranked.entries.iter().find(|scored| scored.id == row.id.0);
            scored.filter(|_| ranked.by_meaning).map(|scored| (scored.score * 10_000.0).round() / 10_000.0)
        };
        let entry = |row: EntryRow| {
            let similarity_score = score_of(&row);
            self.entries_of(vec![row]).into_iter().map(move |entry| Entry { similarity_score, ..entry })
        };
        Ok(rows.into_iter().flat_map(entry).collect())
    }

    async fn pick(&self, select: Select<'_>, name: &NameTest) -> Result<Vec<EntryRow>> {
        self.store.pick(select.with(name)).await
    }

    /// Says why nothing was found, where it can be known: a word that no entry has in that field, or an empty library.
    async fn explain_nothing(
        &self,
        filter: &Filter,
        name: Option<&str>,
        messages: &mut Vec<String>,
    ) -> Result<()> {
        if self.store.documents().await?.is_empty() {
            messages.push(EMPTY_LIBRARY.to_owned());
            return Ok(());
        }
        for (facet, word) in facet_words(filter) {
            let values = self.store.facet_values(facet).await?;
            if !values.contains(&word) {
                let word = excerpt(&clean(&word), 80);
                messages.push(if values.len() <= 30 {
                    format!("No entry has the {} `{word}`; there are {}.", facet.name(), values.join(", "))
                } else {
                    let values: Vec<&str> = values.iter().map(String::as_str).collect();
                    format!(
                        "No entry has the {} `{word}`; near it are {}.",
                        facet.name(),
                        nearest(&word, &values, 5).join(", ")
                    )
                });
            }
        }
        if messages.is_empty() {
            let kinds =
                filter.kinds().iter().map(|kind: &Kind| kind.as_str()).collect::<Vec<_>>().join(" or ");
            messages.push(match name {
                Some(name) => format!("No {kinds} named like `{}` matches.", excerpt(&clean(name), 80)),
                None => format!("No {kinds} matches."),
            });
        }
        Ok(())
    }
}

/// What an answer from a library without entries says.
pub(super) const EMPTY_LIBRARY: &str = "The library is empty. Fetch content with the `sync_open5e` tool or `lorekeeper-mcp sync`, or import homebrew with the \
     `import_orcbrew` tool or `lorekeeper-mcp import`.";

/// Everything of a selection but the name.
#[derive(Clone, Copy)]
struct Select<'a> {
    kinds: &'a [Kind],
    filter: Option<&'a Filter>,
    documents: Option<&'a [i64]>,
    limit: u32,
}

impl<'a> Select<'a> {
    fn with(self, name: &'a NameTest) -> Selection<'a> {
        let Select { kinds, filter, documents, limit } = self;
        Selection { kinds, filter, documents, name, limit }
    }
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

/// The words by which a filter asks, with the facet that holds them.
fn facet_words(filter: &Filter) -> Vec<(Facet, String)> {
    let mut words = Vec::new();
    let mut add = |facet, word: Option<&String>| words.extend(word.map(|word| (facet, fold(word))));
    match filter {
        Filter::Spell(filter) => {
            add(Facet::School, filter.school.as_ref());
            add(Facet::DamageType, filter.damage_type.as_ref());
            let class = filter.class_name();
            add(Facet::SpellClass, class.as_ref());
            let time = filter.casting_time.as_ref().map(|text| CastingTime::new(text).as_str().to_owned());
            add(Facet::CastingTime, time.as_ref());
        }
        Filter::Creature(filter) => {
            add(Facet::CreatureType, filter.creature_type.as_ref());
            add(Facet::Size, filter.size.as_ref());
        }
        Filter::Equipment(filter) => add(Facet::DamageDice, filter.damage_dice.as_ref()),
        Filter::Rule(filter) => add(Facet::Section, filter.section.as_ref()),
        Filter::CharacterOption(_) => {}
    }
    words
}

/// A query cut to what is used of it, with a warning when something is cut.
pub(super) fn cut(query: &str) -> String {
    let Some((end, _)) = query.char_indices().nth(LONGEST_QUERY) else { return query.to_owned() };
    tracing::warn!(
        characters = query.chars().count(),
        used = LONGEST_QUERY,
        "the query is too long and was cut"
    );
    query.split_at(end).0.to_owned()
}

impl Library {
    /// What the text index finds. A damaged index is made anew once; an empty one is brought up to date first.
    pub(super) async fn candidates(
        &self,
        question: Question<'_>,
        most: usize,
    ) -> Result<Vec<crate::search::Candidate>> {
        self.wait_for_first_index().await?;
        match self.index.find(&question, most) {
            Err(Error::Index(error)) => {
                tracing::warn!(%error, "the text index is damaged and is made anew");
                self.index.rebuild(&self.store, &self.id, &crate::progress::Job::quiet()).await?;
                self.index.find(&question, most)
            }
            other => other,
        }
    }

    /// An index that is still empty is filled first, by this process or by another that has begun.
    async fn wait_for_first_index(&self) -> Result<()> {
        let began = std::time::Instant::now();
        while self.index.len() == 0 && began.elapsed() < FIRST_INDEX {
            self.catch_up(&crate::progress::Job::quiet()).await?;
            if self.index.len() > 0 || self.store.documents().await?.is_empty() {
                break;
            }
            tokio::time::sleep(std::time::Duration::from_millis(50)).await;
        }
        Ok(())
    }
}
