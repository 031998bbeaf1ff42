//! Decodes the arguments of every tool by their published schema. Models write numbers as texts, one text for
//! a list, empty texts for what they leave out, and names of their own.

use lore::query::{nearest, similarity};
use rmcp::model::JsonObject;
use serde_json::Value;

use crate::protocol::arguments::shown;
use crate::protocol::envelope::Failure;

const MIN_SIMILARITY: f64 = 0.8;

/// Other names of arguments that several tools have.
const COMMON_ALIASES: &[(&str, &[&str])] = &[
    ("documents", &["book", "books", "source", "sources"]),
    ("limit", &["max_results", "top_k"]),
    ("sort", &["order", "order_by", "sort_by"]),
];
/// The arguments that take plain words, which can say what no other argument does.
const PLAIN_WORDS: [&str; 3] = ["semantic_query", "query", "theme"];

#[derive(Debug, Clone, Copy)]
pub(crate) struct ArgumentRules<'a> {
    pub(crate) schema: &'a JsonObject,
    pub(crate) aliases: &'a [(&'a str, &'a str)],
    pub(crate) meaningful_if_empty: &'a [&'a str],
    pub(crate) keeps_empty: bool,
}

impl ArgumentRules<'_> {
    pub(crate) fn decode(&self, arguments: JsonObject) -> Result<JsonObject, Failure> {
        self.object(arguments, self.schema, "")
    }

    /// An object that may have other fields stays as it is.
    fn object(&self, given: JsonObject, schema: &JsonObject, path: &str) -> Result<JsonObject, Failure> {
        if schema.get("additionalProperties") != Some(&Value::Bool(false)) {
            return Ok(given);
        }
        let none = JsonObject::new();
        let properties = schema.get("properties").and_then(Value::as_object).unwrap_or(&none);
        let required = schema.get("required").and_then(Value::as_array);
        let is_optional = |name: &str| required.is_none_or(|required| required.iter().all(|it| it != name));
        let mut decoded = JsonObject::new();
        for (key, value) in given {
            let name = self.meant(&key, properties).ok_or_else(|| self.unknown(&key, properties))?;
            let place = if path.is_empty() { name.to_owned() } else { format!("{path}.{name}") };
            let of_value = properties.get(name).and_then(Value::as_object).unwrap_or(&none);
            let is_kept = self.keeps_empty
                || !is_optional(name)
                || self.meaningful_if_empty.contains(&name) && is_empty_of(&value, of_value);
            if !is_kept && is_empty(&value) {
                continue;
            }
            let value = self.value(value, of_value, &place)?;
            if !is_kept && is_empty(&value) {
                continue;
            }
            if decoded.insert(name.to_owned(), value).is_some() {
                return Err(Failure::invalid(name, format!("duplicate argument `{name}`: give it once.")));
            }
        }
        Ok(decoded)
    }

    fn value(&self, value: Value, schema: &JsonObject, place: &str) -> Result<Value, Failure> {
        let none = JsonObject::new();
        match typed(value, schema) {
            Value::Array(items) => {
                let of_item = schema.get("items").and_then(Value::as_object).unwrap_or(&none);
                let max = schema.get("maxItems").and_then(Value::as_u64).unwrap_or(u64::MAX);
                if items.len() as u64 > max {
                    let words = format!("`{place}` has {} items; at most {max} are possible.", items.len());
                    return Err(Failure::invalid(place, words));
                }
                let given = items.into_iter().enumerate();
                let given = given.filter(|(_, item)| self.keeps_empty || !is_empty(item));
                let items = given.map(|(at, item)| self.value(item, of_item, &format!("{place}[{at}]")));
                items.collect::<Result<_, _>>().map(Value::Array)
            }
            Value::Object(object) => self.object(object, schema, place).map(Value::Object),
            value => in_range(value, schema, place),
        }
    }

    fn aliases<'a>(&'a self, properties: &'a JsonObject) -> impl Iterator<Item = (&'a str, &'a str)> {
        let common = COMMON_ALIASES.iter().flat_map(|(name, all)| all.iter().map(move |it| (*it, *name)));
        let all = self.aliases.iter().copied().chain(common);
        all.filter(move |(_, name)| properties.contains_key(*name))
    }

    /// Returns the argument that a name means: its own, another name, or the same words in another order.
    fn meant<'a>(&'a self, key: &str, properties: &'a JsonObject) -> Option<&'a str> {
        if let Some((name, _)) = properties.get_key_value(key) {
            return Some(name);
        }
        let words = words(key);
        let alias = self.aliases(properties).find(|(alias, _)| self::words(alias) == words);
        let same = || properties.keys().map(String::as_str).find(|name| self::words(name) == words);
        alias.map(|(_, name)| name).or_else(same)
    }

    fn unknown(&self, key: &str, properties: &JsonObject) -> Failure {
        let shown = shown(key);
        if properties.is_empty() {
            let words = format!("There is no argument `{shown}`; this tool takes none.");
            return Failure::invalid(&shown, words);
        }
        let aliases = self.aliases(properties).map(|(alias, _)| alias);
        let names: Vec<&str> = properties.keys().map(String::as_str).chain(aliases).collect();
        let best = nearest(&shown, &names, 1).join("");
        // `file_path` means `path`, and `attunement` means `requires_attunement`.
        let of_key = words(key);
        let part = properties.keys().find(|name| of_key.contains(*name)).or_else(|| {
            let has_all = |name: &&String| of_key.iter().all(|word| words(name).contains(word));
            properties.keys().filter(|_| !of_key.is_empty()).find(has_all)
        });
        let in_words = || PLAIN_WORDS.into_iter().find(|name| properties.contains_key(*name));
        let near = match (part, self.meant(&best, properties)) {
            (Some(part), _) => part.as_str(),
            (None, Some(name)) if similarity(&shown, &best) >= MIN_SIMILARITY => name,
            (None, name) => in_words().or(name).unwrap_or_default(),
        };
        let words = format!("There is no argument `{shown}`; the nearest is `{near}`.");
        let mut failure = Failure::invalid(&shown, words);
        failure.details.valid = properties.keys().cloned().collect();
        failure.details.nearest = vec![near.to_owned()];
        failure
    }
}

