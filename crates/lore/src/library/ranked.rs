//! Entries in the order in which they answer a query in plain words, by meaning and by words.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use super::Library;
use crate::error::Result;
use crate::meaning::{Among, Nearness, QueryVector, Unavailable};
use crate::model::{Provider, fold};
use crate::query::{NameTest, is_reserved};
use crate::search::{Candidate, Contender, Origin, Question, Scored, Where, rank};
use crate::store::{Head, Selection};

/// How many entries the text index offers before the other filters are applied.
pub(super) const OFFERED: usize = 1_000;
/// How many entries are ranked for one that is given, of those found by words and of those found by meaning.
const CONTENDERS: usize = 3;
/// How many are ranked at least.
const LEAST_CONTENDERS: usize = 100;

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
    /// Whether meaning had a part in it.
    pub(super) by_meaning: bool,
    /// What the user should know.
    pub(super) messages: Vec<String>,
}

impl Library {
    /// Ranks entries by how well they answer a query. Where meaning cannot be asked for, words do it alone.
    pub(super) async fn rank(&self, ask: Ask<'_>) -> Result<Ranked> {
        let Ask { query, selection, fuzzy, semantic } = ask;
        let Selection { kinds, documents, limit, .. } = selection;
        let mut ranked = Ranked::default();
        let question = Question { text: query, place: Where::Anywhere, fuzzy, kinds, documents };
        let (vector, words) =
            tokio::join!(self.vector_for(query, semantic), self.candidates(question, OFFERED));
        // Only now: a library that is just being filled has waited for its index.
        let allowed = self.allowed(selection).await?.map(Arc::new);
        let named = self.named(query, selection).await?;
        let vector = vector.unwrap_or_else(|message| {
            ranked.messages.extend(message);
            None
        });
        let is_allowed = |id: i64| allowed.as_ref().is_none_or(|allowed| allowed.contains(&id));
        let words: Vec<(i64, f32)> = words?
            .into_iter()
            .map(|found| (found.id, found.score))
            .filter(|(id, _)| is_allowed(*id))
            .collect();
        let limit = limit as usize;
        let most = (limit * CONTENDERS).max(LEAST_CONTENDERS);
        let named = named.into_iter().filter(|id| is_allowed(*id));
        let known: Vec<i64> = words.iter().take(most).map(|(id, _)| *id).chain(named).collect();
        let mut near: HashMap<i64, Nearness> = HashMap::new();
        if let Some(vector) = vector {
            let (kinds, documents) = (kinds.to_vec(), documents.map(<[_]>::to_vec));
            let among = Among { entries: allowed.clone(), kinds, documents };
            near = self.nearest(vector, among, most, known.clone()).await?.into_iter().collect();
            ranked.by_meaning = !near.is_empty();
            ranked.messages.extend(self.how_far_embedded().await?);
        }
        let ids: HashSet<i64> = known.into_iter().chain(near.keys().copied()).collect();
        ranked.entries = self.order(query, ids, &words.into_iter().collect(), &near).await?;
        ranked.entries.truncate(limit);
        Ok(ranked)
    }

    /// Orders the allowed ones among entries that the text index found.
    pub(super) async fn by_words(
        &self,
        query: &str,
        found: &[Candidate],
        allowed: &[i64],
    ) -> Result<Vec<Scored>> {
        let texts = found.iter().map(|candidate| (candidate.id, candidate.score)).collect();
        self.order(query, allowed.iter().copied().collect(), &texts, &HashMap::new()).await
    }

    /// Orders entries of which the text index's scores and the nearness in meaning are known.
    async fn order(
        &self,
        query: &str,
        ids: HashSet<i64>,
        texts: &HashMap<i64, f32>,
        near: &HashMap<i64, Nearness>,
    ) -> Result<Vec<Scored>> {
        let heads = self.store.heads(&ids.into_iter().collect::<Vec<_>>()).await?;
        let contender = |head| contender(head, texts, near);
        Ok(rank(query, self.meaning.ranking, &heads.iter().map(contender).collect::<Vec<_>>()))
    }

    /// What a query means; `Ok(None)` when nobody wants to know, a message when it cannot be said.
    async fn vector_for(&self, query: &str, semantic: bool) -> Result<Option<QueryVector>, Option<String>> {
        if !semantic {
            return Ok(None);
        }
        match self.meaning_of(query).await {
            Ok(vector) => Ok(Some(vector)),
            Err(why) => {
                if matches!(why, Unavailable::Failed(_)) {
                    tracing::warn!(%why, "the meaning of a question is not known; answering by words");
                }
                Err(Some(format!("Semantic search is unavailable ({why}); the answer was found by words.")))
            }
        }
    }

    /// The entries that have the query for a name.
    async fn named(&self, query: &str, selection: Selection<'_>) -> Result<Vec<i64>> {
        let name = NameTest::Equal(fold(query));
        self.store.pick_ids(Selection { name: &name, filter: None, ..selection }).await
    }

    /// The entries that may be ranked, where more decides than their kinds and documents.
    async fn allowed(&self, selection: Selection<'_>) -> Result<Option<HashSet<i64>>> {
        let narrows = selection.filter.is_some_and(|filter| filter.narrows())
            || !matches!(selection.name, NameTest::Any);
        if !narrows {
            return Ok(None);
        }
        Ok(Some(self.store.pick_ids(selection).await?.into_iter().collect()))
    }
}

/// What is known of an entry.
fn contender<'a>(head: &'a Head, texts: &HashMap<i64, f32>, near: &HashMap<i64, Nearness>) -> Contender<'a> {
    Contender {
        id: head.id,
        kind: head.kind,
        name: &head.name,
        base_item: head.base_item.as_deref(),
        origin: match head.provider {
            Provider::OrcBrew => Origin::Own,
            _ if is_reserved(head.document_key.as_str()) => Origin::Core,
            _ => Origin::Other,
        },
        text: texts.get(&head.id).copied().unwrap_or(0.0),
        nearness: near.get(&head.id).copied(),
    }
}

#[cfg(test)]
mod tests;
