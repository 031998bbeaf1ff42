//! Files in JSON, with or without comments. A text is parsed for the positions of its parts, and then only the few
//! bytes of our entry are cut out or put in: what is not ours is never written anew.

mod edit;
mod gap;
mod style;

use std::collections::BTreeMap;

use jsonc_parser::ast::{Object, ObjectProp, Value};
use jsonc_parser::{CollectOptions, ParseOptions, parse_to_ast};

use crate::server::{Entry, Found, NAME};
use edit::Edit;
use style::Style;

/// What the client's own parser allows beyond JSON.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Grammar {
    /// Nothing.
    Strict,
    /// Comments.
    Commented,
    /// Comments and trailing commas.
    Lenient,
}

/// The form of a client's JSON file.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Json {
    pub(crate) grammar: Grammar,
    /// The key that holds the servers.
    pub(crate) table: &'static str,
    /// Whether an entry says `"type": "stdio"`.
    pub(crate) typed: bool,
}

/// Fields of an entry that name a server elsewhere.
const REMOTE: [&str; 4] = ["url", "serverUrl", "httpUrl", "headers"];

impl Json {
    pub(super) fn read(self, text: &str) -> Result<Found, String> {
        let root = self.parse(text)?;
        let Some(servers) = self.servers(root.as_ref())? else {
            return Ok(Found::Nothing);
        };
        Ok(property(servers, NAME)?.map_or(Found::Nothing, |ours| found(&ours.value)))
    }

    pub(super) fn with(self, text: &str, entry: &Entry) -> Result<String, String> {
        let Some(root) = self.parse(text)? else {
            let before = if text.trim().is_empty() { "" } else { text };
            let gap = if before.is_empty() || before.ends_with('\n') { "" } else { "\n" };
            return Ok(format!("{before}{gap}{}\n", self.snippet(entry)));
        };
        let style = Style::of(text, &root);
        let fields = serde_json::Value::Object(entry.json(self.typed));
        let Some(servers) = self.servers(Some(&root))? else {
            let table = serde_json::json!({ NAME: fields });
            return Ok(edit::apply(text, &edit::insert(text, &root, &style, (self.table, &table))));
        };
        match property(servers, NAME)? {
            None => Ok(edit::apply(text, &edit::insert(text, servers, &style, (NAME, &fields)))),
            Some(ours) if ours.value.as_object().is_none() => {
                Ok(edit::apply(text, &[edit::replace(text, &style, &ours.value, &fields)]))
            }
            Some(_) => self.mend(text, entry),
        }
    }

    pub(super) fn without(self, text: &str) -> Result<String, String> {
        let root = self.parse(text)?;
        let Some(servers) = self.servers(root.as_ref())? else {
            return Ok(text.to_owned());
        };
        Ok(match property(servers, NAME)? {
            Some(_) => edit::apply(text, &edit::remove(text, servers, NAME)),
            None => text.to_owned(),
        })
    }

    pub(super) fn snippet(self, entry: &Entry) -> String {
        let entry = serde_json::Value::Object(entry.json(self.typed));
        Style::usual().pretty(&serde_json::json!({ self.table: { NAME: entry } }), "")
    }

    /// Sets the fields of our entry that are not as they should be, one after the other.
    fn mend(self, text: &str, entry: &Entry) -> Result<String, String> {
        let mut text = text.to_owned();
        let mut wanted = entry.json(self.typed);
        let env = wanted.remove("env");
        if let Some(kind) = wanted.remove("type").or_else(|| Some("stdio".into())) {
            let change = |found: Option<&ObjectProp<'_>>| self.typed || found.is_some();
            text = self.set(&text, &[NAME], ("type", &kind), change)?;
        }
        for (field, value) in &wanted {
            text = self.set(&text, &[NAME], (field, value), |_| true)?;
        }
        text = self.edit(&text, &[NAME], |object| {
            let odd = property(object, "env")?.is_some_and(|env| variables(&env.value).is_none());
            Ok(if odd { edit::remove(&text, object, "env") } else { Vec::new() })
        })?;
        if let Some(serde_json::Value::Object(variables)) = env {
            let empty = serde_json::Value::Object(serde_json::Map::new());
            let missing =
                |found: Option<&ObjectProp<'_>>| found.is_none_or(|env| env.value.as_object().is_none());
            text = self.set(&text, &[NAME], ("env", &empty), missing)?;
            for (name, value) in &variables {
                text = self.set(&text, &[NAME, "env"], (name, value), |_| true)?;
            }
        }
        for field in REMOTE {
            text = self.edit(&text, &[NAME], |object| {
                Ok(property(object, field)?.map_or_else(Vec::new, |_| edit::remove(&text, object, field)))
            })?;
        }
        Ok(text)
    }

