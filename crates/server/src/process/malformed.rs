//! Parses a client's messages, and answers text that is not a message of the protocol.

use rmcp::model::{ClientJsonRpcMessage, ErrorCode};
use serde_json::error::Category;
use serde_json::{Value, json};

const BYTE_ORDER_MARK: &[u8] = b"\xEF\xBB\xBF";

/// Returns an answer that a request failed. Its id is null if the request has none or cannot be read.
pub(crate) fn answer(id: &Value, code: ErrorCode, message: &str) -> String {
    json!({"jsonrpc": "2.0", "id": id, "error": {"code": code.0, "message": message}}).to_string()
}

pub(crate) fn too_long(max_bytes: usize) -> String {
    let message = format!("a message may have at most {max_bytes} bytes; this one was not read");
    answer(&Value::Null, ErrorCode::INVALID_REQUEST, &message)
}

pub(crate) fn without_byte_order_mark(text: &[u8]) -> &[u8] {
    text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(text)
}

/// Parses a message exactly as rmcp does. The error is the answer to text that is not one.
pub(crate) fn parse(text: &[u8]) -> Result<ClientJsonRpcMessage, String> {
    let unreadable = |reason: String| answer(&Value::Null, ErrorCode::PARSE_ERROR, &reason);
    let text = std::str::from_utf8(without_byte_order_mark(text))
        .map_err(|error| unreadable(format!("the message is not UTF-8: {error}")))?;
    let error = match serde_json::from_str(text) {
        Ok(message) => return Ok(message),
        Err(error) => error,
    };
    let value = match error.classify() {
        Category::Data => serde_json::from_str(text),
        _ => Err(error),
    };
    let value: Value = value.map_err(|error| unreadable(format!("the message is not JSON: {error}")))?;
    let reason = if value.is_array() {
        "several messages at once are not accepted; send each on its own"
    } else {
        "the message is not a request of JSON-RPC 2.0: it needs `\"jsonrpc\": \"2.0\"`, a `method` that is a string, an `id` that is a \
         string or a whole number, and `params` that are an object"
    };
    Err(answer(&request_id(&value), ErrorCode::INVALID_REQUEST, reason))
}

/// An answer's id belongs to the server: an error under it would be taken for another's.
fn request_id(message: &Value) -> Value {
    let has_outcome = message.get("result").or_else(|| message.get("error")).is_some();
    let is_answer = has_outcome && message.get("method").is_none();
    let id = message.get("id").filter(|id| !is_answer && (id.is_string() || id.is_number()));
    id.cloned().unwrap_or_default()
}

#[cfg(test)]
mod tests;
