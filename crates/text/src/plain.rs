//! Removes invisible and terminal-control characters from text. Everything fetched or imported passes through
//! here first, so no name, key or text in the library contains such a character.

use std::borrow::Cow;

use serde_json::Value;

use crate::names::is_invisible;
use crate::{Pattern, pattern};

/// Escape sequences of terminals: CSI sequences, and terminated OSC sequences. An unterminated one loses only
/// its first character, because anything may follow.
static SEQUENCES: Pattern = pattern!(
    r#"(?:\x1b\[|\u{9b})[0-?]*[ -/]*[@A-Za-z`]|(?:\x1b\]|\u{9d})[^\x07\x1b\u{9c}"\n]*(?:\x07|\x1b\\|\u{9c})"#
);

/// Returns a text without escape sequences, control characters, direction marks and invisible characters.
/// Line breaks and tabs stay.
pub fn plain(text: &str) -> Cow<'_, str> {
    if !text.contains(is_unwanted) {
        return Cow::Borrowed(text);
    }
    let mut without = SEQUENCES.replace_all(text, "").into_owned();
    without.retain(|letter| !is_unwanted(letter));
    Cow::Owned(without)
}

/// Like [`plain`], for an owned text.
pub fn into_plain(text: String) -> String {
    match plain(&text) {
        Cow::Borrowed(_) => text,
        Cow::Owned(without) => without,
    }
}

/// Cleans every text and key in a JSON value. Of keys that become equal, the first is kept.
pub fn plain_json(value: Value) -> Value {
    match value {
        Value::String(text) => Value::String(into_plain(text)),
        Value::Array(values) => values.into_iter().map(plain_json).collect(),
        Value::Object(fields) => {
            let mut without = serde_json::Map::with_capacity(fields.len());
            for (key, value) in fields {
                without.entry(into_plain(key)).or_insert_with(|| plain_json(value));
            }
            Value::Object(without)
        }
        other => other,
    }
}

/// Returns true for control characters except line breaks and tabs, and for invisible characters except those
/// that join and vary letters and emoji.
pub fn is_unwanted(letter: char) -> bool {
    match letter {
        '\n' | '\r' | '\t' => false,
        '\u{180b}'..='\u{180f}'
        | '\u{200c}'
        | '\u{200d}'
        | '\u{fe00}'..='\u{fe0f}'
        | '\u{e0100}'..='\u{e01ef}' => false,
        other => other.is_control() || is_invisible(other),
    }
}

#[cfg(test)]
mod tests;
