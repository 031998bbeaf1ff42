//! How arguments are read, their types, and checks of their values, with errors that say what to correct.

use std::str::FromStr;

pub(crate) use lore::model::shown;
use lore::model::{ChallengeRating, ContentType, Edition, Kind, UnknownEdition, clean, excerpt};
use lore::query::{Limit, Lookup, nearest};
use rmcp::model::JsonObject;
use schemars::JsonSchema;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::protocol::envelope::Failure;
use crate::protocol::schema;

/// No entry has a longer name.
const MAX_NAME_CHARS: usize = 300;
const MAX_SHOWN_CHARS: usize = 80;

pub(crate) trait Arguments: Sized + Send + Sync {
    /// The names and types in `given` are those of the schema.
    fn read(given: JsonObject) -> Result<Self, Failure>;

    fn schema() -> JsonObject;
}

impl<T: DeserializeOwned + JsonSchema + Send + Sync> Arguments for T {
    fn read(given: JsonObject) -> Result<Self, Failure> {
        serde_path_to_error::deserialize(Value::Object(given)).map_err(|error| {
            let path = error.path().to_string();
            match error.into_inner().to_string() {
                words if path == "." && !words.starts_with("missing field ") => {
                    Failure::invalid("arguments", plain_message(&words))
                }
                words => invalid(&path, &words),
            }
        })
    }

    fn schema() -> JsonObject {
        let mut schema = schema::of_input::<T>();
        schema.insert("additionalProperties".to_owned(), false.into());
        schema
    }
}

/// Reads one argument; null stands for none.
pub(crate) fn argument<T: DeserializeOwned>(name: &str, value: Value) -> Result<T, Failure> {
    serde_path_to_error::deserialize(value).map_err(|error| {
        let inside = error.path().to_string();
        let path = if inside == "." { name.to_owned() } else { format!("{name}{inside}") };
        invalid(&path, &error.into_inner().to_string())
    })
}

pub(crate) fn missing(name: &str) -> Failure {
    Failure::invalid(name, format!("`{name}` is required but was not given."))
}

fn invalid(path: &str, error: &str) -> Failure {
    let words = plain_message(error);
    if let Some(field) = words.strip_prefix("missing field ") {
        return missing(field.trim_matches('`'));
    }
    let mut failure = Failure::invalid(path, format!("`{path}`: {words}."));
    if words.contains("unknown variant ")
        && let Some((_, valid)) = words.rsplit_once("expected ")
    {
        failure.details.valid = valid.split('`').skip(1).step_by(2).map(str::to_owned).collect();
    }
    failure
}

/// Rewrites an error of the deserializer without the names of Rust's types.
fn plain_message(error: &str) -> String {
    let quoting = error.split_once('"').and_then(|(before, rest)| Some((before, rest.rsplit_once('"')?)));
    let error = match quoting {
        Some((before, (value, after))) => format!("{before}\"{}\"{after}", excerpt(value, MAX_SHOWN_CHARS)),
        None => error.to_owned(),
    };
    let Some((given, expected)) = error.rsplit_once("expected ") else {
        return excerpt(&clean(&error), 4 * MAX_SHOWN_CHARS);
    };
    let expected = match expected {
        "u8" | "u32" | "u64" | "i64" => "a whole number",
        "f64" => "a number",
        "a boolean" => "true or false",
        "a sequence" => "a list",
        "a string" => "a text",
        other => other,
    };
    format!("{}expected {expected}", excerpt(given, 4 * MAX_SHOWN_CHARS))
}

/// Reads a name, or a list of them as one text.
pub(crate) fn names(value: Value) -> Result<Option<String>, Failure> {
    let name = match value {
        Value::Array(_) => Some(argument::<Vec<String>>("name", value)?.join("; ")),
        value => argument("name", value)?,
    };
    let lookup = Lookup { name, ..Lookup::default() };
    let (names, max) = (lookup.names(), Lookup::MAX_NAMES);
    let message = if names.iter().any(|name| name.chars().count() > MAX_NAME_CHARS) {
        format!("`name` is longer than {MAX_NAME_CHARS} characters; no entry has so long a name.")
    } else if names.len() > max {
        format!("`name` has more than {max} names; ask for the others in another call.")
    } else {
        return Ok(lookup.name);
    };
    Err(Failure::invalid("name", message))
}

