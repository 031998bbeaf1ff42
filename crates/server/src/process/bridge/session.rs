use std::collections::{HashMap, VecDeque};

use std::time::Duration;

use serde_json::{Value, json};
use tokio::time::Instant;

use super::message_header::Head;

/// The id under which the handshake is made again with another owner.
const AGAIN: &str = "lorekeeper/handshake-again";

/// What must be known of a client's conversation to go on with it at another owner: the handshake and what was not answered.
#[derive(Default)]
pub(super) struct Conversation {
    /// The client's `initialize`.
    greeting: Option<Vec<u8>>,
    /// The notification that ended the handshake.
    greeted: Option<Vec<u8>>,
    /// Requests without an answer, in their order.
    unanswered: VecDeque<Request>,
    /// How far progress was told, by its token.
    progress: HashMap<String, f64>,
    /// Since when nothing is heard of the owner though a request waits.
    quiet_since: Option<Instant>,
}

struct Request {
    id: String,
    progress_token: Option<String>,
    line: Vec<u8>,
}

impl Conversation {
    /// Notes what the client says; to be called before it is passed on.
    pub(super) fn said(&mut self, line: &[u8]) {
        let head = Head::of(line);
        if let Some(cancelled) = head.cancels() {
            // Nobody waits for it any more, so it must not be done by the next owner.
            self.take(&cancelled);
            self.quiet_since = self.quiet_since.filter(|_| !self.is_answered());
        } else if head.is_initialized() {
            self.greeted = Some(line.to_owned());
        } else if let (Some(id), Some(_)) = (&head.id, &head.method) {
            if head.is_initialize() {
                self.greeting = Some(line.to_owned());
            }
            let progress_token = head.wants_progress();
            self.quiet_since.get_or_insert_with(Instant::now);
            self.unanswered.push_back(Request { id: id.clone(), progress_token, line: line.to_owned() });
        }
    }

    /// Notes what the owner says; false when the client must not hear it: an answer that it has or does not wait for, and
    /// progress that would go backwards.
    pub(super) fn heard(&mut self, line: &[u8]) -> bool {
        let passes = self.passes(line);
        self.owner_lives();
        passes
    }

    /// Notes that the owner was heard of.
    pub(super) fn owner_lives(&mut self) {
        self.quiet_since = (!self.is_answered()).then(Instant::now);
    }

    /// For how long nothing was heard of the owner though a request waits.
    pub(super) fn quiet(&self) -> Duration {
        self.quiet_since.map(|since| since.elapsed()).unwrap_or_default()
    }

    fn passes(&mut self, line: &[u8]) -> bool {
        let head = Head::of(line);
        if let Some((token, progress)) = head.progress() {
            let before = self.progress.insert(token.clone(), progress);
            let grows = before.is_none_or(|before| progress > before);
            if let Some(before) = before.filter(|_| !grows) {
                self.progress.insert(token, before);
            }
            return grows;
        }
        match &head.id {
            Some(id) if head.answers => self.take(id),
            _ => true,
        }
    }

    fn take(&mut self, id: &str) -> bool {
        let place = self.unanswered.iter().position(|request| request.id == id);
        let taken = place.and_then(|place| self.unanswered.remove(place));
        if let Some(token) = taken.as_ref().and_then(|request| request.progress_token.as_ref()) {
            self.progress.remove(token);
        }
        taken.is_some()
    }

    /// Whether every request has its answer.
    pub(super) fn is_answered(&self) -> bool {
        self.unanswered.is_empty()
    }

    /// The ids of the requests without an answer.
    pub(super) fn waiting(&self) -> Vec<String> {
        self.unanswered.iter().map(|request| request.id.clone()).collect()
    }

    /// What another owner is told first, so that the client notices nothing but a pause.
    pub(super) fn replay(&self) -> Vec<Vec<u8>> {
        let mut lines = Vec::new();
        let answered =
            |greeting: &&Vec<u8>| !self.unanswered.iter().any(|request| request.line == **greeting);
        if let Some(greeting) = self.greeting.as_ref().filter(answered) {
            lines.extend(under_another_id(greeting));
            lines.extend(self.greeted.clone());
        }
        lines.extend(self.unanswered.iter().map(|request| request.line.clone()));
        lines
    }

    /// Answers everything that waits with an error.
    pub(super) fn give_up(&mut self, why: &str) -> Vec<Vec<u8>> {
        let answer = |request: Request| {
            let id: Value = serde_json::from_str(&request.id).unwrap_or_default();
            let error = json!({"jsonrpc": "2.0", "id": id, "error": {"code": -32603, "message": why}});
            format!("{error}\n").into_bytes()
        };
        self.quiet_since = None;
        self.progress.clear();
        self.unanswered.drain(..).map(answer).collect()
    }
}

