//! `docs/connect.md` agrees with the list of clients.

use std::path::Path;

use clients::{Action, ClientId, System};

use crate::support::Computer;

const INSTALLED: &str = "/usr/bin/lorekeeper-mcp";

fn document() -> String {
    std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/connect.md")).unwrap()
}

fn section(document: &str, name: &str) -> String {
    let heading = format!("\n## {name}\n");
    let (_, rest) = document.split_once(&heading).unwrap_or_else(|| panic!("there is no section {name}"));
    rest.split("\n## ").next().unwrap().to_owned()
}

fn as_written(path: &str, system: System) -> String {
    match system {
        System::Linux | System::MacOs => path.replacen("/home", "~", 1),
        System::Windows => path
            .replacen("/home/AppData/Roaming", "%APPDATA%", 1)
            .replacen("/home", "%USERPROFILE%", 1)
            .replace('/', "\\"),
    }
}

#[test]
fn the_document_names_each_clients_file_on_every_system() {
    let document = document();
    for (system, name) in [(System::Linux, "Linux"), (System::MacOs, "macOS"), (System::Windows, "Windows")] {
        let computer = Computer::new(system);
        for client in computer.clients().all() {
            let path = as_written(&computer.redact(client.file.to_str().unwrap()), system);
            let row = format!("| {name} | `{path}` |");
            assert!(section(&document, client.name).contains(&row), "{}: {row}", client.name);
        }
    }
}

#[test]
fn the_document_shows_each_clients_entry() {
    let document = document();
    let computer = Computer::linux();
    for client in computer.clients().all() {
        let plan = computer.plan(client.id, Action::Connect).unwrap();
        let snippet = computer.redact(&plan.snippet).replace("/home/apps/lorekeeper-mcp", INSTALLED);
        let language = match client.id {
            ClientId::Codex | ClientId::MistralVibe => "toml",
            ClientId::Goose | ClientId::Continue => "yaml",
            _ => "json",
        };
        let block = format!("```{language}\n{}\n```\n", snippet.trim_end());
        assert!(section(&document, client.name).contains(&block), "{}:\n{block}", client.name);
    }
}

#[test]
fn the_document_says_how_to_connect_each_client() {
    let document = document();
    for client in Computer::linux().clients().all() {
        let section = section(&document, client.name);
        assert!(section.contains(&format!("`lorekeeper-mcp register {}`", client.id)), "{}", client.name);
        assert!(section.contains(client.advice), "{}: {}", client.name, client.advice);
    }
    assert!(document.contains(Computer::linux().client(ClientId::Zed).sample_prompt));
}
