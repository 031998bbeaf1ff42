use super::*;

#[track_caller]
fn answered(text: impl AsRef<[u8]>) -> (i64, Value) {
    let answer = parse(text.as_ref()).unwrap_err();
    let answer: Value = serde_json::from_str(&answer).unwrap();
    assert!(answer.get("id").is_some(), "the id is present even if it is null: {answer}");
    (answer["error"]["code"].as_i64().unwrap(), answer["id"].clone())
}

#[test]
fn unreadable_text_is_answered_without_an_id() {
    let lone = r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"\ud800"}}"#;
    let deep = "[".repeat(100_000);
    for text in [lone, "hello?", "{\"jsonrpc\": \"2.0\", \"id\": 77", "[[[", "\u{0}", &deep] {
        assert_eq!(answered(text), (-32700, Value::Null), "{text:.40}");
    }
    assert_eq!(answered(b"{\"id\": 1, \"x\": \"\xff\"}"), (-32700, Value::Null));
}

#[test]
fn json_that_is_no_request_is_answered_under_its_id() {
    for (text, id) in [
        (r#"{"jsonrpc":"2.0","id":5,"method":7}"#, json!(5)),
        (r#"{"jsonrpc":"1.0","id":"a","method":"ping"}"#, json!("a")),
        (r#"{"id":5,"method":"ping"}"#, json!(5)),
        (r#"{"jsonrpc":"2.0","id":5}"#, json!(5)),
        (r#"{"jsonrpc":"2.0","id":5,"method":"tools/call","params":[1]}"#, json!(5)),
        (r#"{"jsonrpc":"2.0","id":1.5,"method":"ping"}"#, json!(1.5)),
        (r#"{"jsonrpc":"2.0","id":5,"method":"ping","result":{}}"#, json!(5)),
        (r#"{"jsonrpc":"2.0","id":null,"method":"ping"}"#, Value::Null),
        (r#"{"jsonrpc":"2.0","id":{},"method":"ping"}"#, Value::Null),
        (r#"{"jsonrpc":"2.0","id":5,"result":{},"error":{}}"#, Value::Null),
        (r#"[{"jsonrpc":"2.0","id":5,"method":"ping"}]"#, Value::Null),
        ("7", Value::Null),
    ] {
        assert_eq!(answered(text), (-32600, id), "{text}");
    }
}

#[test]
fn messages_are_parsed_whatever_they_request() {
    for text in [
        r#"{"jsonrpc":"2.0","id":5,"method":"ping"}"#,
        r#"{"jsonrpc":"2.0","id":5,"method":"tools/call","params":{"name":7}}"#,
        r#"{"jsonrpc":"2.0","method":"notifications/anything"}"#,
        r#"{"jsonrpc":"2.0","id":5,"result":{}}"#,
        "\u{feff}{\"jsonrpc\":\"2.0\",\"id\":5,\"method\":\"ping\"}\r\n",
    ] {
        assert!(parse(text.as_bytes()).is_ok(), "{text}");
    }
}
