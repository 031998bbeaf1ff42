//! The arguments of the lookup tools, derived from the table of fields.

use std::borrow::Cow;
use std::fmt;
use std::marker::PhantomData;

use lore::fields::{
    Argument, Comparison, Condition, EntryType, Field, Filter, Value, ValueType, argument, of_family,
};
use lore::model::{Edition, Family, Rarity};
use lore::query::{Limit, Lookup};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::{DeserializeSeed, Error as _, IgnoredAny, MapAccess, Visitor};
use serde::{Deserialize, Deserializer};

use crate::protocol::arguments::{self, Rating, WantedEdition, shown};
use crate::protocol::envelope::Failure;
use crate::protocol::listing::Detail;
use crate::protocol::registry::Tool;

/// A tool that looks up entries of one family.
pub(crate) trait LookupTool: Tool {
    /// The family, whose fields are arguments of the tool.
    const FAMILY: Family;
    /// The argument that selects the type of entries, if the family has several.
    const TYPE_ARGUMENT: Option<TypeArgument>;
    /// The type of entries without that argument; `None` if it is required.
    const DEFAULT_TYPE: Option<EntryType>;
    /// The description of the argument `name`.
    const NAME_DESCRIPTION: &'static str;
    /// The description of the argument `semantic_query`.
    const QUERY_DESCRIPTION: &'static str;
}

/// An argument that selects a type of entries.
pub(crate) struct TypeArgument {
    /// The name.
    pub(crate) name: &'static str,
    /// The description.
    pub(crate) description: &'static str,
    /// Reads a value.
    pub(crate) read: fn(&str) -> Result<EntryType, serde::de::value::Error>,
    /// Returns the schema of the values.
    pub(crate) schema: fn(&mut SchemaGenerator) -> Schema,
}

/// The arguments of a lookup tool as they were given.
pub(crate) struct LookupArguments<T> {
    entry_type: Option<EntryType>,
    conditions: Vec<Condition>,
    name: Option<String>,
    documents: Option<Vec<String>>,
    edition: Option<WantedEdition>,
    semantic_query: Option<String>,
    limit: Option<i64>,
    detail: Detail,
    tool: PhantomData<fn(T)>,
}

impl<T> Default for LookupArguments<T> {
    fn default() -> Self {
        Self {
            entry_type: None,
            conditions: Vec::new(),
            name: None,
            documents: None,
            edition: None,
            semantic_query: None,
            limit: None,
            detail: Detail::default(),
            tool: PhantomData,
        }
    }
}

impl<T: LookupTool> LookupArguments<T> {
    /// Returns how much of each entry was requested.
    pub(crate) fn detail(&self) -> Detail {
        self.detail
    }

    /// Checks the arguments and returns the lookup and its filter.
    pub(crate) fn into_lookup(mut self) -> Result<(Lookup, Filter), Failure> {
        let arguments = || of_family(T::FAMILY).iter().flat_map(|field| field.arguments);
        self.conditions.sort_by_key(|condition| arguments().position(|it| it.name == condition.name()));
        for condition in &self.conditions {
            check_range(condition)?;
        }
        check_order(&self.conditions)?;
        let lookup = Lookup {
            name: arguments::name(self.name)?,
            documents: self.documents,
            edition: self.edition.map(Edition::from),
            semantic_query: self.semantic_query,
            limit: arguments::limit(self.limit)?,
        };
        let entry_type = self.entry_type.or(T::DEFAULT_TYPE);
        let entry_type = entry_type.ok_or_else(|| Failure::invalid("type", "`type` is required."))?;
        Ok((lookup, Filter::new(entry_type, self.conditions)))
    }

    /// Reads one argument.
    fn read<'de, A: MapAccess<'de>>(&mut self, name: &str, map: &mut A) -> Result<(), A::Error> {
        match name {
            "name" => self.name = map.next_value()?,
            "documents" => self.documents = map.next_value()?,
            "edition" => self.edition = map.next_value()?,
            "semantic_query" => self.semantic_query = map.next_value()?,
            "limit" => self.limit = map.next_value()?,
            "detail" => self.detail = map.next_value::<DetailArgument>()?.0.unwrap_or_default(),
            _ => match (T::TYPE_ARGUMENT.filter(|it| it.name == name), argument(T::FAMILY, name)) {
                (Some(argument), _) => self.entry_type = map.next_value_seed(TypeSeed(argument.read))?,
                (None, Some((field, argument))) => {
                    let value = map.next_value_seed(ValueSeed(field.value_type))?;
                    let comparison = argument.comparison;
                    self.conditions.extend(value.map(|value| Condition { field, comparison, value }));
                }
                (None, None) => {
                    map.next_value::<IgnoredAny>()?;
                }
            },
        }
        Ok(())
    }
}

/// Checks that a number is one that the field can have.
fn check_range(condition: &Condition) -> Result<(), Failure> {
    let name = condition.name();
    match (condition.field.value_type, &condition.value) {
        (ValueType::Integer { max }, Value::Integer(number)) if !(0..=i64::from(max)).contains(number) => {
            Err(Failure::invalid(name, format!("`{name}` must be from 0 to {max}, not {number}.")))
        }
        (ValueType::Number, Value::Number(number)) if !number.is_finite() || *number < 0.0 => {
            Err(Failure::invalid(name, format!("`{name}` must not be negative, but is {number}.")))
        }
        _ => Ok(()),
    }
}

