//! From the arguments of a call to a tool's own struct, with errors that say what to correct.

pub(crate) use lore::model::shown;
use lore::model::{ChallengeRating, ContentType, Edition, Kind, clean, excerpt};
use lore::query::{Limit, nearest};
use rmcp::model::JsonObject;
use schemars::JsonSchema;
use serde::de::{DeserializeOwned, Error as _, IntoDeserializer};
use serde::{Deserialize, Deserializer};

use crate::protocol::envelope::Failure;

/// The longest text of a type's own that an error repeats, in characters.
const SHOWN: usize = 80;
/// The longest name that can be looked for, in characters; no entry has a longer one.
const LONGEST_NAME: usize = 300;

/// The description of the argument `documents`.
pub(crate) const DOCUMENTS_DESCRIPTION: &str =
    "Only from these documents, by key or name, such as `srd-2014`. An empty list finds nothing.";
/// The description of the argument `edition`.
pub(crate) const EDITION_DESCRIPTION: &str =
    "Only this edition: `2014` (5e, SRD 5.1) or `2024` (5.5e, SRD 5.2). Leaves out other systems and homebrew.";
/// The description of the argument `limit` of a lookup.
pub(crate) const LIMIT_DESCRIPTION: &str = "The maximum number of entries; default 20.";

/// Reads a tool's arguments. Every field must be one of the schema's or an alias. A whole number may be written as `5.0`.
pub(crate) fn read<T: DeserializeOwned>(
    mut arguments: JsonObject,
    fields: &[&str],
    aliases: &[(&str, &str)],
) -> Result<T, Failure> {
    let is_known = |key: &str| fields.contains(&key) || aliases.iter().any(|(alias, _)| *alias == key);
    if let Some(unknown) = arguments.keys().find(|key| !is_known(key)) {
        return Err(unknown_field(unknown, fields, aliases));
    }
    arguments.values_mut().for_each(write_whole);
    serde_path_to_error::deserialize(serde_json::Value::Object(arguments)).map_err(|error| {
        let path = error.path().to_string();
        let words = in_plain_words(&error.into_inner().to_string());
        let mut failure = match words.strip_prefix("missing field ") {
            Some(field) => {
                Failure::invalid(field.trim_matches('`'), format!("{field} is required but was not given."))
            }
            None if path == "." => Failure::invalid("arguments", words.as_str()),
            None => Failure::invalid(&path, format!("`{path}`: {words}.")),
        };
        if let Some((_, list)) = words.split_once("expected one of ") {
            failure.details.valid = list.split(", ").map(|word| word.trim_matches('`').to_owned()).collect();
        }
        failure
    })
}

/// Writes `5.0` as `5`; what is no whole number stays.
fn write_whole(value: &mut serde_json::Value) {
    /// Up to here every whole number has a form of its own as a float: 2 to the power of 53.
    const MOST: f64 = 9_007_199_254_740_992.0;
    let whole = value.as_f64().filter(|number| number.fract() == 0.0 && number.abs() <= MOST);
    if let Some(number) = whole.filter(|_| value.is_f64()) {
        #[expect(clippy::cast_possible_truncation, reason = "it is whole and small enough")]
        let number = number as i64;
        *value = number.into();
    }
}

fn unknown_field(unknown: &str, fields: &[&str], aliases: &[(&str, &str)]) -> Failure {
    let shown = shown(unknown);
    if fields.is_empty() {
        return Failure::invalid(&shown, format!("There is no argument `{shown}`; this tool takes none."));
    }
    let names: Vec<&str> = fields.iter().copied().chain(aliases.iter().map(|(alias, _)| *alias)).collect();
    let near = nearest(&shown, &names, 1).join("");
    let near =
        aliases.iter().find(|(alias, _)| *alias == near).map_or(near, |(_, field)| (*field).to_owned());
    let mut failure =
        Failure::invalid(&shown, format!("There is no argument `{shown}`; the nearest is `{near}`."));
    failure.details.valid = fields.iter().map(|&field| field.to_owned()).collect();
    failure.details.nearest = vec![near];
    failure
}

/// The deserializer's words with the names of Rust's types replaced.
fn in_plain_words(error: &str) -> String {
    let error = match error.split_once('"').and_then(|(before, rest)| {
        let (value, after) = rest.rsplit_once('"')?;
        (value.chars().count() > SHOWN).then(|| format!("{before}\"{}\"{after}", excerpt(value, SHOWN)))
    }) {
        Some(short) => short,
        None => error.to_owned(),
    };
    let (given, expected) = match error.rsplit_once("expected ") {
        Some((given, expected)) => (given, expected),
        None => return excerpt(&clean(&error), 4 * SHOWN),
    };
    let expected = match expected {
        "u8" | "u32" | "u64" | "i64" => "a whole number",
        "f64" => "a number",
        "a boolean" => "true or false",
        "a sequence" => "a list",
        "a string" => "a text",
        other => other,
    };
    let given = if given.chars().count() > 4 * SHOWN { excerpt(given, 4 * SHOWN) } else { given.to_owned() };
    format!("{given}expected {expected}")
}

