//! Types of arguments, and checks of their values, with errors that say what to correct.

pub(crate) use lore::model::shown;
use lore::model::{ChallengeRating, ContentType, Edition, Kind};
use lore::query::{Limit, nearest};
use schemars::JsonSchema;
use serde::de::Error as _;
use serde::de::value::StringDeserializer;
use serde::{Deserialize, Deserializer};

use crate::protocol::envelope::Failure;

/// The maximum length of a name to look up, in characters. No entry has a longer one.
const MAX_NAME_CHARS: usize = 300;

/// The description of the argument `documents`.
pub(crate) const DOCUMENTS_DESCRIPTION: &str =
    "Only from these documents, by key or name, such as `srd-2014`.";
/// The description of the argument `edition`.
pub(crate) const EDITION_DESCRIPTION: &str =
    "Only this edition: `2014` (5e, SRD 5.1) or `2024` (5.5e, SRD 5.2); no homebrew.";
/// The description of the argument `limit` of a lookup.
pub(crate) const LIMIT_DESCRIPTION: &str = "The maximum number of entries; default 20.";

/// The description of the argument `detail`.
pub(crate) const DETAIL_DESCRIPTION: &str = "How much of each entry: `short` a line, `full` the whole, `auto` the whole of the first ones; default `auto`.";

/// Checks a name.
pub(crate) fn name(name: Option<String>) -> Result<Option<String>, Failure> {
    match name {
        Some(name) if name.chars().count() > MAX_NAME_CHARS => Err(Failure::invalid(
            "name",
            format!("`name` is longer than {MAX_NAME_CHARS} characters; no entry has so long a name."),
        )),
        name => Ok(name),
    }
}

/// Checks a limit.
pub(crate) fn limit(limit: Option<i64>) -> Result<Limit, Failure> {
    match limit {
        None => Ok(Limit::default()),
        Some(number) => {
            Limit::try_from(number).map_err(|error| Failure::invalid("limit", format!("{error}.")))
        }
    }
}

/// Checks a number that cannot be negative.
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
        edition_text(deserializer)?.parse().map(WantedEdition).map_err(D::Error::custom)
    }
}

/// Reads the text of an edition, which may be written as a number.
fn edition_text<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged, expecting = "expected an edition: \"2014\" or \"2024\"")]
    enum Written {
        Number(f64),
        Text(String),
    }
    Ok(match Written::deserialize(deserializer)? {
        Written::Number(number) => number.to_string(),
        Written::Text(text) => shown(&text),
    })
}

/// The edition whose entries come first: one of the editions, or `any` for none.
#[derive(Debug, Clone, Copy)]
pub(crate) struct PreferredEdition(pub(crate) Option<Edition>);

impl<'de> Deserialize<'de> for PreferredEdition {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        match edition_text(deserializer)? {
            any if any.eq_ignore_ascii_case("any") => Ok(Self(None)),
            edition => edition.parse().map(|edition| Self(Some(edition))).map_err(D::Error::custom),
        }
    }
}

impl JsonSchema for PreferredEdition {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> std::borrow::Cow<'static, str> {
        "PreferredEdition".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({ "type": "string" })
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

/// Reads a word of a fixed set that is written with `-`, in any case and with `_` or a space for `-`, for an argument that may be
/// absent or null.
pub(crate) fn optional_word<'de, D: Deserializer<'de>, T: Deserialize<'de>>(
    deserializer: D,
) -> Result<Option<T>, D::Error> {
    optional_of_set(deserializer, ['_', ' '], "-")
}

/// Reads a name of a fixed set that is written with `_`, in any case and with `-` or a space for `_`, for an argument that may be
/// absent or null.
pub(crate) fn optional_name<'de, D: Deserializer<'de>, T: Deserialize<'de>>(
    deserializer: D,
) -> Result<Option<T>, D::Error> {
    optional_of_set(deserializer, ['-', ' '], "_")
}

fn optional_of_set<'de, D: Deserializer<'de>, T: Deserialize<'de>>(
    deserializer: D,
    separators: [char; 2],
    separator: &str,
) -> Result<Option<T>, D::Error> {
    let Some(text) = Option::<String>::deserialize(deserializer)? else { return Ok(None) };
    let plain: String = shown(&text).trim().to_lowercase().replace(separators, separator);
    T::deserialize(StringDeserializer::<D::Error>::new(plain)).map(Some)
}

/// Returns the kinds that a list of content types means. The error for an unknown type names the field.
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
