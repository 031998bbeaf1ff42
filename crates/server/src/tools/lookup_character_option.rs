//! The tool `lookup_character_option`.

use lore::fields::{CharacterOptionType, EntryType};
use lore::model::Family;
use serde::Deserialize;
use serde::de::IntoDeserializer;

use crate::protocol::envelope::{Failure, Success};
use crate::protocol::listing::{OptionList, PUBLISHED_ENTRY_FIELDS};
use crate::protocol::lookup_arguments::{LookupArguments, LookupTool, TypeArgument};
use crate::protocol::registry::Tool;
use crate::protocol::session::ToolRequest;
use crate::tools::lookup::look_up;

pub(super) struct LookupCharacterOption;

impl Tool for LookupCharacterOption {
    const NAME: &'static str = "lookup_character_option";
    const TITLE: &'static str = "Look up character options";
    const DESCRIPTION: &'static str = "Finds what characters are made of: classes (hit die, features), subclasses (archetypes), races or species and subraces \
        (traits, speed), backgrounds, feats, and class options (Sneak Attack, invocations, metamagic). By name, or by what they are \
        (`semantic_query`). Examples: {\"type\": \"class\", \"name\": \"wizard\"}; {\"type\": \"class-option\", \"name\": \"action \
        surge\"}.";
    const PUBLISHED_FIELDS: Option<&'static [&'static str]> = Some(PUBLISHED_ENTRY_FIELDS);
    const OPEN_WORLD: bool = true;
    const ALIASES: &'static [(&'static str, &'static str)] = &[("query", "name"), ("option_type", "type")];
    type Arguments = LookupArguments<Self>;
    type Value = OptionList;

    async fn call(
        request: ToolRequest<'_>,
        arguments: Self::Arguments,
    ) -> Result<Success<OptionList>, Failure> {
        look_up(request.session, arguments).await
    }
}

impl LookupTool for LookupCharacterOption {
    const FAMILY: Family = Family::CharacterOption;
    const TYPE_ARGUMENT: Option<TypeArgument> = Some(TypeArgument {
        name: "type",
        description: "The type of option. `class` includes subclasses, and `race` subraces.",
        read: |word| {
            CharacterOptionType::deserialize(word.into_deserializer()).map(EntryType::CharacterOption)
        },
        schema: |generator| generator.subschema_for::<CharacterOptionType>(),
    });
    const DEFAULT_TYPE: Option<EntryType> = None;
    const NAME_DESCRIPTION: &'static str = "The name in any case, a part of it, its slug, or a pattern: `half*` begins with, `*elf` ends with, `*elf*` contains.";
    const QUERY_DESCRIPTION: &'static str = "A description in plain words, such as `divine warrior`.";
}
