//! Goose's `config.yaml`. A text is parsed for the positions of its parts, and then only the lines of our entry are inserted,
//! changed or removed. An edit that would change anything else is refused.

mod edit;
mod tree;

use std::collections::BTreeMap;

use self::edit::Edit;
use self::tree::{Node, Value, parse};
use super::NOT_EDITABLE;
use crate::server::{ENTRY_KEY, Entry, ExistingEntry};

/// The key of the servers.
const TABLE: &str = "extensions";
/// The longest time that Goose waits for an answer, in seconds; its own default.
const TIMEOUT_SECONDS: &str = "300";
/// Fields of an entry for a server on the network.
const REMOTE_FIELDS: [&str; 2] = ["uri", "headers"];

pub(super) fn read(text: &str) -> Result<ExistingEntry, String> {
    let root = root(text)?;
    let Some((_, servers)) = root.as_ref().map(|root| root.pair(TABLE)).transpose()?.flatten() else {
        return Ok(ExistingEntry::Missing);
    };
    if servers.pairs().is_none() && !is_null(servers) {
        return Err(format!("`{TABLE}` is no mapping"));
    }
    Ok(servers.pair(ENTRY_KEY)?.map_or(ExistingEntry::Missing, |(_, ours)| parse_entry(ours)))
}

pub(super) fn with(text: &str, entry: &Entry) -> Result<String, String> {
    let edited = match root(text)? {
        None => edit::append(text, &lines(entry, "")),
        Some(root) => match unmarked(&root)?.pair(TABLE)? {
            None if edit::is_flow(text, &root) => {
                let table = serde_json::json!({ ENTRY_KEY: json(entry) });
                edit::insert_in_flow(text, &root, TABLE, &table)
            }
            None => edit::append(text, &lines(entry, edit::indentation(text, root.start))),
            Some(servers) => match unmarked(&servers.1)?.pair(ENTRY_KEY)? {
                None => insert(text, servers, entry),
                Some(ours) => repair(text, (&ours.0, unmarked(&ours.1)?), entry)?,
            },
        },
    };
    unchanged_but_for_ours(text, edited)
}

pub(super) fn without(text: &str) -> Result<String, String> {
    let root = root(text)?;
    let Some((key, servers)) = root.as_ref().map(|root| root.pair(TABLE)).transpose()?.flatten() else {
        return Ok(text.to_owned());
    };
    let Some((_, ours)) = servers.pair(ENTRY_KEY)? else {
        return Ok(text.to_owned());
    };
    unmarked(servers).and_then(|_| unmarked(ours))?;
    unchanged_but_for_ours(text, edit::remove(text, (key, servers), ENTRY_KEY))
}

pub(super) fn snippet(entry: &Entry) -> String {
    lines(entry, "").trim_end().to_owned()
}

/// Returns the edited text if it differs from the original in our entry alone.
fn unchanged_but_for_ours(text: &str, edited: String) -> Result<String, String> {
    let others = |text: &str| {
        let content = root(text).ok()?.map(|root| root.content(&[TABLE, ENTRY_KEY]));
        Some(content.unwrap_or(tree::Content::Mapping(Vec::new())))
    };
    match (others(text), others(&edited)) {
        (Some(before), Some(after)) if before == after => Ok(edited),
        _ => Err(NOT_EDITABLE.to_owned()),
    }
}

/// Refuses to edit a node whose anchor or tag stands before it.
fn unmarked(node: &Node) -> Result<&Node, String> {
    if node.is_marked { Err(NOT_EDITABLE.to_owned()) } else { Ok(node) }
}

/// Returns the root mapping, or `None` if there are only spaces and comments.
fn root(text: &str) -> Result<Option<Node>, String> {
    match parse(text)? {
        Some(root) if root.pairs().is_some() => Ok(Some(root)),
        Some(root) if root.text() == Some("") && root.start == root.end => Ok(None),
        None => Ok(None),
        Some(_) => Err("line 1: it does not contain a mapping, or object".to_owned()),
    }
}

/// Adds our entry to the servers.
fn insert(text: &str, (key, servers): &(Node, Node), entry: &Entry) -> String {
    let json = json(entry);
    match servers.pairs() {
        Some(_) if edit::is_flow(text, servers) => edit::insert_in_flow(text, servers, ENTRY_KEY, &json),
        Some(_) => {
            let indentation = edit::indentation(text, servers.start);
            edit::insert_lines(text, servers.end, &entry_lines(entry, indentation))
        }
        None if servers.start == servers.end => {
            let indentation = format!("{}  ", edit::indentation(text, key.start));
            edit::insert_lines(text, edit::colon(text, key), &entry_lines(entry, &indentation))
        }
        None => {
            let table = serde_json::json!({ ENTRY_KEY: json }).to_string();
            edit::apply(text, &[Edit::new(servers.start..servers.end, table)])
        }
    }
}

