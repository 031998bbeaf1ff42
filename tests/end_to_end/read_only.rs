//! Servers that only read: several over one library, for many people.

use std::collections::BTreeMap;
use std::path::Path;
use std::time::{Duration, Instant};

use reqwest::{Client, StatusCode};
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::homebrew::{book, write};
use crate::http::{Http, answer, initialize, is_fireball, newest};
use crate::program::{json_of, printed, program, run};
use crate::starter_library::starter_library;

const PATIENCE: Duration = Duration::from_secs(60);

fn named_token(home: &Path, name: &str, more: &[&str]) -> String {
    let made = json_of(home, &[&["token", "add", name, "--json"], more].concat());
    made["token"].as_str().unwrap().to_owned()
}

fn reading(home: &Path, token: &str, more: &[&str]) -> Http {
    let file = home.join("http-tokens.json");
    let more = [&["--read-only", "--tokens", file.to_str().unwrap()], more].concat();
    Http::start_with(home, &more).with_token(token)
}

fn files(folder: &Path) -> BTreeMap<String, (u64, std::time::SystemTime)> {
    let mut all = BTreeMap::new();
    for file in std::fs::read_dir(folder).unwrap().map(Result::unwrap) {
        let metadata = file.metadata().unwrap();
        let name = file.file_name().into_string().unwrap();
        if metadata.is_dir() {
            all.extend(
                files(&file.path()).into_iter().map(|(inner, state)| (format!("{name}/{inner}"), state)),
            );
        }
        all.insert(name, (metadata.len(), metadata.modified().unwrap()));
    }
    all
}

fn call(tool: &str, arguments: Value) -> Value {
    json!({"jsonrpc": "2.0", "id": 3, "method": "tools/call", "params": {"name": tool, "arguments": arguments}})
}

#[tokio::test]
async fn servers_share_a_library_and_its_sessions_and_write_nothing() {
    let home = starter_library();
    let token = named_token(home.path(), "Plum Club", &[]);
    let fig = named_token(home.path(), "Fig", &[]);
    let before = files(home.path());
    let (one, other) = (reading(home.path(), &token, &[]), reading(home.path(), &token, &[]));
    for http in [&one, &other] {
        is_fireball(newest(http).send().await.unwrap()).await;
    }
    let session = one.begin().await;
    for http in [&one, &other] {
        http.fireball_in(&session).await;
        let list = json!({"jsonrpc": "2.0", "id": 2, "method": "tools/list"});
        let tools = answer(http.post_in(&session, &list).send().await.unwrap()).await;
        let tools = tools["result"]["tools"].as_array().unwrap();
        assert!((7..14).contains(&tools.len()));
        assert!(tools.iter().all(|tool| tool["annotations"]["readOnlyHint"] == true), "{tools:?}");
        for (tool, arguments) in [
            ("guide_delete_document", json!({"document": "srd-2024", "confirm": "DELETE_DOCUMENT"})),
            ("guide_browse_entries", json!({})),
        ] {
            let refused = answer(http.post_in(&session, &call(tool, arguments)).send().await.unwrap()).await;
            assert!(refused["error"]["message"].as_str().unwrap().contains("there is no tool"), "{refused}");
        }
        for resource in ["lore://stats", "lore://activity", "lore://import/plums"] {
            let read =
                json!({"jsonrpc": "2.0", "id": 4, "method": "resources/read", "params": {"uri": resource}});
            let read = answer(http.post_in(&session, &read).send().await.unwrap()).await;
            assert_eq!(read["result"].is_object(), resource == "lore://stats", "{read}");
            assert!(!read.to_string().contains(home.path().to_str().unwrap()), "{read}");
        }
        let search = call("search_dnd_content", json!({"query": "what protects me from fire", "limit": 3}));
        let found = answer(http.post_in(&session, &search).send().await.unwrap()).await;
        assert!(found["result"]["structuredContent"]["value"][0]["name"].is_string(), "{found}");
    }
    let unknown = one.post_in(&format!("{session}x"), &initialize()).send().await.unwrap();
    assert_eq!(unknown.status(), StatusCode::NOT_FOUND);
    // A session is worth nothing to another client.
    let stranger = reading(home.path(), &fig, &[]);
    let stolen = stranger.post_in(&session, &call("list_documents", json!({}))).send().await.unwrap();
    assert_eq!(stolen.status(), StatusCode::NOT_FOUND);
    assert_eq!((one.end(), other.end(), stranger.end()), (Some(0), Some(0), Some(0)));
    // SQLite has its locks there.
    let mut after = files(home.path());
    for database in ["library.db", "yours.db"] {
        after.remove(&*format!("{database}-shm"));
        assert_eq!(after.remove(&*format!("{database}-wal")).map_or(0, |(bytes, _)| bytes), 0);
    }
    assert_eq!(after, before);
}

