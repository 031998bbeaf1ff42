//! Several processes over one library: one owner, and the others go on when it ends.

use std::path::Path;

use open5e_replay::{Replay, facts};
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::homebrew::{book, write};
use crate::program::{Serve, newest_client, program, repetitions, texts, wait_until};
use crate::starter_library::starter_library;

pub(crate) fn owner_of(home: &Path) -> Option<u32> {
    let sign: Value = serde_json::from_slice(&std::fs::read(home.join("owner.json")).ok()?).ok()?;
    sign["address"].as_str()?;
    u32::try_from(sign["process"].as_u64()?).ok()
}

pub(crate) fn wait_for_owner(home: &Path, process: u32) {
    wait_until("it is the owner", || owner_of(home) == Some(process));
}

pub(crate) fn fireball(serve: &mut Serve) {
    let answer = serve.call("lookup_spell", json!({"name": "fireball", "documents": ["srd-2014"]}));
    assert_eq!(answer["value"][0]["name"], "Fireball", "{answer}");
}

pub(crate) fn pair(home: &Path) -> (Serve, Serve) {
    let owner = Serve::connected(&mut program(home));
    wait_for_owner(home, owner.process());
    let bridge = Serve::connected(&mut program(home));
    (owner, bridge)
}

#[cfg(unix)]
fn ask_to_stop(process: u32) {
    assert!(std::process::Command::new("kill").arg(process.to_string()).status().unwrap().success());
}

/// Asks a process and those that it started to stop, as Ctrl+Break in its console does.
#[cfg(windows)]
#[expect(unsafe_code, reason = "only the system's own function sends the signal")]
fn ask_to_stop(process: u32) {
    use windows_sys::Win32::System::Console::{CTRL_BREAK_EVENT, GenerateConsoleCtrlEvent};

    // SAFETY: the function takes no pointers.
    assert_ne!(unsafe { GenerateConsoleCtrlEvent(CTRL_BREAK_EVENT, process) }, 0);
}

/// The process can be asked to stop alone.
fn stoppable(command: &mut std::process::Command) -> &mut std::process::Command {
    #[cfg(windows)]
    {
        use std::os::windows::process::CommandExt as _;

        use windows_sys::Win32::System::Threading::CREATE_NEW_PROCESS_GROUP;

        command.creation_flags(CREATE_NEW_PROCESS_GROUP);
    }
    command
}

#[test]
#[cfg_attr(windows, ignore = "needs a console, which Wine gives to no program without a terminal")]
fn a_server_that_is_asked_to_stop_closes_the_library() {
    let home = starter_library();
    let mut owner = Serve::connected(stoppable(&mut program(home.path())));
    wait_for_owner(home.path(), owner.process());
    fireball(&mut owner);
    ask_to_stop(owner.process());
    assert_eq!(owner.wait(), Some(0));
    assert_eq!(owner_of(home.path()), None);
}

#[test]
fn requests_in_flight_are_answered_once_by_the_next_owner() {
    // Clients of the newest revision make no handshake.
    for (makes_handshake, client) in [(true, json!({})), (false, newest_client(&json!({})))] {
        let home = starter_library();
        let mut owner = Serve::connected(&mut program(home.path()));
        wait_for_owner(home.path(), owner.process());
        let mut bridge = Serve::start(&mut program(home.path()));
        assert!(!makes_handshake || bridge.try_shake());
        let call = json!({"name": "lookup_spell", "arguments": {"name": "fireball"}, "_meta": client});
        let name = |reply: &Value| reply["result"]["structuredContent"]["value"][0]["name"].clone();
        assert_eq!(name(&bridge.request("tools/call", call.clone())), "Fireball");
        let ids: Vec<i64> = (0..60).map(|_| bridge.send("tools/call", call.clone())).collect();
        owner.kill();
        let answers: Vec<Value> = ids.iter().map(|_| bridge.receive()).collect();
        assert!(answers.iter().all(|answer| name(answer) == "Fireball"), "{answers:?}");
        let mut answered: Vec<i64> = answers.iter().map(|answer| answer["id"].as_i64().unwrap()).collect();
        answered.sort_unstable();
        assert_eq!(answered, ids, "each once");
        assert_eq!(name(&bridge.request("tools/call", call)), "Fireball");
        wait_for_owner(home.path(), bridge.process());
    }
}

#[test]
fn a_sync_over_a_bridge_reports_progress_and_survives_the_owner() {
    let replay = Replay::start();
    replay.set_faults(&json!([{"fault": "latency", "ms": 40}]));
    let home = starter_library();
    let at = |home: &Path| {
        let mut command = program(home);
        command.env("LOREKEEPER_OPEN5E_URL", &replay.base);
        command
    };
    let mut owner = Serve::connected(&mut at(home.path()));
    wait_for_owner(home.path(), owner.process());
    let mut bridge = Serve::connected(&mut at(home.path()));
    let params = |documents: &[&str]| json!({"name": "guide_sync_open5e", "arguments": {"documents": documents}, "_meta": {"progressToken": "s"}});
    let id = bridge.send("tools/call", params(&[facts().book]));
    assert_eq!(bridge.receive()["method"], "notifications/progress");
    bridge.cancel(id);
    let documents = bridge.call("list_documents", json!({}));
    assert!(!texts(&documents["value"], "document_key").contains(&facts().book));
    // A sync that the next owner finishes; its progress goes on growing.
    let id = bridge.send("tools/call", params(&[facts().other_books[0]]));
    assert_eq!(bridge.receive()["method"], "notifications/progress");
    owner.kill();
    let (reply, notes) = bridge.answer(id);
    assert_eq!(reply["result"]["structuredContent"]["success"], true, "{reply}");
    let progress: Vec<f64> = notes.iter().filter_map(|note| note["params"]["progress"].as_f64()).collect();
    assert!(progress.windows(2).all(|pair| pair[0] < pair[1]), "{progress:?}");
}

#[test]
fn a_bridge_has_its_own_folder_and_tool_prefix() {
    let home = starter_library();
    let books = TempDir::new().unwrap();
    write(books.path(), "near.orcbrew", &book("Near", [("Plum", "")]));
    let owner = Serve::connected(&mut program(home.path()));
    wait_for_owner(home.path(), owner.process());
    let mut bridge =
        Serve::connected(program(home.path()).current_dir(books.path()).env("MCP_TOOL_PREFIX", "gm_"));
    let answer = bridge.call("gm_import_orcbrew", json!({"path": "near.orcbrew"}));
    assert_eq!(answer["value"]["files"][0]["stored"], 1, "{answer}");
}

#[test]
fn processes_started_at_once_have_one_owner_and_all_answer() {
    for number in 0..repetitions(2, 5) {
        // The first owner of the first library also imports the starter content.
        let home = if number == 0 { TempDir::new().unwrap() } else { starter_library() };
        let mut servers: Vec<Serve> = (0..6).map(|_| Serve::start(&mut program(home.path()))).collect();
        for serve in &mut servers {
            serve.shake();
            fireball(serve);
        }
        let owner = owner_of(home.path()).unwrap();
        assert_eq!(servers.iter().filter(|serve| serve.process() == owner).count(), 1);
        let stats = servers[0].call("guide_library_stats", json!({}));
        assert_eq!(stats["value"]["documents"], 2, "the starter came in once");
    }
}
