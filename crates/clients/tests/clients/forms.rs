//! The many forms of the same value in TOML and YAML.

use clients::ClientId::{Codex, Continue, Goose, MistralVibe};
use clients::{Action, Server, State};
use serde_json::json;

use crate::refusals::unreadable;
use crate::support::Computer;

/// Files without our entry, in every form of the table that the client writes or a user may.
const CODEX: [&str; 13] = [
    "mcp_servers.dice.command = \"dice\" # dotted\nmcp_servers.dice.args = []\n",
    "mcp_servers = {}\n",
    "mcp_servers = { dice = { command = \"dice\" }, }\n",
    "mcp_servers = {\n  dice = { command = \"dice\" }, # several lines\n}\n",
    "[mcp_servers]\n# none yet\n",
    "[mcp_servers]\ndice = { command = \"dice\" }\n\n[tui]\n",
    "[mcp_servers]\ndice.command = \"dice\"\n\n\n# about the window\n[tui]\nx = 1",
    "[mcp_servers.dice]\ncommand = \"dice\"\n[tui]\nx = 1\n[mcp_servers.maps]\ncommand = \"maps\"\n# the end\n",
    "[mcp_servers.dice.env]\nA = \"1\"\n\n[mcp_servers.dice]\ncommand = \"dice\"\n\n[[hooks]]\nx = 1\n\n[[hooks]]\nx = 2\n",
    "['mcp_servers'.\"dice\"]\ncommand = '''\ndi\nce'''\nwhen = 2024-05-06T07:08:09Z\nodds = [ 0x10, 1_000, +1e5, inf ]\n",
    "# only a comment\n",
    "\n\nmodel = \"o3\"\n\n\n",
    "profile = \"a\"\n[profiles.a]\nmodel = \"o3\"\n# [mcp_servers.lorekeeper]\n",
];
const GOOSE: [&str; 13] = [
    "extensions:\n  dice:\n    cmd: dice\n",
    "extensions:\n    dice:\n        cmd: dice\n    # none after it\nGOOSE_MODEL: x # chosen\n",
    "extensions:\n  dice: {cmd: dice, args: [a, b]} # short\n  maps: {}\n",
    "extensions: {}\nGOOSE_MODEL: x\n",
    "extensions:\nGOOSE_MODEL: x\n",
    "extensions: ~ # none\n",
    "extensions:   # none yet\n\nGOOSE_MODEL: x\n",
    "extensions:\n  'dice':\n    cmd: |\n      di\n      ce\n",
    "---\n# a comment\nGOOSE_MODEL: x\n",
    "GOOSE_MODEL: x\nlore: &lore [a, b]\nmore: *lore\n\n\n",
    "extensions:\n  dice:\n    args:\n    - a\n    - \"b # c\"\nlast: 'it''s'",
    "# only a comment\n",
    "extensions:\n  maps:\n    text: >\n      folded\n\n      text\n\n# about the model\nGOOSE_MODEL: x\n",
];

const VIBE: [&str; 6] = [
    "mcp_servers = []\n",
    "mcp_servers = [{ name = \"dice\", transport = \"stdio\", command = \"dice\" }] # one\n",
    "[[mcp_servers]]\nname = \"dice\" # first\ncommand = \"dice\"\n\n[mcp_servers.env]\nA = \"1\"\n\n# about the window\n[tui]\nx = 1\n",
    "[[mcp_servers]]\nname = \"dice\"\n[tools]\nx = 1\n[[mcp_servers]]\nname = \"maps\"\n# the end\n",
    "# only a comment\n",
    "active_model = \"x\"\n[[models]]\nname = \"lorekeeper\"\n",
];
const CONTINUE: [&str; 8] = [
    "name: a\nmcpServers:\n  - name: dice\n    command: dice\n",
    "mcpServers:\n- name: dice\n  args:\n  - a\n  - b\nmodels:\n- name: x # chosen\n",
    "mcpServers:\n    - command: dice\n      name: dice # second\n\n    # about maps\n    - name: maps\n      env: {A: b}\n# the end\nname: a\n",
    "mcpServers:\n  -\n    name: dice\n    command: dice",
    "mcpServers: []\nname: a\n",
    "mcpServers: # none yet\n\nname: a\n",
    "name: a\nprompts:\n  - name: x\n    prompt: |\n      - name: lorekeeper\n",
    "# only a comment\n",
];

fn comments(text: &str) -> impl Iterator<Item = &str> {
    text.lines().filter_map(|line| line.split_once("# ").map(|(_, comment)| comment))
}

