//! Size limits of results, and how values are shortened. Omissions are reported, with how to get the rest.

use lore::model::excerpt;
use serde::Serialize;
use serde_json::Value;

/// The maximum size of a resource, and of a list of entries with a line for each, in bytes of JSON. Other
/// results are as long as their [client](super::client_limits) takes them.
///
/// Claude Code refuses a result of more than 25,000 tokens (`MAX_MCP_OUTPUT_TOKENS`,
/// <https://code.claude.com/docs/en/mcp>), Claude Desktop and claude.ai one of more than 150,000 characters,
/// counting both copies. Results of these tools have 2.4 to 3.5 bytes per token.
pub(crate) const MAX_RESULT_BYTES: usize = 60_000;

pub(crate) const RESERVED_MESSAGE_BYTES: usize = 4_000;

pub(crate) const MAX_VALUE_BYTES: usize = MAX_RESULT_BYTES - RESERVED_MESSAGE_BYTES;

pub(crate) const MAX_MESSAGE_CHARS: usize = 2_000;

/// The maximum size of a part of a resource: less than half of it, as JSON escapes can double it.
pub(crate) const MAX_PART_BYTES: usize = 24_000;

/// The most bytes of a part of an entry's text: with fields and JSON's escapes, a result of at most 12 KB.
pub(crate) fn entry_part_bytes(max_bytes: usize) -> usize {
    max_bytes.min(12_000) * 3 / 5
}

/// The limits that [`fit`] tries in turn: characters per text, and items per list.
const MAX_CHARS: [usize; 9] = [8_000, 2_000, 1_000, 400, 200, 120, 80, 40, 20];
const MAX_ITEMS: [usize; 9] = [1_000, 400, 200, 100, 50, 25, 10, 3, 1];

const MAX_NAMED_LISTS: usize = 4;
/// The maximum length of a field name, and the minimum of fields in an object. Our types stay below both.
const MAX_FIELD_BYTES: usize = 100;
/// What is cut of them addresses nothing. Those of a library are shorter than the maximum.
const ADDRESSES: &[&str] = &["uri", "document_key", "slug"];
const MAX_ADDRESS_BYTES: usize = 500;

/// Returns the size of a value in bytes of JSON.
pub(crate) fn of(value: &impl Serialize) -> usize {
    serde_json::to_vec(value).map_or(usize::MAX, |json| json.len())
}

/// Shortens long texts and lists until a value fits. Returns what was shortened, or `None` if it fitted.
pub(crate) fn fit(value: &mut Value, max_bytes: usize) -> Option<String> {
    if of(value) <= max_bytes {
        return None;
    }
    let whole = std::mem::take(value);
    let mut shortening = Shortening::default();
    for (max_chars, max_items) in MAX_CHARS.into_iter().zip(MAX_ITEMS) {
        shortening = Shortening { max_chars, max_items, ..Shortening::default() };
        *value = whole.clone();
        shortening.shorten("", value);
        if of(value) <= max_bytes {
            break;
        }
    }
    Some(shortening.description())
}

#[derive(Default)]
struct Shortening {
    max_chars: usize,
    max_items: usize,
    shortened_texts: usize,
    lists: Vec<String>,
}

impl Shortening {
    fn shorten(&mut self, path: &str, value: &mut Value) {
        match value {
            Value::String(text)
                if text.len() > self.max_chars && text.chars().nth(self.max_chars).is_some() =>
            {
                *text = excerpt(text, self.max_chars);
                self.shortened_texts += 1;
            }
            Value::Array(list) => {
                let total = list.len();
                list.truncate(self.max_items);
                self.record(path, list.len(), total);
                for (index, item) in list.iter_mut().enumerate() {
                    self.shorten(&format!("{path}[{index}]"), item);
                }
            }
            Value::Object(object) => {
                let total = object.len();
                let max_fields = self.max_items.max(MAX_FIELD_BYTES);
                let mut index = 0;
                object.retain(|field, _| {
                    index += 1;
                    field.len() <= MAX_FIELD_BYTES && index <= max_fields
                });
                self.record(path, object.len(), total);
                let is_address = |field: &str, value: &Value| {
                    let is_short = || value.as_str().is_some_and(|text| text.len() <= MAX_ADDRESS_BYTES);
                    ADDRESSES.contains(&field) && is_short()
                };
                for (field, inner) in object.iter_mut().filter(|(field, inner)| !is_address(field, inner)) {
                    let dot = if path.is_empty() { "" } else { "." };
                    self.shorten(&format!("{path}{dot}{field}"), inner);
                }
            }
            _ => {}
        }
    }

