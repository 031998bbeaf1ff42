//! Clients that write their file at the same time.

use std::fs::{self, File};
use std::io::Write;
use std::path::Path;
use std::time::Duration;

use clients::{Action, ClientId, TimeLimits};

use crate::support::Computer;

const ID: ClientId = ClientId::ClaudeCode;

fn races() -> u32 {
    let few = if std::env::var_os("LOREKEEPER_LONG_TESTS").is_some() { 30 } else { 8 };
    std::env::var("LOREKEEPER_RACES").map_or(few, |races| races.parse().unwrap())
}

fn text(round: u32) -> String {
    format!("{{\n  \"round\": {round},\n  \"tips\": \"{}\"\n}}\n", "of the mill ".repeat(400))
}

fn in_place(file: &Path, text: &str, pause: Duration) {
    let mut file = disk::patiently(|| File::create(file)).unwrap();
    let (first, second) = text.split_at(text.len() / 2);
    for half in [first, second] {
        std::thread::sleep(pause);
        file.write_all(half.as_bytes()).unwrap();
    }
}

fn by_rename(file: &Path, text: &str, pause: Duration) {
    let draft = file.with_extension("draft");
    fs::write(&draft, text).unwrap();
    std::thread::sleep(pause);
    disk::rename(&draft, file).unwrap();
}

fn race(write: fn(&Path, &str, Duration)) {
    let computer = Computer::linux();
    for round in 1..=races() {
        computer.write(ID, text(0));
        computer.forget();
        let file = computer.file(ID);
        let (lead, pause) = (
            Duration::from_micros(u64::from(round * 3_571 % 9_000)),
            Duration::from_millis(u64::from(round % 7)),
        );
        let client = std::thread::spawn(move || {
            std::thread::sleep(lead);
            write(&file, &text(round), pause);
        });
        for action in [Action::Repair, Action::Disconnect].into_iter().cycle() {
            if client.is_finished() {
                break;
            }
            let applied = computer.plan(ID, action).and_then(|plan| computer.clients().apply(&plan));
            if let Err(error) = applied {
                assert!(["file-changed", "unreadable-file"].contains(&error.code()), "{error}");
            }
        }
        client.join().unwrap();
        let left = computer.read(ID);
        assert!(left.contains(&format!("\"round\": {round},")), "round {round}: {left:.80}");
        assert!(serde_json::from_str::<serde_json::Value>(&left).is_ok(), "round {round}: {left:.80}");
        computer.act(ID, Action::Repair);
        computer.act(ID, Action::Disconnect);
        assert_eq!(computer.read(ID), text(round));
    }
    let mut names: Vec<_> =
        fs::read_dir(&computer.folders.home).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    names.retain(|name| name.to_str().unwrap().starts_with(".lorekeeper-"));
    assert!(names.is_empty(), "{names:?}");
}

#[test]
fn a_client_that_rewrites_in_place_loses_nothing() {
    race(in_place);
}

#[test]
fn a_client_that_moves_a_new_file_into_place_loses_nothing() {
    race(by_rename);
}

#[test]
fn a_file_that_was_just_emptied_is_waited_for() {
    let computer = Computer::linux();
    let file = computer.file(ID);
    File::create(&file).unwrap();
    let client = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(400));
        fs::write(file, text(7)).unwrap();
    });
    // However long the client takes.
    let wait = Duration::from_secs(60);
    let limits = TimeLimits { empty_settle_time: wait, settle_timeout: wait, ..TimeLimits::default() };
    let plan = computer.plan_within(limits, ID).unwrap();
    client.join().unwrap();
    computer.clients().apply(&plan).unwrap();
    assert!(computer.read(ID).contains("\"round\": 7,") && computer.read(ID).contains("lorekeeper"));
    computer.clients().undo(ID).unwrap();
    assert_eq!(computer.read(ID), text(7), "the backup is what the client wrote");
}