/// Returns the value of a file without our entry.
fn others(toml: &str) -> serde_json::Value {
    let mut all: serde_json::Value = toml_edit::de::from_str(toml).unwrap();
    match all.get_mut("mcp_servers") {
        Some(serde_json::Value::Object(servers)) => drop(servers.remove("lorekeeper")),
        Some(serde_json::Value::Array(servers)) => servers.retain(|server| server["name"] != "lorekeeper"),
        _ => {}
    }
    let emptied = [json!({}), json!([])];
    all.as_object_mut().unwrap().retain(|name, value| name != "mcp_servers" || !emptied.contains(value));
    all
}

#[test]
fn every_form_of_the_table_takes_the_entry_and_gives_it_back() {
    let forms =
        [(Codex, &CODEX[..]), (MistralVibe, &VIBE[..]), (Goose, &GOOSE[..]), (Continue, &CONTINUE[..])];
    let forms =
        forms.into_iter().flat_map(|(id, forms)| forms.iter().map(move |text| (id, text.to_string())));
    let is_toml = |id| [Codex, MistralVibe].contains(&id);
    let yaml = forms.clone().filter(|(id, _)| !is_toml(*id));
    for (id, text) in forms.chain(yaml.map(|(id, text)| (id, text.replace('\n', "\r\n")))) {
        let computer = Computer::with(id, &text);
        assert_eq!(computer.state(id), State::NotConnected, "{text}");
        assert_eq!(computer.act(id, Action::Connect).state, State::Connected, "{text}");
        let connected = computer.read(id);
        computer.forget();
        assert_eq!(computer.act(id, Action::Disconnect).state, State::NotConnected, "{connected}");
        let left = computer.read(id);
        for comment in comments(&text) {
            assert!(connected.contains(comment), "{text}\n->\n{connected}");
            assert!(left.contains(comment), "{connected}\n->\n{left}");
        }
        if is_toml(id) {
            assert_eq!(others(&connected), others(&text), "{text}\n->\n{connected}");
            assert_eq!(left.trim_end(), text.trim_end(), "{connected}");
        } else if text.contains("dice") || text.contains("maps") {
            assert_eq!(left, text, "{connected}");
        }
    }
}

