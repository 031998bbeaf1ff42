//! The tool `lookup_creature`.

use lore::fields::EntryType;
use lore::model::Family;

use crate::protocol::envelope::{Failure, Success};
use crate::protocol::listing::{CreatureList, PUBLISHED_ENTRY_FIELDS};
use crate::protocol::lookup_arguments::{LookupArguments, LookupTool, TypeArgument};
use crate::protocol::registry::Tool;
use crate::protocol::session::ToolRequest;
use crate::tools::lookup::look_up;

pub(crate) struct LookupCreature;

impl Tool for LookupCreature {
    const NAME: &'static str = "lookup_creature";
    const TITLE: &'static str = "Look up creatures";
    const DESCRIPTION: &'static str = "Finds creatures (monsters, beasts, NPCs) with their stat blocks: AC, hit points, XP, speed, senses, saving throws, \
        immunities, attacks. By name, challenge rating (CR), type or size, or by what they do (`semantic_query`). The races that \
        characters play are in lookup_character_option. Examples: {\"name\": \"ancient red dragon\"}; {\"type\": \"undead\", \
        \"cr_min\": 0.25, \"cr_max\": 2}.";
    const PUBLISHED_FIELDS: Option<&'static [&'static str]> = Some(PUBLISHED_ENTRY_FIELDS);
    const OPEN_WORLD: bool = true;
    const ALIASES: &'static [(&'static str, &'static str)] =
        &[("query", "name"), ("monster", "name"), ("creature", "name"), ("challenge_rating", "cr")];
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
