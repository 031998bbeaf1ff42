//! The tool `lookup_creature`.

use lore::fields::EntryType;
use lore::model::Family;

use crate::protocol::envelope::{Failure, Success};
use crate::protocol::listing::CreatureList;
use crate::protocol::lookup_arguments::{LookupArguments, LookupTool, TypeArgument};
use crate::protocol::registry::Tool;
use crate::protocol::session::ToolRequest;
use crate::tools::lookup::look_up;

pub(crate) struct LookupCreature;

impl Tool for LookupCreature {
    const NAME: &'static str = "lookup_creature";
    const TITLE: &'static str = "Look up creatures";
    const DESCRIPTION: &'static str = "Finds creatures by name and fields: challenge rating, type, size, armor class, hit points. All filters apply together. \
        Returns whole stat blocks, with their documents and editions. \
        Examples: {\"name\": \"ancient red dragon\"}; {\"type\": \"dragon\", \"cr\": \"10\", \"limit\": 5}; \
        {\"type\": \"undead\", \"cr_min\": 0.25, \"cr_max\": 2, \"documents\": [\"srd-2024\"]}; \
        {\"semantic_query\": \"drains life with a touch\", \"cr_max\": 5}.";
    const OPEN_WORLD: bool = true;
    const ALIASES: &'static [(&'static str, &'static str)] = &[("challenge_rating", "cr")];
    type Arguments = LookupArguments<Self>;
    type Value = CreatureList;

    async fn call(
        request: ToolRequest<'_>,
        arguments: Self::Arguments,
    ) -> Result<Success<CreatureList>, Failure> {
        look_up(request.session, arguments).await
    }
}

impl LookupTool for LookupCreature {
    const FAMILY: Family = Family::Creature;
    const TYPE_ARGUMENT: Option<TypeArgument> = None;
    const DEFAULT_TYPE: Option<EntryType> = Some(EntryType::Creature);
    const NAME_DESCRIPTION: &'static str = "The name in any case, a part of it, its slug, or a pattern: `ancient*` begins with, `*dragon` ends with, `*dragon*` contains.";
    const QUERY_DESCRIPTION: &'static str = "A description in plain words, such as `undead that drain life`.";
}