#[tokio::test]
async fn what_an_owner_imports_is_served_soon() {
    let home = starter_library();
    let token = named_token(home.path(), "Plum", &[]);
    let http = reading(home.path(), &token, &[]);
    let session = http.begin().await;
    let book = book("Plum Book", [("Plum Rain", "Ripe plums fall.")]);
    let book = write(home.path(), "plums.orcbrew", &book);
    assert!(run(home.path(), &["import", book.to_str().unwrap()]).status.success());
    let began = Instant::now();
    loop {
        let lookup = call("lookup_spell", json!({"name": "plum rain"}));
        let found = answer(http.post_in(&session, &lookup).send().await.unwrap()).await;
        let found = &found["result"]["structuredContent"];
        assert_eq!(found["success"], true, "{found}");
        if found["value"][0]["name"] == "Plum Rain" {
            break;
        }
        assert!(began.elapsed() < PATIENCE, "{found}");
        tokio::time::sleep(Duration::from_millis(200)).await;
    }
}

#[tokio::test]
async fn named_tokens_have_a_rate_and_can_be_revoked() {
    let home = starter_library();
    let slow = named_token(home.path(), "Slow", &["--rate", "1"]);
    // The owner's server knows them, too.
    for http in [reading(home.path(), &slow, &[]), Http::start(home.path()).with_token(&slow)] {
        let mut statuses = Vec::new();
        for _ in 0..4 {
            statuses.push(newest(&http).send().await.unwrap().status().as_u16());
        }
        assert_eq!((statuses[0], statuses[3]), (200, 429), "{statuses:?}");
        let in_address = http.url.clone() + "?token=" + &slow;
        let refused = Client::new().post(&in_address).bearer_auth(&slow).send().await.unwrap();
        assert_eq!(refused.status(), StatusCode::BAD_REQUEST);
        assert!(refused.text().await.unwrap().contains("replace it"));
    }
    let listed = json_of(home.path(), &["token", "list", "--json"]);
    assert!(listed[0]["name"] == "Slow" && listed[0]["last_used"].is_string(), "{listed}");
    let http = reading(home.path(), &slow, &[]);
    assert!(run(home.path(), &["token", "revoke", "Slow"]).status.success());
    assert_eq!(newest(&http).send().await.unwrap().status(), StatusCode::UNAUTHORIZED);
}

