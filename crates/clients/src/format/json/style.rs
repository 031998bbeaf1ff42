//! The layout of a text, which additions follow.

use jsonc_parser::ast::Object;
use serde_json::Value;

/// The line ending and the indentation of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Style {
    pub(super) newline: &'static str,
    /// One level of indentation.
    pub(super) unit: String,
    /// Set if everything is on one line.
    pub(super) compact: bool,
}

impl Style {
    /// Returns the default: two spaces and line feeds.
    pub(super) fn default() -> Self {
        Self { newline: "\n", unit: "  ".to_owned(), compact: false }
    }

    /// Detects the style of a text from its first lines.
    pub(super) fn of(text: &str, root: &Object<'_>) -> Self {
        let crlf =
            text.find('\n').is_some_and(|end| text.get(..end).is_some_and(|line| line.ends_with('\r')));
        let newline = if crlf { "\r\n" } else { "\n" };
        let outer = indentation(text, root.range.start);
        let first = root.properties.first().and_then(|first| own_line(text, first.range.start));
        let unit = first.and_then(|inner| inner.strip_prefix(outer)).filter(|unit| !unit.is_empty());
        let body = text.get(root.range.start..root.range.end).unwrap_or_default();
        Self {
            newline,
            unit: unit.unwrap_or("  ").to_owned(),
            compact: !root.properties.is_empty() && !body.contains('\n'),
        }
    }

    /// Formats a value over several lines, of which all but the first start with `indent`. Lists stay on one line.
    pub(super) fn pretty(&self, value: &Value, indent: &str) -> String {
        let Some(fields) = value.as_object().filter(|fields| !fields.is_empty()) else {
            return one_line(value);
        };
        let (newline, inner) = (self.newline, format!("{indent}{}", self.unit));
        let lines: Vec<String> = fields
            .iter()
            .map(|(key, value)| format!("{newline}{inner}{}: {}", quoted(key), self.pretty(value, &inner)))
            .collect();
        format!("{{{}{newline}{indent}}}", lines.join(","))
    }
}

/// Formats a value on one line, with a space after each comma of a list.
pub(super) fn one_line(value: &Value) -> String {
    match value {
        Value::Array(items) => format!("[{}]", items.iter().map(one_line).collect::<Vec<_>>().join(", ")),
        other => other.to_string(),
    }
}

/// Formats a key.
pub(super) fn quoted(key: &str) -> String {
    Value::from(key).to_string()
}

/// Returns the white space at the start of a position's line.
pub(super) fn indentation(text: &str, position: usize) -> &str {
    let line = line_before(text, position);
    let rest = line.trim_start_matches([' ', '\t']);
    line.get(..line.len() - rest.len()).unwrap_or_default()
}

/// Returns the same if nothing else precedes the position on its line.
pub(super) fn own_line(text: &str, position: usize) -> Option<&str> {
    let line = line_before(text, position);
    (line.trim_start_matches([' ', '\t']).is_empty() && line.len() < position).then_some(line)
}

fn line_before(text: &str, position: usize) -> &str {
    let before = text.get(..position).unwrap_or_default();
    before.rsplit('\n').next().unwrap_or_default()
}
