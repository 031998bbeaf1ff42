//! The `config.yaml` of Goose and Continue, as they write it: each server on lines of its own. The lines of
//! our entry are inserted, replaced or removed; a table in another layout is refused.

use saphyr_parser::{Event, Parser, ScalarStyle, Span, StrInput};
use serde_json::{Map, Value};

use super::{Layout, NOT_EDITABLE, is_ours};
use crate::entry::ENTRY_KEY;

const MAX_DEPTH: usize = 100;

/// A text of spaces and comments counts as an empty mapping.
pub(super) fn read(text: &str) -> Result<Value, String> {
    let mut events = Events(Parser::new_from_str(text));
    let mut root = Value::Null;
    let mut documents = 0;
    loop {
        match events.next()? {
            (Event::StreamEnd, _) => break,
            (Event::DocumentStart(_), span) if documents > 0 => {
                return Err(format!("line {}: another document begins", span.start.line()));
            }
            (Event::DocumentStart(_), _) => {
                documents += 1;
                let first = events.next()?;
                root = events.value(first, 0)?;
            }
            _ => {}
        }
    }
    Ok(if root.is_null() { Map::new().into() } else { root })
}

/// Sets our entry, which is added as the first of its table, or removes it.
pub(super) fn write(text: &str, layout: Layout, entry: Option<&Value>) -> Result<String, String> {
    let Layout { table, is_list, .. } = layout;
    let text = if ["", "{}"].contains(&text.trim()) { "" } else { text };
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let header = lines.iter().position(|line| value_of(line, table).is_some()).unwrap_or(lines.len());
    let (head, rest) = lines.split_at(header);
    let (header, rest) = rest.split_first().unwrap_or((&"", &[]));
    let is_within = |line: &&&str| depth(line) != Some(0) || is_list && is_item(line);
    let (block, after) = rest.split_at(rest.iter().take_while(is_within).count());
    let indentation = block.iter().find_map(|line| depth(line)).unwrap_or(2);

    let mut starts = (0..).zip(block).filter(|(_, line)| depth(line) == Some(indentation));
    let start = if is_list {
        let servers = read(text)?.get(table).and_then(Value::as_array).cloned().unwrap_or_default();
        let index = servers.iter().position(is_ours);
        index.and_then(|index| starts.filter(|(_, line)| is_item(line)).nth(index))
    } else {
        starts.find(|(_, line)| value_of(line.trim_start(), ENTRY_KEY).is_some())
    };
    let start = start.map(|(start, _)| start);
    if entry.is_none() && start.is_none() {
        return Ok(text.to_owned());
    }
    let (above, ours) = block.split_at(start.unwrap_or_default());
    let (_, below) = ours.split_at(start.map_or(0, |_| length(ours, indentation)));

    let value = value_of(header, table).unwrap_or_default();
    let content = value.split('#').next().unwrap_or_default().trim();
    let is_empty = above.iter().chain(below).all(|line| depth(line).is_none());
    let header = match entry {
        _ if !["", "{}", "[]", "~", "null"].contains(&content) => return Err(NOT_EDITABLE.to_owned()),
        Some(_) if !content.is_empty() => {
            format!("{table}:{}", value.replacen(&format!(" {content}"), "", 1))
        }
        None if is_empty => format!("{table}: {}{value}", if is_list { "[]" } else { "{}" }),
        _ => format!("{table}:{value}"),
    };
    let newline = if text.contains("\r\n") { "\r\n" } else { "\n" };
    let added = entry
        .map(|entry| entry_lines(entry, indentation, is_list).replace('\n', newline))
        .unwrap_or_default();
    let parts = [head, &[&header], above, &[&added], below, after];
    let mut edited = String::with_capacity(text.len() + header.len() + added.len());
    for line in parts.into_iter().flatten().filter(|line| !line.is_empty()) {
        if !edited.is_empty() && !edited.ends_with('\n') {
            edited += newline;
        }
        edited += line;
    }
    // The last line of a text stays one without an ending.
    let is_open = !text.is_empty() && !text.ends_with('\n');
    let end = edited.strip_suffix(newline).filter(|_| is_open).map(str::len);
    edited.truncate(end.unwrap_or(edited.len()));
    Ok(edited)
}

