//! Entries in the order in which they answer a query in plain words, by meaning and by words.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use super::semantic_search::Meaning;
use super::text_search::TextSearch;
use crate::error::Result;
use crate::fields::Filter;
use crate::meaning::{Among, Nearness, QueryVector, Unavailable};
use crate::model::{Provider, fold};
use crate::query::{NameTest, is_srd};
use crate::search::{Candidate, Contender, Origin, Question, Scored, Typos, Where, rank};
use crate::store::{EntryHeader, Selection, Store};

/// How many entries the text index offers before the other filters are applied.
pub(super) const OFFERED: usize = 1_000;
/// How many of the entries nearest in meaning are offered before the other filters are applied.
const OFFERED_BY_MEANING: usize = 300;
/// How many entries are ranked, of those found by words and of those found by meaning. The number does not depend on how
/// many are wanted, so that the first hits are the same whatever the limit.
const CONTENDERS: usize = 100;

/// A query in plain words, over the entries that a selection means.
#[derive(Clone, Copy)]
pub(super) struct Ask<'a> {
    /// The words.
    pub(super) query: &'a str,
    /// Which entries are asked for, and how many.
    pub(super) selection: Selection<'a>,
    /// Whether typing errors are forgiven.
    pub(super) fuzzy: bool,
    /// Whether to search by meaning, too.
    pub(super) semantic: bool,
}

/// Entries in order.
#[derive(Debug, Default)]
pub(super) struct Ranked {
    /// As many as are asked for.
    pub(super) entries: Vec<Scored>,
    /// Whether there are more.
    pub(super) more: bool,
    /// Whether meaning had a part in it.
    pub(super) by_meaning: bool,
    /// What the user should know.
    pub(super) messages: Vec<String>,
}

/// Ranks entries.
pub(super) struct Ranker {
    store: Store,
    pub(super) text: Arc<TextSearch>,
    meaning: Arc<Meaning>,
}

impl Ranker {
    pub(super) fn new(store: Store, text: Arc<TextSearch>, meaning: Arc<Meaning>) -> Self {
        Self { store, text, meaning }
    }

    /// Ranks entries by how well they answer a query. Where meaning cannot be asked for, words do it alone.
    pub(super) async fn rank(&self, ask: Ask<'_>) -> Result<Ranked> {
        let Ask { query, selection, fuzzy, semantic } = ask;
        let Selection { kinds, documents, limit, .. } = selection;
        let mut ranked = Ranked::default();
        let limit = limit as usize;
        let (most, offered) = (CONTENDERS, OFFERED_BY_MEANING);
        let typos = if fuzzy { Typos::UnknownWords } else { Typos::None };
        let question = Question { text: query, place: Where::Anywhere, typos, kinds, documents };
        let (vector, words) =
            tokio::join!(self.vector_for(query, semantic), self.text.find(question, OFFERED));
        let vector = vector.unwrap_or_else(|message| {
            ranked.messages.push(message);
            None
        });
        if vector.is_some() {
            ranked.messages.extend(self.meaning.how_far_embedded().await?);
        }
        // Only now: a library that is just being filled has waited for its index.
        let named = self.named(query, selection).await?;
        let mut found = Found { words: words?, near: Vec::new(), named };
        found.near = self.near(vector.as_ref(), selection, None, offered, found.ids(most)).await?;
        if narrows(selection) {
            let mut allowed = self.allowed(selection, Some(found.ids(offered))).await?;
            if !found.is_plenty(&allowed, offered, most) {
                // Of what the filters leave, little was offered; then it is little, and all of it is looked at.
                allowed = self.allowed(selection, None).await?;
                let also = found.ids(offered);
                found.near = self.near(vector.as_ref(), selection, Some(allowed.clone()), most, also).await?;
            }
            found.keep(&allowed);
        }
        ranked.by_meaning = !found.near.is_empty();
        let texts = found.words.iter().map(|candidate| (candidate.id, candidate.score)).collect();
        let near = found.near.iter().copied().collect();
        ranked.entries = self.order(query, found.ids(most), &texts, &near).await?;
        ranked.more = ranked.entries.len() > limit;
        ranked.entries.truncate(limit);
        Ok(ranked)
    }

    /// The entries nearest in meaning, of those that may be given, and after them what else is asked for.
    async fn near(
        &self,
        vector: Option<&QueryVector>,
        selection: Selection<'_>,
        allowed: Option<HashSet<i64>>,
        most: usize,
        also: Vec<i64>,
    ) -> Result<Vec<(i64, Nearness)>> {
        let Some(vector) = vector else { return Ok(Vec::new()) };
        let Selection { kinds, documents, .. } = selection;
        let (kinds, documents) = (kinds.to_vec(), documents.map(<[_]>::to_vec));
        self.meaning.nearest(vector.clone(), Among { entries: allowed, kinds, documents }, most, also).await
    }