/// Returns a limit whose range was checked.
pub(crate) fn limit(limit: Option<i64>) -> Limit {
    limit.and_then(|number| Limit::try_from(number).ok()).unwrap_or_default()
}

/// A challenge rating as a number or a text: `10`, `"10"`, `0.25`, `"1/4"`.
#[derive(Debug, Clone, Copy, Deserialize, JsonSchema)]
#[schemars(inline)]
#[serde(try_from = "WrittenRating")]
pub(crate) struct Rating(pub(crate) ChallengeRating);

#[derive(Deserialize, JsonSchema)]
#[schemars(inline)]
#[serde(untagged, expecting = "expected a challenge rating: a number such as 10, or a text such as \"1/4\"")]
enum WrittenRating {
    Number(f64),
    Text(String),
}

impl TryFrom<WrittenRating> for Rating {
    type Error = <ChallengeRating as FromStr>::Err;

    fn try_from(written: WrittenRating) -> Result<Self, Self::Error> {
        match written {
            WrittenRating::Number(number) => ChallengeRating::from_decimal(number),
            WrittenRating::Text(text) => shown(&text).parse(),
        }
        .map(Self)
    }
}

/// An edition of the rules by any of its names: `2014`, `"5e"`, `"SRD 5.2"`.
#[derive(Debug, Clone, Copy, Deserialize, JsonSchema)]
#[schemars(inline)]
#[serde(try_from = "String")]
pub(crate) struct WantedEdition(pub(crate) Edition);

impl TryFrom<String> for WantedEdition {
    type Error = UnknownEdition;

    fn try_from(text: String) -> Result<Self, UnknownEdition> {
        shown(&text).parse().map(Self)
    }
}

/// The edition whose entries come first: one of the editions, or `any` for none.
#[derive(Debug, Clone, Copy, Deserialize, JsonSchema)]
#[schemars(inline)]
#[serde(try_from = "String")]
pub(crate) struct PreferredEdition(pub(crate) Option<Edition>);

impl TryFrom<String> for PreferredEdition {
    type Error = UnknownEdition;

    fn try_from(text: String) -> Result<Self, UnknownEdition> {
        match shown(&text) {
            any if any.eq_ignore_ascii_case("any") => Ok(Self(None)),
            edition => edition.parse().map(|edition| Self(Some(edition))),
        }
    }
}

pub(crate) fn kinds(field: &str, content_types: &[String]) -> Result<Vec<Kind>, Failure> {
    let mut kinds = Vec::new();
    for text in content_types {
        let content_type = ContentType::find(&shown(text)).ok_or_else(|| unknown_type(field, text))?;
        for kind in content_type.kinds {
            if !kinds.contains(&kind) {
                kinds.push(kind);
            }
        }
    }
    Ok(kinds)
}

pub(crate) fn kinds_or_types(field: &str, names: Vec<String>) -> Result<Vec<Kind>, Failure> {
    let mut all = Vec::new();
    for name in names {
        match name.to_lowercase().replace([' ', '_'], "-").parse() {
            Ok(kind) => all.push(kind),
            Err(_) => all.extend(kinds(field, &[name])?),
        }
    }
    Ok(all)
}

fn unknown_type(field: &str, text: &str) -> Failure {
    let names: Vec<String> = ContentType::all().map(|content_type| content_type.name).collect();
    let (shown, valid) = (shown(text), names.join(", "));
    let message = format!("`{field}`: there is no content type `{shown}`; there are {valid}.");
    let mut failure = Failure::invalid(field, message);
    failure.details.nearest = nearest(&shown, &names, 1);
    failure.details.valid = names;
    failure
}
