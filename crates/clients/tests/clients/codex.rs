//! The many forms of the same TOML value.

use clients::{Action, ClientId, State};
use toml_edit::{DocumentMut, Item, Value};

use crate::support::Computer;

fn others(text: &str) -> serde_json::Value {
    let mut all = plain(text.trim_start_matches('\u{feff}').parse::<DocumentMut>().unwrap().as_item());
    let servers = all.get_mut("mcp_servers").and_then(|servers| servers.as_object_mut());
    let emptied = servers.is_some_and(|servers| {
        servers.remove("lorekeeper");
        servers.is_empty()
    });
    if emptied {
        all.as_object_mut().unwrap().remove("mcp_servers");
    }
    all
}

fn plain(item: &Item) -> serde_json::Value {
    if let Some(table) = item.as_table_like() {
        return table.iter().map(|(key, item)| (key.to_owned(), plain(item))).collect();
    }
    if let Some(tables) = item.as_array_of_tables() {
        return tables.iter().map(|table| plain(&Item::Table(table.clone()))).collect();
    }
    match item.as_value().unwrap() {
        Value::Array(items) => items.iter().map(|value| plain(&Item::Value(value.clone()))).collect(),
        value => value.clone().decorated("", "").to_string().into(),
    }
}

#[test]
fn all_else_stays_in_every_form_of_the_table() {
    for text in [
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
    ] {
        let computer = Computer::linux();
        computer.write(ClientId::Codex, text);
        assert_eq!(computer.act(ClientId::Codex, Action::Connect).state, State::Connected, "{text}");
        let connected = computer.read(ClientId::Codex);
        assert_eq!(others(&connected), others(text), "{text}\n->\n{connected}");
        for comment in text.split('#').skip(1).map(|rest| rest.lines().next().unwrap()) {
            assert!(connected.contains(comment), "{text}\n->\n{connected}");
        }
        computer.forget();
        assert_eq!(computer.act(ClientId::Codex, Action::Disconnect).state, State::NotConnected, "{text}");
        let left = computer.read(ClientId::Codex);
        assert_eq!(left.trim_end(), text.trim_end(), "{connected}");
    }
}

#[test]
fn an_entry_in_another_form_is_read_repaired_and_removed() {
    for text in [
        "mcp_servers = { lorekeeper = { command = \"/old\" }, dice = { command = \"dice\" } }\n",
        "mcp_servers.lorekeeper.command = \"/old\"\nmcp_servers.dice.command = \"dice\"\n",
        "[mcp_servers]\nlorekeeper = { command = \"/old\", args = [\"serve\"] } # ours\ndice = {}\n",
        "[mcp_servers.lorekeeper]\nurl = \"https://lore.invalid\"\n\n[mcp_servers.lorekeeper.tools.lookup_spell]\napproval_mode = \"approve\"\n\n[mcp_servers.dice]\n",
        "[mcp_servers]\nlorekeeper = 3\ndice = {}\n",
        "[mcp_servers.dice]\n\n[mcp_servers.lorekeeper]\ncommand = \"/old\"\nenv = 3\n",
    ] {
        let computer = Computer::linux();
        computer.write(ClientId::Codex, text);
        assert!(!matches!(computer.state(ClientId::Codex), State::Connected), "{text}");
        assert_eq!(computer.act(ClientId::Codex, Action::Repair).state, State::Connected, "{text}");
        let repaired = computer.read(ClientId::Codex);
        assert_eq!(others(&repaired), others(text), "{text}\n->\n{repaired}");
        assert_eq!(repaired.contains("approve"), text.contains("approve"));
        computer.act(ClientId::Codex, Action::Disconnect);
        let left = computer.read(ClientId::Codex);
        assert_eq!(others(&left), others(text), "{text}\n->\n{left}");
        assert!(!left.contains("lorekeeper"), "{left}");
    }
}
