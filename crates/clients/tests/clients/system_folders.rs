use std::fs;

use clients::{Action, ClientId, Clients, Server, State, System, SystemFolders};

use crate::support::Computer;

fn list(computer: &Computer) -> String {
    let lines = computer.clients().all().into_iter().map(|client| {
        let file = computer.redact(client.file.to_str().unwrap());
        format!("{} {file}", client.id)
    });
    lines.collect::<Vec<_>>().join("\n")
}

#[test]
fn every_client_is_found_on_every_system() {
    for (system, name) in [(System::Linux, "linux"), (System::MacOs, "macos"), (System::Windows, "windows")] {
        insta::assert_snapshot!(format!("every_client_is_found_on_{name}"), list(&Computer::new(system)));
    }
}

#[test]
fn a_computer_without_clients_has_none_installed() {
    for system in [System::Linux, System::MacOs, System::Windows] {
        for client in Computer::bare(system).clients().all() {
            assert_eq!(client.state, State::NotInstalled, "{}", client.id);
        }
    }
}

#[test]
fn the_store_build_of_claude_desktop_is_preferred() {
    let computer = Computer::new(System::Windows);
    computer.write(ClientId::ClaudeDesktop, "{}");
    let package = computer.folders.local_data.join("Packages/Claude_pzs8sxrjxfjjc");
    fs::create_dir_all(&package).unwrap();
    let file = package.join("LocalCache/Roaming/Claude/claude_desktop_config.json");
    assert_eq!(computer.file(ClientId::ClaudeDesktop), file);
    assert_eq!(computer.state(ClientId::ClaudeDesktop), State::NotConnected);
}

#[test]
fn of_several_store_packages_one_with_a_file_is_preferred() {
    let computer = Computer::bare(System::Windows);
    let packages = computer.folders.local_data.join("Packages");
    fs::create_dir_all(packages.join("Claude_aaa")).unwrap();
    fs::create_dir_all(packages.join("NotClaude_ccc")).unwrap();
    let used = packages.join("Claude_bbb/LocalCache/Roaming/Claude");
    fs::create_dir_all(&used).unwrap();
    fs::write(used.join("claude_desktop_config.json"), "{}").unwrap();
    assert!(computer.file(ClientId::ClaudeDesktop).starts_with(used));
}

#[test]
fn claude_code_is_found_by_its_file_alone() {
    let computer = Computer::bare(System::Linux);
    fs::write(computer.folders.home.join(".claude.json"), "{}").unwrap();
    assert_eq!(computer.state(ClientId::ClaudeCode), State::NotConnected);
}

#[test]
fn moved_folders_are_followed() {
    let computer = Computer::linux();
    let elsewhere = computer.folders.home.join("elsewhere");
    fs::create_dir_all(elsewhere.join("lm")).unwrap();
    fs::write(computer.folders.home.join(".lmstudio-home-pointer"), elsewhere.join("lm").to_str().unwrap())
        .unwrap();
    let folders = SystemFolders {
        codex: Some(elsewhere.join("codex")),
        claude_code: Some(elsewhere.join("claude")),
        goose: Some(elsewhere.join("goose")),
        ..computer.folders.clone()
    };
    let clients = Clients::new(folders, Server::new(computer.program()), computer.records());
    assert_eq!(clients.client(ClientId::Codex).file, elsewhere.join("codex/config.toml"));
    assert_eq!(clients.client(ClientId::ClaudeCode).file, elsewhere.join("claude/.claude.json"));
    assert_eq!(clients.client(ClientId::Goose).file, elsewhere.join("goose/config/config.yaml"));
    assert_eq!(clients.client(ClientId::LmStudio).file, elsewhere.join("lm/mcp.json"));
}

#[test]
fn jans_data_are_where_its_settings_say_if_that_is_a_folder() {
    let computer = Computer::linux();
    let jan = computer.folders.local_data.join("Jan");
    let moved = computer.folders.home.join("models");
    let name = |folder: &std::path::Path| {
        let settings = serde_json::json!({ "data_folder": folder });
        fs::write(jan.join("settings.json"), settings.to_string()).unwrap();
        computer.file(ClientId::Jan)
    };
    assert_eq!(name(&moved), jan.join("data/mcp_config.json"));
    fs::create_dir(&moved).unwrap();
    assert_eq!(name(&moved), moved.join("mcp_config.json"));
    assert_eq!(name("data".as_ref()), jan.join("data/mcp_config.json"));
    fs::write(jan.join("settings.json"), "{").unwrap();
    assert_eq!(computer.file(ClientId::Jan), jan.join("data/mcp_config.json"));
}

#[test]
fn a_project_of_claude_code_has_a_file_and_an_undo_of_its_own() {
    let mut computer = Computer::linux();
    computer.act(ClientId::ClaudeCode, Action::Connect);
    let project = computer.folders.home.join("campaign");
    computer.folders.project = Some(project.clone());
    let missing = computer.plan(ClientId::ClaudeCode, Action::Connect).unwrap_err();
    assert!(missing.to_string().contains("campaign"), "{missing}");
    fs::create_dir(&project).unwrap();
    assert_eq!(computer.act(ClientId::ClaudeCode, Action::Connect).state, State::Connected);
    let written = fs::read_to_string(project.join(".mcp.json")).unwrap();
    assert!(written.contains(r#""type": "stdio""#), "{written}");
    computer.clients().undo(ClientId::ClaudeCode).unwrap();
    assert!(!project.join(".mcp.json").exists());
    computer.folders.project = None;
    assert!(computer.client(ClientId::ClaudeCode).can_undo);
}

#[test]
fn ids_can_be_parsed() {
    for id in ClientId::ALL {
        assert_eq!(id.to_string().parse::<ClientId>().unwrap(), id);
        assert_eq!(serde_json::to_value(id).unwrap(), id.to_string());
    }
    assert_eq!("emacs".parse::<ClientId>().unwrap_err().code(), "unknown-client");
}

#[test]
fn the_folders_of_this_computer_are_absolute() {
    let folders = SystemFolders::of_this_computer().unwrap();
    assert!(folders.home.is_absolute() && folders.config.is_absolute());
    assert_eq!(folders.system, System::of_this_computer());
}