/// Returns the number of lines of the entry that the first of these lines begins.
fn length(lines: &[&str], indentation: usize) -> usize {
    let is_within = |line: &&str| depth(line).is_none_or(|depth| depth > indentation);
    let within = 1 + lines.iter().skip(1).take_while(|line| is_within(line)).count();
    let last = lines.iter().take(within).rposition(|line| depth(line).is_some());
    last.map_or(within, |last| last + 1)
}

fn value_of<'t>(line: &'t str, key: &str) -> Option<&'t str> {
    line.strip_prefix(key)?.strip_prefix(':')
}

/// Returns `None` for a line that is empty or only a comment.
fn depth(line: &str) -> Option<usize> {
    let content = line.trim_start_matches(' ');
    let is_content = !content.trim().is_empty() && !content.starts_with('#');
    is_content.then_some(line.len() - content.len())
}

/// Tells the first line of an item of a list.
fn is_item(line: &str) -> bool {
    line.split_whitespace().next() == Some("-")
}

fn entry_lines(entry: &Value, indentation: usize, is_list: bool) -> String {
    let indent = " ".repeat(indentation);
    let fields = entry.as_object().into_iter().flatten().map(|(name, value)| {
        let value = value.as_str().map_or_else(|| value.to_string(), scalar);
        format!("{indent}  {}: {value}\n", scalar(name))
    });
    let fields: String = fields.collect();
    if is_list {
        format!("{indent}- {}", fields.trim_start())
    } else {
        format!("{indent}{ENTRY_KEY}:\n{fields}")
    }
}

fn scalar(text: &str) -> String {
    let is_word = text.starts_with(|sign: char| sign.is_ascii_alphabetic() || sign == '/')
        && text.chars().all(|sign| sign.is_ascii_alphanumeric() || "/._-".contains(sign))
        && !["true", "false", "null", "yes", "no", "on", "off", "y", "n"]
            .contains(&text.to_ascii_lowercase().as_str());
    if is_word { text.to_owned() } else { Value::from(text).to_string() }
}

struct Events<'t>(Parser<'t, StrInput<'t>>);

impl<'t> Events<'t> {
    fn next(&mut self) -> Result<(Event<'t>, Span), String> {
        let event = self.0.next_event().unwrap_or(Ok((Event::StreamEnd, Span::default())));
        event.map_err(|error| format!("line {}: {}", error.marker().line(), error.info()))
    }

    /// An alias stays a mark of its own.
    fn value(&mut self, (event, span): (Event<'t>, Span), depth: usize) -> Result<Value, String> {
        let line = span.start.line();
        if depth > MAX_DEPTH {
            return Err(format!("line {line}: it is nested too deeply"));
        }
        Ok(match event {
            Event::Alias(anchor) => format!("*{anchor}").into(),
            Event::Scalar(text, ScalarStyle::Plain, _, None) if ["", "~"].contains(&&*text) => Value::Null,
            Event::Scalar(text, ScalarStyle::Plain, _, None) => {
                serde_json::from_str(&text).unwrap_or_else(|_| text.into())
            }
            Event::Scalar(text, ..) => text.into(),
            Event::SequenceStart(..) => {
                let mut items = Vec::new();
                loop {
                    match self.next()? {
                        (Event::SequenceEnd, _) => break Value::Array(items),
                        item => items.push(self.value(item, depth + 1)?),
                    }
                }
            }
            Event::MappingStart(..) => {
                let mut fields = Map::new();
                loop {
                    let name = match self.next()? {
                        (Event::MappingEnd, _) => break Value::Object(fields),
                        name => self.value(name, depth + 1)?,
                    };
                    let name = name.as_str().map_or_else(|| name.to_string(), str::to_owned);
                    let value = self.next()?;
                    let value = self.value(value, depth + 1)?;
                    if fields.contains_key(&name) {
                        return Err(format!("line {line}: `{name}` occurs twice"));
                    }
                    fields.insert(name, value);
                }
            }
            _ => return Err(format!("line {line}: it is not YAML")),
        })
    }
}
