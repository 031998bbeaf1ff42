//! What all commands share: the library, the global options, the output to stdout and the exit statuses.

use lore::model::{capitalised, excerpt};
use serde::Serialize;
use serde_json::Value;

use crate::process::settings::Settings;
use crate::process::terminal;
use crate::protocol::lazy_library::LazyLibrary;
use crate::protocol::text_table::table;

const MAX_CELL_CHARS: usize = 120;
/// The exit status if the requested item does not exist, or a check found a problem.
pub(super) const NOT_FOUND: u8 = 1;
/// The exit status of a command that failed. Wrong usage has the same status, as clap defines it.
pub(super) const FAILED: u8 = 2;
/// The exit status of a command that the user cancelled; the one that shells use for Ctrl+C.
pub(super) const CANCELLED: u8 = 130;

pub(super) struct Context {
    pub(super) settings: Settings,
    pub(super) library: LazyLibrary,
    pub(super) is_custom_home: bool,
    pub(super) json: bool,
}

impl Context {
    /// Prints text and returns the exit status 0.
    pub(super) fn print(&self, text: &str) -> anyhow::Result<u8> {
        terminal::print(text)?;
        Ok(0)
    }

    /// Prints text for people, which programs that read JSON do not get.
    pub(super) fn print_words(&self, text: &str) -> anyhow::Result<u8> {
        if self.json { Ok(0) } else { self.print(text) }
    }

    pub(super) fn print_json(&self, value: &impl Serialize) -> anyhow::Result<u8> {
        self.print(&format!("{}\n", terminal::printable_json(&serde_json::to_string_pretty(value)?)))
    }

    /// Prints one line of JSON that a program can wait for.
    pub(super) fn print_json_line(&self, value: &impl Serialize) -> anyhow::Result<u8> {
        self.print(&format!("{}\n", serde_json::to_string(value)?))
    }

    /// Prints a value as JSON, or else in words.
    pub(super) fn answer(
        &self,
        value: &impl Serialize,
        in_words: impl FnOnce() -> String,
    ) -> anyhow::Result<u8> {
        if self.json { self.print_json(value) } else { self.print(&in_words()) }
    }

    /// Prints a value as JSON, or else with all that it has.
    pub(super) fn show(&self, value: &impl Serialize) -> anyhow::Result<u8> {
        if self.json {
            return self.print_json(value);
        }
        let mut text = String::new();
        describe(&mut text, &serde_json::to_value(value)?);
        self.print(&text)
    }
}

/// An object becomes lines with its fields, a list of objects a table; what is nested goes under headings.
fn describe(text: &mut String, value: &Value) {
    match value {
        Value::Object(fields) => {
            let (nested, lines): (Vec<_>, Vec<_>) =
                fields.iter().filter(|(_, value)| !is_empty(value)).partition(|(_, value)| is_nested(value));
            let lines: Vec<_> =
                lines.into_iter().map(|(name, value)| vec![heading(name), cell(value)]).collect();
            if !lines.is_empty() {
                text.push_str(&table(&[], lines));
            }
            for (name, value) in nested {
                text.push_str(&format!("\n{}:\n", capitalised(&heading(name))));
                describe(text, value);
            }
        }
        Value::Array(items) if !items.is_empty() && items.iter().all(is_row) => {
            let rows = items.iter().filter_map(Value::as_object);
            let mut names: Vec<&String> = Vec::new();
            for (name, value) in rows.clone().flatten() {
                if !names.contains(&name) && !is_empty(value) {
                    names.push(name);
                }
            }
            let header: Vec<String> = names.iter().map(|name| capitalised(&heading(name))).collect();
            let rows = rows.map(|row| {
                let cell =
                    |name: &&String| excerpt(&row.get(*name).map(cell).unwrap_or_default(), MAX_CELL_CHARS);
                names.iter().map(cell).collect()
            });
            text.push_str(&table(&header.iter().map(String::as_str).collect::<Vec<_>>(), rows));
        }
        Value::Array(items) => items.iter().for_each(|item| describe(text, item)),
        value => text.push_str(&format!("{}\n", cell(value))),
    }
}

fn is_empty(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::String(text) => text.is_empty(),
        Value::Array(items) => items.is_empty(),
        Value::Object(fields) => fields.is_empty(),
        Value::Bool(_) | Value::Number(_) => false,
    }
}

fn is_nested(value: &Value) -> bool {
    matches!(value, Value::Array(_) | Value::Object(_))
}

fn is_row(value: &Value) -> bool {
    let is_cell = |value: &Value| match value {
        Value::Array(items) => !items.iter().any(is_nested),
        Value::Object(fields) => !fields.values().any(is_nested),
        _ => true,
    };
    value.as_object().is_some_and(|fields| fields.values().all(is_cell))
}

fn cell(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        Value::Array(items) => items.iter().map(cell).collect::<Vec<_>>().join(", "),
        Value::Object(fields) => {
            let fields = fields.iter().map(|(name, value)| format!("{name} {}", cell(value)));
            fields.collect::<Vec<_>>().join(", ")
        }
        Value::Bool(flag) => if *flag { "yes" } else { "no" }.to_owned(),
        Value::Number(number) => match number.as_f64().filter(|_| number.is_f64()) {
            Some(number) => format!("{number:.2}"),
            None => number.to_string(),
        },
    }
}

fn heading(name: &str) -> String {
    name.replace('_', " ")
}

#[cfg(test)]
mod tests;
