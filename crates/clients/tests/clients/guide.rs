//! `docs/connect.md` agrees with the list of clients.

use clients::{Action, ClientId, System};

use crate::support::Computer;

const INSTALLED: &str = "/usr/bin/lorekeeper-mcp";

const DOCUMENT: &str = include_str!("../../../../docs/connect.md");

fn section(name: &str) -> &str {
    let heading = format!("\n## {name}\n");
    let (_, rest) = DOCUMENT.split_once(&heading).unwrap_or_else(|| panic!("there is no section {name}"));
    rest.split("\n## ").next().unwrap()
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
    for (system, name) in [(System::Linux, "Linux"), (System::MacOs, "macOS"), (System::Windows, "Windows")] {
        let computer = Computer::new(system);
        for client in computer.clients().all() {
            let path = as_written(&computer.redact(client.file.to_str().unwrap()), system);
            let row = format!("| {name} | `{path}` |");
            assert!(section(client.name).contains(&row), "{}: {row}", client.name);
        }
    }
}

#[test]
fn the_document_shows_each_clients_entry_and_how_to_connect_it() {
    let computer = Computer::linux();
    for client in computer.clients().all() {
        let (section, name) = (section(client.name), client.name);
        let plan = computer.plan(client.id, Action::Connect).unwrap();
        let snippet = computer.redact(&plan.snippet).replace("/home/apps/lorekeeper-mcp", INSTALLED);
        let language = match client.id {
            ClientId::Codex | ClientId::MistralVibe => "toml",
            ClientId::Goose | ClientId::Continue => "yaml",
            _ => "json",
        };
        let block = format!("```{language}\n{}\n```\n", snippet.trim_end());
        assert!(section.contains(&block), "{name}:\n{block}");
        assert!(section.contains(&format!("`lorekeeper-mcp register {}`", client.id)), "{name}");
        assert!(section.contains(client.advice), "{name}: {}", client.advice);
    }
    assert!(DOCUMENT.contains(computer.client(ClientId::Zed).sample_prompt));
}
