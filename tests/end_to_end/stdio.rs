use std::time::Duration;

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::load::book;
use crate::owners::{fireball, pair};
use crate::program::{Serve, failed_with, handshake, newest_client, program};
use crate::starter_library::{served, starter_library};

#[test]
fn tools_are_listed_even_when_the_library_cannot_be_opened() {
    let file = tempfile::NamedTempFile::new().unwrap();
    let impossible = file.path().join("lorekeeper");
    let mut serve = Serve::connected(&mut program(&impossible));
    let tools = serve.request("tools/list", json!({}));
    assert!(!tools["result"]["tools"].as_array().unwrap().is_empty());
    let failure = serve.call("lookup_spell", json!({"name": "fireball"}));
    failed_with(&failure, "file_error");
    assert!(failure["error"].as_str().unwrap().contains(impossible.to_str().unwrap()));
    assert!(failure["instruction"].as_str().unwrap().contains("LOREKEEPER_HOME"));
    assert_eq!(serve.end(), Some(0));
}

#[test]
fn a_server_ends_cleanly_when_its_client_leaves() {
    let folder = TempDir::new().unwrap();
    let file = book(folder.path(), 300);
    for wait in [0, 30, 60, 120, 240] {
        let (_home, mut serve) = served();
        // From now on the book is embedded in the background, if there is a model.
        assert_eq!(serve.call("guide_import_orcbrew", json!({"path": file}))["success"], true);
        serve.call("search_dnd_content", json!({"query": "flames that guard me"}));
        std::thread::sleep(Duration::from_millis(wait));
        assert_eq!(serve.end(), Some(0), "left after {wait} ms");
    }
}

#[track_caller]
fn is_refused(answer: &Value, code: i64, id: Value) {
    assert_eq!((&answer["error"]["code"], answer.get("id")), (&json!(code), Some(&id)), "{answer}");
}

/// What is malformed has tests of its own in the crate `server`.
fn malformed_is_answered(serve: &mut Serve) {
    serve.send_line("");
    for (line, code, id) in [
        (&b"hello?"[..], -32700, json!(null)),
        (b"\"\xff\xfe\"", -32700, json!(null)),
        (b"[]", -32600, json!(null)),
        (br#"{"jsonrpc": "2.0", "id": "mine", "method": 7}"#, -32600, json!("mine")),
    ] {
        serve.send_bytes(line);
        serve.send_bytes(b"\n");
        is_refused(&serve.receive(), code, id);
        fireball(serve);
    }
}

#[test]
fn invalid_lines_are_answered_and_do_not_end_the_session() {
    let home = starter_library();
    let mut unanswered = Serve::start(&mut program(home.path()));
    unanswered.send_line("hello?");
    unanswered.close();
    is_refused(&unanswered.receive(), -32700, json!(null));
    assert_eq!(unanswered.end(), Some(0), "it ends before a handshake");
    let (mut owner, mut bridge) = pair(home.path());
    malformed_is_answered(&mut owner);
    malformed_is_answered(&mut bridge);
    for mut serve in [bridge, owner] {
        // The end of the input in the middle of a line is the end of the session.
        serve.send_bytes(br#"{"jsonrpc": "2.0", "id": 78, "me"#);
        assert_eq!(serve.end(), Some(0));
    }
}

#[test]
fn a_line_over_16_mib_is_refused_without_ending_the_session() {
    let (_home, mut serve) = served();
    let long = "x".repeat(16 << 20);
    let call = json!({"jsonrpc": "2.0", "id": 900, "method": "tools/call",
        "params": {"name": "lookup_spell", "arguments": {"name": long}}});
    serve.send_line(&call.to_string());
    is_refused(&serve.receive(), -32600, json!(null));
    fireball(&mut serve);
    assert_eq!(serve.end(), Some(0));
}

#[test]
fn arguments_that_are_no_object_are_a_malformed_request() {
    let (_home, mut serve) = served();
    for arguments in [json!("name=fireball"), json!(["fireball"]), json!(7), json!(true)] {
        let reply = serve.request("tools/call", json!({"name": "lookup_spell", "arguments": arguments}));
        assert_eq!(reply["error"]["code"], -32602, "{reply}");
        assert!(reply["error"]["message"].as_str().unwrap().contains("`arguments` must be an object"));
    }
    let absent = serve.request("tools/call", json!({"name": "lookup_spell"}));
    assert_eq!(absent["result"]["structuredContent"]["value"].as_array().unwrap().len(), 20);
    let unknown = serve.request("tools/call", json!({"name": "lookup_spel", "arguments": {}}));
    assert_eq!(unknown["error"]["code"], -32602);
    assert_eq!(serve.request("tools/fly", json!({}))["error"]["code"], -32601);
}

#[test]
fn every_protocol_revision_is_supported() {
    let home = starter_library();
    for version in ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"] {
        let mut serve = Serve::start(&mut program(home.path()));
        let greeted = serve.request("initialize", handshake(version, &json!({})));
        assert_eq!(greeted["result"]["protocolVersion"], version);
        serve.send_line(&json!({"jsonrpc": "2.0", "method": "notifications/initialized"}).to_string());
        fireball(&mut serve);
    }
    let mut serve = Serve::start(&mut program(home.path()));
    // The newest needs no handshake; the tests of owners look things up by it.
    let discovered = serve.request("server/discover", json!({"_meta": newest_client(&json!({}))}));
    let versions = discovered["result"]["supportedVersions"].as_array().unwrap();
    assert!(versions.contains(&json!("2026-07-28")), "{discovered}");
    assert_eq!(serve.end(), Some(0));
}
