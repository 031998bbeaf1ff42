//! The `config.toml` of Codex and Mistral Vibe. The TOML editor keeps what it does not change; a text that it
//! would not reproduce exactly is refused.

use serde::Serialize;
use serde_json::{Map, Value};
use toml_edit::ser::ValueSerializer;
use toml_edit::{ArrayOfTables, DocumentMut, Item, Table, TableLike, Value as TomlValue, value};

use super::{Layout, NOT_EDITABLE};
use crate::entry::ENTRY_KEY;

pub(super) fn read(text: &str) -> Result<Value, String> {
    toml_edit::de::from_document(parse(text)?).map_err(|error| error.message().to_owned())
}

pub(super) fn write(text: &str, layout: Layout, entry: Option<&Value>) -> Result<String, String> {
    let newline = if text.contains("\r\n") { "\r\n" } else { "\n" };
    let print = |document: &DocumentMut| document.to_string().replace('\n', newline);
    let mut document = parse(&text.replace("\r\n", "\n"))?;
    let printed = print(&document);
    if printed != text && printed.strip_suffix(newline) != Some(text) {
        return Err("its line endings are mixed or its layout is unusual, so it cannot be edited without changing other parts"
            .to_owned());
    }
    let Some(fields) = entry.and_then(Value::as_object) else {
        if let Some(servers) = document.get_mut(layout.table) {
            remove(servers);
        }
        return Ok(print(&document));
    };
    let (_, found) = layout.parse(text)?;
    let servers = document.entry(layout.table).or_insert_with(|| {
        let mut servers = Table::new();
        servers.set_implicit(true);
        if layout.is_list { Item::ArrayOfTables(ArrayOfTables::new()) } else { Item::Table(servers) }
    });
    match ours(servers) {
        Some(ours) => sync(ours, fields, found.as_ref())?,
        None => {
            let mut ours = Table::new();
            sync(&mut ours, fields, None)?;
            if !text.trim().is_empty() {
                ours.decor_mut().set_prefix("\n");
            }
            add(servers, ours)?;
        }
    }
    Ok(print(&document))
}

fn ours(servers: &mut Item) -> Option<&mut dyn TableLike> {
    match servers {
        Item::ArrayOfTables(servers) => {
            let server = servers.iter_mut().find(|server| is_ours(&**server))?;
            Some(server)
        }
        Item::Value(TomlValue::Array(servers)) => {
            let mut servers = servers.iter_mut().filter_map(TomlValue::as_inline_table_mut);
            let server = servers.find(|server| is_ours(&**server))?;
            Some(server)
        }
        servers => servers.as_table_like_mut()?.get_mut(ENTRY_KEY)?.as_table_like_mut(),
    }
}

fn add(servers: &mut Item, ours: Table) -> Result<(), &'static str> {
    match servers {
        Item::ArrayOfTables(servers) => servers.push(ours),
        Item::Value(TomlValue::Array(servers)) => servers.push(ours.into_inline_table()),
        servers => {
            let in_line = servers.is_inline_table();
            let servers = servers.as_table_like_mut().ok_or(NOT_EDITABLE)?;
            let ours = if in_line { value(ours.into_inline_table()) } else { Item::Table(ours) };
            servers.insert(ENTRY_KEY, ours);
        }
    }
    Ok(())
}

fn remove(servers: &mut Item) {
    match servers {
        Item::ArrayOfTables(servers) => servers.retain(|server| !is_ours(server)),
        Item::Value(TomlValue::Array(servers)) => {
            servers.retain(|server| !server.as_inline_table().is_some_and(|server| is_ours(server)));
        }
        servers => drop(servers.as_table_like_mut().and_then(|servers| servers.remove(ENTRY_KEY))),
    }
}

fn is_ours(server: &dyn TableLike) -> bool {
    server.get("name").and_then(Item::as_str) == Some(ENTRY_KEY)
}

/// A value keeps the spaces and the comment around it.
fn sync(table: &mut dyn TableLike, fields: &Map<String, Value>, found: Option<&Value>) -> Result<(), String> {
    let names = table.iter().map(|(name, _)| name.to_owned());
    let gone: Vec<_> = names.filter(|name| !fields.contains_key(name)).collect();
    gone.iter().for_each(|name| drop(table.remove(name)));
    for (name, field) in fields {
        let found = found.and_then(|found| found.get(name));
        if found == Some(field) {
            continue;
        }
        if let (Some(inner), Some(fields)) =
            (table.get_mut(name).and_then(Item::as_table_like_mut), field.as_object())
        {
            sync(inner, fields, found)?;
            continue;
        }
        let mut written = field.serialize(ValueSerializer::new()).map_err(|_| NOT_EDITABLE)?;
        if let Some(old) = table.get(name).and_then(Item::as_value) {
            *written.decor_mut() = old.decor().clone();
        }
        table.insert(name, Item::Value(written));
    }
    Ok(())
}

fn parse(text: &str) -> Result<DocumentMut, String> {
    text.parse().map_err(|error: toml_edit::TomlError| {
        let start = error.span().map_or(0, |span| span.start);
        let line = text.as_bytes().iter().take(start).filter(|byte| **byte == b'\n').count() + 1;
        format!("line {line}: {}", error.message().replace('\n', "; "))
    })
}
