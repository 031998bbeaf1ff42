use std::fs;
use std::path::Path;

use clients::{Action, ClientId, Server, State};

use crate::support::Computer;

const VIBE_TWICE: &[u8] = b"[[mcp_servers]]\nname = \"lorekeeper\"\n[[mcp_servers]]\nname = \"lorekeeper\"\n";

/// Returns the reason for which a file is not read, with which every change is refused.
pub(crate) fn unreadable(computer: &Computer, id: ClientId) -> String {
    let State::Unreadable { reason, snippet } = computer.state(id) else {
        panic!("{:?}", computer.state(id));
    };
    for action in [Action::Connect, Action::Disconnect, Action::Repair] {
        let error = computer.plan(id, action).unwrap_err();
        assert_eq!(error.code(), "unreadable-file");
        assert_eq!(error.snippet(), Some(snippet.as_str()));
        assert!(
            error.to_string().contains(computer.file(id).to_str().unwrap()) && !error.advice().is_empty()
        );
    }
    assert!(snippet.contains("lorekeeper") && snippet.contains("serve"));
    reason
}

#[test]
fn a_broken_file_is_refused_with_the_line_and_a_snippet() {
    for id in ClientId::ALL {
        for text in ["{\n  \"a\": 1\n  \"b\": [\n", "\n\n][", "{\n'a': 1}", "{\n\"a\": 1,, \"b\": 2}"] {
            if [ClientId::Goose, ClientId::Continue].contains(&id) && text.contains('\'') {
                continue; // YAML allows these quotation marks.
            }
            let computer = Computer::with(id, text);
            let reason = unreadable(&computer, id);
            assert!(reason.starts_with("line "), "{id}: {reason}");
            assert_eq!(computer.read(id), text);
        }
    }
}

#[test]
fn text_that_the_client_could_not_parse_is_refused() {
    use ClientId::*;
    let (comment, comma) = ("{ /* c */ }", "{\"a\": 1,}");
    for (read, refused, ids) in [
        (&[][..], &[comment, comma][..], &[ClaudeDesktop, ClaudeCode, Cline, KimiCode][..]),
        (&[comment], &[comma], &[GeminiCli, QwenCode, Droid]),
        (&[comment, comma], &[], &[Cursor, VsCode, Zed, Opencode, Kilo, CopilotCli, Amp]),
    ] {
        for id in ids {
            let is_read = |text: &&str| Computer::with(*id, text).state(*id) == State::NotConnected;
            assert!(read.iter().all(is_read) && !refused.iter().any(is_read), "{id}");
        }
    }
}

#[test]
fn what_is_no_text_or_of_another_form_is_refused_with_a_reason() {
    let deep = "[".repeat(100_000);
    let of_types = [
        "[]", "3", "\"x\"", "null", r#"{"mcpServers": []}"#, r#"{"mcpServers": null}"#,
        r#"{"mcpServers": "x"}"#,
    ]
    .map(|text| (ClientId::ClaudeDesktop, text.as_bytes().to_vec(), "object"));
    let twice = [
        r#"{"mcpServers": {}, "mcpServers": {}}"#,
        r#"{"mcpServers": {"lorekeeper": {}, "lorekeeper": {}}}"#,
        r#"{"mcpServers": {}, "mcp\u0053ervers": {}}"#,
    ]
    .map(|text| (ClientId::Cursor, text.as_bytes().to_vec(), "twice"));
    let others = [
        (ClientId::Codex, b"mcp_servers = 3\n".to_vec(), "no table"),
        (ClientId::MistralVibe, b"[mcp_servers.dice]\n".to_vec(), "no list"),
        (ClientId::MistralVibe, VIBE_TWICE.into(), "twice"),
        (ClientId::Continue, b"mcpServers:\n  dice: {}\n".to_vec(), "no list"),
        (ClientId::Cursor, b"{\n\"a\": \"\xff\xfe\"}".to_vec(), "line 2: it is not text"),
        (ClientId::Cursor, deep.clone().into_bytes(), ""),
        (ClientId::Codex, format!("a = {deep}").into_bytes(), ""),
        (ClientId::Goose, format!("a: {deep}").into_bytes(), ""),
    ];
    for (id, text, words) in of_types.into_iter().chain(twice).chain(others) {
        let computer = Computer::with(id, &text);
        let reason = unreadable(&computer, id);
        assert!(reason.contains(words), "{id} {words}: {reason}");
    }
}

#[test]
fn a_file_that_is_too_large_is_refused() {
    let computer = Computer::with(ClientId::ClaudeCode, "");
    let file = fs::OpenOptions::new().write(true).open(computer.file(ClientId::ClaudeCode)).unwrap();
    file.set_len(65 << 20).unwrap();
    assert_eq!(unreadable(&computer, ClientId::ClaudeCode), "it is too large: 65 MB");
}

