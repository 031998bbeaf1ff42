//! The tool `lookup_spell`.

use lore::query::{Filter, SpellFilter};
use schemars::JsonSchema;
use serde::Deserialize;

use crate::protocol::arguments::{self, WantedEdition};
use crate::protocol::envelope::{Failure, Success};
use crate::protocol::listing::SpellList;
use crate::protocol::registry::Tool;
use crate::protocol::session::ToolRequest;
use crate::tools::lookup::look_up;

pub(crate) struct LookupSpell;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Arguments {
    /// The name in any case, a part of it, its slug, or a pattern: `fire*` begins with, `*fire` ends with, `*fire*` contains.
    name: Option<String>,
    /// The level; 0 is a cantrip.
    #[schemars(range(min = 0, max = 9))]
    level: Option<i64>,
    /// The lowest level.
    #[schemars(range(min = 0, max = 9))]
    level_min: Option<i64>,
    /// The highest level.
    #[schemars(range(min = 0, max = 9))]
    level_max: Option<i64>,
    /// The school of magic, such as `evocation`.
    school: Option<String>,
    /// A class whose spell list it is on, such as `wizard`.
    class_key: Option<String>,
    /// True if it needs concentration.
    concentration: Option<bool>,
    /// True if it can be cast as a ritual.
    ritual: Option<bool>,
    /// The casting time, such as `action`, `bonus action`, `reaction` or `10 minutes`.
    casting_time: Option<String>,
    /// A damage type it deals, such as `fire`.
    damage_type: Option<String>,
    /// Only from these documents, by key or name, such as `srd-2014`. An empty list finds nothing.
    documents: Option<Vec<String>>,
    /// Only this edition: `2014` (5e, SRD 5.1) or `2024` (5.5e, SRD 5.2). Leaves out other systems and homebrew.
    edition: Option<WantedEdition>,
    /// A description in plain words, such as `protect from fire`.
    semantic_query: Option<String>,
    /// The maximum number of entries; default 20.
    #[schemars(range(min = 1, max = 100))]
    limit: Option<i64>,
}

impl Tool for LookupSpell {
    const NAME: &'static str = "lookup_spell";
    const TITLE: &'static str = "Look up spells";
    const DESCRIPTION: &'static str = "Finds spells by name and fields: level, school, class, casting time, damage type, concentration, ritual. All filters \
        apply together. Returns whole spells, with their documents and editions. \
        Examples: {\"name\": \"fireball\"}; {\"name\": \"fire*\", \"level\": 3, \"school\": \"evocation\"}; \
        {\"class_key\": \"wizard\", \"ritual\": true, \"level_max\": 2, \"documents\": [\"srd-2014\"]}; \
        {\"semantic_query\": \"protect from fire\", \"level_max\": 4}.";
    const OPEN_WORLD: bool = true;
    type Arguments = Arguments;
    type Value = SpellList;

    async fn call(request: ToolRequest<'_>, arguments: Arguments) -> Result<Success<SpellList>, Failure> {
        let level = arguments::level("level", arguments.level)?;
        let level_min = arguments::level("level_min", arguments.level_min)?;
        let level_max = arguments::level("level_max", arguments.level_max)?;
        arguments::in_order(("level_min", &level_min), ("level_max", &level_max))?;
        arguments::in_order(("level_min", &level_min), ("level", &level))?;
        arguments::in_order(("level", &level), ("level_max", &level_max))?;
        let filter = Filter::Spell(SpellFilter {
            level,
            level_min,
            level_max,
            school: arguments.school,
            class_key: arguments.class_key,
            concentration: arguments.concentration,
            ritual: arguments.ritual,
            casting_time: arguments.casting_time,
            damage_type: arguments.damage_type,
        });
        let Arguments { name, documents, edition, semantic_query, limit, .. } = arguments;
        let lookup = arguments::lookup(name, (documents, edition), semantic_query, limit)?;
        look_up(request.session, &lookup, &filter).await
    }
}
