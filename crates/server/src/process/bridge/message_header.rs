//! The few fields of an owner's message that a bridge needs to pass it on.

use std::fmt;

use serde::Deserialize;
use serde::de::{DeserializeSeed, Deserializer, Error, IgnoredAny, MapAccess, Visitor};
use serde_json::Value;
use serde_json::value::RawValue;

/// The header of a JSON-RPC message. Parsing stops at the `result` or `error`, which come last and may be long. Text that is
/// no message has an empty header.
#[derive(Debug, Default, PartialEq)]
pub(super) struct MessageHeader {
    /// The id as JSON.
    pub(super) id: Option<String>,
    /// Set if the message has a `result` or `error`.
    pub(super) is_answer: bool,
    method: Option<String>,
    params: Option<ProgressParams>,
}

/// The parameters of a progress notification.
#[derive(Debug, Default, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
struct ProgressParams {
    progress_token: Option<Value>,
    progress: Option<f64>,
}

impl MessageHeader {
    pub(super) fn parse(line: &[u8]) -> Self {
        let mut header = Self::default();
        let mut json = serde_json::Deserializer::from_slice(line);
        // An error ends the header; the fields before it count.
        let _ = (&mut header).deserialize(&mut json);
        header
    }

    /// Returns the token, as JSON, and the value of a progress notification.
    pub(super) fn progress(&self) -> Option<(String, f64)> {
        let is_progress = self.method.as_deref() == Some("notifications/progress");
        let params = self.params.as_ref().filter(|_| is_progress)?;
        Some((params.progress_token.as_ref()?.to_string(), params.progress?))
    }
}

impl<'de> DeserializeSeed<'de> for &mut MessageHeader {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for &mut MessageHeader {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a message")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        while let Some(key) = map.next_key::<String>()? {
            match key.as_str() {
                "id" => self.id = map.next_value::<Option<Value>>()?.map(|id| id.to_string()),
                "method" => self.method = Some(map.next_value()?),
                "params" => {
                    let params = map.next_value::<&RawValue>()?;
                    self.params = serde_json::from_str(params.get()).ok();
                }
                "result" | "error" => {
                    self.is_answer = true;
                    if self.id.is_some() {
                        return Err(A::Error::custom("the rest is not needed"));
                    }
                    map.next_value::<IgnoredAny>()?;
                }
                _ => {
                    map.next_value::<IgnoredAny>()?;
                }
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_header_is_parsed_in_any_order_of_fields() {
        let answer = MessageHeader::parse(br#"{"jsonrpc":"2.0","id":7,"result":{"long": [1, 2"#);
        assert_eq!((answer.id.as_deref(), answer.is_answer), (Some("7"), true));
        let answer = MessageHeader::parse(br#"{"result":{"id": 9},"id":"a\"b","jsonrpc":"2.0"}"#);
        assert_eq!((answer.id.as_deref(), answer.is_answer), (Some(r#""a\"b""#), true));
        let unknown = MessageHeader::parse(br#"{"jsonrpc":"2.0","id":null,"error":{"code":-32700}}"#);
        assert_eq!((unknown.id, unknown.is_answer), (None, true));
        let request =
            MessageHeader::parse(br#"{"params":{"arguments":{"id":1,"requestId":[]}},"method":"x","id":2}"#);
        assert_eq!((request.id.as_deref(), request.method.as_deref()), (Some("2"), Some("x")));
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
