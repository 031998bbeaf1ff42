//! The tool `lookup_rule`.

use lore::fields::{EntryType, RuleType};
use lore::model::Family;
use serde::Deserialize;
use serde::de::IntoDeserializer;

use crate::protocol::envelope::{Failure, Success};
use crate::protocol::listing::{PUBLISHED_ENTRY_FIELDS, RuleList};
use crate::protocol::lookup_arguments::{LookupArguments, LookupTool, TypeArgument};
use crate::protocol::registry::Tool;
use crate::protocol::session::ToolRequest;
use crate::tools::lookup::look_up;

pub(crate) struct LookupRule;

impl Tool for LookupRule {
    const NAME: &'static str = "lookup_rule";
    const TITLE: &'static str = "Look up rules";
    const DESCRIPTION: &'static str = "Finds rules: combat, actions, movement, resting, hiding, falling; conditions such as exhaustion, skills, abilities, damage \
        types, weapon properties, schools of magic, languages, alignments. By name, or as a question (`semantic_query`). Examples: \
        {\"rule_type\": \"condition\", \"name\": \"grappled\"}; {\"semantic_query\": \"what happens when I fall\", \"edition\": \
        \"2014\"}.";
    const PUBLISHED_FIELDS: Option<&'static [&'static str]> = Some(PUBLISHED_ENTRY_FIELDS);
    const OPEN_WORLD: bool = true;
    const ALIASES: &'static [(&'static str, &'static str)] =
        &[("query", "name"), ("rule", "name"), ("type", "rule_type"), ("question", "semantic_query")];
    type Arguments = LookupArguments<Self>;
    type Value = RuleList;

    async fn call(
        request: ToolRequest<'_>,
        arguments: Self::Arguments,
    ) -> Result<Success<RuleList>, Failure> {
        look_up(request.session, arguments).await
    }
}

impl LookupTool for LookupRule {
    const FAMILY: Family = Family::Rule;
    const TYPE_ARGUMENT: Option<TypeArgument> = Some(TypeArgument {
        name: "rule_type",
        description: "The type of rule; default any.",
        read: |word| RuleType::deserialize(word.into_deserializer()).map(EntryType::Rule),
        schema: |generator| generator.subschema_for::<RuleType>(),
    });
    const DEFAULT_TYPE: Option<EntryType> = Some(EntryType::Rule(RuleType::Any));
    const NAME_DESCRIPTION: &'static str = "The name in any case, a part of it, its slug, a heading in its text, or a pattern: `*attack*` contains.";
    const QUERY_DESCRIPTION: &'static str =
        "A description in plain words, such as `what happens when I fall`.";
}
