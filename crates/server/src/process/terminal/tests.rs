use super::*;

#[test]
fn control_characters_are_replaced() {
    for (text, printed) in [
        ("Fire\tball\n", "Fire\tball\n"),
        ("a\u{1b}]0;owned\u{7}b", "a\u{fffd}]0;owned\u{fffd}b"),
        ("a\u{9b}2Jb\u{7f}", "a\u{fffd}2Jb\u{fffd}"),
        ("ok\rno", "ok\u{fffd}no"),
        ("a\r\nb\u{1b}c", "a\nb\u{fffd}c"),
        ("wercbro.\u{202e}exe\u{2066}", "wercbro.\u{fffd}exe\u{fffd}"),
        ("👩\u{200d}🚀 é\u{301}", "👩\u{200d}🚀 é\u{301}"),
    ] {
        assert_eq!(printable(text), printed);
    }
}

#[test]
fn printable_json_has_the_same_value() {
    let value = serde_json::json!({ "name": "\u{1b}[31m\u{9b}x\u{202e}\u{200f} \u{2028}é \u{e0041}" });
    let printed = printable_json(&serde_json::to_string_pretty(&value).unwrap());
    assert!(!printed.contains(is_obeyed));
    assert_eq!(serde_json::from_str::<serde_json::Value>(&printed).unwrap(), value);
}
