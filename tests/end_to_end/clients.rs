//! Registration of the server in the configuration files of AI clients.

use std::path::Path;
use std::process::{Command, Output};

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::program::{Serve, printed, program};
use crate::starter_library::copy_starter_library;

fn command(home: &Path, arguments: &[&str]) -> Command {
    let mut command = program(&home.join("library"));
    command
        .env("HOME", home)
        .env("USERPROFILE", home)
        .env_remove("APPDATA")
        .env_remove("LOCALAPPDATA")
        .env_remove("XDG_CONFIG_HOME")
        .env_remove("CODEX_HOME")
        .env_remove("CLAUDE_CONFIG_DIR");
    command.args(arguments);
    command
}

fn run(home: &Path, arguments: &[&str]) -> Output {
    command(home, arguments).output().unwrap()
}

fn home() -> TempDir {
    let home = TempDir::new().unwrap();
    for folder in [".cursor", "library"] {
        std::fs::create_dir_all(home.path().join(folder)).unwrap();
    }
    std::fs::write(home.path().join(".cursor/mcp.json"), OTHERS).unwrap();
    home
}

const OTHERS: &str = "{\n\t// mine\n\t\"mcpServers\": {\n\t\t\"plums\": {\"command\": \"plum\"}\n\t}\n}\n";

#[test]
fn registering_and_unregistering_keeps_the_clients_own_lines() {
    let home = home();
    copy_starter_library(&home.path().join("library"));
    let file = home.path().join(".cursor/mcp.json");
    // What is tried out must not ask the net.
    let mut serve = Serve::connected(&mut command(home.path(), &[]));
    let offline = serve.call("guide_change_settings", json!({"offline": true}));
    assert_eq!(offline["value"]["offline"], true);
    assert_eq!(serve.end(), Some(0));

    let listed: Value = serde_json::from_str(&printed(&run(home.path(), &["clients", "--json"]))).unwrap();
    let state = |id: &str| {
        let mut clients = listed.as_array().unwrap().iter();
        clients.find(|client| client["id"] == id).unwrap()["state"]["kind"].clone()
    };
    assert_eq!((state("cursor"), state("zed")), (json!("notConnected"), json!("notInstalled")));

    let shown = run(home.path(), &["register", "cursor", "--dry-run"]);
    assert!(printed(&shown).contains("+ \t\t\"lorekeeper\""), "{}", printed(&shown));
    assert_eq!(std::fs::read_to_string(&file).unwrap(), OTHERS, "a dry run writes nothing");

    let registered = run(home.path(), &["register", "cursor"]);
    let text = printed(&registered);
    assert_eq!(registered.status.code(), Some(0), "{text}");
    assert!(text.contains("lookup_spell found Fireball."), "{text}");
    let written = std::fs::read_to_string(&file).unwrap();
    assert!(written.starts_with(OTHERS.split_once("}\n").unwrap().0), "{written}");
    let library = home.path().join("library");
    assert!(written.contains(&format!("{:?}", library.display().to_string())), "{written}");
    assert!(printed(&run(home.path(), &["clients"])).contains("connected  "));

    assert_eq!(run(home.path(), &["unregister", "cursor"]).status.code(), Some(0));
    assert_eq!(std::fs::read_to_string(&file).unwrap(), OTHERS);
}

#[test]
fn a_failed_registration_has_advice_and_an_exit_status() {
    let home = home();
    let broken = home.path().join(".cursor/mcp.json");
    std::fs::write(&broken, "{\"mcpServers\": {").unwrap();
    let refused = run(home.path(), &["register", "cursor", "--no-test"]);
    let error = String::from_utf8(refused.stderr).unwrap();
    assert_eq!(refused.status.code(), Some(2));
    assert!(error.contains("mcp.json"), "{error}");
    assert_eq!(std::fs::read_to_string(&broken).unwrap(), "{\"mcpServers\": {", "it is left alone");
    for (arguments, status, why) in [
        (&["register", "zed"][..], 1, "not installed"),
        (&["unregister", "cursor", "--undo"], 1, "nothing to undo"),
        (&["register", "notepad"], 2, "wrong usage"),
    ] {
        assert_eq!(run(home.path(), arguments).status.code(), Some(status), "{why}");
    }
}

#[test]
fn unregistering_all_takes_the_entry_out_of_every_file() {
    let home = home();
    let cursor = home.path().join(".cursor/mcp.json");
    let claude = home.path().join(".claude.json");
    std::fs::write(&claude, "{}").unwrap();
    let registered = run(home.path(), &["register", "--no-test", "cursor", "claude-code"]);
    assert_eq!(registered.status.code(), Some(0), "{registered:?}");
    for file in [&cursor, &claude] {
        assert!(std::fs::read_to_string(file).unwrap().contains("lorekeeper"));
    }

    let removed = run(home.path(), &["unregister", "--all"]);
    assert_eq!(removed.status.code(), Some(0), "{removed:?}");
    assert_eq!(std::fs::read_to_string(&cursor).unwrap(), OTHERS);
    assert!(!std::fs::read_to_string(&claude).unwrap().contains("lorekeeper"));
    assert_eq!(run(home.path(), &["unregister", "--all"]).status.code(), Some(0), "nothing is left to do");
    assert_eq!(run(home.path(), &["unregister"]).status.code(), Some(2));
    assert_eq!(run(home.path(), &["unregister", "--all", "cursor"]).status.code(), Some(2));
}