/// A name, or the reason why it cannot be looked for.
pub(crate) fn name(name: Option<String>) -> Result<Option<String>, Failure> {
    match name {
        Some(name) if name.chars().count() > LONGEST_NAME => Err(Failure::invalid(
            "name",
            format!("`name` is longer than {LONGEST_NAME} characters; no entry has so long a name."),
        )),
        name => Ok(name),
    }
}

/// The limit, or the reason why it cannot be.
pub(crate) fn limit(limit: Option<i64>) -> Result<Limit, Failure> {
    match limit {
        None => Ok(Limit::default()),
        Some(number) => {
            Limit::try_from(number).map_err(|error| Failure::invalid("limit", format!("{error}.")))
        }
    }
}

/// A number that cannot be negative.
pub(crate) fn count(field: &str, number: Option<i64>) -> Result<Option<u32>, Failure> {
    let read = |number| {
        u32::try_from(number).map_err(|_| {
            Failure::invalid(field, format!("`{field}` must be from 0 to {}, not {number}.", u32::MAX))
        })
    };
    number.map(read).transpose()
}

/// A challenge rating as a number or a text: `10`, `"10"`, `0.25`, `"1/4"`.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Rating(pub(crate) ChallengeRating);

impl<'de> Deserialize<'de> for Rating {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        #[serde(
            untagged,
            expecting = "expected a challenge rating: a number such as 10, or a text such as \"1/4\""
        )]
        enum Written {
            Number(f64),
            Text(String),
        }
        let rating = match Written::deserialize(deserializer)? {
            Written::Number(number) => ChallengeRating::from_decimal(number),
            Written::Text(text) => shown(&text).parse(),
        };
        rating.map(Rating).map_err(D::Error::custom)
    }
}

impl JsonSchema for Rating {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> std::borrow::Cow<'static, str> {
        "ChallengeRating".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({
            "anyOf": [{ "type": "number" }, { "type": "string" }],
        })
    }
}

/// An edition of the rules by any of its names: `2014`, `"5e"`, `"SRD 5.2"`.
#[derive(Debug, Clone, Copy)]
pub(crate) struct WantedEdition(Edition);

impl From<WantedEdition> for Edition {
    fn from(WantedEdition(edition): WantedEdition) -> Self {
        edition
    }
}

impl<'de> Deserialize<'de> for WantedEdition {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        #[serde(untagged, expecting = "expected an edition: \"2014\" or \"2024\"")]
        enum Written {
            Number(f64),
            Text(String),
        }
        let text = match Written::deserialize(deserializer)? {
            Written::Number(number) => number.to_string(),
            Written::Text(text) => text,
        };
        shown(&text).parse().map(WantedEdition).map_err(D::Error::custom)
    }
}

impl JsonSchema for WantedEdition {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Edition".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({ "type": "string" })
    }
}

/// Reads a word of a fixed set whatever its case, with `_` or a space for `-`.
pub(crate) fn word<'de, D: Deserializer<'de>, T: Deserialize<'de>>(deserializer: D) -> Result<T, D::Error> {
    let text = String::deserialize(deserializer)?;
    let plain: String = shown(&text).trim().to_lowercase().replace(['_', ' '], "-");
    T::deserialize(plain.into_deserializer())
}

/// Like [`word`], for an argument that may be absent or null.
pub(crate) fn optional_word<'de, D: Deserializer<'de>, T: Deserialize<'de>>(
    deserializer: D,
) -> Result<Option<T>, D::Error> {
    let Some(text) = Option::<String>::deserialize(deserializer)? else { return Ok(None) };
    word(serde::de::value::StringDeserializer::<D::Error>::new(text)).map(Some)
}

/// Reads a name of a fixed set that is written with `_`, whatever its case, with `-` or a space for `_`, for an argument
/// that may be absent or null.
pub(crate) fn optional_name<'de, D: Deserializer<'de>, T: Deserialize<'de>>(
    deserializer: D,
) -> Result<Option<T>, D::Error> {
    let Some(text) = Option::<String>::deserialize(deserializer)? else { return Ok(None) };
    let plain: String = shown(&text).trim().to_lowercase().replace(['-', ' '], "_");
    T::deserialize(serde::de::value::StringDeserializer::<D::Error>::new(plain)).map(Some)
}

/// The kinds that a list of types of content means; the field is named in what is told of an unknown one.
pub(crate) fn kinds(field: &str, content_types: Option<Vec<String>>) -> Result<Option<Vec<Kind>>, Failure> {
    let Some(content_types) = content_types else { return Ok(None) };
    let mut kinds = Vec::new();
    for text in content_types {
        let content_type = ContentType::find(&shown(&text)).ok_or_else(|| unknown_type(field, &text))?;
        for kind in content_type.kinds {
            if !kinds.contains(kind) {
                kinds.push(*kind);
            }
        }
    }
    Ok(Some(kinds))
}

fn unknown_type(field: &str, text: &str) -> Failure {
    let names: Vec<&str> = ContentType::ALL.iter().map(|content_type| content_type.name).collect();
    let shown = shown(text);
    let mut failure = Failure::invalid(
        field,
        format!("`{field}`: there is no content type `{shown}`; there are {}.", names.join(", ")),
    );
    failure.details.nearest = nearest(&shown, &names, 1);
    failure.details.valid = names.into_iter().map(str::to_owned).collect();
    failure
}
