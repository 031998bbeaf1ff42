use std::collections::HashMap;

use super::Library;
use super::lookup::{EMPTY_LIBRARY, cut, semantic_search_is_missing};
use crate::error::{Error, Result};
use crate::model::fold;
use crate::query::{Hit, NameTest, Search, SearchAnswer};
use crate::search::{Question, Where, order};
use crate::store::Selection;

/// How many candidates are ranked for one hit that is given.
const CANDIDATES_PER_HIT: usize = 3;
/// How many candidates are ranked at least.
const LEAST_CANDIDATES: usize = 60;

impl Library {
    /// Finds entries of any kind by words: first those whose name is the query, then by how well name and text fit.
    ///
    /// # Errors
    /// When the query is empty, or the database or the text index cannot be read.
    pub async fn search(&self, search: &Search) -> Result<SearchAnswer> {
        let query = search.query.trim();
        if query.is_empty() {
            return Err(Error::Invalid("`query` is empty; give a few words to search for".to_owned()));
        }
        let query = cut(query);
        let mut answer = SearchAnswer::default();
        let kinds = search.kinds.as_deref().unwrap_or_default();
        if search.kinds.as_ref().is_some_and(Vec::is_empty) {
            answer.messages.push("No results: the list of content types is empty.".to_owned());
            return Ok(answer);
        }
        let Some(documents) =
            self.chosen_documents(search.documents.as_deref(), &mut answer.messages).await?
        else {
            return Ok(answer);
        };
        if search.semantic {
            answer.messages.push(semantic_search_is_missing());
        }
        let limit = search.limit.get() as usize;
        let question = Question {
            text: &query,
            place: Where::Anywhere,
            fuzzy: search.fuzzy,
            kinds,
            documents: documents.as_deref(),
        };
        let found = self.candidates(question, (limit * CANDIDATES_PER_HIT).max(LEAST_CANDIDATES)).await?;
        let select =
            |name, limit| Selection { kinds, filter: None, documents: documents.as_deref(), name, limit };
        let named = NameTest::Equal(fold(&query));
        let mut rows = self.store.pick(select(&named, search.limit.get())).await?;
        let ranked = NameTest::Ranked(found.iter().map(|candidate| candidate.id).collect());
        let most = u32::try_from(found.len()).unwrap_or(u32::MAX);
        rows.extend(self.store.pick(select(&ranked, most)).await?);
        let scores: HashMap<i64, f32> =
            found.iter().map(|candidate| (candidate.id, candidate.score)).collect();
        let score_of = |id: i64| scores.get(&id).copied().unwrap_or(0.0);
        let scored = order(&query, rows.iter().map(|row| (row.id.0, row.name.as_str(), score_of(row.id.0))));
        let mut by_id: HashMap<i64, _> = rows.into_iter().map(|row| (row.id.0, row)).collect();
        for scored in scored {
            if answer.hits.len() == limit {
                break;
            }
            let Some(row) = by_id.remove(&scored.id) else { continue };
            answer.hits.extend(
                self.entries_of(vec![row]).into_iter().map(|entry| Hit { entry, score: scored.score }),
            );
        }
        if answer.hits.is_empty() {
            let empty = self.store.documents().await?.is_empty();
            answer.messages.push(if empty {
                EMPTY_LIBRARY.to_owned()
            } else {
                format!("Nothing matches `{query}`.")
            });
        }
        Ok(answer)
    }
}
