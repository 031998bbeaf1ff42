//! The library over HTTP: authentication, refusals, and clients that go on when the owner ends.

use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::time::Duration;

use reqwest::header::{HOST, ORIGIN};
use reqwest::{Client, RequestBuilder, Response, StatusCode};
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::owners::owner_of;
use crate::program::{Serve, handshake, json_of, newest_client, printed, program, run};
use crate::starter_library::{served, starter_library};

pub(crate) struct Http {
    pub(crate) child: Child,
    input: Option<ChildStdin>,
    pub(crate) url: String,
    pub(crate) token: String,
    client: Client,
}

fn client() -> Client {
    let _ = rustls::crypto::ring::default_provider().install_default();
    Client::builder().timeout(Duration::from_secs(60)).build().unwrap()
}

fn serve(home: &Path, address: &str, more: &[&str]) -> Command {
    let mut command = program(home);
    as_server(&mut command, address, more);
    command
}

pub(crate) fn as_server(command: &mut Command, address: &str, more: &[&str]) {
    command.args(["serve", "--json", "--http", address]).args(more);
}

impl Http {
    /// Starts a server of a library of its own.
    pub(crate) fn of_starter() -> (TempDir, Self) {
        let home = starter_library();
        let http = Self::start(home.path());
        (home, http)
    }

    pub(crate) fn start(home: &Path) -> Self {
        Self::start_with(home, &[])
    }

    pub(crate) fn start_with(home: &Path, more: &[&str]) -> Self {
        Self::start_by(&mut serve(home, "127.0.0.1:0", more))
    }

    /// What the server logs appears where a test that fails is reported.
    pub(crate) fn start_by(command: &mut Command) -> Self {
        let mut child =
            command.arg("--until-eof").stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let served: Value = serde_json::from_str(&line).expect("the server says where it is");
        let token = std::fs::read_to_string(served["token_file"].as_str().unwrap()).unwrap();
        Self {
            input: child.stdin.take(),
            child,
            url: served["url"].as_str().unwrap().to_owned(),
            token: token.trim().to_owned(),
            client: client(),
        }
    }

    pub(crate) fn with_token(mut self, token: &str) -> Self {
        token.clone_into(&mut self.token);
        self
    }

    /// Makes a request with a message, without the token.
    fn stranger(&self, message: &Value) -> RequestBuilder {
        self.client
            .post(&self.url)
            .header("Accept", "application/json, text/event-stream")
            .header("Content-Type", "application/json")
            .body(message.to_string())
    }

    fn post(&self, message: &Value) -> RequestBuilder {
        self.stranger(message).bearer_auth(&self.token)
    }

    pub(crate) fn post_in(&self, session: &str, message: &Value) -> RequestBuilder {
        self.post(message).header("Mcp-Session-Id", session).header("MCP-Protocol-Version", "2025-11-25")
    }

    pub(crate) async fn begin(&self) -> String {
        self.begin_with(&initialize()).await
    }

    async fn begin_with(&self, handshake: &Value) -> String {
        let response = self.post(handshake).send().await.unwrap();
        assert_eq!(response.status(), StatusCode::OK);
        let session = response.headers()["mcp-session-id"].to_str().unwrap().to_owned();
        assert_eq!(answer(response).await["result"]["serverInfo"]["name"], "lorekeeper");
        let begun = json!({"jsonrpc": "2.0", "method": "notifications/initialized"});
        assert_eq!(self.post_in(&session, &begun).send().await.unwrap().status(), StatusCode::ACCEPTED);
        session
    }

    pub(crate) async fn fireball_in(&self, session: &str) {
        let response = self.post_in(session, &lookup(7, json!({}))).send().await.unwrap();
        is_fireball(response).await;
    }

    /// Ends its input, which tells the server to end.
    pub(crate) fn close_input(&mut self) {
        self.input = None;
    }

    pub(crate) fn end(mut self) -> Option<i32> {
        self.close_input();
        self.child.wait().unwrap().code()
    }
}