fn in_range(value: Value, schema: &JsonObject, place: &str) -> Result<Value, Failure> {
    let [min, max] = ["minimum", "maximum"].map(|limit| schema.get(limit));
    let is_above = |number: f64| min.and_then(Value::as_f64).is_none_or(|min| number >= min);
    let is_below = |number: f64| max.and_then(Value::as_f64).is_none_or(|max| number <= max);
    if value.as_f64().is_none_or(|number| is_above(number) && is_below(number)) {
        return Ok(value);
    }
    let range = match (min, max) {
        (Some(min), Some(max)) => format!("from {min} to {max}"),
        (Some(min), None) => format!("at least {min}"),
        (None, max) => format!("at most {}", max.unwrap_or(&Value::Null)),
    };
    Err(Failure::invalid(place, format!("`{place}` must be {range}, not {value}.")))
}

/// Returns the words of a name in alphabetical order: the same for `cr_min`, `minCr` and `minimum_cr`.
fn words(name: &str) -> Vec<String> {
    let mut spaced = String::with_capacity(name.len());
    let mut was_small = false;
    for letter in name.chars() {
        if !letter.is_alphanumeric() || letter.is_uppercase() && was_small {
            spaced.push(' ');
        }
        was_small = letter.is_lowercase() || letter.is_numeric();
        spaced.extend(letter.to_lowercase().filter(|letter| letter.is_alphanumeric()));
    }
    let short = |word| match word {
        "minimum" => "min",
        "maximum" => "max",
        word => word,
    };
    let mut words: Vec<String> = spaced.split_whitespace().map(|word| short(word).to_owned()).collect();
    words.sort_unstable();
    words
}

fn is_empty(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::String(text) => text.trim().is_empty() || text.trim().eq_ignore_ascii_case("null"),
        Value::Array(items) => items.iter().all(is_empty),
        Value::Bool(_) | Value::Number(_) | Value::Object(_) => false,
    }
}

fn is_empty_of(value: &Value, schema: &JsonObject) -> bool {
    match (schema.get("type").and_then(Value::as_str), value) {
        (Some("string"), Value::String(text)) => text.trim().is_empty(),
        (Some("array"), Value::Array(items)) => items.is_empty(),
        _ => false,
    }
}

/// What has a choice of types stays as it is.
fn typed(value: Value, schema: &JsonObject) -> Value {
    let value = whole(value);
    let converted = match (schema.get("type").and_then(Value::as_str), &value) {
        (Some("integer" | "number"), Value::String(text)) => number(text.trim()),
        (Some("boolean"), Value::String(text)) => flag(text),
        (Some("boolean"), Value::Number(number)) => flag(&number.to_string()),
        (Some("array"), Value::String(text)) => Some(list(text)),
        (Some("array"), Value::Bool(_) | Value::Number(_) | Value::Object(_)) => {
            return Value::Array(vec![value]);
        }
        (Some("object"), Value::String(text)) => serde_json::from_str(text).ok().map(Value::Object),
        (Some("string"), Value::Number(number)) => Some(number.to_string().into()),
        (Some("string"), Value::String(text)) => schema.get("enum").map(|words| word(text, words)),
        _ => None,
    };
    converted.unwrap_or(value)
}

/// Converts `5.0` to `5`; other values stay as they are.
pub(crate) fn whole(value: Value) -> Value {
    /// The greatest number up to which floats represent every whole number exactly: 2^53.
    const MAX_EXACT: f64 = 9_007_199_254_740_992.0;
    let number = value.as_f64().filter(|number| number.fract() == 0.0 && number.abs() <= MAX_EXACT);
    match number.filter(|_| value.is_f64()) {
        #[expect(clippy::cast_possible_truncation, reason = "it is whole and small enough")]
        Some(number) => (number as i64).into(),
        None => value,
    }
}

fn number(text: &str) -> Option<Value> {
    let of_integer = text.parse::<i64>().ok().map(Value::from);
    of_integer.or_else(|| text.parse().ok().and_then(serde_json::Number::from_f64).map(|it| whole(it.into())))
}

fn flag(text: &str) -> Option<Value> {
    match text.trim().to_lowercase().as_str() {
        "true" | "yes" | "on" | "1" => Some(true.into()),
        "false" | "no" | "off" | "0" => Some(false.into()),
        _ => None,
    }
}

/// Case and separators do not matter, except in words in capitals: they are consent, and given exactly.
fn word(text: &str, words: &Value) -> Value {
    let text = shown(text);
    let plain = |word: &str| word.trim().to_lowercase().replace(['_', ' '], "-");
    let mut words = words.as_array().into_iter().flatten().filter_map(Value::as_str);
    if words.clone().any(|word| word.contains(char::is_uppercase)) {
        return text.into();
    }
    // What is not in the set may be another name of a word in it.
    words.find(|word| plain(word) == plain(&text)).map_or_else(|| plain(&text), str::to_owned).into()
}

/// Reads a list that is a text: as JSON, or with commas between its items.
fn list(text: &str) -> Value {
    match serde_json::from_str(text) {
        Ok(Value::Array(items)) => Value::Array(items),
        Ok(object @ Value::Object(_)) => Value::Array(vec![object]),
        _ => text.split(',').map(|item| item.trim().to_owned()).collect(),
    }
}