fn under_another_id(greeting: &[u8]) -> Option<Vec<u8>> {
    let mut message: Value = serde_json::from_slice(greeting).ok()?;
    *message.get_mut("id")? = AGAIN.into();
    Some(format!("{message}\n").into_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    const GREETING: &str = r#"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{}}"#;
    const GREETED: &str = r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#;

    fn request(id: u32) -> String {
        format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"tools/call","params":{{"name":"x"}}}}"#)
    }

    fn answer(id: u32) -> String {
        format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{{}}}}"#)
    }

    fn conversation(said: &[&str]) -> Conversation {
        let mut conversation = Conversation::default();
        for line in said {
            conversation.said(line.as_bytes());
        }
        conversation
    }

    fn told(lines: &[Vec<u8>]) -> Vec<&str> {
        lines.iter().map(|line| std::str::from_utf8(line).unwrap().trim_end()).collect()
    }

    #[test]
    fn a_handshake_that_was_answered_is_made_again_and_its_second_answer_is_kept_from_the_client() {
        let mut talk = conversation(&[GREETING]);
        assert!(talk.heard(answer(0).as_bytes()));
        talk.said(GREETED.as_bytes());
        let replay = talk.replay();
        let [greeting, greeted] = told(&replay)[..] else { panic!("{replay:?}") };
        assert!(greeting.contains(r#""id":"lorekeeper/handshake-again""#) && greeting.contains("initialize"));
        assert_eq!(greeted, GREETED);
        assert!(talk.waiting().is_empty());
        assert!(!talk.heard(br#"{"jsonrpc":"2.0","id":"lorekeeper/handshake-again","result":{}}"#));
    }

    #[test]
    fn a_handshake_without_an_answer_is_repeated_as_it_was() {
        assert_eq!(told(&conversation(&[GREETING]).replay()), [GREETING]);
    }

    #[test]
    fn requests_are_repeated_in_their_order_until_they_are_answered_and_answers_pass_once() {
        let mut talk = conversation(&[&request(1), &request(2), &request(3)]);
        assert!(talk.heard(answer(2).as_bytes()));
        assert!(!talk.heard(answer(2).as_bytes()), "an answer passes once");
        let replay = talk.replay();
        assert_eq!(told(&replay), [request(1), request(3)]);
        assert_eq!(talk.waiting(), ["1", "3"]);
        assert!(talk.heard(answer(3).as_bytes()) && talk.heard(answer(1).as_bytes()));
        assert!(talk.replay().is_empty());
    }

    #[test]
    fn two_requests_under_one_id_have_two_answers() {
        let mut talk = conversation(&[&request(1), &request(1)]);
        assert!(talk.heard(answer(1).as_bytes()) && talk.heard(answer(1).as_bytes()));
        assert!(!talk.heard(answer(1).as_bytes()));
    }

    #[test]
    fn what_was_cancelled_is_not_repeated() {
        let mut talk = conversation(&[&request(1), &request(2)]);
        talk.said(br#"{"method":"notifications/cancelled","params":{"requestId":1}}"#);
        assert_eq!(talk.waiting(), ["2"]);
    }

    #[test]
    fn progress_never_goes_backwards() {
        let mut talk = conversation(&[&request(1)]);
        let told = |progress: u32| {
            format!(
                r#"{{"method":"notifications/progress","params":{{"progressToken":"a","progress":{progress}}}}}"#
            )
        };
        assert!(talk.heard(told(5).as_bytes()));
        assert!(!talk.heard(told(1).as_bytes()) && !talk.heard(told(5).as_bytes()));
        assert!(talk.heard(told(6).as_bytes()));
    }

    #[test]
    fn a_token_that_is_used_again_begins_anew() {
        let call = |id: u32| {
            format!(r#"{{"id":{id},"method":"tools/call","params":{{"_meta":{{"progressToken":"a"}}}}}}"#)
        };
        let mut talk = conversation(&[&request(9), &call(1)]);
        let told = br#"{"method":"notifications/progress","params":{"progressToken":"a","progress":5}}"#;
        assert!(talk.heard(told) && talk.heard(answer(1).as_bytes()));
        talk.said(call(2).as_bytes());
        assert!(talk.heard(told));
    }

    #[test]
    fn an_owner_is_quiet_only_while_a_request_waits() {
        let pause = || std::thread::sleep(Duration::from_millis(20));
        let mut talk = conversation(&[GREETED]);
        pause();
        assert_eq!(talk.quiet(), Duration::ZERO, "nobody waits");
        talk.said(request(1).as_bytes());
        pause();
        talk.said(request(2).as_bytes());
        pause();
        let quiet = talk.quiet();
        assert!(quiet >= Duration::from_millis(40), "{quiet:?}");
        assert!(talk.heard(answer(2).as_bytes()));
        let after = talk.quiet();
        assert!(after < quiet, "{after:?}");
        pause();
        assert!(talk.quiet() > after, "the other still waits");
        talk.said(br#"{"method":"notifications/cancelled","params":{"requestId":1}}"#);
        assert_eq!(talk.quiet(), Duration::ZERO);
    }

    #[test]
    fn other_messages_pass_and_what_is_given_up_is_answered_with_an_error() {
        let mut talk = conversation(&[&request(1), "hello?"]);
        assert!(talk.heard(br#"{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}"#));
        assert!(talk.heard(br#"{"jsonrpc":"2.0","id":null,"error":{"code":-32700}}"#));
        let errors = talk.give_up("nobody is there");
        let error: Value = serde_json::from_slice(&errors[0]).unwrap();
        assert_eq!(
            (errors.len(), &error["id"], &error["error"]["message"]),
            (1, &json!(1), &json!("nobody is there"))
        );
        assert!(talk.waiting().is_empty());
    }
}
