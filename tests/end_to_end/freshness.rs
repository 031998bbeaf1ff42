//! Lookups of the program that query Open5e.

use std::time::{Duration, Instant};

use open5e_replay::{Replay, content, snapshot};
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::program::{Serve, program, texts, wait_until};
use crate::starter_library::starter_library;

const PATIENCE: Duration = Duration::from_secs(2);

fn online(home: &TempDir, base: &str) -> Serve {
    Serve::connected(program(home.path()).env_remove("LOREKEEPER_OFFLINE").env("LOREKEEPER_OPEN5E_URL", base))
}

fn cache(serve: &mut Serve) -> Value {
    serve.call("guide_library_stats", json!({}))["value"]["cache"].clone()
}

fn documents(answer: &Value) -> Vec<(&str, &str)> {
    let [keys, states] = ["document_key", "cache_status"].map(|field| texts(&answer["value"], field));
    keys.into_iter().zip(states).collect()
}

/// Scenarios "Cache miss" and "Cache hit".
#[test]
fn a_lookup_returns_starter_and_open5e_entries() {
    let api = Replay::start();
    let home = starter_library();
    let mut serve = online(&home, &api.base);
    let document = if snapshot().is_some() { "a5e-ag" } else { content::GALLERY };
    let fireballs = json!({"name": "fireball", "fold": false, "detail": "full"});
    let mut answer = Value::Null;
    // Open5e may answer late on a busy computer; it is stored all the same.
    wait_until("its answer is stored", || {
        answer = serve.call("lookup_spell", fireballs.clone());
        documents(&answer).contains(&(document, "fresh"))
    });
    for expected in [("srd-2014", "imported"), ("srd-2024", "imported")] {
        assert!(documents(&answer).contains(&expected), "{answer}");
    }
    let asked = cache(&mut serve)["misses"].clone();
    let capital = json!({"name": "Fireball", "fold": false, "detail": "full"});
    assert_eq!(serve.call("lookup_spell", capital)["value"], answer["value"]);
    let after = cache(&mut serve);
    assert_eq!(after["misses"], asked, "a cache hit makes no request: {after}");
    assert_eq!((&after["offline"], &after["failures"]), (&json!(false), &json!(0)));
}

/// Scenario "API network failure".
#[test]
fn without_a_network_the_library_answers_and_says_so() {
    let home = starter_library();
    let mut serve = online(&home, "http://127.0.0.1:9");
    for name in ["meteor swarm", "fire bolt", "wish"] {
        let answer = serve.call("lookup_spell", json!({"name": name, "fold": false}));
        assert_eq!(answer["success"], true);
        assert_eq!(documents(&answer), [("srd-2014", "imported"), ("srd-2024", "imported")], "{answer}");
        let is_said =
            answer["message"].as_str().is_some_and(|words| words.contains("Open5e could not be queried"));
        assert_eq!(is_said, name == "meteor swarm", "it is said once: {answer}");
    }
    assert_eq!(cache(&mut serve)["misses"], 1, "the dead network costs one attempt for all of them");
}

#[test]
fn a_silent_server_delays_one_lookup_and_not_the_next() {
    // It takes connections and says nothing.
    let silent = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let base = format!("http://{}", silent.local_addr().unwrap());
    let home = starter_library();
    let mut serve = online(&home, &base);
    serve.call("guide_library_stats", json!({}));
    let mut took = Vec::new();
    let names =
        ["meteor swarm", "fire bolt", "wish", "time stop", "acid splash", "sacred flame", "cone of cold"];
    for name in names {
        let began = Instant::now();
        let answer = serve.call("lookup_spell", json!({"name": name, "fold": false}));
        assert_eq!(documents(&answer), [("srd-2014", "imported"), ("srd-2024", "imported")], "{answer}");
        assert!(answer["message"].as_str().unwrap().contains("not answered yet"), "{answer}");
        took.push(began.elapsed());
    }
    // A busy machine may delay one or another, too, but not most of them.
    took.sort_unstable();
    assert!(took[took.len() / 2] < PATIENCE, "{took:?}");
}

#[test]
fn the_offline_variable_prevents_every_request() {
    let home = starter_library();
    let mut serve = Serve::connected(program(home.path()).env("LOREKEEPER_OPEN5E_URL", "http://127.0.0.1:9"));
    let answer = serve.call("lookup_spell", json!({"name": "fireball", "documents": ["srd-2014"]}));
    assert_eq!((&answer["success"], &answer["message"]), (&json!(true), &Value::Null));
    let nothing = serve.call("lookup_spell", json!({"name": "no such spell at all"}));
    assert!(nothing["message"].as_str().unwrap().contains("offline"), "{nothing}");
    let cache = cache(&mut serve);
    assert_eq!((&cache["offline"], &cache["misses"]), (&json!(true), &json!(0)));
}