/// Corrects our entry and keeps its other fields.
fn repair(text: &str, (key, ours): (&Node, &Node), entry: &Entry) -> Result<String, String> {
    let fields = json(entry);
    let kept = ["name", "enabled", "timeout"];
    let Some(pairs) = ours.pairs().filter(|pairs| !pairs.is_empty()) else {
        return Ok(edit::set(text, key, ours, &fields.into()));
    };
    let mut edits = Vec::new();
    let mut added = String::new();
    let in_flow = edit::is_flow(text, ours);
    for (name, value) in &fields {
        let value = match (name.as_str(), ours.pair(name)?) {
            ("envs", Some((_, found))) => merged(found, value),
            _ => value.clone(),
        };
        match ours.pair(name)? {
            Some((_, found)) if kept.contains(&name.as_str()) && !is_null(found) => {}
            Some((key, found)) => edits.push(edit::set_edit(text, key, found, &value)),
            None if in_flow => added += &format!("\"{name}\": {value}, "),
            None => added += &format!("{}{name}: {value}\n", edit::indentation(text, ours.start)),
        }
    }
    if !added.is_empty() {
        let place = if in_flow { ours.start + 1 } else { edit::line_start(text, ours.start) };
        edits.push(Edit::new(
            place..place,
            if text.contains("\r\n") { added.replace('\n', "\r\n") } else { added },
        ));
    }
    let text = edit::apply(text, &edits);
    let remote =
        REMOTE_FIELDS.into_iter().filter(|field| pairs.iter().any(|(key, _)| key.text() == Some(field)));
    remote.into_iter().try_fold(text, |text, field| {
        let root = root(&text)?.ok_or(NOT_EDITABLE)?;
        let servers = root.pair(TABLE)?.ok_or(NOT_EDITABLE)?;
        let (key, ours) = servers.1.pair(ENTRY_KEY)?.ok_or(NOT_EDITABLE)?;
        Ok(edit::remove(&text, (key, ours), field))
    })
}

/// Returns our variables among those that the user set.
fn merged(found: &Node, ours: &serde_json::Value) -> serde_json::Value {
    let mut all = serde_json::Map::new();
    for (name, value) in variables(found).unwrap_or_default() {
        all.insert(name, value.into());
    }
    all.extend(ours.as_object().cloned().unwrap_or_default());
    all.into()
}

fn parse_entry(node: &Node) -> ExistingEntry {
    let invalid = |reason: &str| ExistingEntry::Invalid(reason.to_owned());
    if node.pairs().is_none() {
        return invalid("the entry is no mapping");
    }
    let field =
        |name: &str| node.pair(name).ok().flatten().map(|(_, value)| value).filter(|value| !is_null(value));
    if REMOTE_FIELDS.into_iter().any(|name| field(name).is_some()) {
        let address = field("uri").and_then(Node::text).filter(|_| field("cmd").is_none());
        return ExistingEntry::on_the_network(address);
    }
    if field("type").and_then(Node::text) != Some("stdio") {
        return invalid("it does not use stdio");
    }
    let Some(command) = field("cmd").and_then(Node::text).map(str::to_owned) else {
        return invalid("it names no program");
    };
    // Goose passes over an entry without these.
    if field("name").is_none() || field("enabled").is_none() {
        return invalid("its name or `enabled` is missing");
    }
    let args = match field("args").map(|args| &args.value) {
        Some(Value::Sequence(args)) => args.iter().map(|arg| arg.text().map(str::to_owned)).collect(),
        _ => None,
    };
    let env = field("envs").map_or_else(|| Some(BTreeMap::new()), variables);
    match (args, env) {
        (Some(args), Some(env)) => ExistingEntry::Valid(Entry { command, args, env }),
        _ => invalid("its args or envs have an unexpected type"),
    }
}

/// Returns the variables of an entry, or `None` if they have an unexpected type.
fn variables(node: &Node) -> Option<BTreeMap<String, String>> {
    let pairs = node.pairs()?.iter();
    pairs.map(|(name, value)| Some((name.text()?.to_owned(), value.text()?.to_owned()))).collect()
}

fn is_null(node: &Node) -> bool {
    matches!(node.text(), Some("" | "~" | "null"))
}

/// Returns the fields of our entry.
fn json(entry: &Entry) -> serde_json::Map<String, serde_json::Value> {
    let mut fields = serde_json::Map::from_iter([
        ("name".to_owned(), ENTRY_KEY.into()),
        ("type".to_owned(), "stdio".into()),
        ("cmd".to_owned(), entry.command.clone().into()),
        ("args".to_owned(), entry.args.clone().into()),
        ("enabled".to_owned(), true.into()),
        ("timeout".to_owned(), TIMEOUT_SECONDS.parse::<u64>().unwrap_or_default().into()),
    ]);
    if !entry.env.is_empty() {
        fields.insert(
            "envs".to_owned(),
            entry.env.iter().map(|(name, value)| (name.clone(), value.clone())).collect(),
        );
    }
    fields
}

/// Returns the lines of the servers with our entry alone.
fn lines(entry: &Entry, indentation: &str) -> String {
    format!("{indentation}{TABLE}:\n{}", entry_lines(entry, &format!("{indentation}  ")))
}

/// Returns the lines of our entry.
fn entry_lines(entry: &Entry, indentation: &str) -> String {
    let fields = json(entry).into_iter().map(|(name, value)| {
        let value = value.as_str().map_or_else(|| value.to_string(), edit::scalar);
        format!("{indentation}  {name}: {value}\n")
    });
    format!("{indentation}{ENTRY_KEY}:\n{}", fields.collect::<String>())
}
