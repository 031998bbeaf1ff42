//! The tools that look up entries of one family, with arguments derived from the table of fields.

use std::marker::PhantomData;

use lore::fields::{
    Argument, CharacterOptionType, Comparison, Condition, EntryType, EquipmentType, Field, Filter, RuleType,
    Sort, Value, ValueType, of_family,
};
use lore::model::{CharacterOption, Creature, Equipment, Family, Rarity, Rule, Spell};
use lore::query::{Answer, Incomplete, Limit, Lookup as Request, Match};
use rmcp::model::JsonObject;
use rmcp::object;
use schemars::JsonSchema;
use serde_json::json;

use crate::protocol::arguments::{self, Arguments, Rating, WantedEdition, argument, missing, shown};
use crate::protocol::listing::{Detail, FirstEntry, Listing, Shape, more_message};
use crate::protocol::registry::{Aliases, Failure, Session, Success, Tool, ToolRequest};
use crate::protocol::schema;

const DOCUMENTS: &str = "Only these documents, by key or name, such as `srd-2014`.";
const DETAIL: &str = "`short`: a line each; `auto`: the best whole; `full`: all whole; default `auto`.";
const FOLD: &str = "False lists each edition, printing and variant by itself; default true.";

pub(crate) struct TypeArgument {
    name: &'static str,
    description: &'static str,
    read: fn(serde_json::Value) -> Result<Option<EntryType>, Failure>,
    schema: fn() -> JsonObject,
}

/// A family of entries that a tool looks up; each entry has the fields of this type.
pub(crate) trait LookupFamily: JsonSchema + 'static {
    const TOOL: &'static str;
    const TITLE: &'static str;
    const DESCRIPTION: &'static str;
    const ALIASES: Aliases;
    const FAMILY: Family;
    /// The argument that selects the type of entries, if the family has several.
    const TYPE_ARGUMENT: Option<TypeArgument> = None;
    /// The type of entries without that argument; `None` if it is required.
    const DEFAULT_TYPE: Option<EntryType>;
    const NAME_DESCRIPTION: &'static str = "The name, a part of it, or a pattern: `fire*` begins with, `*fire` ends with, `*fire*` contains. Several with `;`.";
    const QUERY_EXAMPLE: &'static str;
}

/// A lookup of entries that have the fields of `F`.
pub(crate) struct Lookup<F> {
    lookup: Request,
    filter: Filter,
    detail: Detail,
    family: PhantomData<fn() -> F>,
}

impl LookupFamily for Spell {
    const TOOL: &'static str = "lookup_spell";
    const TITLE: &'static str = "Look up spells";
    const DESCRIPTION: &'static str = "Finds spells and cantrips with their casting time (bonus action), range, components and effects: by name, level, school, class, \
        damage type, ritual or concentration, or by what they do (`semantic_query`). What a feat, a class feature or a magic item does is in \
        the other lookups. Examples: {\"name\": \"fireball\"}; {\"class_key\": \"wizard\", \"ritual\": true, \"level_max\": 2}.";
    const ALIASES: Aliases = &[("query", "name"), ("spell", "name"), ("class", "class_key")];
    const FAMILY: Family = Family::Spell;
    const DEFAULT_TYPE: Option<EntryType> = Some(EntryType::Spell);
    const QUERY_EXAMPLE: &'static str = "protect from fire";
}

impl LookupFamily for Creature {
    const TOOL: &'static str = "lookup_creature";
    const TITLE: &'static str = "Look up creatures";
    const DESCRIPTION: &'static str = "Finds creatures (monsters, beasts, NPCs) with their stat blocks: AC, hit points, XP, speed, senses, saving throws, \
        immunities, attacks. By name, challenge rating (CR), type, size, environment or language, or by what they do (`semantic_query`). The races that \
        characters play are in lookup_character_option. Examples: {\"name\": \"ancient red dragon\"}; {\"type\": \"undead\", \
        \"cr_min\": 0.25, \"cr_max\": 2}.";
    const ALIASES: Aliases = &[
        ("query", "name"),
        ("monster", "name"),
        ("creature", "name"),
        ("challenge_rating", "cr"),
        ("habitat", "environment"),
    ];
    const FAMILY: Family = Family::Creature;
    const DEFAULT_TYPE: Option<EntryType> = Some(EntryType::Creature);
    const QUERY_EXAMPLE: &'static str = "undead that drain life";
}

