//! Parses a client's messages, and answers text that is no message of the protocol.

use rmcp::model::{ClientJsonRpcMessage, ErrorCode};
use serde_json::error::Category;
use serde_json::{Value, json};

/// The mark that some programs write before a text.
const BYTE_ORDER_MARK: &[u8] = b"\xEF\xBB\xBF";

/// The reason why a text is no message, and the request that the answer belongs to.
#[derive(Debug, PartialEq)]
pub(crate) struct MalformedMessage {
    /// The id of the request; null if it has none or cannot be read.
    id: Value,
    code: ErrorCode,
    reason: String,
}

impl MalformedMessage {
    /// Creates the reason for a text of more than `max_bytes`, which was not read.
    pub(crate) fn too_long(max_bytes: usize) -> Self {
        let reason = format!("a message may have at most {max_bytes} bytes; this one was not read");
        Self { id: Value::Null, code: ErrorCode::INVALID_REQUEST, reason }
    }

    fn not_json(reason: String) -> Self {
        Self { id: Value::Null, code: ErrorCode::PARSE_ERROR, reason }
    }

    /// Returns the error for the client as JSON.
    pub(crate) fn answer(&self) -> String {
        let error = json!({"code": self.code.0, "message": self.reason});
        json!({"jsonrpc": "2.0", "id": self.id, "error": error}).to_string()
    }
}

/// Removes the byte order mark before a text.
pub(crate) fn without_byte_order_mark(text: &[u8]) -> &[u8] {
    text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(text)
}

/// Parses a message exactly as rmcp does.
///
/// # Errors
/// When the text is no message of a client.
pub(crate) fn parse(text: &[u8]) -> Result<ClientJsonRpcMessage, MalformedMessage> {
    let text = std::str::from_utf8(without_byte_order_mark(text))
        .map_err(|error| MalformedMessage::not_json(format!("the message is not UTF-8: {error}")))?;
    let error = match serde_json::from_str(text) {
        Ok(message) => return Ok(message),
        Err(error) => error,
    };
    let value = match error.classify() {
        Category::Data => serde_json::from_str(text),
        _ => Err(error),
    };
    let value: Value =
        value.map_err(|error| MalformedMessage::not_json(format!("the message is not JSON: {error}")))?;
    let reason = if value.is_array() {
        "several messages at once are not accepted; send each on its own"
    } else {
        "the message is no request of JSON-RPC 2.0: it needs `\"jsonrpc\": \"2.0\"`, a `method` that is a string, an `id` that is a \
         string or a whole number, and `params` that are an object"
    };
    let (id, reason) = (request_id(&value), reason.to_owned());
    Err(MalformedMessage { id, code: ErrorCode::INVALID_REQUEST, reason })
}

/// Returns the id of a request. An answer's id belongs to the server: an error under it would be taken for another's.
fn request_id(message: &Value) -> Value {
    let has_outcome = message.get("result").or_else(|| message.get("error")).is_some();
    let is_answer = has_outcome && message.get("method").is_none();
    let id = message.get("id").filter(|id| !is_answer && (id.is_string() || id.is_number()));
    id.cloned().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn answered(text: impl AsRef<[u8]>) -> (i32, Value) {
        let malformed = parse(text.as_ref()).unwrap_err();
        let answer: Value = serde_json::from_str(&malformed.answer()).unwrap();
        assert!(answer.get("id").is_some(), "the id is present even if it is null: {answer}");
        assert_eq!(answer["error"]["code"], malformed.code.0);
        (malformed.code.0, malformed.id)
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
}