#[tokio::test]
async fn whoever_operates_a_server_sees_its_health_and_figures_but_no_question() {
    let home = starter_library();
    let token = named_token(home.path(), "Plum Club", &[]);
    let figures = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().to_string();
    let log = home.path().join("server.log");
    let mut command = program(home.path());
    command.env("LOREKEEPER_LOG_FORMAT", "json");
    crate::http::as_server(
        &mut command,
        "127.0.0.1:0",
        &["--read-only", "--metrics", &figures, "--drain", "2"],
    );
    command.args(["--tokens", home.path().join("http-tokens.json").to_str().unwrap()]);
    command.stderr(std::fs::File::create(&log).unwrap());
    let mut http = Http::start_by(&mut command).with_token(&token);
    let get = async |url: String| {
        let response = Client::new().get(url).send().await.unwrap();
        (response.status().as_u16(), response.text().await.unwrap())
    };
    let base = http.url.replace("/mcp", "");
    assert_eq!(get(format!("{base}/healthz")).await.0, 200);
    assert_eq!(get(format!("{base}/readyz")).await, (200, "ready\n".to_owned()));
    let answered = newest(&http).header("x-request-id", "plum-7").send().await.unwrap();
    assert_eq!(answered.headers()["x-request-id"], "plum-7");
    is_fireball(answered).await;
    let session = http.begin().await;
    let wrong = call("search_dnd_content", json!({"query": "secret plums", "secret plum": 1}));
    answer(http.post_in(&session, &wrong).send().await.unwrap()).await;
    let (status, page) = get(format!("http://{figures}/metrics")).await;
    assert_eq!(status, 200);
    for line in [
        "lorekeeper_tool_seconds_bucket{tool=\"lookup_spell\"",
        "lorekeeper_http_requests_total{status=\"200\"}",
        "lorekeeper_token_requests_total{token=\"Plum Club\"}",
        "lorekeeper_http_connections ",
    ] {
        assert!(page.contains(line), "{line} is not in:\n{page}");
    }
    // It is not ready any more, and still answers until the balancer has noticed.
    http.close_input();
    let began = Instant::now();
    while get(format!("{base}/readyz")).await.0 == 200 {
        assert!(began.elapsed() < PATIENCE, "it is still ready");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    is_fireball(newest(&http).send().await.unwrap()).await;
    assert_eq!(http.end(), Some(0));
    let log = std::fs::read_to_string(log).unwrap();
    let lines: Vec<Value> = log.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let answered = lines.iter().find(|line| line["span"]["id"] == "plum-7").unwrap();
    assert!(answered["status"] == 200 && answered["milliseconds"].is_number(), "{answered}");
    assert!(!log.contains("secret") && log.contains("failed"), "{log}");
}

#[test]
fn what_cannot_be_served_is_said() {
    let empty = TempDir::new().unwrap();
    let serve = ["serve", "--read-only", "--http", "127.0.0.1:0"];
    let said = |home: &Path| String::from_utf8(run(home, &serve).stderr).unwrap();
    assert!(said(empty.path()).contains("token add"));
    named_token(empty.path(), "Plum", &[]);
    assert!(said(empty.path()).contains("holds no library"));
    let home = starter_library();
    let tokens = write(home.path(), "http-tokens.json", "{");
    assert!(said(home.path()).contains("http-tokens.json"));
    std::fs::remove_file(tokens).unwrap();
    named_token(home.path(), "Plum", &[]);
    std::fs::remove_dir_all(home.path().join("index-2")).unwrap();
    assert!(said(home.path()).contains("index-2"));
    let figures = run(home.path(), &[&serve[..], &["--metrics", "0.0.0.0:0"]].concat());
    assert!(String::from_utf8(figures.stderr).unwrap().contains("--allow-remote"));
    let from = run(home.path(), &[&serve[..], &["--from", "ftp://plums"]].concat());
    assert!(String::from_utf8(from.stderr).unwrap().contains("s3://BUCKET"));
}

#[test]
fn examples_of_servers_use_known_options() {
    let home = TempDir::new().unwrap();
    let help = printed(&run(home.path(), &["serve", "--help"]));
    let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../packaging/server");
    let mut options = 0;
    for file in ["lorekeeper.service", "kubernetes.yaml", "compose.yaml"] {
        let text = std::fs::read_to_string(examples.join(file)).unwrap();
        let command = text.lines().filter(|line| !line.trim_start().starts_with('#'));
        let words = command.flat_map(|line| line.split([' ', ',', '[', ']', '=']));
        for option in words.filter(|word| word.starts_with("--") && word.len() > 3) {
            assert!(
                help.contains(&format!("{option} ")) || help.contains(&format!("{option}\n")),
                "{file}: {option}"
            );
            options += 1;
        }
    }
    assert!(options > 16, "{options}");
}
