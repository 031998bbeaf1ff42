use std::time::Duration;

use open5e_replay::{Replay, snapshot};
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::books::books_are_right_after_a_sync;
use crate::program::{Serve, json_of, printed, program, run, texts};
use crate::starter_library::starter_library;

fn sync(home: &TempDir, base: &str, arguments: &[&str]) -> std::process::Output {
    program(home.path())
        .env("LOREKEEPER_OPEN5E_URL", base)
        .args(["sync", "--json"])
        .args(arguments)
        .output()
        .unwrap()
}

fn report(output: &std::process::Output) -> Value {
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_str(&printed(output)).unwrap()
}

#[test]
fn a_full_sync_accounts_for_every_object_of_every_endpoint() {
    let replay = Replay::start();
    let home = starter_library();
    let synced = report(&sync(&home, &replay.base, &[]));
    let sources = synced["report"]["sources"].as_object().unwrap();
    let mut endpoints = 0;
    for (endpoint, objects) in &open5e_replay::counts() {
        if !endpoint.starts_with("/v2/") {
            continue;
        }
        endpoints += 1;
        let source = sources.get(endpoint).unwrap_or_else(|| panic!("{endpoint} is missing"));
        assert_eq!(source["objects"], *objects, "{endpoint}");
        let count = |field: &str| source[field].as_u64().unwrap();
        assert_eq!(count("read"), count("stored") + count("rejected"), "{endpoint}");
        assert!(count("read") + count("folded") >= count("objects"), "{endpoint}: nothing is lost");
    }
    assert_eq!(endpoints, 33);
    let report = &synced["report"];
    let rejected = report["rejected"].as_array().unwrap().len() as u64;
    assert_eq!(report["read"].as_u64(), Some(report["stored"].as_u64().unwrap() + rejected));
    assert!(rejected < 20, "{}", report["rejected"]);

    let of_the_book = json_of(home.path(), &["documents", "--json", "--source", "dnd5e_api"]);
    assert_eq!(of_the_book[0]["document_key"], "srd-2014", "the book stays");
    let (documents, _) = fingerprint(&home);
    assert_eq!(Some(number_of_entries(&documents)), report["stored"].as_u64());

    let again = self::report(&sync(&home, &replay.base, &[]));
    assert_eq!(again["fetched"], false, "nothing is fetched again within seven days");
    let forced = self::report(&sync(&home, &replay.base, &["--force"]));
    assert_eq!(forced["report"]["unchanged"], report["stored"]);
    assert_eq!(forced["report"]["changed"], 0);
    books_are_right_after_a_sync(&home, synced["notes"].as_array().unwrap());
}

fn number_of_entries(documents: &Value) -> u64 {
    documents.as_array().unwrap().iter().map(|document| document["entity_count"].as_u64().unwrap()).sum()
}

#[test]
fn only_the_requested_documents_are_replaced() {
    let replay = Replay::start();
    let home = starter_library();
    let synced = report(&sync(&home, &replay.base, &["srd-5.2"]));
    assert_eq!(synced["report"]["documents"], json!(["srd-2024"]));
    let mut serve = Serve::connected(&mut program(home.path()));
    let spells = serve.call("lookup_spell", json!({"name": "meteor swarm", "fold": false}));
    let keys = texts(&spells["value"], "document_key");
    assert_eq!(keys, ["srd-2014", "srd-2024"], "the starter is still there");
    let unknown = sync(&home, &replay.base, &["srd-2042"]);
    assert_eq!(unknown.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&unknown.stderr).contains("srd-2024"), "the nearest is named");
}

fn fingerprint(home: &TempDir) -> (Value, Value) {
    let read = |arguments| json_of(home.path(), arguments);
    (read(&["documents", "--json"]), read(&["stats", "--json"])["kinds"].take())
}

#[test]
fn a_failing_api_is_reported_and_changes_nothing() {
    // What is tried again would take its pauses; the library's tests have every kind of fault.
    let replay = Replay::start();
    replay.set_faults(&json!([{"fault": "status", "status": 410, "match": "/v2/spells/"}]));
    let home = starter_library();
    let before = fingerprint(&home);
    let failed = sync(&home, &replay.base, &[]);
    assert_eq!(failed.status.code(), Some(2));
    let words = String::from_utf8_lossy(&failed.stderr);
    assert!(words.contains("410 Gone") && words.contains("/v2/spells/"), "{words}");
    assert!(words.to_lowercase().contains("everything in the library stays available"), "{words}");
    assert!(!words.contains("panicked") && !words.contains("backtrace"), "{words}");
    assert_eq!(fingerprint(&home), before, "nothing is half-stored");
    for wrong in ["http://127.0.0.1:9", "not an address", "ftp://example.org", ""] {
        assert_eq!(sync(&home, wrong, &[]).status.code(), Some(2), "{wrong}");
    }
}

#[test]
fn a_sync_killed_at_any_moment_leaves_a_whole_library() {
    let replay = Replay::start();
    let home = TempDir::new().unwrap();
    // The moments lie in the fetch, in the preparation and in the import.
    let (pauses, documents_of_open5e) =
        if snapshot().is_some() { ([300, 2_000, 5_000, 8_000], 11) } else { ([100, 400, 900, 1_600], 5) };
    for milliseconds in pauses {
        let mut serve = Serve::connected(program(home.path()).env("LOREKEEPER_OPEN5E_URL", &replay.base));
        serve.send("tools/call", json!({"name": "guide_sync_open5e", "arguments": {"force": true}}));
        std::thread::sleep(Duration::from_millis(milliseconds));
        serve.kill();
        let (documents, kinds) = fingerprint(&home);
        let sum = number_of_entries(&documents);
        let entries: u64 = kinds.as_object().unwrap().values().map(|count| count.as_u64().unwrap()).sum();
        assert_eq!(sum, entries, "after {milliseconds} ms");
        let books = documents.as_array().unwrap().len();
        let is_whole = [0, 2].contains(&books) || books >= documents_of_open5e;
        assert!(is_whole, "the starter, or all of it: {entries}");
        let doctor = run(home.path(), &["doctor"]);
        assert_eq!(doctor.status.code(), Some(0), "after {milliseconds} ms: {}", printed(&doctor));
    }
}