#[test]
fn a_file_that_is_constantly_written_is_refused() {
    let computer = Computer::linux();
    let file = computer.file(ID);
    fs::write(&file, text(0)).unwrap();
    let (stop, stopped) = std::sync::mpsc::channel::<()>();
    let client = std::thread::spawn(move || {
        while stopped.recv_timeout(Duration::from_millis(20)).is_err() {
            disk::patiently(|| fs::write(&file, text(1))).unwrap();
        }
    });
    // A client that a busy machine keeps from writing for a while has still not settled.
    let limits = TimeLimits {
        settle_time: Duration::from_secs(60),
        settle_timeout: Duration::from_millis(300),
        ..TimeLimits::default()
    };
    let error = computer.plan_within(limits, ID).unwrap_err();
    stop.send(()).unwrap();
    client.join().unwrap();
    assert!(error.to_string().contains("another program keeps writing"), "{error}");
    assert_eq!(computer.read(ID), text(1));
}

/// However long ago it was emptied: macOS does not tell who has a file open.
#[cfg(any(target_os = "linux", windows))]
#[test]
fn a_file_that_its_client_holds_half_written_is_not_replaced() {
    for begun in ["", "[mcp_servers.other]\ncommand = \"x\"\n"] {
        let computer = Computer::linux();
        let id = ClientId::Codex;
        computer.write(id, "model = \"a\"\n");
        computer.act(id, Action::Connect);
        let mut held = File::create(computer.file(id)).unwrap();
        held.write_all(begun.as_bytes()).unwrap();
        let limits = TimeLimits {
            settle_time: Duration::ZERO,
            empty_settle_time: Duration::ZERO,
            settle_timeout: Duration::from_millis(200),
            ..TimeLimits::default()
        };
        let error = computer.plan_within(limits, id).unwrap_err();
        assert_eq!(error.code(), "unreadable-file", "{error}");
        held.write_all(b"[end]\n").unwrap();
        drop(held);
        assert_eq!(computer.read(id), format!("{begun}[end]\n"));
        let plan = computer.plan_within(limits, id).unwrap();
        // The client opens it between the plan and its confirmation.
        let mut held = fs::OpenOptions::new().append(true).open(computer.file(id)).unwrap();
        assert_eq!(computer.clients().apply(&plan).unwrap_err().code(), "file-changed");
        held.write_all(b"late = 1\n").unwrap();
        drop(held);
        assert_eq!(computer.read(id), format!("{begun}[end]\nlate = 1\n"));
    }
}

#[test]
fn the_backup_outlives_a_client_that_loses_its_file() {
    let computer = Computer::with(ID, text(1));
    computer.act(ID, Action::Connect);
    computer.write(ID, "");
    computer.act(ID, Action::Connect);
    let backup = computer.folders.home.join(".claude.json.lorekeeper-backup");
    assert_eq!(fs::read_to_string(&backup).unwrap(), text(1));
    computer.clients().undo(ID).unwrap();
    assert_eq!(computer.read(ID), "");
    assert_eq!(fs::read_to_string(&backup).unwrap(), text(1));
}

#[test]
fn the_drafts_of_a_killed_run_are_removed() {
    let computer = Computer::with(ID, "{}");
    let draft = computer.folders.home.join(".lorekeeper-x7Yz09");
    let others = [".lorekeeper-notes.txt", ".lorekeeper-x", "lorekeeper-x7Yz09"];
    fs::write(&draft, "{").unwrap();
    for other in others {
        fs::write(computer.folders.home.join(other), "mine").unwrap();
    }
    computer.act(ID, Action::Connect);
    assert!(!draft.exists());
    assert!(others.iter().all(|other| computer.folders.home.join(other).exists()));
}

#[cfg(target_os = "linux")]
#[test]
fn owner_mode_and_extended_attributes_stay() {
    use std::os::unix::fs::{MetadataExt, PermissionsExt, chown};
    let computer = Computer::on_disk();
    computer.write(ID, "{}");
    let file = computer.file(ID);
    let is_root = chown(&file, Some(12_345), Some(23_456)).is_ok();
    if !is_root {
        eprintln!("not root: another owner is not tried");
    }
    fs::set_permissions(&file, fs::Permissions::from_mode(0o640)).unwrap();
    xattr::set(&file, "user.note", b"of the mill").unwrap();
    let before = fs::metadata(&file).unwrap();
    computer.act(ID, Action::Connect);
    let after = fs::metadata(&file).unwrap();
    let rights = |file: &fs::Metadata| (file.uid(), file.gid(), file.mode());
    assert_eq!(rights(&after), rights(&before));
    assert_eq!(xattr::get(&file, "user.note").unwrap().as_deref(), Some(&b"of the mill"[..]));
    assert!(computer.read(ID).contains("lorekeeper"));
}