impl LookupFamily for Equipment {
    const TOOL: &'static str = "lookup_equipment";
    const TITLE: &'static str = "Look up equipment";
    const DESCRIPTION: &'static str = "Finds weapons, armor, magic items (potions, rings, bags, rods …), tools and gear: by name, type, category, rarity, attunement, price in \
        gold pieces, weight, damage or properties, or by what they do (`semantic_query`). What a weapon property means is in \
        lookup_rule. Examples: {\"type\": \"armor\", \"name\": \"chain mail\"}; {\"type\": \"magic-item\", \"rarity\": \"rare\", \
        \"requires_attunement\": false}.";
    const ALIASES: Aliases = &[("query", "name"), ("item", "name"), ("item_type", "type")];
    const FAMILY: Family = Family::Equipment;
    const TYPE_ARGUMENT: Option<TypeArgument> = Some(TypeArgument {
        name: "type",
        description: "The type of equipment; default `all`.",
        read: |value| Ok(argument::<Option<_>>("type", value)?.map(EntryType::Equipment)),
        schema: schema::of_input::<EquipmentType>,
    });
    const DEFAULT_TYPE: Option<EntryType> = Some(EntryType::Equipment(EquipmentType::All));
    const QUERY_EXAMPLE: &'static str = "weapon that returns when thrown";
}

impl LookupFamily for CharacterOption {
    const TOOL: &'static str = "lookup_character_option";
    const TITLE: &'static str = "Look up character options";
    const DESCRIPTION: &'static str = "Finds what characters are made of: classes (hit die, features), subclasses (archetypes), races or species and subraces \
        (traits, speed), backgrounds, feats, and class options (Sneak Attack, invocations, metamagic). By name, level, or what they are \
        (`semantic_query`). Examples: {\"type\": \"class\", \"name\": \"wizard\"}; {\"type\": \"class-option\", \"name\": \"action \
        surge\"}.";
    const ALIASES: Aliases = &[("query", "name"), ("option_type", "type")];
    const FAMILY: Family = Family::CharacterOption;
    const TYPE_ARGUMENT: Option<TypeArgument> = Some(TypeArgument {
        name: "type",
        description: "The type of option. `class` includes subclasses, and `race` subraces.",
        read: |value| Ok(argument::<Option<_>>("type", value)?.map(EntryType::CharacterOption)),
        schema: schema::of_input::<CharacterOptionType>,
    });
    const DEFAULT_TYPE: Option<EntryType> = None;
    const QUERY_EXAMPLE: &'static str = "divine warrior";
}

impl LookupFamily for Rule {
    const TOOL: &'static str = "lookup_rule";
    const TITLE: &'static str = "Look up rules";
    const DESCRIPTION: &'static str = "Finds rules: combat, actions, movement, resting, hiding, falling; conditions such as exhaustion, skills, abilities, damage \
        types, weapon properties, schools of magic, languages, alignments. By name, or as a question (`semantic_query`). Examples: \
        {\"rule_type\": \"condition\", \"name\": \"grappled\"}; {\"semantic_query\": \"what happens when I fall\", \"edition\": \
        \"2014\"}.";
    const ALIASES: Aliases =
        &[("query", "name"), ("rule", "name"), ("type", "rule_type"), ("question", "semantic_query")];
    const FAMILY: Family = Family::Rule;
    const TYPE_ARGUMENT: Option<TypeArgument> = Some(TypeArgument {
        name: "rule_type",
        description: "The type of rule; default any.",
        read: |value| Ok(argument::<Option<_>>("rule_type", value)?.map(EntryType::Rule)),
        schema: schema::of_input::<RuleType>,
    });
    const DEFAULT_TYPE: Option<EntryType> = Some(EntryType::Rule(RuleType::Any));
    const NAME_DESCRIPTION: &'static str =
        "The name, a part of it, a heading in its text, or a pattern: `*attack*` contains. Several with `;`.";
    const QUERY_EXAMPLE: &'static str = "what happens when I fall";
}

impl<F: LookupFamily> Arguments for Lookup<F> {
    fn read(mut given: JsonObject) -> Result<Self, Failure> {
        let mut take = |name: &str| given.remove(name).unwrap_or_default();
        let requested =
            F::TYPE_ARGUMENT.map(|TypeArgument { name, read, .. }| read(take(name))).transpose()?;
        let entry_type = requested.flatten().or(F::DEFAULT_TYPE).ok_or_else(|| missing("type"))?;
        let mut conditions = Vec::new();
        for field in of_family(F::FAMILY) {
            for Argument { name, comparison, .. } in field.arguments {
                let value = take(name);
                if !value.is_null() {
                    let value = value_of(field.value_type, name, value)?;
                    conditions.push(Condition { field, comparison: *comparison, value });
                }
            }
        }
        let edition: Option<WantedEdition> = argument("edition", take("edition"))?;
        let detail: Option<Detail> = argument("detail", take("detail"))?;
        let lookup = Request {
            name: arguments::names(take("name"))?,
            documents: argument("documents", take("documents"))?,
            edition: edition.map(|WantedEdition(edition)| edition),
            semantic_query: argument("semantic_query", take("semantic_query"))?,
            sort: argument::<Option<String>>("sort", take("sort"))?
                .map(|text| sort(F::FAMILY, &text))
                .transpose()?,
            fold: argument::<Option<bool>>("fold", take("fold"))?.unwrap_or(true),
            limit: arguments::limit(argument("limit", take("limit"))?),
        };
        check_order(&conditions)?;
        let filter = Filter::new(entry_type, conditions);
        Ok(Self { lookup, filter, detail: detail.unwrap_or_default(), family: PhantomData })
    }