#[test]
fn an_entry_in_another_form_is_repaired_and_removed() {
    for (id, text, kept) in [
        (
            Codex,
            "mcp_servers = { lorekeeper = { command = \"/old\" }, dice = { command = \"dice\" } }\n",
            "dice",
        ),
        (Codex, "mcp_servers.lorekeeper.command = \"/old\"\nmcp_servers.dice.command = \"dice\"\n", "dice"),
        (
            Codex,
            "[mcp_servers]\nlorekeeper = { command = \"/old\", args = [\"serve\"] } # ours\ndice = {}\n",
            "dice",
        ),
        (
            Codex,
            "[mcp_servers.lorekeeper]\nurl = \"https://lore.invalid\"\n\n[mcp_servers.lorekeeper.tools.lookup_spell]\napproval_mode = \"approve\"\n\n[mcp_servers.dice]\n",
            "approve",
        ),
        (Codex, "[mcp_servers]\nlorekeeper = 3\ndice = {}\n", "dice"),
        (Codex, "[mcp_servers.dice]\n\n[mcp_servers.lorekeeper]\ncommand = \"/old\"\nenv = 3\n", "dice"),
        (
            Goose,
            "extensions:\n  lorekeeper:\n    name: Lore\n    type: stdio\n    cmd: /old\n    args: []\n    enabled: false\n",
            "enabled: false",
        ),
        (
            Goose,
            "extensions:\n  lorekeeper:\n    name: lorekeeper\n    cmd: /old # moved\n    description: books\n  dice: {}\n",
            "description: books",
        ),
        (
            Goose,
            "extensions:\n  lorekeeper:\n    type: streamable_http\n    uri: http://127.0.0.1:5673/mcp\n    headers:\n      A: b\n    name: l\n    enabled: true\n",
            "name: l\n",
        ),
        (
            MistralVibe,
            "[[mcp_servers]]\nname = \"lorekeeper\"\ntransport = \"stdio\"\ncommand = \"/old\" # moved\ndisabled = true\n\n[mcp_servers.env]\nA = \"b\"\n\n[[mcp_servers]]\nname = \"dice\"\n",
            "disabled = true",
        ),
        (
            MistralVibe,
            "[[mcp_servers]]\nname = \"dice\"\n\n[[mcp_servers]]\nname = \"lorekeeper\"\ntransport = \"http\"\nurl = \"https://lore.invalid\"\nprompt = \"books\"\n",
            "prompt = \"books\"",
        ),
        (
            MistralVibe,
            "mcp_servers = [{ name = \"lorekeeper\", command = [\"/old\", \"serve\"] }, { name = \"dice\" }]\n",
            "dice",
        ),
        (
            Continue,
            "mcpServers:\n  - name: dice\n  - command: /old # moved\n    name: lorekeeper\n    connectionTimeout: 5000\n  - name: maps\n",
            "connectionTimeout: 5000\n",
        ),
        (
            Continue,
            "mcpServers:\n- name: lorekeeper\n  type: sse\n  url: http://127.0.0.1:5673/mcp\nname: a\n",
            "type: stdio\n",
        ),
        (Goose, "extensions:\n  dice: {}\n  lorekeeper: 3\n", "dice: {}"),
        (Goose, "extensions:\n  lorekeeper:\nGOOSE_MODEL: x\n", "GOOSE_MODEL: x"),
        (
            Goose,
            "extensions:\n  lorekeeper:\n    name: l\n    type: stdio\n    cmd: |\n      /old\n    args:\n    - a\n    - b\n    envs:\n      RUST_LOG: debug\n    enabled: true\n",
            "RUST_LOG",
        ),
    ] {
        let computer = Computer::with(id, text);
        assert!(!matches!(computer.state(id), State::Connected), "{text}");
        let clients =
            computer.clients_for(Server::new(computer.program()).with_env("LOREKEEPER_HOME", "/a: b"));
        let plan = clients.plan(id, Action::Repair).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(clients.apply(&plan).unwrap().state, State::Connected, "{text}");
        let repaired = computer.read(id);
        assert!(repaired.contains(kept), "{text}\n->\n{repaired}");
        assert!(!["/old", "uri", "url"].iter().any(|old| repaired.contains(old)), "{text}\n->\n{repaired}");
        computer.forget();
        computer.act(id, Action::Disconnect);
        let left = computer.read(id);
        assert!(!left.contains("lorekeeper") && !left.contains("LOREKEEPER"), "{repaired}\n->\n{left}");
        if [Codex, MistralVibe].contains(&id) {
            assert_eq!(
                (others(&repaired), others(&left)),
                (others(text), others(text)),
                "{text}\n->\n{left}"
            );
        }
        for line in ["dice: {}", "GOOSE_MODEL: x"] {
            assert_eq!(left.contains(line), text.contains(line), "{left}");
        }
    }
}

#[test]
fn what_cannot_be_edited_alone_is_refused() {
    for (text, reason) in [
        ("extensions: [dice]\n", "no mapping"),
        ("extensions: 3\n", "no mapping"),
        ("extensions: {}\nextensions: {}\n", "twice"),
        ("- a\n", "mapping"),
        ("a: 1\n---\nb: 2\n", "another document"),
        ("a:\n\t- b: [\n", "line "),
    ] {
        let said = unreadable(&Computer::with(Goose, text), Goose);
        assert!(said.contains(reason), "{text}: {said}");
    }
    for text in [
        "base: &base\n  dice: {}\nextensions: *base\n",
        "extensions: &all\n  dice: {}\nmore: *all\n",
        "extensions: !!map\n  dice: {}\n",
        "a: 1\n...\n",
        "extensions: {dice: {cmd: dice}, maps: {}}\n",
        "extensions: {\n  dice: {cmd: dice} # several lines\n}\n",
        "{\"extensions\": {\"dice\": {\"cmd\": \"dice\"}}, \"GOOSE_MODEL\": \"x\"}\n",
        "\"extensions\":\n  dice:\n    cmd: dice\n",
        "extensions: {lorekeeper: {cmd: /old, bundled: false}, dice: {}}\n",
    ] {
        let computer = Computer::with(Goose, text);
        let error = computer.plan(Goose, Action::Connect).unwrap_err();
        assert_eq!(error.code(), "unreadable-file", "{text}");
        assert_eq!(computer.read(Goose), text);
    }
    for text in ["mcpServers: [{name: dice}]\n", "all: &all\n  - name: dice\nmcpServers: *all\n"] {
        let computer = Computer::with(Continue, text);
        assert!(computer.plan(Continue, Action::Connect).is_err(), "{text}");
        assert_eq!(computer.read(Continue), text);
    }
}
