use std::fs;

use clients::{Action, ClientId, Clients, Server, State, System, SystemFolders};

use crate::support::Computer;

#[test]
fn a_computer_without_clients_has_none_installed() {
    for system in [System::Linux, System::MacOs, System::Windows] {
        for client in Computer::bare(system).clients().all() {
            assert_eq!(client.state, State::NotInstalled, "{}", client.id);
        }
    }
}

#[test]
fn the_store_build_of_claude_desktop_with_a_file_is_preferred() {
    let computer = Computer::new(System::Windows);
    computer.write(ClientId::ClaudeDesktop, "{}");
    let packages = computer.folders.local_data.join("Packages");
    fs::create_dir_all(packages.join("NotClaude_ccc")).unwrap();
    fs::create_dir_all(packages.join("Claude_aaa")).unwrap();
    let file =
        |package| packages.join(package).join("LocalCache/Roaming/Claude").join("claude_desktop_config.json");
    assert_eq!(computer.file(ClientId::ClaudeDesktop), file("Claude_aaa"));
    assert_eq!(computer.state(ClientId::ClaudeDesktop), State::NotConnected);
    fs::create_dir_all(file("Claude_bbb").parent().unwrap()).unwrap();
    fs::write(file("Claude_bbb"), "{}").unwrap();
    assert_eq!(computer.file(ClientId::ClaudeDesktop), file("Claude_bbb"));
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
    let mut folders = SystemFolders { xdg_config: elsewhere.join("xdg"), ..computer.folders.clone() };
    for (variable, folder, id, file) in [
        ("CODEX_HOME", "codex", ClientId::Codex, "codex/config.toml"),
        ("CLAUDE_CONFIG_DIR", "claude", ClientId::ClaudeCode, "claude/.claude.json"),
        ("GOOSE_PATH_ROOT", "goose", ClientId::Goose, "goose/config/config.yaml"),
        ("GEMINI_CLI_HOME", "gemini", ClientId::GeminiCli, "gemini/.gemini/settings.json"),
        ("COPILOT_HOME", "copilot", ClientId::CopilotCli, "copilot/mcp-config.json"),
        ("QWEN_HOME", "qwen", ClientId::QwenCode, "qwen/settings.json"),
        ("CLINE_DIR", "cline", ClientId::Cline, "cline/data/settings/cline_mcp_settings.json"),
        ("CLINE_DATA_DIR", "data", ClientId::Cline, "data/settings/cline_mcp_settings.json"),
        ("CLINE_MCP_SETTINGS_PATH", "cline.json", ClientId::Cline, "cline.json"),
        ("KIMI_CODE_HOME", "kimi", ClientId::KimiCode, "kimi/mcp.json"),
        ("VIBE_HOME", "vibe", ClientId::MistralVibe, "vibe/config.toml"),
        ("CONTINUE_GLOBAL_DIR", "continue", ClientId::Continue, "continue/config.yaml"),
        ("FACTORY_HOME_OVERRIDE", "factory", ClientId::Droid, "factory/.factory/mcp.json"),
        ("XDG_CONFIG_HOME", "", ClientId::Opencode, "xdg/opencode/opencode.jsonc"),
        ("XDG_CONFIG_HOME", "", ClientId::Kilo, "xdg/kilo/kilo.jsonc"),
        ("XDG_CONFIG_HOME", "", ClientId::Amp, "xdg/amp/settings.json"),
        ("AMP_SETTINGS_FILE", "amp.json", ClientId::Amp, "amp.json"),
    ] {
        folders.variables.insert(variable.to_owned(), elsewhere.join(folder));
        let clients = Clients::new(folders.clone(), Server::new(computer.program()), computer.records());
        assert_eq!(clients.client(id).file, elsewhere.join(file), "{variable}");
    }
    assert_eq!(computer.file(ClientId::LmStudio), elsewhere.join("lm/mcp.json"));
}

#[test]
fn of_several_names_the_file_with_our_entry_is_preferred() {
    for (id, first, second) in [
        (ClientId::Opencode, "opencode.jsonc", "opencode.json"),
        (ClientId::Kilo, "kilo.json", "opencode.jsonc"),
        (ClientId::Amp, "settings.json", "settings.jsonc"),
    ] {
        let computer = Computer::linux();
        let folder = computer.file(id).parent().unwrap().to_owned();
        fs::write(folder.join(second), "{}").unwrap();
        assert_eq!(computer.file(id), folder.join(second));
        fs::write(folder.join(first), "{}").unwrap();
        assert_eq!(computer.file(id), folder.join(first));
        fs::write(folder.join(second), r#"{"mcp": {"lorekeeper": {}}}"#).unwrap();
        assert_eq!(computer.file(id), folder.join(second));
    }
}

#[test]
fn continue_gets_no_file_in_place_of_its_models() {
    let computer = Computer::linux();
    let folder = computer.folders.home.join(".continue");
    fs::write(folder.join("config.json"), "{}").unwrap();
    let error = computer.plan(ClientId::Continue, Action::Connect).unwrap_err();
    assert!(error.to_string().contains("config.yaml"), "{error}");
    fs::write(folder.join("config.yaml"), "name: mine\nversion: 1.0.0\n").unwrap();
    assert_eq!(computer.state(ClientId::Continue), State::NotConnected);
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
    assert_eq!("copilot".parse::<ClientId>().unwrap(), ClientId::CopilotCli);
    assert_eq!("emacs".parse::<ClientId>().unwrap_err().code(), "unknown-client");
}

#[test]
fn the_folders_of_this_computer_are_absolute() {
    let folders = SystemFolders::of_this_computer().unwrap();
    assert!(folders.home.is_absolute() && folders.config.is_absolute());
    assert_eq!(folders.system, System::of_this_computer());
}
