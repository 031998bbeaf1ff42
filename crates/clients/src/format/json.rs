//! JSON files, with or without comments. A text is parsed for the positions of its parts, and then only the bytes of our
//! entry are inserted or removed; the rest is never rewritten.

mod edit;
mod gap;
mod style;

use std::collections::BTreeMap;

use jsonc_parser::ast::{Object, ObjectProp, Value};
use jsonc_parser::{CollectOptions, ParseOptions, parse_to_ast};

use crate::server::{ENTRY_KEY, Entry, ExistingEntry, Fields};
use edit::Edit;
use style::Style;

/// The extensions of JSON that the client's own parser accepts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Grammar {
    /// Nothing.
    Strict,
    /// Comments.
    Commented,
    /// Comments and trailing commas.
    Lenient,
}

/// The structure of a client's JSON file.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Json {
    pub(crate) grammar: Grammar,
    /// The key of the servers.
    pub(crate) table: &'static str,
    pub(crate) fields: Fields,
}

/// Fields of an entry for a server on the network.
const REMOTE_FIELDS: [&str; 4] = ["url", "serverUrl", "httpUrl", "headers"];

impl Json {
    pub(super) fn read(self, text: &str) -> Result<ExistingEntry, String> {
        let root = self.parse(text)?;
        let Some(servers) = self.servers(root.as_ref())? else {
            return Ok(ExistingEntry::Missing);
        };
        Ok(property(servers, ENTRY_KEY)?.map_or(ExistingEntry::Missing, |ours| parse_entry(&ours.value)))
    }

    pub(super) fn with(self, text: &str, entry: &Entry) -> Result<String, String> {
        let Some(root) = self.parse(text)? else {
            let before = if text.trim().is_empty() { "" } else { text };
            let gap = if before.is_empty() || before.ends_with('\n') { "" } else { "\n" };
            return Ok(format!("{before}{gap}{}\n", self.snippet(entry)));
        };
        let style = Style::of(text, &root);
        let fields = serde_json::Value::Object(entry.json(self.fields));
        let Some(servers) = self.servers(Some(&root))? else {
            let table = serde_json::json!({ ENTRY_KEY: fields });
            return Ok(edit::apply(text, &edit::insert(text, &root, &style, (self.table, &table))));
        };
        match property(servers, ENTRY_KEY)? {
            None => Ok(edit::apply(text, &edit::insert(text, servers, &style, (ENTRY_KEY, &fields)))),
            Some(ours) if ours.value.as_object().is_none() => {
                Ok(edit::apply(text, &[edit::replace(text, &style, &ours.value, &fields)]))
            }
            Some(_) => self.repair(text, entry),
        }
    }

    pub(super) fn without(self, text: &str) -> Result<String, String> {
        let root = self.parse(text)?;
        let Some(servers) = self.servers(root.as_ref())? else {
            return Ok(text.to_owned());
        };
        Ok(match property(servers, ENTRY_KEY)? {
            Some(_) => edit::apply(text, &edit::remove(text, servers, ENTRY_KEY)),
            None => text.to_owned(),
        })
    }

    pub(super) fn snippet(self, entry: &Entry) -> String {
        let entry = serde_json::Value::Object(entry.json(self.fields));
        Style::default().pretty(&serde_json::json!({ self.table: { ENTRY_KEY: entry } }), "")
    }

    /// Corrects the fields of our entry, one after the other.
    fn repair(self, text: &str, entry: &Entry) -> Result<String, String> {
        let mut text = text.to_owned();
        let mut fields = entry.json(self.fields);
        let env = fields.remove("env");
        if let Some(kind) = fields.remove("type").or_else(|| Some("stdio".into())) {
            let change = |found: Option<&ObjectProp<'_>>| self.fields == Fields::Typed || found.is_some();
            text = self.set(&text, &[ENTRY_KEY], ("type", &kind), change)?;
        }
        // A server that the user switched off stays off.
        if let Some(active) = fields.remove("active") {
            text = self.set(&text, &[ENTRY_KEY], ("active", &active), |found| found.is_none())?;
        }
        for (field, value) in &fields {
            text = self.set(&text, &[ENTRY_KEY], (field, value), |_| true)?;
        }
        text = self.edit(&text, &[ENTRY_KEY], |object| {
            let odd = property(object, "env")?.is_some_and(|env| variables(&env.value).is_none());
            Ok(if odd { edit::remove(&text, object, "env") } else { Vec::new() })
        })?;
        if let Some(serde_json::Value::Object(variables)) = env {
            let empty = serde_json::Value::Object(serde_json::Map::new());
            let missing =
                |found: Option<&ObjectProp<'_>>| found.is_none_or(|env| env.value.as_object().is_none());
            text = self.set(&text, &[ENTRY_KEY], ("env", &empty), missing)?;
            for (name, value) in &variables {
                text = self.set(&text, &[ENTRY_KEY, "env"], (name, value), |_| true)?;
            }
        }
        for field in REMOTE_FIELDS {
            text = self.edit(&text, &[ENTRY_KEY], |object| {
                Ok(property(object, field)?.map_or_else(Vec::new, |_| edit::remove(&text, object, field)))
            })?;
        }
        Ok(text)
    }

