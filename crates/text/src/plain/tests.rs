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
    assert_eq!(plain("a\u{202e}b\u{2066}c\u{2069}\u{200f}\u{feff}\u{e0041}\u{200b}\u{ad}d"), "abcd");
}

#[test]
fn what_is_seen_stays() {
    let text = "Æther\u{200d}👩\u{200d}🚀❤\u{fe0f}\t\r\nمرحبا \u{200c}é";
    assert!(matches!(plain(text), Cow::Borrowed(_)));
}

#[test]
fn json_is_cleaned_in_depth() {
    let value = json!({"na\u{1b}[1mme": ["\u{202e}x", {"k": "\u{7}y"}], "n": 1});
    assert_eq!(plain_json(value), json!({"name": ["x", {"k": "y"}], "n": 1}));
}
