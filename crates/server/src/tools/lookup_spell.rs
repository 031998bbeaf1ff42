//! The tool `lookup_spell`.

use lore::fields::EntryType;
use lore::model::Family;

use crate::protocol::envelope::{Failure, Success};
use crate::protocol::listing::{PUBLISHED_ENTRY_FIELDS, SpellList};
use crate::protocol::lookup_arguments::{LookupArguments, LookupTool, TypeArgument};
use crate::protocol::registry::Tool;
use crate::protocol::session::ToolRequest;
use crate::tools::lookup::look_up;

pub(crate) struct LookupSpell;

impl Tool for LookupSpell {
    const NAME: &'static str = "lookup_spell";
    const TITLE: &'static str = "Look up spells";
    const DESCRIPTION: &'static str = "Finds spells and cantrips with their casting time, range, components and effects: by name, level, school, class list, damage \
        type, ritual or concentration, or by what they do (`semantic_query`). What a feat, a class feature or a magic item does is in \
        the other lookups. Examples: {\"name\": \"fireball\"}; {\"class_key\": \"wizard\", \"ritual\": true, \"level_max\": 2}.";
    const PUBLISHED_FIELDS: Option<&'static [&'static str]> = Some(PUBLISHED_ENTRY_FIELDS);
    const OPEN_WORLD: bool = true;
    const ALIASES: &'static [(&'static str, &'static str)] = &[("query", "name"), ("spell", "name")];
    type Arguments = LookupArguments<Self>;
    type Value = SpellList;

    async fn call(
        request: ToolRequest<'_>,
        arguments: Self::Arguments,
    ) -> Result<Success<SpellList>, Failure> {
        look_up(request.session, arguments).await
    }
}

impl LookupTool for LookupSpell {
    const FAMILY: Family = Family::Spell;
    const TYPE_ARGUMENT: Option<TypeArgument> = None;
    const DEFAULT_TYPE: Option<EntryType> = Some(EntryType::Spell);
    const NAME_DESCRIPTION: &'static str = "The name in any case, a part of it, its slug, or a pattern: `fire*` begins with, `*fire` ends with, `*fire*` contains.";
    const QUERY_DESCRIPTION: &'static str = "A description in plain words, such as `protect from fire`.";
}
