//! The tool `lookup_character_option`.

use lore::query::{CharacterOptionFilter, CharacterOptionType, Filter};
use schemars::JsonSchema;
use serde::Deserialize;

use crate::protocol::arguments::{self, WantedEdition};
use crate::protocol::envelope::{Failure, Success};
use crate::protocol::listing::OptionList;
use crate::protocol::registry::Tool;
use crate::protocol::session::ToolRequest;
use crate::tools::lookup::look_up;

pub(super) struct LookupCharacterOption;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Arguments {
    /// The type of option. `class` includes subclasses, and `race` subraces.
    #[serde(alias = "option_type", deserialize_with = "arguments::word")]
    r#type: CharacterOptionType,
    /// The name in any case, a part of it, its slug, or a pattern: `half*` begins with, `*elf` ends with, `*elf*` contains.
    name: Option<String>,
    /// Only from these documents, by key or name, such as `srd-2014`. An empty list finds nothing.
    documents: Option<Vec<String>>,
    /// Only this edition: `2014` (5e, SRD 5.1) or `2024` (5.5e, SRD 5.2). Leaves out other systems and homebrew.
    edition: Option<WantedEdition>,
    /// A description in plain words, such as `divine warrior`.
    semantic_query: Option<String>,
    /// The maximum number of entries; default 20.
    #[schemars(range(min = 1, max = 100))]
    limit: Option<i64>,
}

impl Tool for LookupCharacterOption {
    const NAME: &'static str = "lookup_character_option";
    const TITLE: &'static str = "Look up character options";
    const DESCRIPTION: &'static str = "Finds classes, subclasses, races (species), subraces, backgrounds, feats and class options (features, invocations …) by name. \
        Returns whole entries, with their documents and editions. \
        Examples: {\"type\": \"class\", \"name\": \"wizard\"}; {\"type\": \"race\", \"name\": \"*elf*\"}; {\"type\": \"feat\", \"name\": \"grappler\"}; \
        {\"type\": \"class-option\", \"name\": \"action surge\", \"documents\": [\"srd-2014\"]}; \
        {\"type\": \"class\", \"semantic_query\": \"masters of arcane magic\"}.";
    const OPEN_WORLD: bool = true;
    const ALIASES: &'static [(&'static str, &'static str)] = &[("option_type", "type")];
    type Arguments = Arguments;
    type Value = OptionList;

    async fn call(request: ToolRequest<'_>, arguments: Arguments) -> Result<Success<OptionList>, Failure> {
        let filter = Filter::CharacterOption(CharacterOptionFilter { option_type: arguments.r#type });
        let Arguments { name, documents, edition, semantic_query, limit, .. } = arguments;
        let lookup = arguments::lookup(name, (documents, edition), semantic_query, limit)?;
        look_up(request.session, &lookup, &filter).await
    }
}
