//! The tool `search_dnd_content`.

use lore::model::fold;
use lore::query::{Entry, Search};
use schemars::JsonSchema;
use serde::Deserialize;

use crate::protocol::arguments::{self, WantedEdition};
use crate::protocol::listing::{Detail, FieldsOfAnyKind, FirstEntry, Listing, PUBLISHED_ENTRY_FIELDS};
use crate::protocol::registry::{Failure, Success, Tool, ToolRequest};
use crate::tools::lookup::listed;

#[derive(Debug, Deserialize, JsonSchema)]
pub(crate) struct SearchDndContent {
    /// Names, a question, or a description in plain words, whose conditions become filters.
    query: String,
    /// Only these types of content, such as `Spell`, `Creature`, `Equipment`, `Class`, `Race`, `Background`,
    /// `Feat`, `Condition`, `Rule`.
    content_types: Option<Vec<String>>,
    /// Only these documents, by key or name, such as `srd-2014`.
    documents: Option<Vec<String>>,
    /// Only this edition: `2014` (5e, SRD 5.1) or `2024` (5.5e, SRD 5.2); no homebrew.
    #[schemars(with = "Option<String>")]
    edition: Option<WantedEdition>,
    /// True to search by meaning as well as by words; default true.
    semantic: Option<bool>,
    /// True to tolerate typing errors; default true.
    fuzzy: Option<bool>,
    /// The maximum number of hits; default 20.
    #[schemars(range(min = 1, max = 100))]
    limit: Option<i64>,
    /// How much of each hit: `short` a line, `full` all of it, `auto` all of the first ones; default `auto`.
    detail: Option<Detail>,
}

impl Tool for SearchDndContent {
    const NAME: &'static str = "search_dnd_content";
    const TITLE: &'static str = "Search everything";
    const DESCRIPTION: &'static str = "Searches everything, all kinds and books at once, by meaning and by words, and tolerates typing errors. Use it if the kind of \
        a thing is unknown, if several kinds are wanted, for a list of names, or if a lookup found nothing; else a lookup is more \
        exact. Examples: {\"query\": \"flying fiends of CR 5 or less\"}; {\"query\": \"drains life\", \"content_types\": [\"Creature\", \
        \"Spell\"]}.";
    const ALIASES: &'static [(&'static str, &'static str)] = &[
        ("enable_semantic", "semantic"),
        ("enable_fuzzy", "fuzzy"),
        ("name", "query"),
        ("types", "content_types"),
    ];
    const HAS_CARD: bool = true;
    const PUBLISHED_FIELDS: Option<&'static [&'static str]> = Some(PUBLISHED_ENTRY_FIELDS);
    type Value = Listing<FieldsOfAnyKind>;

    async fn call(self, request: ToolRequest<'_>) -> Result<Success<Self::Value>, Failure> {
        if self.query.trim().is_empty() {
            let message = "`query` is empty; give a name or a few words to search for.";
            return Err(Failure::invalid("query", message));
        }
        let search = Search {
            query: self.query,
            kinds: arguments::kinds("content_types", self.content_types)?,
            documents: self.documents,
            edition: self.edition.map(|WantedEdition(edition)| edition),
            semantic: self.semantic.unwrap_or(true),
            fuzzy: self.fuzzy.unwrap_or(true),
            limit: arguments::limit(self.limit),
        };
        let answer = request.session.library().await?.search(&search).await?;
        let is_likely = |first: &Entry| fold(&first.name) == fold(search.query.trim());
        let is_likely = answer.entries.first().is_some_and(is_likely);
        let first = if is_likely { FirstEntry::Likely } else { FirstEntry::Matching };
        Ok(listed(answer, self.detail.unwrap_or_default(), first, request.session))
    }
}
