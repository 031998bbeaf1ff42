//! Insertion, replacement and removal of a property, as edits of the text.

use std::ops::Range;

use jsonc_parser::ast::{Object, Value};
use jsonc_parser::common::Ranged;

use super::gap::Gap;
use super::style::{Style, indentation, one_line, own_line, quoted};

/// The replacement of a range of bytes.
#[derive(Debug)]
pub(super) struct Edit {
    at: Range<usize>,
    text: String,
}

impl Edit {
    fn insert(at: usize, text: String) -> Self {
        Self { at: at..at, text }
    }

    fn delete(at: Range<usize>) -> Self {
        Self { at, text: String::new() }
    }
}

/// Applies edits that are in order and do not overlap.
pub(super) fn apply(text: &str, edits: &[Edit]) -> String {
    let mut edited =
        String::with_capacity(text.len() + edits.iter().map(|edit| edit.text.len()).sum::<usize>());
    let mut done = 0;
    for edit in edits {
        edited.push_str(text.get(done..edit.at.start).unwrap_or_default());
        edited.push_str(&edit.text);
        done = edit.at.end;
    }
    edited.push_str(text.get(done..).unwrap_or_default());
    edited
}

/// Adds a property at the end of an object.
pub(super) fn insert(
    text: &str,
    object: &Object<'_>,
    style: &Style,
    (key, value): (&str, &serde_json::Value),
) -> Vec<Edit> {
    let key = quoted(key);
    let close = object.range.end.saturating_sub(1);
    let Some(last) = object.properties.last() else {
        return vec![fill(text, object, style, &|indent| match indent {
            Some(indent) => format!("{key}: {}", style.pretty(value, indent)),
            None => format!("{key}:{value}"),
        })];
    };
    let gap = Gap::between(text, last.range.end, close);
    let whole = text.get(object.range.start..object.range.end).unwrap_or_default();
    if !whole.contains('\n') {
        let airy = text.get(last.range.start..last.range.end).is_some_and(|last| last.contains(": "));
        let space = if airy { " " } else { "" };
        let property = if airy { format!("{key}: {}", one_line(value)) } else { format!("{key}:{value}") };
        return vec![match gap.comma {
            None => Edit::insert(last.range.end, format!(",{space}{property}")),
            Some(comma) => Edit::insert(comma + 1, format!("{space}{property},")),
        }];
    }
    let first = object.properties.first().unwrap_or(last);
    let indent = own_line(text, last.range.start).or_else(|| own_line(text, first.range.start));
    let base = indentation(text, object.range.start);
    let indent = indent.map_or_else(|| format!("{base}{}", style.unit), str::to_owned);
    let property = format!("{}{indent}{key}: {}", style.newline, style.pretty(value, &indent));
    match gap.comma {
        None => vec![Edit::insert(last.range.end, ",".to_owned()), Edit::insert(gap.line_end, property)],
        Some(comma) => vec![Edit::insert(gap.line_end.max(comma + 1), format!("{property},"))],
    }
}

/// Inserts the first property of an object, which may contain comments. `property` gets its indentation, or `None` in a
/// one-line layout.
fn fill(text: &str, object: &Object<'_>, style: &Style, property: &dyn Fn(Option<&str>) -> String) -> Edit {
    let (open, close) = (object.range.start + 1, object.range.end.saturating_sub(1));
    let inside = text.get(open..close).unwrap_or_default();
    let content = open + inside.trim_end().len();
    if style.compact && !inside.contains('\n') {
        return Edit::insert(content, property(None));
    }
    let base = indentation(text, object.range.start);
    let indent = format!("{base}{}", style.unit);
    let line = format!("{}{indent}{}", style.newline, property(Some(&indent)));
    if text.get(content..close).is_some_and(|tail| tail.contains('\n')) {
        Edit::insert(content, line)
    } else {
        Edit { at: content..close, text: format!("{line}{}{base}", style.newline) }
    }
}

/// Replaces the value of a property.
pub(super) fn replace(text: &str, style: &Style, old: &Value<'_>, new: &serde_json::Value) -> Edit {
    let range = old.range();
    let new = if style.compact { new.to_string() } else { style.pretty(new, indentation(text, range.start)) };
    Edit { at: range.start..range.end, text: new }
}

/// Removes a property with its line and comma: the inverse of [`insert`].
pub(super) fn remove(text: &str, object: &Object<'_>, key: &str) -> Vec<Edit> {
    let properties = &object.properties;
    let Some(index) = properties.iter().position(|property| property.name.as_str() == key) else {
        return Vec::new();
    };
    let Some(ours) = properties.get(index) else {
        return Vec::new();
    };
    let (open, close) = (object.range.start + 1, object.range.end.saturating_sub(1));
    let before = index.checked_sub(1).and_then(|index| properties.get(index));
    let previous = before.map_or(open, |before| before.range.end);
    let next = properties.get(index + 1).map_or(close, |next| next.range.start);
    let start = line_start(text, previous, ours.range.start);
    let own_comma = Gap::between(text, ours.range.end, next).comma;
    if before.is_none() && index + 1 == properties.len() {
        let end = own_comma.map_or(ours.range.end, |comma| comma + 1);
        let left = [text.get(open..start), text.get(end..close)];
        if left.iter().flatten().all(|part| part.trim().is_empty()) {
            return vec![Edit::delete(open..close)];
        }
    }
    match (own_comma, before) {
        (Some(comma), _) => {
            let glued = text.get(ours.range.end..comma).is_some_and(|gap| gap.trim().is_empty());
            // If ours was the first of several on a line, the next one moves up to the bracket.
            let spaces = if start == open { spaces_after(text, comma + 1) } else { 0 };
            let spaces = if start < ours.range.start { 0 } else { spaces };
            if glued {
                vec![Edit::delete(start..comma + 1 + spaces)]
            } else {
                vec![Edit::delete(start..ours.range.end), Edit::delete(comma..comma + 1 + spaces)]
            }
        }
        (None, Some(before)) => {
            let comma = Gap::between(text, before.range.end, ours.range.start).comma;
            let mut edits: Vec<Edit> =
                comma.map(|comma| Edit::delete(comma..comma + 1)).into_iter().collect();
            edits.push(Edit::delete(start..ours.range.end));
            edits
        }
        (None, None) => vec![Edit::delete(start..ours.range.end)],
    }
}

/// Returns the start of the white space before a position, including one line break, but not before `floor`.
fn line_start(text: &str, floor: usize, position: usize) -> usize {
    let before = text.get(floor..position).unwrap_or_default();
    let before = before.trim_end_matches([' ', '\t']);
    let before = before.strip_suffix('\n').map_or(before, |line| line.strip_suffix('\r').unwrap_or(line));
    floor + before.len()
}

fn spaces_after(text: &str, position: usize) -> usize {
    let rest = text.get(position..).unwrap_or_default();
    rest.len() - rest.trim_start_matches([' ', '\t']).len()
}