/// Checks that no lower limit exceeds the value or the upper limit of the same field.
fn check_order(conditions: &[Condition]) -> Result<(), Failure> {
    let rank = |comparison| match comparison {
        Comparison::AtLeast => 0,
        Comparison::Equal => 1,
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

impl<'de, T: LookupTool> Deserialize<'de> for LookupArguments<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(ArgumentsVisitor(PhantomData))
    }
}

struct ArgumentsVisitor<T>(PhantomData<fn(T)>);

impl<'de, T: LookupTool> Visitor<'de> for ArgumentsVisitor<T> {
    type Value = LookupArguments<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut arguments = LookupArguments::default();
        while let Some(name) = map.next_key::<String>()? {
            arguments.read(&name, &mut map)?;
        }
        if let Some(TypeArgument { name, .. }) = T::TYPE_ARGUMENT
            && arguments.entry_type.or(T::DEFAULT_TYPE).is_none()
        {
            return Err(A::Error::missing_field(name));
        }
        Ok(arguments)
    }
}

#[derive(Deserialize)]
struct DetailArgument(#[serde(deserialize_with = "arguments::optional_word")] Option<Detail>);

/// Reads the value of an argument that selects a type of entries, in any case and with `_` or a space for `-`.
struct TypeSeed(fn(&str) -> Result<EntryType, serde::de::value::Error>);

impl<'de> DeserializeSeed<'de> for TypeSeed {
    type Value = Option<EntryType>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        let Some(text) = Option::<String>::deserialize(deserializer)? else { return Ok(None) };
        let word = shown(&text).trim().to_lowercase().replace(['_', ' '], "-");
        (self.0)(&word).map(Some).map_err(D::Error::custom)
    }
}

/// Reads a value of a field's type, or null.
struct ValueSeed(ValueType);

impl<'de> DeserializeSeed<'de> for ValueSeed {
    type Value = Option<Value>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        Ok(match self.0 {
            ValueType::Text => Option::<String>::deserialize(deserializer)?.map(Value::from),
            ValueType::Integer { .. } => Option::<i64>::deserialize(deserializer)?.map(Value::from),
            ValueType::Number => Option::<f64>::deserialize(deserializer)?.map(Value::from),
            ValueType::Flag => Option::<bool>::deserialize(deserializer)?.map(Value::from),
            ValueType::ChallengeRating => {
                Option::<Rating>::deserialize(deserializer)?.map(|Rating(rating)| rating.into())
            }
            ValueType::Rarity => match Option::<String>::deserialize(deserializer)? {
                Some(text) => Some(rarity(&text).map_err(D::Error::custom)?.into()),
                None => None,
            },
        })
    }
}

/// Reads a rarity, in any case and with `-` or `_` for a space.
fn rarity(text: &str) -> Result<Rarity, String> {
    Rarity::find(text).ok_or_else(|| {
        let valid: Vec<String> = Rarity::ALL.iter().map(|rarity| format!("`{}`", rarity.as_str())).collect();
        format!("unknown variant `{}`, expected one of {}", shown(text), valid.join(", "))
    })
}

impl<T: LookupTool> JsonSchema for LookupArguments<T> {
    fn schema_name() -> Cow<'static, str> {
        "LookupArguments".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let mut properties = serde_json::Map::new();
        let mut add = |name: &str, description: &str, mut schema: Schema| {
            schema.insert("description".to_owned(), description.into());
            properties.insert(name.to_owned(), schema.to_value());
        };
        let text = || json_schema!({ "type": "string" });
        if let Some(TypeArgument { name, description, schema, .. }) = T::TYPE_ARGUMENT {
            add(name, description, schema(generator));
        }
        add("name", T::NAME_DESCRIPTION, text());
        for field in of_family(T::FAMILY) {
            for Argument { name, description, .. } in field.arguments {
                add(name, description, schema_of(field, generator));
            }
        }
        add("documents", arguments::DOCUMENTS_DESCRIPTION, generator.subschema_for::<Vec<String>>());
        add("edition", arguments::EDITION_DESCRIPTION, generator.subschema_for::<WantedEdition>());
        add("semantic_query", T::QUERY_DESCRIPTION, text());
        let limit = json_schema!({ "type": "integer", "minimum": 1, "maximum": Limit::MAX });
        add("limit", arguments::LIMIT_DESCRIPTION, limit);
        add("detail", arguments::DETAIL_DESCRIPTION, generator.subschema_for::<Detail>());
        let mut schema =
            json_schema!({ "type": "object", "additionalProperties": false, "properties": properties });
        if let (Some(TypeArgument { name, .. }), None) = (T::TYPE_ARGUMENT, T::DEFAULT_TYPE) {
            schema.insert("required".to_owned(), [name].as_slice().into());
        }
        schema
    }
}

/// Returns the schema of a field's values.
fn schema_of(field: &Field, generator: &mut SchemaGenerator) -> Schema {
    match field.value_type {
        ValueType::Text => json_schema!({ "type": "string" }),
        ValueType::Integer { max: u32::MAX } => json_schema!({ "type": "integer", "minimum": 0 }),
        ValueType::Integer { max } => json_schema!({ "type": "integer", "minimum": 0, "maximum": max }),
        ValueType::Number => json_schema!({ "type": "number", "minimum": 0 }),
        ValueType::Flag => json_schema!({ "type": "boolean" }),
        ValueType::ChallengeRating => generator.subschema_for::<Rating>(),
        ValueType::Rarity => json_schema!({ "type": "string", "enum": Rarity::ALL.map(Rarity::as_str) }),
    }
}
