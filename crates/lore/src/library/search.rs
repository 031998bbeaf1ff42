use super::Library;
use super::freshness::Freshened;
use super::lookup::cut;
use super::ranked::RankRequest;
use crate::error::{Error, Result};
use crate::model::shown;
use crate::query::{Answer, Incomplete, NameTest, Search};
use crate::store::Selection;

impl Library {
    /// Finds entries of any kind by meaning and words: first those whose name is the query, then by how well they answer it.
    ///
    /// # Errors
    /// When the query is empty, or the database or the text index cannot be read.
    pub async fn search(&self, search: &Search) -> Result<Answer> {
        let query = search.query.trim();
        if query.is_empty() {
            return Err(Error::Invalid("`query` is empty; give a few words to search for".to_owned()));
        }
        let query = cut(query);
        let mut answer = Answer::default();
        let kinds = search.kinds.as_deref().unwrap_or_default();
        if search.kinds.as_ref().is_some_and(Vec::is_empty) {
            answer.messages.push("No results: the list of content types is empty.".to_owned());
            return Ok(answer);
        }
        let wanted = (search.documents.as_deref(), search.edition);
        let Some(documents) = self.chosen_documents(wanted, &mut answer.messages).await? else {
            return Ok(answer);
        };
        let selection = Selection {
            kinds,
            filter: None,
            documents: documents.as_deref(),
            name: &NameTest::Any,
            limit: search.limit.get(),
        };
        let request =
            RankRequest { query: &query, selection, fuzzy: search.fuzzy, semantic: search.semantic };
        let ranked = self.rank(request).await?;
        answer.entries = self.ranked_entries(&ranked).await?;
        answer.messages.extend(ranked.messages);
        if answer.entries.is_empty() && self.store.documents().await?.is_empty() {
            answer.incomplete = Some(Incomplete::EmptyLibrary);
            return Ok(answer);
        }
        answer.incomplete = self.incomplete(&Freshened::never_asked(), search.documents.as_deref()).await?;
        if answer.entries.is_empty() {
            answer.messages.push(format!("Nothing matches `{}`.", shown(&query)));
        }
        Ok(answer)
    }
}
