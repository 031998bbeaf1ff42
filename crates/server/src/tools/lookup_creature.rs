//! The tool `lookup_creature`.

use lore::query::{CreatureFilter, Filter};
use schemars::JsonSchema;
use serde::Deserialize;

use crate::protocol::arguments::{self, Rating, WantedEdition};
use crate::protocol::envelope::{Failure, Success};
use crate::protocol::listing::CreatureList;
use crate::protocol::registry::Tool;
use crate::protocol::session::ToolRequest;
use crate::tools::lookup::look_up;

pub(crate) struct LookupCreature;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Arguments {
    /// The name in any case, a part of it, its slug, or a pattern: `ancient*` begins with, `*dragon` ends with, `*dragon*` contains.
    name: Option<String>,
    /// The challenge rating, such as `10`, `0.25` or `"1/4"`.
    #[serde(alias = "challenge_rating")]
    cr: Option<Rating>,
    /// The lowest challenge rating.
    cr_min: Option<Rating>,
    /// The highest challenge rating.
    cr_max: Option<Rating>,
    /// The creature type, such as `dragon` or `undead`.
    r#type: Option<String>,
    /// The size, such as `large`.
    size: Option<String>,
    /// The lowest armor class.
    #[schemars(range(min = 0))]
    armor_class_min: Option<i64>,
    /// The lowest hit points.
    #[schemars(range(min = 0))]
    hit_points_min: Option<i64>,
    /// Only from these documents, by key or name, such as `srd-2014`. An empty list finds nothing.
    documents: Option<Vec<String>>,
    /// Only this edition: `2014` (5e, SRD 5.1) or `2024` (5.5e, SRD 5.2). Leaves out other systems and homebrew.
    edition: Option<WantedEdition>,
    /// A description in plain words, such as `undead that drain life`.
    semantic_query: Option<String>,
    /// The maximum number of entries; default 20.
    #[schemars(range(min = 1, max = 100))]
    limit: Option<i64>,
}

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
    type Arguments = Arguments;
    type Value = CreatureList;

    async fn call(request: ToolRequest<'_>, arguments: Arguments) -> Result<Success<CreatureList>, Failure> {
        let [cr, cr_min, cr_max] =
            [arguments.cr, arguments.cr_min, arguments.cr_max].map(|rating| rating.map(|rating| rating.0));
        arguments::in_order(("cr_min", &cr_min), ("cr_max", &cr_max))?;
        arguments::in_order(("cr_min", &cr_min), ("cr", &cr))?;
        arguments::in_order(("cr", &cr), ("cr_max", &cr_max))?;
        let filter = Filter::Creature(CreatureFilter {
            cr,
            cr_min,
            cr_max,
            creature_type: arguments.r#type,
            size: arguments.size,
            armor_class_min: arguments::count("armor_class_min", arguments.armor_class_min)?,
            hit_points_min: arguments::count("hit_points_min", arguments.hit_points_min)?,
        });
        let Arguments { name, documents, edition, semantic_query, limit, .. } = arguments;
        let lookup = arguments::lookup(name, (documents, edition), semantic_query, limit)?;
        look_up(request.session, &lookup, &filter).await
    }
}
