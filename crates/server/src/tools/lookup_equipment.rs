//! The tool `lookup_equipment`.

use lore::model::Rarity;
use lore::query::{EquipmentFilter, EquipmentType, Filter};
use schemars::JsonSchema;
use serde::Deserialize;

use crate::protocol::arguments::{self, WantedEdition};
use crate::protocol::envelope::{Failure, Success};
use crate::protocol::listing::EquipmentList;
use crate::protocol::registry::Tool;
use crate::protocol::session::ToolRequest;
use crate::tools::lookup::look_up;

pub(super) struct LookupEquipment;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Arguments {
    /// The type of equipment; default `all`.
    #[serde(default, alias = "item_type", deserialize_with = "arguments::optional_word")]
    r#type: Option<EquipmentType>,
    /// The name in any case, a part of it, its slug, or a pattern: `potion*` begins with, `*sword` ends with, `*sword*` contains.
    name: Option<String>,
    /// The rarity of a magic item.
    #[serde(default, deserialize_with = "rarity")]
    rarity: Option<Rarity>,
    /// A weapon's damage, such as `1d8`.
    damage_dice: Option<String>,
    /// True for simple weapons, false for martial ones.
    is_simple: Option<bool>,
    /// True if it requires attunement.
    requires_attunement: Option<bool>,
    /// The lowest price in gold pieces. Items without a known price are left out.
    #[schemars(range(min = 0))]
    cost_min: Option<f64>,
    /// The highest price in gold pieces. Items without a known price are left out.
    #[schemars(range(min = 0))]
    cost_max: Option<f64>,
    /// The highest weight in pounds. Items without a known weight are left out.
    #[schemars(range(min = 0))]
    weight_max: Option<f64>,
    /// True if a weapon has the finesse property.
    is_finesse: Option<bool>,
    /// True if a weapon has the light property.
    is_light: Option<bool>,
    /// True if it is magical.
    is_magic: Option<bool>,
    /// Only from these documents, by key or name, such as `srd-2014`. An empty list finds nothing.
    documents: Option<Vec<String>>,
    /// Only this edition: `2014` (5e, SRD 5.1) or `2024` (5.5e, SRD 5.2). Leaves out other systems and homebrew.
    edition: Option<WantedEdition>,
    /// A description in plain words, such as `weapon that returns when thrown`.
    semantic_query: Option<String>,
    /// The maximum number of entries; default 20.
    #[schemars(range(min = 1, max = 100))]
    limit: Option<i64>,
}

/// Reads a rarity, with a space, `-` or `_` between its words.
fn rarity<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<Option<Rarity>, D::Error> {
    let Some(text) = Option::<String>::deserialize(deserializer)? else { return Ok(None) };
    Rarity::find(&text).map(Some).ok_or_else(|| {
        let valid: Vec<String> = Rarity::ALL.iter().map(|rarity| format!("`{}`", rarity.as_str())).collect();
        let text = arguments::shown(&text);
        serde::de::Error::custom(format!("unknown variant `{text}`, expected one of {}", valid.join(", ")))
    })
}

impl Tool for LookupEquipment {
    const NAME: &'static str = "lookup_equipment";
    const TITLE: &'static str = "Look up equipment";
    const DESCRIPTION: &'static str = "Finds weapons, armor, magic items and other items by name and fields: rarity, attunement, price, weight, damage, weapon \
        properties. All filters apply together. Returns whole entries, with their documents and editions. \
        Examples: {\"type\": \"weapon\", \"name\": \"*sword*\"}; {\"type\": \"magic-item\", \"rarity\": \"very rare\", \"requires_attunement\": false}; \
        {\"type\": \"armor\", \"name\": \"chain mail\"}; {\"type\": \"weapon\", \"is_finesse\": true, \"cost_max\": 25}; \
        {\"semantic_query\": \"weapon that returns when thrown\", \"type\": \"weapon\"}.";
    const OPEN_WORLD: bool = true;
    const ALIASES: &'static [(&'static str, &'static str)] = &[("item_type", "type")];
    type Arguments = Arguments;
    type Value = EquipmentList;

    async fn call(request: ToolRequest<'_>, arguments: Arguments) -> Result<Success<EquipmentList>, Failure> {
        let filter = Filter::Equipment(EquipmentFilter {
            equipment_type: arguments.r#type.unwrap_or_default(),
            rarity: arguments.rarity,
            damage_dice: arguments.damage_dice,
            is_simple: arguments.is_simple,
            requires_attunement: arguments.requires_attunement,
            cost_min: arguments::amount("cost_min", arguments.cost_min)?,
            cost_max: arguments::amount("cost_max", arguments.cost_max)?,
            weight_max: arguments::amount("weight_max", arguments.weight_max)?,
            is_finesse: arguments.is_finesse,
            is_light: arguments.is_light,
            is_magic: arguments.is_magic,
        });
        arguments::in_order(("cost_min", &arguments.cost_min), ("cost_max", &arguments.cost_max))?;
        let Arguments { name, documents, edition, semantic_query, limit, .. } = arguments;
        let lookup = arguments::lookup(name, (documents, edition), semantic_query, limit)?;
        look_up(request.session, &lookup, &filter).await
    }
}
