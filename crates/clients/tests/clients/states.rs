use std::fs;
use std::path::Path;

use clients::{Action, ClientId, Clients, Server, State};
use serde_json::json;

use crate::support::Computer;

fn reason(state: State) -> String {
    match state {
        State::Stale { reason } => reason,
        other => panic!("{other:?}"),
    }
}

fn entry(command: impl AsRef<Path>) -> String {
    let entry = json!({ "command": command.as_ref(), "args": ["serve"] });
    json!({ "mcpServers": { "lorekeeper": entry } }).to_string()
}

#[test]
fn an_entry_of_another_program_arguments_or_variables_is_stale() {
    let computer = Computer::linux();
    let (program, other) = (computer.program(), computer.program().with_file_name("other"));
    fs::write(&other, "").unwrap();
    for (text, words) in [
        (entry(other), "it starts another program"),
        (entry("/gone/lorekeeper-mcp"), "/gone/lorekeeper-mcp"),
        (entry(&program).replace("serve", "stats"), "`stats` instead of `serve`"),
        (format!("\u{feff}{}", entry(&program)), "byte order mark"),
    ] {
        computer.write(ClientId::ClaudeDesktop, text);
        assert!(reason(computer.state(ClientId::ClaudeDesktop)).contains(words), "{words}");
        computer.act(ClientId::ClaudeDesktop, Action::Repair);
        assert_eq!(computer.state(ClientId::ClaudeDesktop), State::Connected, "{words}");
        assert!(computer.read(ClientId::ClaudeDesktop).starts_with('{'), "{words}");
    }
    let clients = computer.clients_for(Server::new(&program).with_env("LOREKEEPER_HOME", "/srv/lore"));
    assert!(reason(clients.client(ClientId::ClaudeDesktop).state).contains("LOREKEEPER_HOME"));
    fs::remove_file(program).unwrap();
    assert!(reason(computer.state(ClientId::ClaudeDesktop)).contains("does not exist"));
}

