//! Codex's `config.toml`. The TOML editor keeps what it does not change; a text that it would not reproduce exactly is
//! refused.

use std::collections::BTreeMap;

use toml_edit::{Array, DocumentMut, Item, Table, TableLike, value};

use crate::server::{ENTRY_KEY, Entry, ExistingEntry};

/// The table of servers.
const TABLE: &str = "mcp_servers";

pub(super) fn read(text: &str) -> Result<ExistingEntry, String> {
    let document = parse(text)?;
    let Some(servers) = document.get(TABLE) else {
        return Ok(ExistingEntry::Missing);
    };
    let servers = servers.as_table_like().ok_or_else(no_table)?;
    Ok(servers.get(ENTRY_KEY).map_or(ExistingEntry::Missing, parse_entry))
}

pub(super) fn with(text: &str, entry: &Entry) -> Result<String, String> {
    let source = TomlText::parse(text)?;
    let mut document = source.document()?;
    let servers = document.entry(TABLE).or_insert_with(|| {
        let mut servers = Table::new();
        servers.set_implicit(true);
        Item::Table(servers)
    });
    let in_line = servers.is_inline_table();
    let servers = servers.as_table_like_mut().ok_or_else(no_table)?;
    match servers.get_mut(ENTRY_KEY).and_then(Item::as_table_like_mut) {
        Some(ours) => set(ours, entry),
        None => {
            let mut ours = Table::new();
            set(&mut ours, entry);
            if !source.body.trim().is_empty() {
                ours.decor_mut().set_prefix("\n");
            }
            let ours = if in_line { value(ours.into_inline_table()) } else { Item::Table(ours) };
            servers.insert(ENTRY_KEY, ours);
        }
    }
    Ok(source.write(&document))
}

pub(super) fn without(text: &str) -> Result<String, String> {
    let source = TomlText::parse(text)?;
    let mut document = source.document()?;
    let Some(servers) = document.get_mut(TABLE) else {
        return Ok(text.to_owned());
    };
    let servers = servers.as_table_like_mut().ok_or_else(no_table)?;
    if servers.remove(ENTRY_KEY).is_none() {
        return Ok(text.to_owned());
    }
    Ok(source.write(&document))
}

pub(super) fn snippet(entry: &Entry) -> String {
    with("", entry).unwrap_or_default().trim_end().to_owned()
}

/// A text with line feeds only, and its original line endings.
struct TomlText {
    body: String,
    crlf: bool,
    /// Set if the last line has no ending.
    is_open: bool,
}

impl TomlText {
    fn parse(text: &str) -> Result<Self, String> {
        let crlf = text.contains("\r\n");
        let body = if crlf { text.replace("\r\n", "\n") } else { text.to_owned() };
        let page = Self { is_open: !body.is_empty() && !body.ends_with('\n'), body, crlf };
        let same = page.write(&page.document()?);
        let same = if page.is_open { same.trim_end_matches(['\r', '\n']) } else { same.as_str() };
        if same == text {
            Ok(page)
        } else {
            Err("its line endings are mixed or its layout is unusual, so it cannot be edited without changing other parts"
                .to_owned())
        }
    }

    fn document(&self) -> Result<DocumentMut, String> {
        parse(&self.body)
    }

    fn write(&self, document: &DocumentMut) -> String {
        let text = document.to_string();
        if self.crlf { text.replace('\n', "\r\n") } else { text }
    }
}

fn parse(text: &str) -> Result<DocumentMut, String> {
    text.parse().map_err(|error: toml_edit::TomlError| {
        let start = error.span().map_or(0, |span| span.start);
        let line = text.as_bytes().iter().take(start).filter(|byte| **byte == b'\n').count() + 1;
        format!("line {line}: {}", error.message().replace('\n', "; "))
    })
}

fn no_table() -> String {
    format!("`{TABLE}` is no table")
}

fn set(ours: &mut dyn TableLike, entry: &Entry) {
    put(ours, "command", value(entry.command.as_str()));
    put(ours, "args", value(entry.args.iter().collect::<Array>()));
    if ours.get("env").is_some_and(|env| variables(env).is_none()) {
        ours.remove("env");
    }
    if !entry.env.is_empty() {
        if !ours.contains_key("env") {
            ours.insert("env", value(toml_edit::InlineTable::new()));
        }
        if let Some(env) = ours.get_mut("env").and_then(Item::as_table_like_mut) {
            for (name, variable) in &entry.env {
                put(env, name, value(variable.as_str()));
            }
        }
    }
    for remote in ["url", "bearer_token_env_var", "http_headers", "env_http_headers"] {
        ours.remove(remote);
    }
}

/// Sets a value and keeps the spaces and the comment around it.
fn put(table: &mut dyn TableLike, key: &str, mut item: Item) {
    if let (Some(old), Some(new)) = (table.get(key).and_then(Item::as_value), item.as_value_mut()) {
        *new.decor_mut() = old.decor().clone();
    }
    table.insert(key, item);
}

fn parse_entry(item: &Item) -> ExistingEntry {
    let Some(table) = item.as_table_like() else {
        return ExistingEntry::Invalid("the entry is no table".to_owned());
    };
    if let Some(url) = table.get("url") {
        return ExistingEntry::on_the_network(url.as_str().filter(|_| !table.contains_key("command")));
    }
    let Some(command) = table.get("command").and_then(Item::as_str).map(str::to_owned) else {
        return ExistingEntry::Invalid("it names no program".to_owned());
    };
    let args = match table.get("args") {
        None => Some(Vec::new()),
        Some(args) => {
            args.as_array().and_then(|args| args.iter().map(|arg| arg.as_str().map(str::to_owned)).collect())
        }
    };
    let env = table.get("env").map_or_else(|| Some(BTreeMap::new()), variables);
    match (args, env) {
        (Some(args), Some(env)) => ExistingEntry::Valid(Entry { command, args, env }),
        _ => ExistingEntry::Invalid("its args or env have an unexpected type".to_owned()),
    }
}

/// Returns the variables of an entry, or `None` if they have an unexpected type.
fn variables(env: &Item) -> Option<BTreeMap<String, String>> {
    let mut pairs = env.as_table_like()?.iter();
    pairs.try_fold(BTreeMap::new(), |mut variables, (name, item)| {
        variables.insert(name.to_owned(), item.as_str()?.to_owned());
        Some(variables)
    })
}