    /// Sets one field of an object, unless it has the value or `change` returns `false`.
    fn set(
        self,
        text: &str,
        path: &[&str],
        (field, value): (&str, &serde_json::Value),
        change: impl Fn(Option<&ObjectProp<'_>>) -> bool,
    ) -> Result<String, String> {
        let style = self.parse(text)?.map_or_else(Style::default, |root| Style::of(text, &root));
        self.edit(text, path, |object| {
            let found = property(object, field)?;
            Ok(match found {
                found if !change(found) => Vec::new(),
                Some(found) if same(&found.value, value) => Vec::new(),
                Some(found) => vec![edit::replace(text, &style, &found.value, value)],
                None => edit::insert(text, object, &style, (field, value)),
            })
        })
    }

    /// Edits the object at a path below the servers.
    fn edit(
        self,
        text: &str,
        path: &[&str],
        edits: impl Fn(&Object<'_>) -> Result<Vec<Edit>, String>,
    ) -> Result<String, String> {
        let root = self.parse(text)?;
        let mut object = self.servers(root.as_ref())?.ok_or("the servers are missing")?;
        for key in path {
            let inner = property(object, key)?.and_then(|inner| inner.value.as_object());
            object = inner.ok_or_else(|| format!("`{key}` is no object"))?;
        }
        Ok(edit::apply(text, &edits(object)?))
    }

    /// Returns the root object, or `None` if there are only spaces and comments.
    fn parse(self, text: &str) -> Result<Option<Object<'_>>, String> {
        let options = ParseOptions {
            allow_comments: self.grammar != Grammar::Strict,
            allow_trailing_commas: self.grammar == Grammar::Lenient,
            allow_loose_object_property_names: false,
            allow_missing_commas: false,
            allow_single_quoted_strings: false,
            allow_hexadecimal_numbers: false,
            allow_unary_plus_numbers: false,
            allow_bare_decimal_point_numbers: false,
            allow_non_finite_numbers: false,
            allow_extended_string_escapes: false,
        };
        match parse_to_ast(text, &CollectOptions::default(), &options) {
            Ok(parsed) => match parsed.value {
                None => Ok(None),
                Some(Value::Object(root)) => Ok(Some(root)),
                Some(_) => Err("line 1: it does not contain an object".to_owned()),
            },
            Err(error) => Err(format!("line {}: {}", error.line_display(), error.kind())),
        }
    }

    /// Returns the object of the servers.
    fn servers<'o, 't>(self, root: Option<&'o Object<'t>>) -> Result<Option<&'o Object<'t>>, String> {
        let Some(table) = root.map(|root| property(root, self.table)).transpose()?.flatten() else {
            return Ok(None);
        };
        table.value.as_object().map(Some).ok_or_else(|| format!("`{}` is no object", self.table))
    }
}

/// Returns the property with this name. A duplicate is refused, because programs disagree about which one counts.
fn property<'o, 't>(object: &'o Object<'t>, name: &str) -> Result<Option<&'o ObjectProp<'t>>, String> {
    let mut named = object.properties.iter().filter(|property| property.name.as_str() == name);
    let first = named.next();
    if named.next().is_some() { Err(format!("`{name}` occurs twice")) } else { Ok(first) }
}

fn parse_entry(value: &Value<'_>) -> ExistingEntry {
    let Some(object) = value.as_object() else {
        return ExistingEntry::Invalid("the entry is no object".to_owned());
    };
    let mut remote = REMOTE_FIELDS.iter().filter_map(|field| object.get(field)).peekable();
    if remote.peek().is_some() {
        let address = remote.find_map(|field| text(&field.value)).filter(|_| object.get("command").is_none());
        return ExistingEntry::on_the_network(address.as_deref());
    }
    if object.get("type").is_some_and(|kind| !same(&kind.value, &"stdio".into())) {
        return ExistingEntry::Invalid("it does not use stdio".to_owned());
    }
    let Some(command) = object.get("command").and_then(|command| text(&command.value)) else {
        return ExistingEntry::Invalid("it names no program".to_owned());
    };
    let args = match object.get("args").map(|args| &args.value) {
        None => Some(Vec::new()),
        Some(args) => args.as_array().and_then(|args| args.elements.iter().map(text).collect()),
    };
    let env = object.get("env").map_or_else(|| Some(BTreeMap::new()), |env| variables(&env.value));
    match (args, env) {
        (Some(args), Some(env)) => ExistingEntry::Valid(Entry { command, args, env }),
        _ => ExistingEntry::Invalid("its args or env have an unexpected type".to_owned()),
    }
}

/// Returns the variables of an entry, or `None` if they have an unexpected type.
fn variables(env: &Value<'_>) -> Option<BTreeMap<String, String>> {
    match env {
        Value::NullKeyword(_) => Some(BTreeMap::new()),
        Value::Object(env) => {
            let pairs = env.properties.iter();
            pairs.map(|pair| Some((pair.name.as_str().to_owned(), text(&pair.value)?))).collect()
        }
        _ => None,
    }
}

/// Returns the content of a string.
fn text(value: &Value<'_>) -> Option<String> {
    value.as_string_lit().map(|text| text.value.to_string())
}

/// Returns `true` if a value in the text equals another. Supports the types that we write.
fn same(one: &Value<'_>, other: &serde_json::Value) -> bool {
    match (one, other) {
        (Value::StringLit(one), serde_json::Value::String(other)) => one.value == other.as_str(),
        (Value::Array(one), serde_json::Value::Array(other)) => {
            one.elements.len() == other.len()
                && one.elements.iter().zip(other).all(|(one, other)| same(one, other))
        }
        _ => false,
    }
}
