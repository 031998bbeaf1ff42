//! The part of a client's session that a bridge keeps to resume it at another owner.

use std::collections::{HashMap, VecDeque};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use rmcp::model::{
    ClientJsonRpcMessage, ClientNotification, GetMeta as _, JsonRpcMessage, NumberOrString, ProgressToken,
};
use serde_json::{Value, json};
use tokio::time::Instant;

use super::message_header::MessageHeader;

/// The id under which the handshake is repeated at another owner.
const HANDSHAKE_ID: &str = "lorekeeper/handshake-again";

/// A session that both directions of a bridge use.
#[derive(Default)]
pub(super) struct SharedSession(Mutex<BridgedSession>);

impl SharedSession {
    pub(super) fn lock(&self) -> MutexGuard<'_, BridgedSession> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The handshake and the unanswered requests of a session.
#[derive(Default)]
pub(super) struct BridgedSession {
    /// The client's `initialize` request.
    initialize: Option<Vec<u8>>,
    /// The client's `notifications/initialized`.
    initialized: Option<Vec<u8>>,
    /// The unanswered requests in the order in which they arrived.
    unanswered: VecDeque<Request>,
    /// The latest progress by its token.
    progress: HashMap<String, f64>,
    /// The last sign of life of the owner, while a request is unanswered.
    silent_since: Option<Instant>,
}

struct Request {
    /// The id as JSON.
    id: String,
    /// The progress token as JSON.
    progress_token: Option<String>,
    line: Vec<u8>,
}

impl BridgedSession {
    /// Records a message of the client; to be called before the line is passed on.
    pub(super) fn client_sent(&mut self, message: &ClientJsonRpcMessage, line: &[u8]) {
        match message {
            JsonRpcMessage::Request(request) => {
                if request.request.method() == "initialize" {
                    self.initialize = Some(line.to_owned());
                }
                let token = request.request.get_meta().get_progress_token();
                self.silent_since.get_or_insert_with(Instant::now);
                self.unanswered.push_back(Request {
                    id: as_json(&request.id),
                    progress_token: token.map(|ProgressToken(token)| as_json(&token)),
                    line: line.to_owned(),
                });
            }
            JsonRpcMessage::Notification(notification) => match &notification.notification {
                ClientNotification::InitializedNotification(_) => self.initialized = Some(line.to_owned()),
                // The next owner must not carry out a cancelled request.
                ClientNotification::CancelledNotification(cancelled) => {
                    if let Some(id) = &cancelled.params.request_id {
                        self.remove(&as_json(id));
                        self.silent_since = self.silent_since.filter(|_| !self.is_answered());
                    }
                }
                _ => {}
            },
            JsonRpcMessage::Response(_) | JsonRpcMessage::Error(_) => {}
        }
    }

    /// Records a message of the owner. Returns `false` if the client must not get it: an answer that it already has or does
    /// not expect, or progress that would go backwards.
    pub(super) fn owner_sent(&mut self, line: &[u8]) -> bool {
        let header = MessageHeader::parse(line);
        let passes = match (header.progress(), header.answered_id()) {
            (Some((token, value)), _) => self.advance(token, value),
            (None, Some(id)) => self.remove(&id),
            (None, None) => true,
        };
        self.owner_responded();
        passes
    }

    /// Records a sign of life of the owner.
    pub(super) fn owner_responded(&mut self) {
        self.silent_since = (!self.is_answered()).then(Instant::now);
    }

    /// Returns how long the owner has been silent while a request is unanswered.
    pub(super) fn silence(&self) -> Duration {
        self.silent_since.map(|since| since.elapsed()).unwrap_or_default()
    }

    /// Returns `true` if the progress is the first under its token or greater than the latest.
    fn advance(&mut self, token: String, value: f64) -> bool {
        let advances = self.progress.get(&token).is_none_or(|latest| value > *latest);
        if advances {
            self.progress.insert(token, value);
        }
        advances
    }