#[test]
fn a_folder_in_place_of_the_file_is_refused() {
    for id in ClientId::ALL {
        let computer = Computer::linux();
        fs::create_dir_all(computer.file(id)).unwrap();
        assert_eq!(unreadable(&computer, id), "it is not a file");
    }
}

#[cfg(unix)]
#[test]
fn a_broken_link_is_refused() {
    let computer = Computer::linux();
    std::os::unix::fs::symlink("/nowhere/at/all", computer.file(ClientId::Cursor)).unwrap();
    assert_eq!(unreadable(&computer, ClientId::Cursor), "it is a link to a file that does not exist");
}

#[test]
fn mixed_line_endings_are_refused_if_they_could_not_be_kept() {
    let computer = Computer::with(ClientId::Codex, "a = 1\r\nb = 2\n");
    assert_eq!(computer.state(ClientId::Codex), State::NotConnected);
    let error = computer.plan(ClientId::Codex, Action::Connect).unwrap_err();
    assert!(error.to_string().contains("line endings are mixed") && error.snippet().is_some());
    computer.write(ClientId::Cursor, "{\r\n\"a\": 1\n}\n");
    assert_eq!(computer.act(ClientId::Cursor, Action::Connect).state, State::Connected);
}

#[test]
fn the_file_of_a_missing_client_is_not_written() {
    let computer = Computer::bare(clients::System::Linux);
    for id in ClientId::ALL {
        let error = computer.plan(id, Action::Connect).unwrap_err();
        assert_eq!(error.code(), "not-installed");
        assert!(error.advice().contains("start it once"));
    }
}

#[test]
fn a_program_at_a_temporary_path_is_refused() {
    let computer = Computer::linux();
    let home = &computer.folders.home;
    let passing =
        ["apps/.mount_LoreKeAbC123/usr/bin", "private/var/AppTranslocation/1/d", "AppData/Local/Temp/x"];
    for folder in passing {
        let program = home.join(folder).join("lorekeeper-mcp");
        fs::create_dir_all(program.parent().unwrap()).unwrap();
        fs::write(&program, "").unwrap();
        let error =
            computer.clients_for(Server::new(&program)).plan(ClientId::Cursor, Action::Connect).unwrap_err();
        assert_eq!(error.code(), "command-not-stable", "{folder}");
    }
    let code = |path: &Path| Server::new(path).check().unwrap_err().code();
    assert_eq!(code(Path::new("lorekeeper-mcp")), "command-not-absolute");
    assert_eq!(code(&home.join("nowhere").join("lorekeeper-mcp")), "command-missing");
    assert_eq!(code(home), "command-missing");
}

#[test]
fn a_read_only_file_is_left_alone() {
    for id in ClientId::ALL {
        let computer = Computer::with(id, "");
        let mut permissions = fs::metadata(computer.file(id)).unwrap().permissions();
        permissions.set_readonly(true);
        fs::set_permissions(computer.file(id), permissions).unwrap();
        let plan = computer.plan(id, Action::Connect).unwrap();
        let error = computer.clients().apply(&plan).unwrap_err();
        assert_eq!(error.code(), "read-only");
        assert_eq!(error.advice().contains("properties"), cfg!(windows));
        assert!(error.to_string().contains(computer.file(id).to_str().unwrap()));
        assert!(fs::metadata(computer.file(id)).unwrap().permissions().readonly());
        assert_eq!(computer.read(id), "");
        assert!(!computer.records().exists());
    }
}

#[cfg(unix)]
#[test]
fn a_read_only_folder_is_named() {
    use std::os::unix::fs::PermissionsExt;
    let computer = Computer::with(ClientId::Cursor, "{}");
    let folder = computer.folders.home.join(".cursor");
    let mode = |mode| fs::set_permissions(&folder, fs::Permissions::from_mode(mode)).unwrap();
    mode(0o555);
    let root = fs::write(folder.join("probe"), "").is_ok();
    let plan = computer.plan(ClientId::Cursor, Action::Connect).unwrap();
    let applied = computer.clients().apply(&plan);
    mode(0o755);
    if !root {
        let error = applied.unwrap_err();
        assert!(matches!(&error, clients::Error::ReadOnly(path) if *path == folder), "{error:?}");
        assert_eq!(computer.read(ClientId::Cursor), "{}");
    }
}

#[test]
fn nothing_is_written_without_a_backup_and_a_record() {
    let computer = Computer::with(ClientId::Cursor, "{}");
    let plan = computer.plan(ClientId::Cursor, Action::Connect).unwrap();
    let backup = computer.folders.home.join(".cursor/mcp.json.lorekeeper-backup");
    fs::create_dir(&backup).unwrap();
    let error = computer.clients().apply(&plan).unwrap_err();
    assert!(error.to_string().contains("lorekeeper-backup"), "{error}");
    fs::remove_dir(&backup).unwrap();
    fs::write(computer.records(), "a file in the way").unwrap();
    assert_eq!(computer.clients().apply(&plan).unwrap_err().code(), "file-error");
    assert_eq!(computer.read(ClientId::Cursor), "{}");
}
