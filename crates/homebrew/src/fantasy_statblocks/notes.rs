//! Notes of Obsidian: their stat blocks, and their links as plain text.

use regex::Captures;
use serde_json::{Map, Value};
use text::{Pattern, pattern};

use super::sheet::Sheet;
use crate::fields::{in_words, object};
use crate::{File, yaml};

const INFO: &str = "statblock";
static FENCE: Pattern = pattern!(r"(?m)^[> \t]*```+[ \t]*statblock[ \t]*$");
static PROPERTY: Pattern = pattern!(r"(?m)^statblock:[ \t]*true[ \t]*$");
/// Matches the marks of quotes and callouts at the start of a line.
static QUOTE: Pattern = pattern!(r"^(?:[ \t]*>[ ]?)+");
/// Matches `[[Note|alias]]` and `[alias](Note.md)`, embedded or not, and the marks that the plug-in
/// makes of them.
static LINK: Pattern = pattern!(concat!(
    r"!?\[\[([^\[\]\n]+)\]\]|!?\[([^\[\]\n]*)\]\([^()\n]*\)",
    r"|<STATBLOCK-WIKI-LINK>(.+?)<STATBLOCK-WIKI-LINK>|<STATBLOCK-MARKDOWN-LINK>(.+?)<STATBLOCK-MARKDOWN-LINK>"
));

pub(super) fn has_stat_block(text: &str) -> bool {
    FENCE.is_match(text) || properties(text).is_some_and(|properties| PROPERTY.is_match(properties))
}

/// Returns the stat blocks of a note: its properties, if they are one, and its code blocks.
pub(super) fn sheets(file: &File) -> Vec<Sheet> {
    let sheet = |line: u32, text: &str| {
        let fields =
            yaml::read(&unlinked(text)).and_then(|value| object(value).ok_or("it has no fields".to_owned()));
        let name = fields.as_ref().map(name_of).unwrap_or_default();
        Sheet { name, file: None, line, fields }
    };
    let mut sheets = Vec::new();
    if let Some(properties) = properties(&file.text).filter(|properties| PROPERTY.is_match(properties)) {
        let mut sheet = sheet(2, properties);
        if sheet.name.is_empty() {
            let name = file.name.rsplit('/').next().unwrap_or_default();
            sheet.name = name.strip_suffix(".md").unwrap_or(name).to_owned();
        }
        sheets.push(sheet);
    }
    sheets.extend(code_blocks(&file.text).iter().map(|(line, text)| sheet(*line, text)));
    sheets
}

fn name_of(fields: &Map<String, Value>) -> String {
    ["name", "creature", "monster"].iter().find_map(|key| fields.get(*key)).map(in_words).unwrap_or_default()
}

/// Returns the properties at the start of a note.
fn properties(text: &str) -> Option<&str> {
    text.strip_prefix("---\n")?.split_once("\n---").map(|(properties, _)| properties)
}

/// Returns the stat blocks with the lines on which they begin.
fn code_blocks(text: &str) -> Vec<(u32, String)> {
    let mut blocks = Vec::new();
    // The number of backticks of the open code block, and its content if that is a stat block.
    let mut open: Option<(usize, Option<(u32, String)>)> = None;
    for (number, line) in (1_u32..).zip(text.lines()) {
        let bare = QUOTE.replace(line, "");
        let after = bare.trim_start().trim_start_matches('`');
        let ticks = bare.trim_start().len() - after.len();
        match &mut open {
            None if ticks >= 3 => {
                open = Some((ticks, (after.trim() == INFO).then(|| (number + 1, String::new()))));
            }
            None => {}
            Some((length, _)) if ticks >= *length && after.trim().is_empty() => {
                blocks.extend(open.take().and_then(|(_, block)| block));
            }
            Some((_, Some((_, content)))) => {
                content.push_str(&bare);
                content.push('\n');
            }
            Some((_, None)) => {}
        }
    }
    blocks.extend(open.and_then(|(_, block)| block));
    blocks
}

/// Replaces links by what a reader sees.
pub(super) fn unlinked(text: &str) -> String {
    let seen = |found: &Captures<'_>| {
        let part = |index: usize| found.get(index).map(|part| part.as_str());
        let alias = |link: &str| {
            let note = link.split('#').next().unwrap_or_default();
            note.rsplit('/').next().unwrap_or_default().trim_end_matches(".md").to_owned()
        };
        match (part(1), part(2), part(3), part(4)) {
            (Some(link), ..) | (_, _, Some(link), _) | (.., Some(link)) => {
                link.rsplit_once('|').map_or_else(|| alias(link), |(_, alias)| alias.to_owned())
            }
            (_, Some(alias), ..) => alias.to_owned(),
            _ => String::new(),
        }
    };
    LINK.replace_all(text, seen).into_owned()
}

/// Replaces the links in every text of a value.
pub(super) fn unlinked_value(value: Value) -> Value {
    match value {
        Value::String(text) => unlinked(&text).into(),
        Value::Array(items) => items.into_iter().map(unlinked_value).collect(),
        Value::Object(fields) => {
            fields.into_iter().map(|(key, value)| (key, unlinked_value(value))).collect()
        }
        other => other,
    }
}
