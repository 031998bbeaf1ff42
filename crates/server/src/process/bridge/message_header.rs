use std::fmt;

use serde::Deserialize;
use serde::de::{DeserializeSeed, Deserializer, Error, IgnoredAny, MapAccess, Visitor};
use serde_json::Value;

/// What of a JSON-RPC message is needed to pass it on. Reading it ends at a `result` or `error`, which come last and may be
/// long; what is no message has none of it.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Head {
    /// The id as JSON text.
    pub(super) id: Option<String>,
    pub(super) method: Option<String>,
    pub(super) answers: bool,
    pub(super) params: Option<Params>,
}

/// The parameters that matter on the way.
#[derive(Debug, Default, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Params {
    /// Which request is cancelled.
    pub(super) request_id: Option<Value>,
    /// Whose progress this is.
    pub(super) progress_token: Option<Value>,
    /// How far it is.
    pub(super) progress: Option<f64>,
    #[serde(rename = "_meta")]
    meta: Option<Meta>,
}

#[derive(Debug, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Meta {
    progress_token: Option<Value>,
}

impl Head {
    pub(super) fn of(line: &[u8]) -> Self {
        let mut head = Self::default();
        let mut text = serde_json::Deserializer::from_slice(line);
        // An error here is the end of what is wanted.
        let _ = (&mut head).deserialize(&mut text);
        head
    }

    fn is(&self, method: &str) -> bool {
        self.method.as_deref() == Some(method)
    }

    /// Whether it is the request that opens a conversation.
    pub(super) fn is_initialize(&self) -> bool {
        self.is("initialize") && self.id.is_some()
    }

    /// Whether it is the notification that ends the handshake.
    pub(super) fn is_initialized(&self) -> bool {
        self.is("notifications/initialized")
    }

    /// The request that is cancelled.
    pub(super) fn cancels(&self) -> Option<String> {
        let cancelled =
            self.is("notifications/cancelled").then_some(self.params.as_ref()?.request_id.as_ref()?);
        cancelled.map(Value::to_string)
    }

    /// The token under which the client wants to hear of a request's progress.
    pub(super) fn wants_progress(&self) -> Option<String> {
        Some(self.params.as_ref()?.meta.as_ref()?.progress_token.as_ref()?.to_string())
    }

    /// Whose progress is told, and how far it is.
    pub(super) fn progress(&self) -> Option<(String, f64)> {
        let params = self.params.as_ref().filter(|_| self.is("notifications/progress"))?;
        Some((params.progress_token.as_ref()?.to_string(), params.progress?))
    }
}

impl<'de> DeserializeSeed<'de> for &mut Head {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for &mut Head {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a message")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        while let Some(key) = map.next_key::<String>()? {
            match key.as_str() {
                "id" => self.id = map.next_value::<Option<Value>>()?.map(|id| id.to_string()),
                "method" => self.method = Some(map.next_value()?),
                "result" | "error" => {
                    self.answers = true;
                    if self.id.is_some() {
                        return Err(A::Error::custom("the rest is not needed"));
                    }
                    map.next_value::<IgnoredAny>()?;
                }
                // Those of a request may be anything; those of the two notifications that matter are an object.
                "params" => {
                    let params = map.next_value::<&serde_json::value::RawValue>()?;
                    self.params = serde_json::from_str(params.get()).ok();
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
    fn a_head_is_read_whatever_the_order_and_the_rest() {
        let answer = Head::of(br#"{"jsonrpc":"2.0","id":7,"result":{"long": [1, 2"#);
        assert_eq!((answer.id.as_deref(), answer.answers), (Some("7"), true));
        let answer = Head::of(br#"{"result":{"id": 9},"id":"a\"b","jsonrpc":"2.0"}"#);
        assert_eq!((answer.id.as_deref(), answer.answers), (Some(r#""a\"b""#), true));
        let unknown = Head::of(br#"{"jsonrpc":"2.0","id":null,"error":{"code":-32700}}"#);
        assert_eq!((unknown.id, unknown.answers), (None, true));
        let request =
            Head::of(br#"{"params":{"arguments":{"id":1,"requestId":[]}},"method":"tools/call","id":2}"#);
        assert_eq!((request.id.as_deref(), request.method.as_deref()), (Some("2"), Some("tools/call")));
        assert_eq!(request.cancels(), None);
    }

    #[test]
    fn cancellation_and_progress_are_understood() {
        let cancel = Head::of(br#"{"method":"notifications/cancelled","params":{"requestId":"x"}}"#);
        assert_eq!(cancel.cancels().as_deref(), Some(r#""x""#));
        let progress = Head::of(
            br#"{"method":"notifications/progress","params":{"progressToken":3,"progress":12,"total":30}}"#,
        );
        assert_eq!(progress.progress(), Some(("3".to_owned(), 12.0)));
    }

    #[test]
    fn what_is_no_message_has_no_head() {
        for text in ["", "hello?", "[1, 2]", "7", "{\"id\"", "\u{0}"] {
            assert_eq!(Head::of(text.as_bytes()), Head::default(), "{text}");
        }
        assert_eq!(Head::of(&[0xff, 0xfe]), Head::default());
    }
}
