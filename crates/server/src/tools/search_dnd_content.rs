//! The tool `search_dnd_content`.

use lore::model::Edition;
use lore::query::Search;
use schemars::JsonSchema;
use serde::Deserialize;

use crate::protocol::arguments::{self, WantedEdition};
use crate::protocol::envelope::{Failure, Success};
use crate::protocol::listing::{FieldsOfAnyKind, Listing, MAX_COMPLETE_SEARCH_BYTES};
use crate::protocol::registry::Tool;
use crate::protocol::session::ToolRequest;
use crate::tools::lookup::incomplete_message;

pub(crate) struct SearchDndContent;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Arguments {
    /// A name, or a question or description in plain words.
    query: String,
    /// Only these types of content, such as `Spell`, `Creature`, `Equipment`, `Class`, `Race`, `Background`, `Feat`, `Condition`, `Rule`.
    content_types: Option<Vec<String>>,
    /// Only from these documents, by key or name, such as `srd-2014`. An empty list finds nothing.
    documents: Option<Vec<String>>,
    /// Only this edition: `2014` (5e, SRD 5.1) or `2024` (5.5e, SRD 5.2). Leaves out other systems and homebrew.
    edition: Option<WantedEdition>,
    /// True to search by meaning as well as by words; default true.
    #[serde(alias = "enable_semantic")]
    semantic: Option<bool>,
    /// True to tolerate typing errors; default true.
    #[serde(alias = "enable_fuzzy")]
    fuzzy: Option<bool>,
    /// The maximum number of hits; default 20.
    #[schemars(range(min = 1, max = 100))]
    limit: Option<i64>,
}

impl Tool for SearchDndContent {
    const NAME: &'static str = "search_dnd_content";
    const TITLE: &'static str = "Search everything";
    const DESCRIPTION: &'static str = "Searches all content by a name or a question in plain words, by meaning as well as by words, and tolerates typing errors; the \
        entry whose name is the query comes first. Hits are of every kind unless `content_types` narrows them, with a \
        `similarity_score` from 0 to 1; later hits are shortened. \
        Examples: {\"query\": \"firebal\"}; {\"query\": \"spells that heal wounds\", \"content_types\": [\"Spell\"]}; \
        {\"query\": \"undead that drain life\", \"content_types\": [\"Creature\"], \"documents\": [\"srd-2014\"], \"limit\": 5}.";
    const ALIASES: &'static [(&'static str, &'static str)] =
        &[("enable_semantic", "semantic"), ("enable_fuzzy", "fuzzy")];
    type Arguments = Arguments;
    type Value = Listing<FieldsOfAnyKind>;

    async fn call(request: ToolRequest<'_>, arguments: Arguments) -> Result<Success<Self::Value>, Failure> {
        if arguments.query.trim().is_empty() {
            return Err(Failure::invalid(
                "query",
                "`query` is empty; give a name or a few words to search for.",
            ));
        }
        let search = Search {
            query: arguments.query,
            kinds: arguments::kinds("content_types", arguments.content_types)?,
            documents: arguments.documents,
            edition: arguments.edition.map(Edition::from),
            semantic: arguments.semantic.unwrap_or(true),
            fuzzy: arguments.fuzzy.unwrap_or(true),
            limit: arguments::limit(arguments.limit)?,
        };
        let answer = request.session.library().await?.search(&search).await?;
        let listing = Listing::of(answer.entries, MAX_COMPLETE_SEARCH_BYTES);
        let names = request.session.names();
        let instruction = listing.instruction(names);
        let incomplete = answer.incomplete.map(|incomplete| incomplete_message(incomplete, names));
        let messages: Vec<String> = answer.messages.into_iter().chain(incomplete).collect();
        Ok(Success { instruction, ..Success::of(listing) }.with_messages(&messages))
    }
}
