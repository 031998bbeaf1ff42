//! Codex's `config.toml`. The editor of TOML keeps what it does not touch; a text that it would not write back byte for
//! byte is refused.

use std::collections::BTreeMap;

use toml_edit::{Array, DocumentMut, Item, Table, TableLike, value};

use crate::server::{Entry, Found, NAME};

/// The table that holds the servers.
const TABLE: &str = "mcp_servers";

pub(super) fn read(text: &str) -> Result<Found, String> {
    let document = parse(text)?;
    let Some(servers) = document.get(TABLE) else {
        return Ok(Found::Nothing);
    };
    let servers = servers.as_table_like().ok_or_else(no_table)?;
    Ok(servers.get(NAME).map_or(Found::Nothing, found))
}

pub(super) fn with(text: &str, entry: &Entry) -> Result<String, String> {
    let page = Page::of(text)?;
    let mut document = page.document()?;
    let servers = document.entry(TABLE).or_insert_with(|| {
        let mut servers = Table::new();
        servers.set_implicit(true);
        Item::Table(servers)
    });
    let in_line = servers.is_inline_table();
    let servers = servers.as_table_like_mut().ok_or_else(no_table)?;
    match servers.get_mut(NAME).and_then(Item::as_table_like_mut) {
        Some(ours) => set(ours, entry),
        None => {
            let mut ours = Table::new();
            set(&mut ours, entry);
            if !page.body.trim().is_empty() {
                ours.decor_mut().set_prefix("\n");
            }
            let ours = if in_line { value(ours.into_inline_table()) } else { Item::Table(ours) };
            servers.insert(NAME, ours);
        }
    }
    Ok(page.write(&document))
}

pub(super) fn without(text: &str) -> Result<String, String> {
    let page = Page::of(text)?;
    let mut document = page.document()?;
    let Some(servers) = document.get_mut(TABLE) else {
        return Ok(text.to_owned());
    };
    let servers = servers.as_table_like_mut().ok_or_else(no_table)?;
    if servers.remove(NAME).is_none() {
        return Ok(text.to_owned());
    }
    Ok(page.write(&document))
}

pub(super) fn snippet(entry: &Entry) -> String {
    with("", entry).unwrap_or_default().trim_end().to_owned()
}

/// A text with line feeds only, and what it takes to write it as it was.
struct Page {
    body: String,
    crlf: bool,
    /// Whether the last line lacks its ending.
    open: bool,
}

impl Page {
    fn of(text: &str) -> Result<Self, String> {
        let crlf = text.contains("\r\n");
        let body = if crlf { text.replace("\r\n", "\n") } else { text.to_owned() };
        let page = Self { open: !body.is_empty() && !body.ends_with('\n'), body, crlf };
        let same = page.write(&page.document()?);
        let same = if page.open { same.trim_end_matches(['\r', '\n']) } else { same.as_str() };
        if same == text {
            Ok(page)
        } else {
            Err("its line endings are mixed or its form is unusual, so it cannot be edited without touching other things"
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

/// Gives a key a value and keeps the spaces and the comment around it.
fn put(table: &mut dyn TableLike, key: &str, mut item: Item) {
    if let (Some(old), Some(new)) = (table.get(key).and_then(Item::as_value), item.as_value_mut()) {
        *new.decor_mut() = old.decor().clone();
    }
    table.insert(key, item);
}

fn found(item: &Item) -> Found {
    let Some(table) = item.as_table_like() else {
        return Found::Odd("the entry is no table".to_owned());
    };
    if table.contains_key("url") {
        return Found::Odd("it names a server on the network".to_owned());
    }
    let text = |item: &Item| item.as_str().map(str::to_owned);
    let Some(command) = table.get("command").and_then(text) else {
        return Found::Odd("it names no program".to_owned());
    };
    let args = match table.get("args") {
        None => Some(Vec::new()),
        Some(args) => {
            args.as_array().and_then(|args| args.iter().map(|arg| arg.as_str().map(str::to_owned)).collect())
        }
    };
    let env = table.get("env").map_or_else(|| Some(BTreeMap::new()), variables);
    match (args, env) {
        (Some(args), Some(env)) => Found::Entry(Entry { command, args, env }),
        _ => Found::Odd("its args or env are not of the usual form".to_owned()),
    }
}

/// The variables that an entry sets; nothing when they are not of the usual form.
fn variables(env: &Item) -> Option<BTreeMap<String, String>> {
    let mut pairs = env.as_table_like()?.iter();
    pairs.try_fold(BTreeMap::new(), |mut variables, (name, item)| {
        variables.insert(name.to_owned(), item.as_str()?.to_owned());
        Some(variables)
    })
}
