//! The tool `search_dnd_content`.

use lore::query::Search;
use schemars::JsonSchema;
use serde::Deserialize;

use crate::protocol::arguments::{WantedEdition, kinds, limit};
use crate::protocol::listing::{Detail, FieldsOfAnyKind, FirstEntry, Listing};
use crate::protocol::registry::{Aliases, Failure, Success, Tool, ToolRequest};
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
    edition: Option<WantedEdition>,
    /// True to search by meaning as well as by words; default true.
    semantic: Option<bool>,
    /// True to tolerate typing errors; default true.
    fuzzy: Option<bool>,
    /// The maximum number of hits; default 20.
    #[schemars(range(min = 1, max = 100))]
    limit: Option<i64>,
    /// `short`: a line each; `auto`: the best whole; `full`: all whole; default `auto`.
    detail: Option<Detail>,
    /// False lists each edition, printing and variant by itself; default true.
    fold: Option<bool>,
}

impl Tool for SearchDndContent {
    const NAME: &'static str = "search_dnd_content";
    const TITLE: &'static str = "Search everything";
    const DESCRIPTION: &'static str = "Searches all kinds and books at once, by meaning and by words, despite typing errors. Use it if the kind of a thing is unknown, \
        for several kinds or a list of names, or if a lookup found nothing; else a lookup is more exact. Names may be in other \
        languages; describe in English. Examples: {\"query\": \"flying fiends of CR 5 or less\"}; {\"query\": \"drains life\", \
        \"content_types\": [\"Creature\", \"Spell\"]}.";
    const ALIASES: Aliases = &[
        ("enable_semantic", "semantic"),
        ("enable_fuzzy", "fuzzy"),
        ("name", "query"),
        ("types", "content_types"),
    ];
    const HAS_CARD: bool = true;
    const HAS_OUTPUT_SCHEMA: bool = false;
    const IS_LIST: bool = true;
    type Value = Listing<FieldsOfAnyKind>;

    async fn call(self, request: ToolRequest<'_>) -> Result<Success<Self::Value>, Failure> {
        if self.query.trim().is_empty() {
            let message = "`query` is empty; give a name or a few words to search for.";
            return Err(Failure::invalid("query", message));
        }
        let search = Search {
            query: self.query,
            kinds: self.content_types.map(|types| kinds("content_types", &types)).transpose()?,
            documents: self.documents,
            edition: self.edition.map(|WantedEdition(edition)| edition),
            semantic: self.semantic.unwrap_or(true),
            fuzzy: self.fuzzy.unwrap_or(true),
            fold: self.fold.unwrap_or(true),
            limit: limit(self.limit),
        };
        let answer = request.session.library().await?.search(&search).await?;
        Ok(listed(answer, self.detail.unwrap_or_default(), FirstEntry::Likely, &request))
    }
}
