//! An owner that does not answer: clients hear of it within 20 seconds, and go on when they can.

use std::process::Command;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::owners::{fireball, pair, wait_for_owner};
use crate::program::Serve;
use crate::starter_library::starter_library;

/// The time includes a margin for a busy machine.
const REPORTED_WITHIN: Duration = Duration::from_secs(25);
const REPORTED_WITHIN_AGAIN: Duration = Duration::from_secs(6);

fn signal(process: u32, name: &str) {
    assert!(
        Command::new("kill").args([&format!("-{name}"), &process.to_string()]).status().unwrap().success()
    );
}

fn asked(serve: &mut Serve) -> (Value, Duration) {
    let began = Instant::now();
    let lookup =
        json!({"name": "lookup_spell", "arguments": {"name": "fireball", "documents": ["srd-2014"]}});
    (serve.request("tools/call", lookup), began.elapsed())
}

#[track_caller]
fn names_the_process(reply: &Value, process: u32) {
    let words = reply["error"]["message"].as_str().unwrap_or_else(|| panic!("{reply}"));
    assert_eq!(reply["error"]["code"], -32603, "{words}");
    for part in
        [format!("(process {process} lorekeeper"), "suspended".to_owned(), format!("kill -CONT {process}")]
    {
        assert!(words.contains(&part), "{words}");
    }
}

/// Repeats a lookup until it is answered; only the known error may come before.
fn goes_on(serve: &mut Serve, process: u32) {
    let began = Instant::now();
    loop {
        let (reply, _) = asked(serve);
        if reply["result"]["structuredContent"]["value"][0]["name"] == "Fireball" {
            return;
        }
        names_the_process(&reply, process);
        assert!(began.elapsed() < Duration::from_secs(10), "it does not go on");
    }
}

#[test]
#[ignore = "long: make test-all"]
fn a_suspended_owner_is_reported_and_the_client_recovers() {
    let home = starter_library();
    let (mut owner, mut bridge) = pair(home.path());
    fireball(&mut bridge);
    let process = owner.process();
    signal(process, "STOP");
    let (reply, after) = asked(&mut bridge);
    names_the_process(&reply, process);
    assert!(after < REPORTED_WITHIN, "{after:?}");
    let (reply, after) = asked(&mut bridge);
    names_the_process(&reply, process);
    assert!(after < REPORTED_WITHIN_AGAIN, "{after:?}");
    signal(process, "CONT");
    goes_on(&mut bridge, process);
    fireball(&mut owner);

    signal(process, "STOP");
    // Several at once, and none of them twice.
    let lookup = json!({"name": "lookup_spell", "arguments": {"name": "fireball"}});
    let ids: Vec<i64> = (0..5).map(|_| bridge.send("tools/call", lookup.clone())).collect();
    let mut answered: Vec<i64> = ids
        .iter()
        .map(|_| {
            let reply = bridge.receive();
            names_the_process(&reply, process);
            reply["id"].as_i64().unwrap()
        })
        .collect();
    answered.sort_unstable();
    assert_eq!(answered, ids);
    owner.kill();
    goes_on(&mut bridge, process);
    wait_for_owner(home.path(), bridge.process());
    assert_eq!(bridge.end(), Some(0));
}