#[test]
fn an_entry_of_another_kind_is_stale_and_can_be_repaired() {
    for odd in [
        "null",
        "[]",
        "{}",
        r#"{"command": 1}"#,
        r#"{"url": 7, "headers": {}}"#,
        r#"{"url": "https://x.invalid", "command": "/x"}"#,
        r#"{"command": "/x", "args": "serve"}"#,
        r#"{"command": "/x", "type": "sse", "env": 3}"#,
    ] {
        let computer = Computer::with(
            ClientId::Cursor,
            format!(r#"{{"mcpServers": {{"a": {{}}, "lorekeeper": {odd}}}}}"#),
        );
        assert!(!reason(computer.state(ClientId::Cursor)).is_empty());
        assert_eq!(computer.act(ClientId::Cursor, Action::Repair).state, State::Connected, "{odd}");
        assert!(!computer.read(ClientId::Cursor).contains("url"));
    }
}

#[test]
fn an_entry_for_the_library_over_http_is_connected() {
    let address = "http://127.0.0.1:5673/mcp";
    let json = |field: &str| format!(r#"{{"mcpServers":{{"lorekeeper":{{{field}:"{address}"}}}}}}"#);
    for (id, text) in [
        (ClientId::ClaudeCode, json(r#""type":"http","url""#)),
        (ClientId::Windsurf, json(r#""serverUrl""#)),
        (ClientId::GeminiCli, json(r#""httpUrl""#)),
        (ClientId::KimiCode, json(r#""transport":"http","url""#)),
        (ClientId::Cline, json(r#""transport":{"type":"streamableHttp","url""#).replace("\"}}}", "\"}}}}")),
        (ClientId::Opencode, json(r#""type":"remote","url""#).replace("mcpServers", "mcp")),
        (ClientId::Amp, json("\"url\"").replace("mcpServers", "amp.mcpServers")),
        (ClientId::Continue, format!("mcpServers:\n- name: lorekeeper\n  url: {address}\n")),
        (ClientId::Codex, format!("[mcp_servers.lorekeeper]\nurl = \"{address}\"\n")),
        (
            ClientId::Goose,
            format!("extensions:\n  lorekeeper:\n    type: streamable_http\n    uri: {address}\n"),
        ),
    ] {
        let computer = Computer::with(id, text);
        assert_eq!(computer.state(id), State::Remote { address: address.to_owned() }, "{id}");
        assert_eq!(computer.act(id, Action::Repair).state, State::Connected, "{id}");
        assert!(!computer.read(id).contains(address), "{id}");
    }
}

#[test]
fn each_form_of_an_entry_is_repaired_and_stays_switched_off() {
    let computer = Computer::linux();
    let (command, args) = (computer.program(), ["serve"]);
    for (id, before, after) in [
        (
            ClientId::Opencode,
            json!({ "enabled": false }),
            json!({ "enabled": false, "type": "local", "command": [command, "serve"] }),
        ),
        (
            ClientId::Kilo,
            json!({ "type": "remote", "url": 1, "environment": { "A": "b" }, "enabled": false }),
            json!({ "type": "local", "environment": { "A": "b" }, "enabled": false, "command": [command, "serve"] }),
        ),
        (
            ClientId::CopilotCli,
            json!({ "type": "stdio", "command": "/old", "args": args, "tools": ["lookup_spell"] }),
            json!({ "type": "stdio", "command": command, "args": args, "tools": ["lookup_spell"] }),
        ),
        (
            ClientId::QwenCode,
            json!({ "command": command, "args": [], "trust": true }),
            json!({ "command": command, "args": args, "trust": true }),
        ),
        (
            ClientId::Cline,
            json!({ "transport": { "type": "sse", "command": "/old", "cwd": "/" }, "disabled": true }),
            json!({
                "transport": { "type": "stdio", "command": command, "cwd": "/", "args": args },
                "disabled": true,
            }),
        ),
        (
            ClientId::Cline,
            json!({ "command": "/old", "env": { "A": "b" }, "disabled": true, "autoApprove": [] }),
            json!({
                "disabled": true,
                "autoApprove": [],
                "transport": { "type": "stdio", "command": command, "args": args, "env": { "A": "b" } },
            }),
        ),
        (
            ClientId::KimiCode,
            json!({ "transport": "sse", "command": command, "args": args, "enabled": false }),
            json!({ "transport": "stdio", "command": command, "args": args, "enabled": false }),
        ),
        (
            ClientId::Droid,
            json!({ "command": [command], "disabled": true }),
            json!({ "type": "stdio", "command": command, "args": args, "disabled": true }),
        ),
        (
            ClientId::Amp,
            json!({ "headers": {}, "disabled": true }),
            json!({ "disabled": true, "command": command, "args": args }),
        ),
    ] {
        let table = match id {
            ClientId::Opencode | ClientId::Kilo => "mcp",
            ClientId::Amp => "amp.mcpServers",
            _ => "mcpServers",
        };
        let file = |entry| json!({ table: { "other": {}, "lorekeeper": entry } });
        let before = file(before).to_string();
        computer.write(id, &before);
        assert!(!reason(computer.state(id)).is_empty());
        assert_eq!(computer.act(id, Action::Repair).state, State::Connected, "{before}");
        let repaired: serde_json::Value = serde_json::from_str(&computer.read(id)).unwrap();
        assert_eq!(repaired, file(after), "{before}");
    }
}

#[test]
fn an_entry_of_cline_may_have_its_fields_itself() {
    let computer = Computer::linux();
    computer.write(ClientId::Cline, entry(computer.program()));
    assert_eq!(computer.state(ClientId::Cline), State::Connected);
}

#[test]
fn a_path_that_mistral_vibe_would_split_is_written_as_a_list() {
    let computer = Computer::linux();
    let program = computer.folders.home.join("my apps").join("lorekeeper-mcp");
    fs::create_dir(program.parent().unwrap()).unwrap();
    fs::write(&program, "").unwrap();
    let id = ClientId::MistralVibe;
    let clients = computer.clients_for(Server::new(&program));
    clients.apply(&clients.plan(id, Action::Connect).unwrap()).unwrap();
    assert_eq!(clients.client(id).state, State::Connected);
    let listed = computer.read(id);
    assert!(listed.contains("command = [") && listed.contains("args = [\"serve\"]"), "{listed}");
    let by_hand =
        format!("name = \"lorekeeper\"\ntransport = \"stdio\"\ncommand = {program:?}\nargs = [\"serve\"]\n");
    computer.write(id, format!("[[mcp_servers]]\n{by_hand}"));
    assert!(reason(clients.client(id).state).contains("splits"));
}

fn repaired(computer: &Computer, id: ClientId) -> Clients {
    let clients =
        computer.clients_for(Server::new(computer.program()).with_env("LOREKEEPER_HOME", "/srv/lore"));
    let plan = clients.plan(id, Action::Repair).unwrap();
    assert_eq!(clients.apply(&plan).unwrap().state, State::Connected);
    clients
}

#[test]
fn repair_corrects_our_fields_and_keeps_the_users() {
    let computer = Computer::linux();
    let before = r#"{
  "servers": {
    // ours
    "lorekeeper": {
      "command": "/old/lorekeeper-mcp", // moved
      "args": [],
      "env": { "RUST_LOG": "debug" },
      "disabled": false
    },
    "other": {}
  }
}
"#;
    computer.write(ClientId::VsCode, before);
    let clients = repaired(&computer, ClientId::VsCode);
    insta::assert_snapshot!(computer.redact(&computer.read(ClientId::VsCode)));
    clients.undo(ClientId::VsCode).unwrap();
    assert_eq!(computer.read(ClientId::VsCode), before);
}

#[test]
fn repair_of_codex_keeps_the_users_fields() {
    let computer = Computer::with(
        ClientId::Codex,
        "[mcp_servers.lorekeeper]\ncommand = \"/old/lorekeeper-mcp\" # moved\nstartup_timeout_sec = 30\n\n[mcp_servers.lorekeeper.env]\nRUST_LOG = \"debug\"\n\n[tui]\nx = 1\n",
    );
    repaired(&computer, ClientId::Codex);
    insta::assert_snapshot!(computer.redact(&computer.read(ClientId::Codex)));
    computer.act(ClientId::Codex, Action::Disconnect);
    assert_eq!(computer.read(ClientId::Codex).trim_start(), "[tui]\nx = 1\n");
}

#[test]
fn repair_adds_an_entry_that_the_client_dropped() {
    let computer = Computer::linux();
    computer.act(ClientId::ClaudeDesktop, Action::Connect);
    computer.write(ClientId::ClaudeDesktop, "{\n  \"preferences\": {}\n}");
    let client = computer.client(ClientId::ClaudeDesktop);
    assert!(client.state == State::NotConnected && client.dropped);
    let client = computer.act(ClientId::ClaudeDesktop, Action::Repair);
    assert!(client.state == State::Connected && !client.dropped);
    assert!(!computer.act(ClientId::ClaudeDesktop, Action::Disconnect).dropped);
}

#[test]
fn clients_and_plans_serialise_to_plain_json() {
    let computer = Computer::with(
        ClientId::ClaudeDesktop,
        "{\n  \"scale\": 1,\n  \"theme\": \"dark\",\n  \"zoom\": 2\n}\n",
    );
    computer.write(ClientId::Cursor, "{ oops");
    computer.write(ClientId::Zed, "{\"context_servers\": {\"lorekeeper\": {}}}");
    let plan = computer.plan(ClientId::ClaudeDesktop, Action::Connect).unwrap();
    let json = |value: serde_json::Value| computer.redact(&serde_json::to_string_pretty(&value).unwrap());
    insta::assert_snapshot!("a_plan", json(serde_json::to_value(&plan).unwrap()));
    computer.act(ClientId::ClaudeDesktop, Action::Connect);
    let all = computer.clients().all();
    insta::assert_snapshot!("all_clients", json(serde_json::to_value(all).unwrap()));
}