    fn record(&mut self, path: &str, shown: usize, total: usize) {
        if shown < total {
            self.lists.push(format!("`{path}` shows {shown} of {total}"));
        }
    }

    fn description(mut self) -> String {
        let unnamed = self.lists.len().saturating_sub(MAX_NAMED_LISTS);
        self.lists.truncate(MAX_NAMED_LISTS);
        if unnamed > 0 {
            self.lists.push(format!("{unnamed} other lists are shortened"));
        }
        if self.shortened_texts > 0 {
            let (texts, chars) = (self.shortened_texts, self.max_chars);
            self.lists.push(format!("{texts} texts are cut after {chars} characters (…)"));
        }
        format!("The result was too large for a client and is shortened: {}.", self.lists.join("; "))
    }
}

/// Splits a text into parts of `max_bytes`: before headings, else between paragraphs, lines or sentences.
pub(crate) fn parts(text: &str, max_bytes: usize) -> Vec<&str> {
    let mut parts = Vec::new();
    let mut rest = text;
    while rest.len() > max_bytes {
        let (head, tail) = rest.split_at(part_length(rest, max_bytes));
        parts.push(head);
        rest = tail;
    }
    if !rest.is_empty() || parts.is_empty() {
        parts.push(rest);
    }
    parts
}

fn part_length(text: &str, max_bytes: usize) -> usize {
    let max = text.ceil_char_boundary(text.floor_char_boundary(max_bytes).max(1));
    let (head, _) = text.split_at(max);
    // A split in the first half would leave tiny parts.
    let is_large = |length: &usize| *length > max / 2;
    let before_heading = || head.rfind("\n#").map(|at| at + 1).filter(is_large);
    let after = |end: &str| head.rfind(end).map(|at| at + end.len());
    let after_block = || ["\n\n", "\n"].into_iter().find_map(|end| after(end).filter(is_large));
    // Only a text without sentences is split between words, or inside one.
    let lengths = before_heading().or_else(after_block).or_else(|| after_sentence(head));
    lengths.or_else(|| after("\n")).or_else(|| after(" ")).unwrap_or(max)
}

/// Returns the length of a text up to the end of its last sentence. After `ft.` one goes on in lower case.
fn after_sentence(text: &str) -> Option<usize> {
    let begins = |rest: &str| rest.starts_with(|c: char| c.is_uppercase() || "*“\"(".contains(c));
    let mut spaces = text.rmatch_indices(' ').map(|(at, _)| text.split_at(at + 1));
    let ends = |sentence: &str| sentence.trim_end().ends_with(['.', '!', '?', '”']);
    let found = spaces.find(|(sentence, rest)| ends(sentence) && begins(rest));
    found.map(|(sentence, _)| sentence.len())
}

/// Truncates a list to at most `max_bytes` of JSON, but keeps the first item. Returns how many it omitted.
pub(crate) fn truncate<T: Serialize>(items: &mut Vec<T>, max_bytes: usize) -> usize {
    let mut used = 2;
    let fitting = items.iter().take_while(|item| {
        used += of(item) + 1;
        used <= max_bytes
    });
    let kept = fitting.count().max(1).min(items.len());
    let omitted = items.len() - kept;
    items.truncate(kept);
    omitted
}

/// An item that is too large by itself is shortened.
pub(crate) fn lists(items: Vec<Value>, max_bytes: usize) -> Vec<Vec<Value>> {
    let mut lists = vec![Vec::new()];
    let mut used = 2;
    for mut item in items {
        fit(&mut item, max_bytes.saturating_sub(2));
        let size = of(&item) + 1;
        if used + size > max_bytes && used > 2 {
            lists.push(Vec::new());
            used = 2;
        }
        used += size;
        if let Some(list) = lists.last_mut() {
            list.push(item);
        }
    }
    lists
}

#[cfg(test)]
mod tests;
