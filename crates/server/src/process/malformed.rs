//! Parses a client's messages, and answers text that is not a message of the protocol.

use rmcp::model::{ClientJsonRpcMessage, ErrorCode};
use serde_json::error::Category;
use serde_json::{Value, json};

const BYTE_ORDER_MARK: &[u8] = b"\xEF\xBB\xBF";

#[derive(Debug, PartialEq)]
pub(crate) struct MalformedMessage {
    /// The id of the request; null if it has none or cannot be read.
    id: Value,
    code: ErrorCode,
    reason: String,
}

impl MalformedMessage {
    pub(crate) fn too_long(max_bytes: usize) -> Self {
        let reason = format!("a message may have at most {max_bytes} bytes; this one was not read");
        Self { id: Value::Null, code: ErrorCode::INVALID_REQUEST, reason }
    }

    fn not_json(reason: String) -> Self {
        Self { id: Value::Null, code: ErrorCode::PARSE_ERROR, reason }
    }

    pub(crate) fn answer(&self) -> String {
        let error = json!({"code": self.code.0, "message": self.reason});
        json!({"jsonrpc": "2.0", "id": self.id, "error": error}).to_string()
    }
}

pub(crate) fn without_byte_order_mark(text: &[u8]) -> &[u8] {
    text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(text)
}

/// Parses a message exactly as rmcp does.
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
        "the message is not a request of JSON-RPC 2.0: it needs `\"jsonrpc\": \"2.0\"`, a `method` that is a string, an `id` that is a \
         string or a whole number, and `params` that are an object"
    };
    let (id, reason) = (request_id(&value), reason.to_owned());
    Err(MalformedMessage { id, code: ErrorCode::INVALID_REQUEST, reason })
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
