use serde_json::json;

use super::*;

const INITIALIZE: &str = r#"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{}}"#;
const INITIALIZED: &str = r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#;
const CANCELLED: &str = r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}"#;

fn request(id: u32) -> String {
    format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"tools/call","params":{{"name":"x"}}}}"#)
}

fn request_with_progress(id: u32) -> String {
    let params = r#"{"name":"x","_meta":{"progressToken":"a"}}"#;
    format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"tools/call","params":{params}}}"#)
}

fn answer(id: u32) -> String {
    format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{{}}}}"#)
}

fn progress(value: u32) -> String {
    format!(r#"{{"method":"notifications/progress","params":{{"progressToken":"a","progress":{value}}}}}"#)
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
fn a_handshake_is_repeated_and_a_second_answer_to_it_kept_back() {
    assert_eq!(text(&session(&[INITIALIZE]).replay()), [INITIALIZE], "it is unanswered");
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
fn unanswered_requests_are_repeated_in_order_and_answers_pass_once() {
    let mut session = session(&[&request(1), &request(2), &request(3)]);
    assert!(session.passes(answer(2)));
    assert!(!session.passes(answer(2)), "an answer passes once");
    let replay = session.replay();
    assert_eq!(text(&replay), [request(1), request(3)]);
    assert_eq!(session.unanswered_ids(), ["1", "3"]);
    assert!(session.passes(answer(3)) && session.passes(answer(1)));
    assert!(session.replay().is_empty());
    let mut of_one_id = self::session(&[&request(1), &request(1)]);
    assert!(of_one_id.passes(answer(1)) && of_one_id.passes(answer(1)) && !of_one_id.passes(answer(1)));
}

#[test]
fn a_cancelled_request_is_not_repeated() {
    let mut session = session(&[&request(1), &request(2)]);
    session.client_line(CANCELLED);
    assert_eq!(session.unanswered_ids(), ["2"]);
}

#[test]
fn progress_never_goes_backwards_until_its_token_is_used_again() {
    let mut session = session(&[&request(9), &request_with_progress(1)]);
    assert!(session.passes(progress(5)));
    assert!(!session.passes(progress(1)) && !session.passes(progress(5)));
    assert!(session.passes(progress(6)) && session.passes(answer(1)));
    session.client_line(&request_with_progress(2));
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
    assert!(session.passes(r#"{"params":{"id":1,"result":[]},"method":"x","id":1}"#), "it answers nothing");
    let errors = session.fail_unanswered("no owner");
    let error: Value = serde_json::from_slice(&errors[0]).unwrap();
    assert_eq!((errors.len(), &error["id"], &error["error"]["message"]), (1, &json!(1), &json!("no owner")));
    assert!(session.unanswered_ids().is_empty());
}

#[test]
fn text_that_is_no_message_passes_and_answers_nothing() {
    let mut session = session(&[&request(1)]);
    for text in ["", "hello?", "[1, 2]", "7", "{\"id\"", "\u{0}"] {
        assert!(session.passes(text), "{text}");
    }
    assert!(session.passes(b"\xff\xfe"));
    assert_eq!(session.unanswered_ids(), ["1"]);
}
