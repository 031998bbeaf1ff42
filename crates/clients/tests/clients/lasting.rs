//! Backups, undo, links, concurrent changes, and very large files.

use std::fmt::Write;
use std::fs;
use std::time::Duration;

use clients::{Action, ClientId, LineChange, State};

use crate::support::Computer;

const ID: ClientId = ClientId::ClaudeCode;

#[test]
fn a_file_that_changed_after_the_plan_is_refused() {
    for (before, after) in [(Some("{}"), Some("{ }")), (Some("{}"), None), (None, Some("{}"))] {
        let computer = Computer::linux();
        if let Some(text) = before {
            computer.write(ID, text);
        }
        let plan = computer.plan(ID, Action::Connect).unwrap();
        match after {
            Some(text) => computer.write(ID, text),
            None => fs::remove_file(computer.file(ID)).unwrap(),
        }
        let error = computer.clients().apply(&plan).unwrap_err();
        assert_eq!(error.code(), "file-changed");
        assert!(error.advice().contains("Look again"));
        assert_eq!(fs::read_to_string(computer.file(ID)).ok().as_deref(), after);
        assert!(!computer.records().exists());
    }
}

#[test]
fn undo_restores_the_file() {
    let computer = Computer::linux();
    let text = "{ \"mcpServers\":{  }\r\n}";
    computer.write(ID, text);
    assert_eq!(computer.clients().undo(ID).unwrap_err().code(), "nothing-to-undo");
    assert!(computer.act(ID, Action::Connect).can_undo);
    let backup = computer.folders.home.join(".claude.json.lorekeeper-backup");
    assert_eq!(fs::read_to_string(&backup).unwrap(), text);
    let client = computer.clients().undo(ID).unwrap();
    assert_eq!((client.state, client.can_undo), (State::NotConnected, false));
    assert_eq!(computer.read(ID), text);
    assert!(!backup.exists());
    assert_eq!(computer.clients().undo(ID).unwrap_err().code(), "nothing-to-undo");
}

#[test]
fn undo_restores_a_removed_file() {
    let computer = Computer::linux();
    computer.act(ID, Action::Connect);
    let connected = computer.read(ID);
    computer.act(ID, Action::Disconnect);
    assert!(!computer.file(ID).exists());
    assert_eq!(computer.clients().undo(ID).unwrap().state, State::Connected);
    assert_eq!(computer.read(ID), connected);
}

#[test]
fn undo_refuses_a_file_that_changed_since() {
    let computer = Computer::with(ID, "{}");
    computer.act(ID, Action::Connect);
    let changed = computer.read(ID).replacen('{', "{ \"more\": 1,", 1);
    computer.write(ID, &changed);
    assert!(!computer.client(ID).can_undo);
    let error = computer.clients().undo(ID).unwrap_err();
    assert_eq!(error.code(), "changed-since");
    assert!(error.advice().contains("Disconnect"));
    assert_eq!(computer.read(ID), changed);
}

#[test]
fn undo_refuses_a_backup_that_changed() {
    let computer = Computer::with(ID, "{}");
    computer.act(ID, Action::Connect);
    let connected = computer.read(ID);
    fs::write(computer.folders.home.join(".claude.json.lorekeeper-backup"), "{\"x\": 1}").unwrap();
    assert_eq!(computer.clients().undo(ID).unwrap_err().code(), "changed-since");
    assert_eq!(computer.read(ID), connected);
    computer.act(ID, Action::Disconnect);
    assert_eq!(computer.read(ID), "{\n  \"mcpServers\": {}\n}");
}

#[test]
fn only_the_backup_is_left_beside_the_file() {
    let computer = Computer::linux();
    let names = |folder: &str| {
        let mut names: Vec<_> = fs::read_dir(computer.folders.home.join(folder))
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        names
    };
    computer.write(ClientId::Cursor, "{}");
    for action in [Action::Connect, Action::Disconnect, Action::Connect] {
        computer.act(ClientId::Cursor, action);
        assert_eq!(names(".cursor"), ["mcp.json", "mcp.json.lorekeeper-backup"]);
    }
}

#[cfg(unix)]
#[test]
fn permissions_stay_and_the_backup_has_the_same() {
    use std::os::unix::fs::PermissionsExt;
    for mode in [0o600, 0o644, 0o640] {
        let computer = Computer::with(ID, "{}");
        fs::set_permissions(computer.file(ID), fs::Permissions::from_mode(mode)).unwrap();
        computer.act(ID, Action::Connect);
        let now =
            |name: &str| fs::metadata(computer.folders.home.join(name)).unwrap().permissions().mode() & 0o777;
        assert_eq!(now(".claude.json"), mode);
        assert_eq!(now(".claude.json.lorekeeper-backup"), mode);
    }
}

#[cfg(unix)]
#[test]
fn a_link_is_followed_and_stays() {
    for id in ClientId::ALL {
        let computer = Computer::linux();
        let real = computer.folders.home.join("dotfiles/settings");
        fs::create_dir_all(real.parent().unwrap()).unwrap();
        fs::write(&real, "").unwrap();
        let file = computer.file(id);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        std::os::unix::fs::symlink(&real, &file).unwrap();
        // Empty for long: a file that was just emptied would be waited for.
        computer.write(id, "");
        assert_eq!(computer.act(id, Action::Connect).state, State::Connected);
        assert!(fs::symlink_metadata(&file).unwrap().is_symlink());
        assert!(fs::read_to_string(&real).unwrap().contains("lorekeeper"));
        computer.clients().undo(id).unwrap();
        assert_eq!(fs::read_to_string(&real).unwrap(), "");
        assert!(fs::symlink_metadata(&file).unwrap().is_symlink());
    }
}

/// Returns the time that this thread has spent on a processor. Only Linux reports it; elsewhere it is zero.
fn processor_time() -> Duration {
    let spent = fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanoseconds = spent.and_then(|text| text.split(' ').next()?.parse().ok());
    Duration::from_nanos(nanoseconds.unwrap_or(0))
}

#[test]
fn a_large_file_keeps_all_else_and_is_written_quickly() {
    let mut projects = String::new();
    for number in 0..20_000 {
        write!(
            projects,
            "    \"/home/mara/{number}\": {{\n      \"allowedTools\": [],\n      \"history\": [\"{}\"]\n    }},\n",
            "what lives under the mill? ".repeat(6)
        )
        .unwrap();
    }
    let text = format!(
        "{{\n  \"projects\": {{\n{projects}    \"last\": {{}}\n  }},\n  \"mcpServers\": {{\n    \"a\": {{}}\n  }},\n  \"end\": 1\n}}\n"
    );
    assert!(text.len() > 4_000_000);
    let computer = Computer::linux();
    for text in [text.clone(), text.replace('\n', "")] {
        computer.write(ID, &text);
        computer.forget();
        let before = processor_time();
        let plan = computer.plan(ID, Action::Connect).unwrap();
        assert!(plan.changes.len() < 20 && plan.changes.iter().all(|line| line.text.len() < 400));
        let mut added = plan.changes.iter().filter(|line| line.sign == LineChange::Added);
        assert!(added.any(|line| line.text.contains("lorekeeper")));
        assert_eq!(computer.clients().apply(&plan).unwrap().state, State::Connected);
        let spent = processor_time() - before;
        assert!(spent < Duration::from_secs(10), "{spent:?}");
        computer.forget();
        computer.act(ID, Action::Disconnect);
        let signs = |text: &str| text.replace(' ', "");
        assert!(signs(&computer.read(ID)) == signs(&text), "something else changed");
    }
}
