//! Text from outside without what a terminal obeys and nobody sees. Everything that is fetched or imported goes through here
//! before anything else looks at it, so that no name, key, text or title in the library holds such a character.

use std::borrow::Cow;
use std::sync::LazyLock;

use regex::Regex;
use serde_json::Value;

use crate::pattern;

/// Escape sequences that terminals obey: those that begin with CSI, and those that begin with OSC and end. One that does not
/// end loses its first character alone, for what stands behind it may be anything.
static SEQUENCES: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r#"(?:\x1b\[|\u{9b})[0-?]*[ -/]*[@A-Za-z`]|(?:\x1b\]|\u{9d})[^\x07\x1b\u{9c}"\n]*(?:\x07|\x1b\\|\u{9c})"#,
    )
});

/// A text without escape sequences, control characters, marks of direction, and characters without a shape. Line breaks and
/// tabs stay.
pub fn plain(text: &str) -> Cow<'_, str> {
    if !text.contains(is_unwanted) {
        return Cow::Borrowed(text);
    }
    let mut without = SEQUENCES.replace_all(text, "").into_owned();
    without.retain(|letter| !is_unwanted(letter));
    Cow::Owned(without)
}

/// The same for a text that is not needed any more.
pub fn into_plain(text: String) -> String {
    match plain(&text) {
        Cow::Borrowed(_) => text,
        Cow::Owned(without) => without,
    }
}

/// The same for every text and key in a JSON value. Of keys that become equal the first is kept.
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

/// Whether a character is a control character other than a line break or a tab, a mark that turns the direction of a line
/// (<https://www.unicode.org/reports/tr9/>), a tag (U+E0000 and on), or another that has no shape of its own.
pub fn is_unwanted(letter: char) -> bool {
    match letter {
        '\n' | '\r' | '\t' => false,
        '\u{61c}'
        | '\u{200e}'
        | '\u{200f}'
        | '\u{202a}'..='\u{202e}'
        | '\u{2066}'..='\u{2069}'
        | '\u{feff}'
        | '\u{fff9}'..='\u{fffb}'
        | '\u{e0000}'..='\u{e007f}' => true,
        other => other.is_control(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn escape_sequences_go_whole() {
        assert_eq!(plain("a\u{1b}[31;1mred\u{1b}[0m \u{9b}2Jb"), "ared b");
        assert_eq!(plain("\u{1b}]0;title\u{7}a\u{1b}]8;;http://x\u{1b}\\b\u{9d}2;t\u{9c}"), "ab");
        assert_eq!(plain("\u{1b}]52;c;never ended \"x\" {"), "]52;c;never ended \"x\" {");
        assert_eq!(plain("\u{1b}c\u{8}\u{0}\u{7f}\u{85}z"), "cz");
    }

    #[test]
    fn marks_of_direction_and_tags_go() {
        assert_eq!(plain("a\u{202e}b\u{2066}c\u{2069}\u{200f}\u{feff}\u{e0041}d"), "abcd");
    }

    #[test]
    fn what_is_seen_stays() {
        let text = "Æther\u{200d}👩\u{200d}🚀\t\r\nمرحبا \u{200c}é";
        assert!(matches!(plain(text), Cow::Borrowed(_)));
    }

    #[test]
    fn json_is_cleaned_in_depth() {
        let value = json!({"na\u{1b}[1mme": ["\u{202e}x", {"k": "\u{7}y"}], "n": 1});
        assert_eq!(plain_json(value), json!({"name": ["x", {"k": "y"}], "n": 1}));
    }
}
