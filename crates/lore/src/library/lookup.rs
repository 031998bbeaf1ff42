use super::Library;
use super::document_filter::{Chosen, choose};
use super::ranked::{RankRequest, Ranked};
use crate::error::{Error, Result};
use crate::fields::Filter;
use crate::model::{Edition, Kind};
use crate::query::{Answer, CacheStatus, Entry, Incomplete, Lookup, NameLookup, NameTest};
use crate::search::IndexQuery;
use crate::store::{DocumentRow, EntryRow, Selection};

/// How long a search waits for another process that fills the text index for the first time.
const FIRST_INDEX: std::time::Duration = std::time::Duration::from_secs(15);
/// How many documents are named that are not of the edition asked for.
const TOLD: usize = 5;
/// How many characters of a query in plain words are used; the rest is cut.
const LONGEST_QUERY: usize = 512;

impl Library {
    /// Finds entries of one family by name and fields, after what the library lacks was asked of Open5e. Those whose names
    /// match better come first.
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
        if answer.incomplete.is_none() && !answer.more {
            let incomplete = self.incomplete(&freshened, lookup.documents.as_deref()).await?;
            // Of an answer without entries, the message has said it.
            answer.incomplete =
                incomplete.filter(|why| *why != Incomplete::Offline || !answer.entries.is_empty());
        }
        Ok(answer)
    }

    /// Finds them in the library as it is.
    async fn look_up(&self, lookup: &Lookup, filter: &Filter) -> Result<Answer> {
        let mut answer = Answer::default();
        let wanted = (lookup.documents.as_deref(), lookup.edition);
        let Some(documents) = self.chosen_documents(wanted, &mut answer.messages).await? else {
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
        match (name, meaning) {
            (name, Some(meaning)) => self.by_meaning(name, meaning, select, &mut answer).await?,
            (Some(name), None) => self.by_name(name, select, &mut answer).await?,
            (None, None) => {
                let mut rows = self.pick(select.with(&NameTest::Any).one_more()).await?;
                answer.more = cut_to(&mut rows, select.limit);
                answer.entries = self.entries_of(rows);
            }
        }
        if answer.entries.is_empty() {
            self.explain_nothing(name, select, lookup, &mut answer).await?;
        }
        answer.messages.extend(self.left_out_as_unknown(name, select, answer.matched).await?);
        Ok(answer)
    }

    /// Finds entries of any kind by name, as [`Library::lookup`] does for one family.
    ///
    /// # Errors
    /// When the database or the text index cannot be read.
    pub async fn by_any_name(&self, lookup: &NameLookup) -> Result<Answer> {
        let mut answer = Answer::default();
        let wanted = (lookup.documents.as_deref(), lookup.edition);
        let Some(documents) = self.chosen_documents(wanted, &mut answer.messages).await? else {
            return Ok(answer);
        };
        let select = Select {
            kinds: lookup.kinds.as_deref().unwrap_or_default(),
            filter: None,
            documents: documents.as_deref(),
            limit: lookup.limit.get(),
        };
        self.by_name(&lookup.name, select, &mut answer).await?;
        Ok(answer)
    }

    /// The numbers of the documents that are asked for by keys or names, and by edition: `Some(None)` for all. `None` when none is
    /// meant, so that nothing can be found; the messages then say why.
    pub(super) async fn chosen_documents(
        &self,
        (wanted, edition): (Option<&[String]>, Option<Edition>),
        messages: &mut Vec<String>,
    ) -> Result<Option<Option<Vec<i64>>>> {
        if wanted.is_none() && edition.is_none() {
            return Ok(Some(None));
        }
        let rows = self.store.documents().await?;
        let of_edition = edition.map(|edition| (edition, of_edition(edition, &rows)));
        let Some(wanted) = wanted else {
            return Ok(match of_edition {
                Some((edition, ids)) if ids.is_empty() => {
                    messages.push(format!("The library has no document of the {edition} rules."));
                    None
                }
                of_edition => Some(of_edition.map(|(_, ids)| ids)),
            });
        };
        if wanted.is_empty() {
            messages.push("No results match the document filter: the list of documents is empty.".to_owned());
            return Ok(None);
        }
        let Chosen { mut ids, message } = choose(wanted, &rows);
        messages.extend(message);
        if ids.is_empty() {
            messages.push("No results match the document filter.".to_owned());
            return Ok(None);
        }
        if let Some((edition, of_edition)) = of_edition {
            let named = std::mem::take(&mut ids);
            ids.extend(named.iter().filter(|id| of_edition.contains(id)));
            if ids.is_empty() {
                let named = rows.iter().filter(|row| named.contains(&row.id));
                let named: Vec<String> = named.take(TOLD).map(with_edition).collect();
                messages.push(format!(
                    "No results: none of the documents asked for is of the {edition} rules; {}.",
                    named.join(", ")
                ));
                return Ok(None);
            }
        }
        Ok(Some(Some(ids)))
    }

    /// Gives entries in the order in which they answer a question in plain words, of those that the name and the filters
    /// leave.
    async fn by_meaning(
        &self,
        name: Option<&str>,
        meaning: &str,
        select: Select<'_>,
        answer: &mut Answer,
    ) -> Result<()> {
        let mut test = NameTest::Any;
        if let Some(name) = name {
            (test, answer.matched) = self.first_test(name, select).await?;
        }
        let query = cut(meaning);
        let request =
            RankRequest { query: &query, selection: select.with(&test), fuzzy: true, semantic: true };
        let ranked = self.rank(request).await?;
        answer.entries = self.ranked_entries(&ranked).await?;
        answer.more = ranked.more;
        if ranked.by_meaning {
            self.append_unranked(select.with(&test), &mut answer.entries).await?;
        }
        answer.messages.extend(ranked.messages);
        Ok(())
    }

    /// Appends what a selection allows and nothing ranks: entries that are not embedded yet and do not have the words.
    async fn append_unranked(&self, selection: Selection<'_>, entries: &mut Vec<Entry>) -> Result<()> {
        let missing = (selection.limit as usize).saturating_sub(entries.len());
        if missing == 0 {
            return Ok(());
        }
        let known: Vec<String> = entries.iter().map(|entry| entry.uri.clone()).collect();
        let all = self.entries_of(self.pick(selection).await?);
        let others = all.into_iter().filter(|entry| !known.contains(&entry.uri)).take(missing);
        entries.extend(others.map(|entry| Entry { similarity_score: Some(0.0), ..entry }));
        Ok(())
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

    pub(super) async fn pick(&self, selection: Selection<'_>) -> Result<Vec<EntryRow>> {
        self.store.pick(selection).await
    }
}

/// The numbers of the documents of an edition.
fn of_edition(edition: Edition, documents: &[DocumentRow]) -> Vec<i64> {
    let fits = |row: &&DocumentRow| Edition::of(row.game_system()) == edition;
    documents.iter().filter(fits).map(|row| row.id).collect()
}

/// A document with its edition, in words.
fn with_edition(row: &DocumentRow) -> String {
    match Edition::of(row.game_system()) {
        Edition::Other => format!("`{}` is homebrew or of another system", row.key),
        edition => format!("`{}` is of the {edition} rules", row.key),
    }
}

/// Everything of a selection but the name.
#[derive(Clone, Copy)]
pub(super) struct Select<'a> {
    pub(super) kinds: &'a [Kind],
    pub(super) filter: Option<&'a Filter>,
    pub(super) documents: Option<&'a [i64]>,
    pub(super) limit: u32,
}

impl<'a> Select<'a> {
    /// The selection of what the name matches, too.
    pub(super) fn with(self, name: &'a NameTest) -> Selection<'a> {
        let Select { kinds, filter, documents, limit } = self;
        Selection { kinds, filter, documents, name, limit }
    }
}

/// Cuts rows to a limit; true when there were more.
pub(super) fn cut_to(rows: &mut Vec<EntryRow>, limit: u32) -> bool {
    let more = rows.len() > limit as usize;
    rows.truncate(limit as usize);
    more
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
        query: IndexQuery<'_>,
        most: usize,
    ) -> Result<Vec<crate::search::Candidate>> {
        self.wait_for_first_index().await?;
        if self.index.why_behind().is_some()
            && let Err(error) = self.catch_up(&crate::progress::Job::quiet()).await
        {
            tracing::warn!(%error, "the text index is still behind");
        }
        match self.index.find(&query, most) {
            Err(Error::Index(error)) => {
                tracing::warn!(%error, "the text index is damaged and is made anew");
                self.index.rebuild(&self.store, &self.id, &crate::progress::Job::quiet()).await?;
                self.index.find(&query, most)
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
