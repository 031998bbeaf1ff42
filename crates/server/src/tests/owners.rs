//! Owners and bridges of one process, so that their programs can be of different versions.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use interprocess::local_socket::tokio::prelude::*;
use lore::EmbeddingOptions;
use rmcp::ServiceExt;
use rmcp::model::CallToolRequestParams;
use rmcp::service::{RoleClient, RunningService};
use semver::Version;
use serde_json::json;
use tempfile::TempDir;
use tokio::io::BufReader;

use crate::process::bridge;
use crate::process::owner::{Claim, Door, Hello, Place, Sign, Welcome, hear, say};

type Client = RunningService<RoleClient, ()>;

fn version(major: u64) -> Version {
    Version::new(major, 0, 0)
}

fn place(home: &Path, major: u64) -> Place {
    Place {
        home: Some(home.to_owned()),
        meaning: EmbeddingOptions::default(),
        open5e: None,
        version: version(major),
        prefix: "guide_".to_owned(),
        patience: Duration::from_secs(20),
        http: None,
    }
}

/// A client of a program of some version, over a library.
async fn client(home: &Path, major: u64) -> Client {
    let place = place(home, major);
    let (ours, theirs) = tokio::io::duplex(1 << 16);
    tokio::spawn(async move {
        let (input, output) = tokio::io::split(theirs);
        bridge::serve(&place, input, output).await;
    });
    ().serve(ours).await.unwrap()
}

async fn documents(client: &Client) -> usize {
    let answer = client.call_tool(CallToolRequestParams::new("list_documents")).await.unwrap();
    answer.structured_content.unwrap()["value"].as_array().unwrap().len()
}

/// Waits until a program of some version owns the library.
async fn owned_by(home: &Path, major: u64) {
    for _ in 0..1_000 {
        let sign = Sign::read(home);
        if sign.is_some_and(|sign| sign.address.is_some() && sign.version == version(major)) {
            return;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    panic!("the owner is {:?}", Sign::read(home));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_older_owner_makes_room_for_a_newer_program_and_both_clients_go_on() {
    let home = TempDir::new().unwrap();
    let older = client(home.path(), 1).await;
    owned_by(home.path(), 1).await;
    let as_old = client(home.path(), 1).await;
    assert_eq!((documents(&older).await, documents(&as_old).await), (2, 2));
    let newer = client(home.path(), 2).await;
    assert_eq!(documents(&newer).await, 2);
    owned_by(home.path(), 2).await;
    for client in [&older, &as_old, &newer] {
        assert_eq!(documents(client).await, 2);
    }
    tokio::time::sleep(Duration::from_millis(500)).await;
    owned_by(home.path(), 2).await;
    // An older program does not make a newer one leave, and takes over when it is gone.
    let old_again = client(home.path(), 1).await;
    assert_eq!(documents(&old_again).await, 2);
    tokio::time::sleep(Duration::from_millis(500)).await;
    owned_by(home.path(), 2).await;
    newer.cancel().await.unwrap();
    assert_eq!(documents(&older).await, 2);
    owned_by(home.path(), 1).await;
}

#[tokio::test]
async fn a_request_that_no_owner_takes_is_answered_with_what_to_do() {
    for listens in [false, true] {
        let home = TempDir::new().unwrap();
        let _held = Claim::take(home.path()).unwrap().unwrap();
        // One that listens and says nothing is no better.
        let _silent = listens.then(|| Door::open(home.path(), &version(1)).unwrap());
        let (ours, theirs) = tokio::io::duplex(1 << 16);
        let place = Place { patience: Duration::from_millis(50), ..place(home.path(), 1) };
        tokio::spawn(async move {
            let (input, output) = tokio::io::split(theirs);
            bridge::serve(&place, input, output).await;
        });
        let error = ().serve(ours).await.unwrap_err().to_string();
        assert!(error.contains("another LoreKeeper program"), "{error}");
        let process = format!("(process {}", std::process::id());
        assert_eq!(error.contains(&process), listens, "{error}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_owner_that_takes_long_is_waited_for_as_long_as_it_says_hello() {
    let home = TempDir::new().unwrap();
    let _held = Claim::take(home.path()).unwrap().unwrap();
    let door = Door::open(home.path(), &version(1)).unwrap();
    let answers = Arc::new(AtomicBool::new(true));
    let still_answers = Arc::clone(&answers);
    tokio::spawn(async move {
        loop {
            let (input, mut output) = tokio::io::split(door.listener.accept().await.unwrap());
            let answers = Arc::clone(&still_answers);
            tokio::spawn(async move {
                let mut input = BufReader::new(input);
                let _: Hello = hear(&mut input).await.unwrap();
                if answers.load(Ordering::Relaxed) {
                    say(&mut output, &Welcome { version: version(1), http: None }).await.unwrap();
                }
                // What is asked after that is never answered.
                let _ = tokio::io::copy(&mut input, &mut tokio::io::sink()).await;
            });
        }
    });
    let (mut ours, theirs) = tokio::io::duplex(1 << 16);
    let place = Place { patience: Duration::from_millis(300), ..place(home.path(), 1) };
    tokio::spawn(async move {
        let (input, output) = tokio::io::split(theirs);
        bridge::serve(&place, input, output).await;
    });
    say(&mut ours, &json!({"jsonrpc": "2.0", "id": 7, "method": "ping"})).await.unwrap();
    let mut ours = BufReader::new(ours);
    let early = tokio::time::timeout(Duration::from_secs(2), hear::<serde_json::Value>(&mut ours)).await;
    assert!(early.is_err(), "{early:?}");
    answers.store(false, Ordering::Relaxed);
    let told = tokio::time::timeout(Duration::from_secs(5), hear::<serde_json::Value>(&mut ours)).await;
    let told = told.unwrap().unwrap();
    assert_eq!(told["id"], 7);
    let words = told["error"]["message"].as_str().unwrap();
    assert!(words.contains(&format!("(process {}", std::process::id())), "{words}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_write_that_is_repeated_is_answered_with_what_was_done() {
    let home = TempDir::new().unwrap();
    let owner = client(home.path(), 1).await;
    owned_by(home.path(), 1).await;
    let address = Sign::read(home.path()).unwrap().address.unwrap();
    let mut answers = Vec::new();
    // The second time as a bridge does it whose owner was killed before its answer arrived.
    for again in [false, true] {
        let hello = json!({
            "version": "1.0.0", "session": "s", "prefix": "guide_", "folder": "/",
            "requests_again": if again { vec!["7"] } else { Vec::new() },
        });
        let call = json!({"jsonrpc": "2.0", "id": 7, "method": "tools/call", "params": {
            "name": "guide_delete_document",
            "arguments": {"document": "srd-2014", "confirm": "DELETE_DOCUMENT"},
        }});
        let greeting = json!({"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": {
            "protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"},
        }});
        let greeted = json!({"jsonrpc": "2.0", "method": "notifications/initialized"});
        let stream = crate::process::owner::connect(&address).await.unwrap();
        let (input, mut output) = tokio::io::split(stream);
        let mut input = tokio::io::BufReader::new(input);
        for line in [&hello, &greeting, &greeted, &call] {
            crate::process::owner::say(&mut output, line).await.unwrap();
        }
        let mut last = json!(null);
        while last["id"] != 7 {
            last = crate::process::owner::hear(&mut input).await.unwrap();
        }
        answers.push(last["result"]["structuredContent"].take());
    }
    assert_eq!(answers[0]["value"]["document_key"], "srd-2014");
    assert_eq!(answers[0], answers[1]);
    assert_eq!(documents(&owner).await, 1);
}
