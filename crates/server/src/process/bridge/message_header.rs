//! The few fields of an owner's message that a bridge needs to pass it on.

use memchr::memmem;
use serde::Deserialize;
use serde_json::Value;

/// The header of a JSON-RPC message. Text that is no message has an empty header.
#[derive(Debug, Default, PartialEq, Deserialize)]
pub(super) struct MessageHeader {
    id: Option<Value>,
    method: Option<String>,
    params: Option<ProgressParams>,
}

/// The parameters of a progress notification.
#[derive(Debug, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
struct ProgressParams {
    progress_token: Option<Value>,
    progress: Option<f64>,
}

impl MessageHeader {
    /// Parses a message. Of an answer only what precedes its result, which can be long, if that has the id.
    pub(super) fn parse(line: &[u8]) -> Self {
        let head = memmem::find(line, b",\"result\":").and_then(|end| line.get(..end));
        let header = head.and_then(|head| serde_json::from_slice(&[head, b"}"].concat()).ok());
        let header = header.filter(|header: &Self| header.id.is_some());
        header.unwrap_or_else(|| serde_json::from_slice(line).unwrap_or_default())
    }

    /// Returns the id, as JSON, of the request that this message answers.
    pub(super) fn answered_id(&self) -> Option<String> {
        self.id.as_ref().filter(|_| self.method.is_none()).map(Value::to_string)
    }

    /// Returns the token, as JSON, and the value of a progress notification.
    pub(super) fn progress(&self) -> Option<(String, f64)> {
        let is_progress = self.method.as_deref() == Some("notifications/progress");
        let params = self.params.as_ref().filter(|_| is_progress)?;
        Some((params.progress_token.as_ref()?.to_string(), params.progress?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_is_recognised_in_any_order_of_fields() {
        let answered = |line: &str| MessageHeader::parse(line.as_bytes()).answered_id();
        assert_eq!(answered(r#"{"jsonrpc":"2.0","id":7,"result":{"long": [1, 2]}}"#).as_deref(), Some("7"));
        let text = answered(r#"{"result":{"id": 9},"id":"a\"b","jsonrpc":"2.0"}"#);
        assert_eq!(text.as_deref(), Some(r#""a\"b""#));
        assert_eq!(answered(r#"{"jsonrpc":"2.0","result":{"id": 9},"id":8}"#).as_deref(), Some("8"));
        for other in [
            r#"{"jsonrpc":"2.0","id":null,"error":{"code":-32700}}"#,
            r#"{"params":{"arguments":{"id":1,"result":[]}},"method":"x","id":2}"#,
            r#"{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}"#,
        ] {
            assert_eq!(answered(other), None, "{other}");
        }
    }

    #[test]
    fn progress_is_parsed() {
        let progress = MessageHeader::parse(
            br#"{"method":"notifications/progress","params":{"progressToken":3,"progress":12,"total":30}}"#,
        );
        assert_eq!(progress.progress(), Some(("3".to_owned(), 12.0)));
    }

    #[test]
    fn text_that_is_no_message_has_an_empty_header() {
        for text in ["", "hello?", "[1, 2]", "7", "{\"id\"", "\u{0}"] {
            assert_eq!(MessageHeader::parse(text.as_bytes()), MessageHeader::default(), "{text}");
        }
        assert_eq!(MessageHeader::parse(&[0xff, 0xfe]), MessageHeader::default());
    }
}