impl Drop for Http {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

pub(crate) fn initialize() -> Value {
    let params = handshake("2025-11-25", &json!({}));
    json!({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": params})
}

fn lookup(id: i64, meta: Value) -> Value {
    json!({"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": {
        "name": "lookup_spell", "arguments": {"name": "fireball", "documents": ["srd-2014"]}, "_meta": meta}})
}

/// The newest revision has no sessions.
pub(crate) fn newest(http: &Http) -> RequestBuilder {
    http.post(&lookup(7, newest_client(&json!({}))))
        .header("MCP-Protocol-Version", "2026-07-28")
        .header("Mcp-Method", "tools/call")
        .header("Mcp-Name", "lookup_spell")
}

/// Returns the last message with these words. It comes as JSON or as an event.
fn message_in(text: &str, words: &str) -> Value {
    let line = text.lines().filter_map(|line| line.strip_prefix("data:")).rfind(|data| data.contains(words));
    serde_json::from_str(line.unwrap_or(text)).unwrap_or_else(|_| panic!("no message: {text}"))
}

pub(crate) async fn answer(response: Response) -> Value {
    message_in(&response.text().await.unwrap(), "jsonrpc")
}

pub(crate) async fn is_fireball(response: Response) {
    assert_eq!(response.status(), StatusCode::OK);
    let answer = answer(response).await;
    assert_eq!(answer["result"]["structuredContent"]["value"][0]["name"], "Fireball", "{answer}");
}

async fn refusal(request: RequestBuilder) -> (u16, String) {
    let response = request.send().await.unwrap();
    (response.status().as_u16(), response.text().await.unwrap())
}

#[tokio::test]
async fn clients_of_both_eras_are_answered_beside_each_other() {
    let (home, http) = Http::of_starter();
    is_fireball(newest(&http).send().await.unwrap()).await;
    let (one, other) = (http.begin().await, http.begin().await);
    http.fireball_in(&one).await;
    http.fireball_in(&other).await;
    let ended = http.client.delete(&http.url).bearer_auth(&http.token).header("Mcp-Session-Id", &one);
    assert_eq!(ended.send().await.unwrap().status(), StatusCode::NO_CONTENT);
    let gone = http.post_in(&one, &lookup(8, json!({}))).send().await.unwrap();
    assert_eq!(gone.status(), StatusCode::NOT_FOUND);
    http.fireball_in(&other).await;
    assert_eq!(http.end(), Some(0));
    assert_eq!(owner_of(home.path()), None);
}

#[tokio::test]
async fn a_valid_token_is_required_and_a_new_one_applies_at_once() {
    let (home, mut http) = Http::of_starter();
    for request in [
        http.stranger(&initialize()),
        http.stranger(&initialize()).bearer_auth("x".repeat(64)),
        http.stranger(&initialize()).header("Authorization", format!("Basic {}", http.token)),
        http.client.get(&http.url),
        http.client.delete(&http.url),
    ] {
        let response = request.send().await.unwrap();
        assert_eq!(response.status(), StatusCode::UNAUTHORIZED);
        assert_eq!(response.headers()["www-authenticate"], "Bearer");
        let words = response.text().await.unwrap();
        assert!(words.contains("lorekeeper-mcp token") && !words.contains(&http.token), "{words}");
        assert!(!words.contains(home.path().to_str().unwrap()), "no path of the user: {words}");
    }
    let shown = run(home.path(), &["token"]);
    assert_eq!(printed(&shown).trim(), http.token);
    let session = http.begin().await;
    let other = json_of(home.path(), &["token", "--new", "--json"]);
    let response = http.post_in(&session, &lookup(2, json!({}))).send().await.unwrap();
    assert_eq!(response.status(), StatusCode::UNAUTHORIZED);
    http = http.with_token(other["token"].as_str().unwrap());
    let response = http.post_in(&session, &lookup(2, json!({}))).send().await.unwrap();
    assert_eq!(response.status(), StatusCode::NOT_FOUND, "clients begin another session after this");
    http.fireball_in(&http.begin().await).await;
}

#[tokio::test]
async fn foreign_origins_and_hosts_are_refused_unless_allowed() {
    let home = starter_library();
    let http = Http::start_with(
        home.path(),
        &["--allow-host", "my-pc.local", "--allow-origin", "https://example.org:443"],
    );
    for (header, value, status) in [
        (ORIGIN, "https://evil.example", 403),
        (ORIGIN, "null", 403),
        (HOST, "evil.example", 403),
        (HOST, "evil.example:80", 403),
        (ORIGIN, "http://localhost:6274", 200),
        (ORIGIN, "https://example.org", 200),
        (HOST, "my-pc.local:5673", 200),
        (HOST, "localhost", 200),
    ] {
        let response = http.post(&initialize()).header(&header, value).send().await.unwrap();
        assert_eq!(response.status().as_u16(), status, "{header}: {value}");
        let mirrored = response.headers().get("access-control-allow-origin").cloned();
        assert_eq!(mirrored.is_some(), header == ORIGIN && status == 200, "{value}: {mirrored:?}");
        // A request without a token learns nothing else.
        let stranger = http.stranger(&initialize()).header(&header, value).send().await.unwrap();
        assert_eq!(stranger.status().as_u16(), if status == 200 { 401 } else { 403 }, "{header}: {value}");
        if status == 403 {
            let words = response.text().await.unwrap();
            assert!(words.contains("--allow-host") && words.contains("--allow-origin"), "{words}");
        }
    }
    let asks_first = http
        .client
        .request(reqwest::Method::OPTIONS, &http.url)
        .header(ORIGIN, "http://localhost:6274")
        .header("Access-Control-Request-Method", "POST")
        .header("Access-Control-Request-Headers", "authorization,content-type,mcp-session-id")
        .send()
        .await
        .unwrap();
    assert!(asks_first.status().is_success());
    assert_eq!(asks_first.headers()["access-control-allow-origin"], "http://localhost:6274");
}

#[tokio::test]
async fn requests_beyond_the_limits_are_refused_with_advice() {
    let (home, http) = Http::of_starter();
    let long = json!({"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {"_meta": {"x": "x".repeat(2 << 20)}}});
    let (status, words) = refusal(http.post(&long)).await;
    assert!(status == 413 && words.contains("524288 bytes"), "{status} {words}");
    // What is malformed has tests of its own in the crate `server`.
    let malformed = http.post(&json!({"jsonrpc": "2.0", "id": 5, "method": 7})).send().await.unwrap();
    assert_eq!(malformed.status(), StatusCode::BAD_REQUEST);
    assert_eq!(malformed.headers()["content-type"], "application/json");
    let answered = answer(malformed).await;
    assert_eq!((&answered["error"]["code"], &answered["id"]), (&json!(-32600), &json!(5)), "{answered}");
    let elsewhere = http.client.get(http.url.replace("/mcp", "/other")).bearer_auth(&http.token);
    assert_eq!(refusal(elsewhere).await.0, 404);
    let mut sessions = Vec::new();
    let refused = loop {
        assert!(sessions.len() < 200, "sessions have an end");
        let response = http.post(&initialize()).send().await.unwrap();
        match response.headers().get("mcp-session-id") {
            Some(session) => sessions.push(session.to_str().unwrap().to_owned()),
            None => break response,
        }
    };
    assert_eq!((refused.status().as_u16(), sessions.len()), (503, 64));
    assert!(refused.text().await.unwrap().contains("DELETE"));
    http.fireball_in(&sessions[63]).await;
    // Those of one token keep nobody else out.
    let token = printed(&run(home.path(), &["token", "add", "Plum"]));
    let plum = http.stranger(&initialize()).bearer_auth(token.lines().next().unwrap());
    assert_eq!(plum.send().await.unwrap().status(), StatusCode::OK);
    is_fireball(newest(&http).send().await.unwrap()).await;
    for session in &sessions {
        let end = http.client.delete(&http.url).bearer_auth(&http.token).header("Mcp-Session-Id", session);
        assert!(end.send().await.unwrap().status().is_success());
    }
}

#[tokio::test]
async fn a_session_belongs_to_the_token_that_began_it() {
    let (home, http) = Http::of_starter();
    let session = http.begin().await;
    let token = printed(&run(home.path(), &["token", "add", "Plum"]));
    let plum = token.lines().next().unwrap();
    for request in [http.stranger(&lookup(2, json!({}))), http.client.delete(&http.url)] {
        let (status, words) = refusal(request.bearer_auth(plum).header("Mcp-Session-Id", &session)).await;
        assert!(status == 404 && words.contains("unknown here"), "{status} {words}");
    }
    http.fireball_in(&session).await;
}

#[tokio::test]
async fn a_client_with_the_name_of_the_window_is_an_assistant_over_http() {
    let (home, http) = Http::of_starter();
    let mut handshake = initialize();
    handshake["params"]["clientInfo"]["name"] = json!("lorekeeper");
    http.fireball_in(&http.begin_with(&handshake).await).await;
    let mut serve = Serve::connected(&mut program(home.path()));
    let calls = serve.request("resources/read", json!({"uri": "lore://activity"}));
    let calls = calls["result"]["contents"][0]["text"].as_str().unwrap();
    assert!(calls.contains("lookup_spell"), "{calls}");
}

/// The answer does not say which of the requests are refused.
#[tokio::test]
#[cfg_attr(windows, ignore = "under Wine, connections are opened too slowly to exceed the rate")]
async fn requests_beyond_the_rate_are_refused() {
    let (_home, http) = Http::of_starter();
    // A busy machine may need more of them to exceed the rate.
    let (mut refused, mut rest) = (0, 0);
    for _ in 0..20 {
        let tasks: Vec<_> = (0..900).map(|_| tokio::spawn(http.client.get(&http.url).send())).collect();
        for task in tasks {
            let response = task.await.unwrap().unwrap();
            if response.status() == StatusCode::UNAUTHORIZED {
                rest += 1;
                continue;
            }
            refused += 1;
            assert_eq!(response.status(), StatusCode::TOO_MANY_REQUESTS);
            assert_eq!(response.headers()["retry-after"], "1");
            assert!(response.text().await.unwrap().contains("wait a second"));
        }
        if refused > 0 {
            break;
        }
    }
    assert!(refused > 0 && rest > 0, "{refused} refused, {rest} not");
    tokio::time::sleep(Duration::from_secs(1)).await;
    let session = http.begin().await;
    http.fireball_in(&session).await;
}

#[tokio::test]
async fn sessions_survive_the_death_of_the_owner_and_a_restart() {
    let (home, mut owner) = served();
    let http = Http::start(home.path());
    assert_eq!(owner_of(home.path()), Some(owner.process()));
    let session = http.begin().await;
    http.fireball_in(&session).await;
    owner.kill();
    // The address is the same, and answers again as soon as the next owner is there.
    let mut tries = 0;
    let response = loop {
        match http.post_in(&session, &lookup(9, json!({}))).send().await {
            Ok(response) => break response,
            Err(error) => assert!(tries < 500, "{error}"),
        }
        tries += 1;
        tokio::time::sleep(Duration::from_millis(20)).await;
    };
    is_fireball(response).await;
    assert_eq!(owner_of(home.path()), Some(http.child.id()));
    assert_eq!(http.end(), Some(0));
    let again = Http::start(home.path());
    again.fireball_in(&session).await;
}

#[tokio::test]
async fn a_server_ends_when_its_parent_closes_stdin() {
    let (home, owner) = served();
    let http = Http::start(home.path());
    let (url, token, client) = (http.url.clone(), http.token.clone(), http.client.clone());
    assert_eq!(http.end(), Some(0));
    let began = std::time::Instant::now();
    while client.post(&url).bearer_auth(&token).send().await.is_ok() {
        assert!(began.elapsed() < Duration::from_secs(20), "it still listens");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    assert_eq!(owner.end(), Some(0));
}

#[tokio::test]
async fn a_server_on_all_addresses_warns_and_prints_a_reachable_one() {
    let home = starter_library();
    let http = Http::start_by(&mut serve(home.path(), "0.0.0.0:0", &["--allow-remote"]));
    assert!(http.url.starts_with("http://127.0.0.1:"), "{}", http.url);
    is_fireball(newest(&http).send().await.unwrap()).await;
    assert_eq!(http.end(), Some(0));
    for (address, warned) in [("0.0.0.0:0", true), ("127.0.0.1:0", false)] {
        let mut command = serve(home.path(), address, &["--allow-remote", "--until-eof"]);
        let said = String::from_utf8(command.stdin(Stdio::null()).output().unwrap().stderr).unwrap();
        assert_eq!(said.contains("unencrypted"), warned, "{address}: {said}");
    }
}

#[test]
fn an_unavailable_address_is_reported_with_advice() {
    let home = starter_library();
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let taken = taken.local_addr().unwrap().to_string();
    for (address, words) in [
        (taken.as_str(), "choose another port"),
        ("0.0.0.0:0", "--allow-remote"),
        ("192.0.2.1:5673", "--allow-remote"),
        ("nonsense", "127.0.0.1:5673"),
    ] {
        let output = serve(home.path(), address, &[]).output().unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{address}: {said}");
        assert!(said.contains(words), "{address}: {said}");
    }
    let output = serve(home.path(), "127.0.0.1:0", &["--allow-origin", "example.org"]).output().unwrap();
    assert!(String::from_utf8(output.stderr).unwrap().contains("not an origin"));
}

#[tokio::test]
async fn a_deletion_over_http_asks_the_user() {
    let (_home, http) = Http::of_starter();
    let mut hello = initialize();
    hello["params"]["capabilities"] = json!({"elicitation": {}});
    let session = http.begin_with(&hello).await;
    for (action, is_done) in [("decline", false), ("accept", true)] {
        let delete = json!({"jsonrpc": "2.0", "id": 7, "method": "tools/call", "params": {
            "name": "guide_delete_document", "arguments": {"document": "srd-2024", "confirm": "DELETE_DOCUMENT"}}});
        let mut stream = http.post_in(&session, &delete).send().await.unwrap();
        let mut text = String::new();
        while !text.contains("elicitation/create") || !text.ends_with("\n\n") {
            text.push_str(std::str::from_utf8(&stream.chunk().await.unwrap().unwrap()).unwrap());
        }
        let question = message_in(&text, "elicitation");
        let said = json!({"jsonrpc": "2.0", "id": question["id"], "result": {"action": action}});
        assert_eq!(http.post_in(&session, &said).send().await.unwrap().status(), StatusCode::ACCEPTED);
        let reply = answer(stream).await;
        assert_eq!(reply["result"]["structuredContent"]["success"], is_done, "{reply}");
    }
}