    /// Orders entries by how well their names fit a query.
    pub(super) async fn by_words(&self, query: &str, found: &[Candidate]) -> Result<Vec<Scored>> {
        let texts: HashMap<i64, f32> =
            found.iter().map(|candidate| (candidate.id, candidate.score)).collect();
        self.order(query, texts.keys().copied().collect(), &texts, &HashMap::new()).await
    }

    /// Orders entries of which the text index's scores and the nearness in meaning are known.
    async fn order(
        &self,
        query: &str,
        ids: Vec<i64>,
        texts: &HashMap<i64, f32>,
        near: &HashMap<i64, Nearness>,
    ) -> Result<Vec<Scored>> {
        let heads = self.store.headers(&ids).await?;
        let contender = |head| contender(head, texts, near);
        Ok(rank(query, self.meaning.ranking, &heads.iter().map(contender).collect::<Vec<_>>()))
    }

    /// What a query means; `Ok(None)` when nobody wants to know, a message when it cannot be said.
    async fn vector_for(&self, query: &str, semantic: bool) -> Result<Option<QueryVector>, String> {
        if !semantic {
            return Ok(None);
        }
        match self.meaning.meaning_of(query).await {
            Ok(vector) => Ok(Some(vector)),
            Err(why) => {
                if matches!(why, Unavailable::Failed(_)) {
                    tracing::warn!(%why, "the meaning of a question is not known; answering by words");
                }
                Err(format!("Semantic search is unavailable ({why}); the answer was found by words."))
            }
        }
    }

    /// The entries that have the query for a name.
    async fn named(&self, query: &str, selection: Selection<'_>) -> Result<Vec<i64>> {
        let name = NameTest::Equal(fold(query));
        self.store.pick_ids(Selection { name: &name, filter: None, ..selection }).await
    }

    /// The entries that a selection allows, of some or of all.
    async fn allowed(&self, selection: Selection<'_>, of: Option<Vec<i64>>) -> Result<HashSet<i64>> {
        let ids = match (of, selection.name) {
            (Some(of), NameTest::Any) => {
                let of = NameTest::Ranked(of);
                self.store.pick_ids(Selection { name: &of, ..selection }).await?
            }
            _ => self.store.pick_ids(selection).await?,
        };
        Ok(ids.into_iter().collect())
    }
}

/// What was found for a query.
struct Found {
    /// By words, best first.
    words: Vec<Candidate>,
    /// By meaning, nearest first, and after them others of which it is known.
    near: Vec<(i64, Nearness)>,
    /// By its name.
    named: Vec<i64>,
}

impl Found {
    /// Each entry once: the first ones of those found by words and of those found by meaning, and all that are named.
    fn ids(&self, most: usize) -> Vec<i64> {
        let words = self.words.iter().map(|candidate| candidate.id).take(most);
        let near = self.near.iter().map(|(id, _)| *id).take(most);
        let ids: HashSet<i64> = words.chain(near).chain(self.named.iter().copied()).collect();
        ids.into_iter().collect()
    }

    /// Whether so much of what was offered is allowed that nothing else can be among the best; or it was all there is.
    fn is_plenty(&self, allowed: &HashSet<i64>, offered: usize, most: usize) -> bool {
        let words =
            self.words.iter().take(offered).filter(|candidate| allowed.contains(&candidate.id)).count();
        let near = self.near.iter().take(offered).filter(|(id, _)| allowed.contains(id)).count();
        (self.words.len() < offered || words >= most) && (self.near.len() < offered || near >= most)
    }

    /// Keeps what is allowed.
    fn keep(&mut self, allowed: &HashSet<i64>) {
        self.words.retain(|candidate| allowed.contains(&candidate.id));
        self.near.retain(|(id, _)| allowed.contains(id));
        self.named.retain(|id| allowed.contains(id));
    }
}

/// Whether more decides than kinds and documents.
fn narrows(selection: Selection<'_>) -> bool {
    selection.filter.is_some_and(Filter::narrows) || !matches!(selection.name, NameTest::Any)
}

/// What is known of an entry.
fn contender<'a>(
    head: &'a EntryHeader,
    texts: &HashMap<i64, f32>,
    near: &HashMap<i64, Nearness>,
) -> Contender<'a> {
    Contender {
        id: head.id,
        kind: head.kind,
        name: &head.name,
        base_item: head.base_item.as_deref(),
        origin: match head.provider {
            Provider::OrcBrew => Origin::Own,
            _ if is_srd(&head.document_key) => Origin::Core,
            _ => Origin::Other,
        },
        text: texts.get(&head.id).copied().unwrap_or(0.0),
        nearness: near.get(&head.id).copied(),
    }
}

#[cfg(test)]
mod tests;
