//! Edits of a YAML text at the positions of its nodes.

use std::ops::Range;

use serde_json::Value;

use super::tree::Node;

/// A range of bytes and the text that replaces it.
pub(super) struct Edit {
    range: Range<usize>,
    text: String,
}

impl Edit {
    pub(super) fn new(range: Range<usize>, text: String) -> Self {
        Self { range, text }
    }
}

/// Applies edits that do not overlap.
pub(super) fn apply(text: &str, edits: &[Edit]) -> String {
    let mut edits: Vec<_> = edits.iter().collect();
    edits.sort_by_key(|edit| (edit.range.start, edit.range.end));
    let mut edited = text.to_owned();
    for edit in edits.into_iter().rev() {
        edited.replace_range(edit.range.clone(), &edit.text);
    }
    edited
}

/// Adds lines to the end of a text.
pub(super) fn append(text: &str, lines: &str) -> String {
    if text.trim().is_empty() {
        return lines.to_owned();
    }
    insert_lines(text, text.len(), lines)
}

/// Inserts lines after the line that holds a position.
pub(super) fn insert_lines(text: &str, position: usize, lines: &str) -> String {
    let lines = if text.contains("\r\n") { lines.replace('\n', "\r\n") } else { lines.to_owned() };
    let place = line_end(text, position);
    let is_open = place > 0 && !text.get(..place).unwrap_or_default().ends_with('\n');
    let lines = if is_open {
        // The last line stays one without an ending.
        let ending = if text.contains("\r\n") { "\r\n" } else { "\n" };
        format!("{ending}{}", lines.trim_end())
    } else {
        lines
    };
    apply(text, &[Edit::new(place..place, lines)])
}

/// Adds a pair at the beginning of a mapping in braces.
pub(super) fn insert_in_flow(text: &str, mapping: &Node, key: &str, value: &impl serde::Serialize) -> String {
    let pair = serde_json::json!({ key: value }).to_string();
    let pair = pair.get(1..pair.len() - 1).unwrap_or_default();
    let rest = text.get(mapping.start + 1..).unwrap_or_default();
    let gap = match mapping.pairs().unwrap_or_default() {
        [] => "",
        _ if rest.starts_with([' ', '\r', '\n']) => ",",
        _ => ", ",
    };
    apply(text, &[Edit::new(mapping.start + 1..mapping.start + 1, format!("{pair}{gap}"))])
}

/// Removes a pair of a mapping. `owner` is the mapping with its own key.
pub(super) fn remove(text: &str, (key, mapping): (&Node, &Node), name: &str) -> String {
    let pairs = mapping.pairs().unwrap_or_default();
    let Some(place) = pairs.iter().position(|(key, _)| key.text() == Some(name)) else {
        return text.to_owned();
    };
    let (Some((start, end)), next) = (
        pairs.get(place).map(|(key, value)| (key.start, value.end.max(colon(text, key)))),
        pairs.get(place + 1),
    ) else {
        return text.to_owned();
    };
    let previous = place.checked_sub(1).and_then(|place| pairs.get(place));
    if is_flow(text, mapping) {
        let range = match (previous, next) {
            (_, Some((next, _))) => {
                let gap = text.get(end..next.start).unwrap_or_default();
                let after = gap.find(',').map_or(next.start, |comma| end + comma + 1);
                let spaces =
                    text.get(after..).map_or(0, |rest| rest.len() - rest.trim_start_matches(' ').len());
                start..after + spaces
            }
            (Some((_, previous)), None) => previous.end..end,
            (None, None) => mapping.start + 1..mapping.end - 1,
        };
        return apply(text, &[Edit::new(range, String::new())]);
    }
    let mut range = line_start(text, start)..line_end(text, end);
    if range.end == text.len() && !text.ends_with('\n') {
        let before = text.get(..range.start).unwrap_or_default();
        range.start = before.trim_end_matches(['\r', '\n']).len();
    }
    let mut edits = vec![Edit::new(range, String::new())];
    if pairs.len() == 1 {
        let colon = colon(text, key);
        edits.push(Edit::new(colon..colon, " {}".to_owned()));
    }
    apply(text, &edits)
}

/// Sets the value of a key.
pub(super) fn set(text: &str, key: &Node, found: &Node, value: &Value) -> String {
    apply(text, &[set_edit(text, key, found, value)])
}

pub(super) fn set_edit(text: &str, key: &Node, found: &Node, value: &Value) -> Edit {
    let value = value.as_str().map_or_else(|| value.to_string(), scalar);
    let colon = colon(text, key);
    Edit::new(colon..found.end.max(colon), format!(" {value}"))
}

/// Returns `true` if a collection is written in brackets.
pub(super) fn is_flow(text: &str, node: &Node) -> bool {
    matches!(text.as_bytes().get(node.start), Some(b'{' | b'['))
}

/// Returns the position after the colon of a key.
pub(super) fn colon(text: &str, key: &Node) -> usize {
    text.get(key.end..).and_then(|rest| rest.find(':')).map_or(key.end, |colon| key.end + colon + 1)
}

/// Returns the spaces before a position in its line.
pub(super) fn indentation(text: &str, position: usize) -> &str {
    let line = text.get(line_start(text, position)..position).unwrap_or_default();
    line.get(..line.len() - line.trim_start_matches(' ').len()).unwrap_or_default()
}

/// Returns the start of the line that holds a position.
pub(super) fn line_start(text: &str, position: usize) -> usize {
    text.get(..position).and_then(|before| before.rfind('\n')).map_or(0, |end| end + 1)
}

/// Returns the position after the line that ends at a position or holds it.
fn line_end(text: &str, position: usize) -> usize {
    if text.get(..position).is_some_and(|before| before.ends_with('\n')) {
        return position;
    }
    text.get(position..).and_then(|rest| rest.find('\n')).map_or(text.len(), |end| position + end + 1)
}

/// Returns a text as a scalar, in quotation marks unless it is a plain word or path.
pub(super) fn scalar(text: &str) -> String {
    let is_word = text.starts_with(|sign: char| sign.is_ascii_alphabetic() || sign == '/')
        && text.chars().all(|sign| sign.is_ascii_alphanumeric() || "/._-".contains(sign))
        && !["true", "false", "null", "yes", "no", "on", "off", "y", "n"]
            .contains(&text.to_ascii_lowercase().as_str());
    if is_word { text.to_owned() } else { Value::from(text).to_string() }
}