    /// Gives one field of an object a value, unless it has it already or `change` says no.
    fn set(
        self,
        text: &str,
        path: &[&str],
        (field, value): (&str, &serde_json::Value),
        change: impl Fn(Option<&ObjectProp<'_>>) -> bool,
    ) -> Result<String, String> {
        let style = self.parse(text)?.map_or_else(Style::usual, |root| Style::of(text, &root));
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
        let mut object = self.servers(root.as_ref())?.ok_or("it was lost")?;
        for key in path {
            let inner = property(object, key)?.and_then(|inner| inner.value.as_object());
            object = inner.ok_or_else(|| format!("`{key}` is no object"))?;
        }
        Ok(edit::apply(text, &edits(object)?))
    }

    /// The object at the root; nothing when there are only spaces and comments.
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
                Some(_) => Err("line 1: it does not hold an object".to_owned()),
            },
            Err(error) => Err(format!("line {}: {}", error.line_display(), error.kind())),
        }
    }

    /// The object that holds the servers.
    fn servers<'o, 't>(self, root: Option<&'o Object<'t>>) -> Result<Option<&'o Object<'t>>, String> {
        let Some(table) = root.map(|root| property(root, self.table)).transpose()?.flatten() else {
            return Ok(None);
        };
        table.value.as_object().map(Some).ok_or_else(|| format!("`{}` is no object", self.table))
    }
}

/// The property of this name. Programs disagree on which of two counts, so two are refused.
fn property<'o, 't>(object: &'o Object<'t>, name: &str) -> Result<Option<&'o ObjectProp<'t>>, String> {
    let mut named = object.properties.iter().filter(|property| property.name.as_str() == name);
    let first = named.next();
    if named.next().is_some() { Err(format!("`{name}` stands there twice")) } else { Ok(first) }
}

fn found(value: &Value<'_>) -> Found {
    let Some(object) = value.as_object() else {
        return Found::Odd("the entry is no object".to_owned());
    };
    if REMOTE.iter().any(|field| object.get(field).is_some()) {
        return Found::Odd("it names a server on the network".to_owned());
    }
    if object.get("type").is_some_and(|kind| !same(&kind.value, &"stdio".into())) {
        return Found::Odd("it does not speak over stdio".to_owned());
    }
    let text = |value: &Value<'_>| value.as_string_lit().map(|text| text.value.to_string());
    let Some(command) = object.get("command").and_then(|command| text(&command.value)) else {
        return Found::Odd("it names no program".to_owned());
    };
    let args = match object.get("args").map(|args| &args.value) {
        None => Some(Vec::new()),
        Some(args) => args.as_array().and_then(|args| args.elements.iter().map(text).collect()),
    };
    let env = object.get("env").map_or_else(|| Some(BTreeMap::new()), |env| variables(&env.value));
    match (args, env) {
        (Some(args), Some(env)) => Found::Entry(Entry { command, args, env }),
        _ => Found::Odd("its args or env are not of the usual form".to_owned()),
    }
}

/// The variables that an entry sets; nothing when they are not of the usual form.
fn variables(env: &Value<'_>) -> Option<BTreeMap<String, String>> {
    let text = |value: &Value<'_>| value.as_string_lit().map(|text| text.value.to_string());
    match env {
        Value::NullKeyword(_) => Some(BTreeMap::new()),
        Value::Object(env) => {
            let pairs = env.properties.iter();
            pairs.map(|pair| Some((pair.name.as_str().to_owned(), text(&pair.value)?))).collect()
        }
        _ => None,
    }
}

/// Whether a value in the text is this one. Enough for the values that we write.
fn same(found: &Value<'_>, wanted: &serde_json::Value) -> bool {
    match (found, wanted) {
        (Value::StringLit(found), serde_json::Value::String(wanted)) => found.value == wanted.as_str(),
        (Value::Array(found), serde_json::Value::Array(wanted)) => {
            found.elements.len() == wanted.len()
                && found.elements.iter().zip(wanted).all(|(found, wanted)| same(found, wanted))
        }
        _ => false,
    }
}