    fn schema() -> JsonObject {
        let mut properties = JsonObject::new();
        let mut add = |name: &str, description: &str, mut schema: JsonObject| {
            schema.insert("description".to_owned(), description.into());
            properties.insert(name.to_owned(), schema.into());
        };
        if let Some(TypeArgument { name, description, schema, .. }) = F::TYPE_ARGUMENT {
            add(name, description, schema());
        }
        add("name", F::NAME_DESCRIPTION, object!({ "type": "string" }));
        for field in of_family(F::FAMILY) {
            for Argument { name, description, .. } in field.arguments {
                add(name, description, schema_of(field));
            }
        }
        let text = schema::of_input::<String>;
        add("documents", DOCUMENTS, schema::of_input::<Vec<String>>());
        add("edition", "Only `2014` (5e, SRD 5.1) or `2024` (5.5e, SRD 5.2); no homebrew.", text());
        let query = format!("What it is or does in plain English, such as `{}`.", F::QUERY_EXAMPLE);
        add("semantic_query", &query, text());
        let orders = Sort::names(F::FAMILY);
        if orders.len() > 1 {
            add("sort", "The order; `-`: highest first.", object!({ "type": "string", "enum": orders }));
        }
        let limit = object!({ "type": "integer", "minimum": 1, "maximum": Limit::MAX });
        add("limit", "The most entries; default 20.", limit);
        add("detail", DETAIL, schema::of_input::<Detail>());
        add("fold", FOLD, schema::of_input::<bool>());
        let mut schema =
            object!({ "type": "object", "additionalProperties": false, "properties": properties });
        if let (Some(TypeArgument { name, .. }), None) = (F::TYPE_ARGUMENT, F::DEFAULT_TYPE) {
            schema.insert("required".to_owned(), json!([name]));
        }
        schema
    }
}

fn value_of(value_type: ValueType, name: &str, value: serde_json::Value) -> Result<Value, Failure> {
    Ok(match value_type {
        ValueType::Text => argument::<String>(name, value)?.into(),
        ValueType::Integer { .. } => i64::from(argument::<u32>(name, value)?).into(),
        ValueType::Number => argument::<f64>(name, value)?.into(),
        ValueType::Flag => argument::<bool>(name, value)?.into(),
        ValueType::ChallengeRating => argument::<Rating>(name, value)?.0.into(),
        ValueType::Rarity => {
            let text: String = argument(name, value)?;
            Rarity::find(&text).map_or_else(|| argument(name, text.into()), Ok)?.into()
        }
    })
}

fn sort(family: Family, text: &str) -> Result<Sort, Failure> {
    Sort::find(family, text).ok_or_else(|| {
        let (text, valid) = (shown(text), Sort::names(family));
        let message = format!("`sort`: there is no order `{text}`; there are {}.", valid.join(", "));
        let mut failure = Failure::invalid("sort", message);
        failure.details.valid = valid;
        failure
    })
}

/// Checks that no lower limit exceeds the value or the upper limit of the same field.
fn check_order(conditions: &[Condition]) -> Result<(), Failure> {
    let rank = |comparison| match comparison {
        Comparison::AtLeast => 0,
        Comparison::Equal | Comparison::NotEqual => 1,
        Comparison::AtMost => 2,
    };
    for low in conditions {
        for high in conditions.iter().filter(|high| high.field == low.field) {
            if rank(low.comparison) < rank(high.comparison) && low.value.number() > high.value.number() {
                let (name, other) = (low.name(), high.name());
                let message = format!(
                    "`{name}` ({}) is above `{other}` ({}), so nothing can match; exchange or change them.",
                    low.value, high.value
                );
                return Err(Failure::invalid(name, message));
            }
        }
    }
    Ok(())
}