    /// Removes an unanswered request. Returns `false` if there is none with this id.
    fn remove(&mut self, id: &str) -> bool {
        let index = self.unanswered.iter().position(|request| request.id == id);
        let Some(request) = index.and_then(|index| self.unanswered.remove(index)) else { return false };
        if let Some(token) = request.progress_token {
            self.progress.remove(&token);
        }
        true
    }

    /// Returns `true` if every request is answered.
    pub(super) fn is_answered(&self) -> bool {
        self.unanswered.is_empty()
    }

    /// Returns the ids of the unanswered requests as JSON.
    pub(super) fn unanswered_ids(&self) -> Vec<String> {
        self.unanswered.iter().map(|request| request.id.clone()).collect()
    }

    /// Returns the lines with which the session resumes at another owner.
    pub(super) fn replay(&self) -> Vec<Vec<u8>> {
        let mut lines = Vec::new();
        let is_answered = |line: &&Vec<u8>| !self.unanswered.iter().any(|request| request.line == **line);
        if let Some(initialize) = self.initialize.as_ref().filter(is_answered) {
            lines.extend(with_handshake_id(initialize));
            lines.extend(self.initialized.clone());
        }
        lines.extend(self.unanswered.iter().map(|request| request.line.clone()));
        lines
    }

    /// Returns an error with this message for each unanswered request, and forgets the requests.
    pub(super) fn fail_unanswered(&mut self, message: &str) -> Vec<Vec<u8>> {
        let answer = |request: Request| {
            let id: Value = serde_json::from_str(&request.id).unwrap_or_default();
            let error = json!({"jsonrpc": "2.0", "id": id, "error": {"code": -32603, "message": message}});
            format!("{error}\n").into_bytes()
        };
        self.silent_since = None;
        self.progress.clear();
        self.unanswered.drain(..).map(answer).collect()
    }
}

fn as_json(id: &NumberOrString) -> String {
    id.clone().into_json_value().to_string()
}

fn with_handshake_id(initialize: &[u8]) -> Option<Vec<u8>> {
    let mut message: Value = serde_json::from_slice(initialize).ok()?;
    *message.get_mut("id")? = HANDSHAKE_ID.into();
    Some(format!("{message}\n").into_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    const INITIALIZE: &str = r#"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{}}"#;
    const INITIALIZED: &str = r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#;
    const CANCELLED: &str =
        r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}"#;

    fn request(id: u32) -> String {
        format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"tools/call","params":{{"name":"x"}}}}"#)
    }

    fn answer(id: u32) -> String {
        format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{{}}}}"#)
    }

    fn progress(value: u32) -> String {
        format!(
            r#"{{"method":"notifications/progress","params":{{"progressToken":"a","progress":{value}}}}}"#
        )
    }

    fn session(sent: &[&str]) -> BridgedSession {
        let mut session = BridgedSession::default();
        sent.iter().for_each(|line| session.client_line(line));
        session
    }

    impl BridgedSession {
        fn client_line(&mut self, line: &str) {
            self.client_sent(&serde_json::from_str(line).unwrap(), line.as_bytes());
        }

        fn passes(&mut self, line: impl AsRef<[u8]>) -> bool {
            self.owner_sent(line.as_ref())
        }
    }

    fn text(lines: &[Vec<u8>]) -> Vec<&str> {
        lines.iter().map(|line| std::str::from_utf8(line).unwrap().trim_end()).collect()
    }

    #[test]
    fn an_answered_handshake_is_repeated_and_its_second_answer_kept_back() {
        for initialized in
            [INITIALIZED, r#"{"jsonrpc":"2.0","method":"notifications/initialized","params":{"_meta":{}}}"#]
        {
            let mut session = session(&[INITIALIZE]);
            assert!(session.passes(answer(0)));
            session.client_line(initialized);
            let replay = session.replay();
            let [initialize, then] = text(&replay)[..] else { panic!("{replay:?}") };
            assert!(initialize.contains(r#""id":"lorekeeper/handshake-again""#));
            assert!(initialize.contains("initialize"));
            assert_eq!(then, initialized);
            assert!(session.unanswered_ids().is_empty());
            assert!(!session.passes(r#"{"jsonrpc":"2.0","id":"lorekeeper/handshake-again","result":{}}"#));
        }
    }

    #[test]
    fn an_unanswered_handshake_is_repeated_unchanged() {
        assert_eq!(text(&session(&[INITIALIZE]).replay()), [INITIALIZE]);
    }

    #[test]
    fn unanswered_requests_are_repeated_in_order_and_answers_pass_once() {
        let mut session = session(&[&request(1), &request(2), &request(3)]);
        assert!(session.passes(answer(2)));
        assert!(!session.passes(answer(2)), "an answer passes once");
        let replay = session.replay();
        assert_eq!(text(&replay), [request(1), request(3)]);
        assert_eq!(session.unanswered_ids(), ["1", "3"]);
        assert!(session.passes(answer(3)) && session.passes(answer(1)));
        assert!(session.replay().is_empty());
    }

    #[test]
    fn two_requests_under_one_id_get_two_answers() {
        let mut session = session(&[&request(1), &request(1)]);
        assert!(session.passes(answer(1)) && session.passes(answer(1)));
        assert!(!session.passes(answer(1)));
    }

    #[test]
    fn a_cancelled_request_is_not_repeated() {
        let mut session = session(&[&request(1), &request(2)]);
        session.client_line(CANCELLED);
        assert_eq!(session.unanswered_ids(), ["2"]);
    }

    #[test]
    fn progress_never_goes_backwards() {
        let mut session = session(&[&request(1)]);
        assert!(session.passes(progress(5)));
        assert!(!session.passes(progress(1)) && !session.passes(progress(5)));
        assert!(session.passes(progress(6)));
    }

    #[test]
    fn progress_under_a_reused_token_starts_again() {
        let call = |id: u32| {
            let params = r#"{"name":"x","_meta":{"progressToken":"a"}}"#;
            format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"tools/call","params":{params}}}"#)
        };
        let mut session = session(&[&request(9), &call(1)]);
        assert!(session.passes(progress(5)) && session.passes(answer(1)));
        session.client_line(&call(2));
        assert!(session.passes(progress(5)));
    }

    #[test]
    fn an_owner_is_silent_only_while_a_request_is_unanswered() {
        let pause = || std::thread::sleep(Duration::from_millis(20));
        let mut session = session(&[INITIALIZED]);
        pause();
        assert_eq!(session.silence(), Duration::ZERO, "nothing is unanswered");
        session.client_line(&request(1));
        pause();
        session.client_line(&request(2));
        pause();
        let silence = session.silence();
        assert!(silence >= Duration::from_millis(40), "{silence:?}");
        let answered = Instant::now();
        assert!(session.passes(answer(2)));
        let after = session.silence();
        assert!(after <= answered.elapsed(), "{after:?} since the answer");
        pause();
        assert!(session.silence() > after, "the other request is unanswered");
        session.client_line(CANCELLED);
        assert_eq!(session.silence(), Duration::ZERO);
    }

    #[test]
    fn other_messages_pass_and_abandoned_requests_get_an_error() {
        let mut session = session(&[&request(1)]);
        assert!(session.passes(r#"{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}"#));
        assert!(session.passes(r#"{"jsonrpc":"2.0","id":null,"error":{"code":-32700}}"#));
        let errors = session.fail_unanswered("no owner");
        let error: Value = serde_json::from_slice(&errors[0]).unwrap();
        assert_eq!(
            (errors.len(), &error["id"], &error["error"]["message"]),
            (1, &json!(1), &json!("no owner"))
        );
        assert!(session.unanswered_ids().is_empty());
    }
}
