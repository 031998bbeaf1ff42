//! The tool `lookup_rule`.

use lore::query::{Filter, RuleFilter, RuleType};
use schemars::JsonSchema;
use serde::Deserialize;

use crate::protocol::arguments::{self, WantedEdition};
use crate::protocol::envelope::{Failure, Success};
use crate::protocol::listing::RuleList;
use crate::protocol::registry::Tool;
use crate::protocol::session::ToolRequest;
use crate::tools::lookup::look_up;

pub(crate) struct LookupRule;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Arguments {
    /// The type of rule; default any.
    #[serde(default, alias = "type", deserialize_with = "arguments::optional_word")]
    rule_type: Option<RuleType>,
    /// The name in any case, a part of it, its slug, a heading in its text, or a pattern: `*attack*` contains.
    name: Option<String>,
    /// The chapter of the rules, such as `combat`.
    section: Option<String>,
    /// Only from these documents, by key or name, such as `srd-2014`. An empty list finds nothing.
    documents: Option<Vec<String>>,
    /// Only this edition: `2014` (5e, SRD 5.1) or `2024` (5.5e, SRD 5.2). Leaves out other systems and homebrew.
    edition: Option<WantedEdition>,
    /// A description in plain words, such as `what happens when I fall`.
    semantic_query: Option<String>,
    /// The maximum number of entries; default 20.
    #[schemars(range(min = 1, max = 100))]
    limit: Option<i64>,
}

impl Tool for LookupRule {
    const NAME: &'static str = "lookup_rule";
    const TITLE: &'static str = "Look up rules";
    const DESCRIPTION: &'static str = "Finds rules and reference entries by name: chapters and sections of the rules, conditions, damage types, weapon properties, \
        skills, ability scores, schools of magic, languages, proficiencies, alignments. Returns whole entries, with their documents and editions. \
        Examples: {\"name\": \"hide\", \"edition\": \"2024\"}; {\"rule_type\": \"condition\", \"name\": \"grappled\"}; {\"rule_type\": \"rule\", \"name\": \"opportunity attack\"}; \
        {\"rule_type\": \"damage-type\", \"name\": \"*radiant*\"}; {\"rule_type\": \"rule\", \"section\": \"combat\", \"documents\": [\"srd-2014\"]}; \
        {\"rule_type\": \"rule\", \"semantic_query\": \"what happens when I fall\"}.";
    const OPEN_WORLD: bool = true;
    const ALIASES: &'static [(&'static str, &'static str)] = &[("type", "rule_type")];
    type Arguments = Arguments;
    type Value = RuleList;

    async fn call(request: ToolRequest<'_>, arguments: Arguments) -> Result<Success<RuleList>, Failure> {
        let filter = Filter::Rule(RuleFilter {
            rule_type: arguments.rule_type.unwrap_or(RuleType::Any),
            section: arguments.section,
        });
        let Arguments { name, documents, edition, semantic_query, limit, .. } = arguments;
        let lookup = arguments::lookup(name, (documents, edition), semantic_query, limit)?;
        look_up(request.session, &lookup, &filter).await
    }
}
