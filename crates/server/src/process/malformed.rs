//! Texts that are no message of the protocol, and the answers to them.

use rmcp::model::{ClientJsonRpcMessage, ErrorCode};
use serde_json::error::Category;
use serde_json::{Value, json};

/// The mark that some programs put before a text. It is no part of it.
const BYTE_ORDER_MARK: &[u8] = b"\xEF\xBB\xBF";

/// What is wrong with a text, and to which request the answer belongs.
#[derive(Debug, PartialEq)]
pub(crate) struct Malformed {
    /// The id that the request has; null where it has none or cannot be read.
    id: Value,
    code: ErrorCode,
    words: String,
}

impl Malformed {
    /// A text with more bytes than are read.
    pub(crate) fn too_long(most: usize) -> Self {
        let words = format!("a message may have at most {most} bytes; this one was not read");
        Self { id: Value::Null, code: ErrorCode::INVALID_REQUEST, words }
    }

    /// The error that a client is answered with, as JSON.
    pub(crate) fn answer(&self) -> String {
        let error = json!({"code": self.code.0, "message": self.words});
        json!({"jsonrpc": "2.0", "id": self.id, "error": error}).to_string()
    }
}

/// A text without the mark before it.
pub(crate) fn unmarked(text: &[u8]) -> &[u8] {
    text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(text)
}

/// Reads a text as the protocol's library will.
///
/// # Errors
/// When it is no message of a client.
pub(crate) fn check(text: &[u8]) -> Result<(), Malformed> {
    let no_json = |words: String| Malformed { id: Value::Null, code: ErrorCode::PARSE_ERROR, words };
    let text = std::str::from_utf8(unmarked(text))
        .map_err(|error| no_json(format!("the message is not UTF-8: {error}")))?;
    let Err(error) = serde_json::from_str::<ClientJsonRpcMessage>(text) else { return Ok(()) };
    let read = match error.classify() {
        Category::Data => serde_json::from_str(text),
        _ => Err(error),
    };
    let value: Value = read.map_err(|error| no_json(format!("the message is not JSON: {error}")))?;
    let words = if value.is_array() {
        "several messages at once are not taken; send each on its own"
    } else {
        "the message is no request of JSON-RPC 2.0: it needs `\"jsonrpc\": \"2.0\"`, a `method` that is a string, an `id` that is a \
         string or a whole number, and `params` that are an object"
    };
    Err(Malformed { id: id_of(&value), code: ErrorCode::INVALID_REQUEST, words: words.to_owned() })
}

/// The id of a request. That of an answer is not the client's: an error under it would be taken for another's.
fn id_of(message: &Value) -> Value {
    let answers = message.get("result").or_else(|| message.get("error")).is_some();
    let is_answer = answers && message.get("method").is_none();
    let id = message.get("id").filter(|id| !is_answer && (id.is_string() || id.is_number()));
    id.cloned().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn answered(text: impl AsRef<[u8]>) -> (i32, Value) {
        let malformed = check(text.as_ref()).unwrap_err();
        let answer: Value = serde_json::from_str(&malformed.answer()).unwrap();
        assert!(answer.get("id").is_some(), "the id is told, even where it is null: {answer}");
        assert_eq!(answer["error"]["code"], malformed.code.0);
        (malformed.code.0, malformed.id)
    }

    #[test]
    fn what_cannot_be_read_is_answered_under_no_id() {
        let lone = r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"\ud800"}}"#;
        let deep = "[".repeat(100_000);
        for text in [lone, "hello?", "{\"jsonrpc\": \"2.0\", \"id\": 77", "[[[", "\u{0}", &deep] {
            assert_eq!(answered(text), (-32700, Value::Null), "{text:.40}");
        }
        assert_eq!(answered(b"{\"id\": 1, \"x\": \"\xff\"}"), (-32700, Value::Null));
    }

    #[test]
    fn what_is_json_and_no_request_keeps_its_id() {
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
    fn messages_pass_whatever_they_ask() {
        for text in [
            r#"{"jsonrpc":"2.0","id":5,"method":"ping"}"#,
            r#"{"jsonrpc":"2.0","id":5,"method":"tools/call","params":{"name":7}}"#,
            r#"{"jsonrpc":"2.0","method":"notifications/anything"}"#,
            r#"{"jsonrpc":"2.0","id":5,"result":{}}"#,
            "\u{feff}{\"jsonrpc\":\"2.0\",\"id\":5,\"method\":\"ping\"}\r\n",
        ] {
            assert_eq!(check(text.as_bytes()), Ok(()), "{text}");
        }
    }
}