fn schema_of(field: &Field) -> JsonObject {
    match field.value_type {
        ValueType::Text => object!({ "type": "string" }),
        // Of any size if the maximum is that of the type.
        ValueType::Integer { max: u32::MAX } => object!({ "type": "integer", "minimum": 0 }),
        ValueType::Integer { max } => object!({ "type": "integer", "minimum": 0, "maximum": max }),
        ValueType::Number => object!({ "type": "number", "minimum": 0 }),
        ValueType::Flag => object!({ "type": "boolean" }),
        ValueType::ChallengeRating => schema::of_input::<Rating>(),
        ValueType::Rarity => object!({ "type": "string", "enum": Rarity::ALL.map(Rarity::as_str) }),
    }
}

impl<F: LookupFamily> Tool for Lookup<F> {
    const NAME: &'static str = F::TOOL;
    const TITLE: &'static str = F::TITLE;
    const DESCRIPTION: &'static str = F::DESCRIPTION;
    const HAS_OUTPUT_SCHEMA: bool = false;
    const IS_LIST: bool = true;
    const OPEN_WORLD: bool = true;
    const HAS_CARD: bool = true;
    const ALIASES: Aliases = F::ALIASES;
    type Value = Listing<F>;

    async fn call(self, request: ToolRequest<'_>) -> Result<Success<Listing<F>>, Failure> {
        let session = request.session;
        let mut answer = session.library().await?.lookup(&self.lookup, &self.filter).await?;
        let is_empty = answer.entries.is_empty();
        let has_others = answer.entries.len() > answer.best_matches;
        let is_named = answer.matched.is_some_and(Match::is_of_the_name);
        if is_named && has_others && answer.messages.is_empty() {
            let named = match answer.best_matches {
                1 => "The first has this name".to_owned(),
                count => format!("The first {count} have this name"),
            };
            answer.messages.push(format!("{named}; the names of the others contain it."));
        }
        let query = self.lookup.semantic_query.as_deref();
        let first = if is_named {
            // Unfolded, an edition may have the entry under another name.
            FirstEntry::Named(if self.lookup.fold { answer.best_matches } else { answer.entries.len() })
        } else if self.lookup.sort.is_none() && query.is_some_and(|query| !query.trim().is_empty()) {
            FirstEntry::Likely
        } else {
            FirstEntry::Matching
        };
        let mut found = listed(answer, self.detail, first, &request);
        if is_empty {
            found.instruction = Some(session.names.fill(
                "Tell the user that the library has nothing that matches, or try a shorter name, fewer filters, or `{search_dnd_content}`.",
            ));
        }
        Ok(found)
    }
}

/// Lists the entries of an answer, with its messages and those about what may be missing.
pub(super) fn listed<D>(
    answer: Answer,
    detail: Detail,
    first: FirstEntry,
    request: &ToolRequest<'_>,
) -> Success<Listing<D>> {
    let session = request.session;
    let Answer { campaign, entries, matched, more, incomplete, mut messages, .. } = answer;
    messages.extend(more.then(|| more_message(entries.len())));
    messages.extend(incomplete.iter().filter_map(|incomplete| incomplete_message(incomplete, session)));
    let message_bytes = messages.iter().map(String::len).sum();
    let shape = Shape { detail, first, message_bytes, max_bytes: request.max_bytes() };
    let listing = Listing::of(entries, shape);
    let instruction = listing.instruction(&session.names);
    Success { matched, campaign, instruction, ..Success::of(listing) }.with_messages(&messages)
}

/// Returns the message that explains why entries may be missing, and which tool fetches them. What is true of
/// many answers is said once in a conversation. Where the library is only read, nobody could fetch them.
fn incomplete_message(incomplete: &Incomplete, session: &Session) -> Option<String> {
    if session.is_shared() {
        return None;
    }
    let (news, message) = match incomplete {
        Incomplete::EmptyLibrary => (
            None,
            "The library is empty: fetch content with `{sync_open5e}`, or import homebrew with `{import_orcbrew}`.".to_owned(),
        ),
        Incomplete::Pending => (
            None,
            "Open5e has not answered yet; this answer comes from the library. Ask again in a moment for the rest."
                .to_owned(),
        ),
        Incomplete::NotSynced => (
            Some("not synced"),
            "Open5e may have more that matches; `{sync_open5e}` fetches everything.".to_owned(),
        ),
        Incomplete::Offline => (
            Some("offline"),
            "LoreKeeper is offline, so only the library was searched; Open5e may have more that matches.".to_owned(),
        ),
        Incomplete::Unreachable(reason) => (
            Some("unreachable"),
            format!(
                "Open5e could not be queried ({reason}); answers come from the library, and those from Open5e may be out of date."
            ),
        ),
    };
    let is_told = news.is_none_or(|news| session.is_news(news));
    is_told.then(|| session.names.fill(&message))
}
