//! The tool `lookup_equipment`.

use lore::fields::{EntryType, EquipmentType};
use lore::model::Family;
use serde::Deserialize;
use serde::de::IntoDeserializer;

use crate::protocol::envelope::{Failure, Success};
use crate::protocol::listing::{EquipmentList, PUBLISHED_ENTRY_FIELDS};
use crate::protocol::lookup_arguments::{LookupArguments, LookupTool, TypeArgument};
use crate::protocol::registry::Tool;
use crate::protocol::session::ToolRequest;
use crate::tools::lookup::look_up;

pub(super) struct LookupEquipment;

impl Tool for LookupEquipment {
    const NAME: &'static str = "lookup_equipment";
    const TITLE: &'static str = "Look up equipment";
    const DESCRIPTION: &'static str = "Finds weapons, armor, magic items (potions, rings, bags, rods …), tools and gear: by name, type, rarity, attunement, price in \
        gold pieces, weight, damage or properties, or by what they do (`semantic_query`). What a weapon property means is in \
        lookup_rule. Examples: {\"type\": \"armor\", \"name\": \"chain mail\"}; {\"type\": \"magic-item\", \"rarity\": \"rare\", \
        \"requires_attunement\": false}.";
    const PUBLISHED_FIELDS: Option<&'static [&'static str]> = Some(PUBLISHED_ENTRY_FIELDS);
    const OPEN_WORLD: bool = true;
    const ALIASES: &'static [(&'static str, &'static str)] =
        &[("query", "name"), ("item", "name"), ("item_type", "type")];
    type Arguments = LookupArguments<Self>;
    type Value = EquipmentList;

    async fn call(
        request: ToolRequest<'_>,
        arguments: Self::Arguments,
    ) -> Result<Success<EquipmentList>, Failure> {
        look_up(request.session, arguments).await
    }
}

impl LookupTool for LookupEquipment {
    const FAMILY: Family = Family::Equipment;
    const TYPE_ARGUMENT: Option<TypeArgument> = Some(TypeArgument {
        name: "type",
        description: "The type of equipment; default `all`.",
        read: |word| EquipmentType::deserialize(word.into_deserializer()).map(EntryType::Equipment),
        schema: |generator| generator.subschema_for::<EquipmentType>(),
    });
    const DEFAULT_TYPE: Option<EntryType> = Some(EntryType::Equipment(EquipmentType::All));
    const NAME_DESCRIPTION: &'static str = "The name in any case, a part of it, its slug, or a pattern: `potion*` begins with, `*sword` ends with, `*sword*` contains.";
    const QUERY_DESCRIPTION: &'static str =
        "A description in plain words, such as `weapon that returns when thrown`.";
}
