//! The supported clients: the location and format of each one's configuration file.

use std::path::{Path, PathBuf};

use crate::client::ClientId;
use crate::format::{Format, Grammar, Json};
use crate::server::Fields;
use crate::system_folders::{System, SystemFolders};

/// A prompt to try once a client is connected.
pub(crate) const SAMPLE_PROMPT: &str = "Use LoreKeeper: what does the grappled condition do?";

/// The properties of a client on any computer.
pub(crate) struct ClientProfile {
    pub(crate) name: &'static str,
    pub(crate) format: Format,
    pub(crate) advice: &'static str,
}

/// The location of a client on one computer.
#[derive(Debug, Clone)]
pub(crate) struct ConfigLocation {
    /// Paths of which at least one exists if the client is installed.
    pub(crate) traces: Vec<PathBuf>,
    /// The file that lists its servers.
    pub(crate) file: PathBuf,
}

impl ConfigLocation {
    fn new(folder: PathBuf, file: impl AsRef<Path>) -> Self {
        Self { file: folder.join(file), traces: vec![folder] }
    }

    pub(crate) fn installed(&self) -> bool {
        self.traces.iter().any(|trace| trace.exists())
    }
}

/// Returns the properties of a client. Its own parser decides the grammar: the desktop app and the terminal programs read
/// strict JSON, the editors accept comments and trailing commas.
pub(crate) fn profile(id: ClientId) -> ClientProfile {
    let json = |grammar, table, fields| Format::Json(Json { grammar, table, fields });
    match id {
        ClientId::ClaudeDesktop => ClientProfile {
            name: "Claude Desktop",
            format: json(Grammar::Strict, "mcpServers", Fields::Plain),
            advice: "Quit Claude fully: closing its window is not quitting. Start it again, then ask the sample question.",
        },
        ClientId::ClaudeCode => ClientProfile {
            name: "Claude Code",
            format: json(Grammar::Strict, "mcpServers", Fields::Typed),
            // A running session rewrites the whole file from memory.
            advice: "End running sessions and start a new one; if /mcp does not list lorekeeper, repair it. Then ask the sample question.",
        },
        ClientId::Cursor => ClientProfile {
            name: "Cursor",
            format: json(Grammar::Lenient, "mcpServers", Fields::Plain),
            advice: "Open Cursor's settings, look under MCP and switch lorekeeper on. Then ask the sample question.",
        },
        ClientId::VsCode => ClientProfile {
            name: "Visual Studio Code",
            format: json(Grammar::Lenient, "servers", Fields::Typed),
            advice: "Run “MCP: List Servers”, start lorekeeper and trust it. Then ask in the chat's agent mode.",
        },
        ClientId::Windsurf => ClientProfile {
            name: "Windsurf",
            format: json(Grammar::Lenient, "mcpServers", Fields::Plain),
            advice: "Refresh the MCP servers in Cascade's panel, or restart Windsurf. Then ask the sample question.",
        },
        ClientId::Zed => ClientProfile {
            name: "Zed",
            format: json(Grammar::Lenient, "context_servers", Fields::Plain),
            advice: "Zed sees the change by itself; a green dot beside lorekeeper in the agent's settings says so. Then ask.",
        },
        ClientId::LmStudio => ClientProfile {
            name: "LM Studio",
            format: json(Grammar::Lenient, "mcpServers", Fields::Plain),
            advice: "Choose a model that can use tools and switch lorekeeper on under Integrations. Then ask.",
        },
        ClientId::Codex => ClientProfile {
            name: "Codex",
            format: Format::Toml,
            advice: "End running sessions and start a new one; /mcp lists lorekeeper. Then ask the sample question.",
        },
        ClientId::GeminiCli => ClientProfile {
            name: "Gemini CLI",
            format: json(Grammar::Commented, "mcpServers", Fields::Plain),
            advice: "End running sessions and start a new one; /mcp lists lorekeeper. Then ask the sample question.",
        },
        ClientId::Goose => ClientProfile {
            name: "Goose",
            format: Format::Yaml,
            advice: "Start a new session; the app lists lorekeeper under Extensions. Then ask the sample question.",
        },
        ClientId::Jan => ClientProfile {
            name: "Jan",
            format: json(Grammar::Strict, "mcpServers", Fields::Active),
            // It reads the file when it starts.
            advice: "Quit Jan and start it again, choose a model that can use tools, and ask the sample question.",
        },
    }
}

/// Returns the location of a client, installed or not.
pub(crate) fn config_location(id: ClientId, folders: &SystemFolders) -> ConfigLocation {
    let SystemFolders { home, config, .. } = folders;
    match id {
        ClientId::ClaudeDesktop => claude_desktop(folders),
        ClientId::ClaudeCode => match (&folders.project, &folders.claude_code) {
            (Some(project), _) => ConfigLocation::new(project.clone(), ".mcp.json"),
            (None, Some(folder)) => ConfigLocation::new(folder.clone(), ".claude.json"),
            (None, None) => {
                let file = home.join(".claude.json");
                ConfigLocation { traces: vec![file.clone(), home.join(".claude")], file }
            }
        },
        ClientId::Cursor => ConfigLocation::new(home.join(".cursor"), "mcp.json"),
        ClientId::VsCode => ConfigLocation::new(config.join("Code"), Path::new("User").join("mcp.json")),
        ClientId::Windsurf => ConfigLocation::new(home.join(".codeium").join("windsurf"), "mcp_config.json"),
        ClientId::Zed => {
            let folder = match folders.system {
                System::Linux => config.join("zed"),
                System::MacOs => home.join(".config").join("zed"),
                System::Windows => config.join("Zed"),
            };
            ConfigLocation::new(folder, "settings.json")
        }
        ClientId::LmStudio => ConfigLocation::new(lm_studio(home), "mcp.json"),
        ClientId::Codex => {
            ConfigLocation::new(folders.codex.clone().unwrap_or_else(|| home.join(".codex")), "config.toml")
        }
        ClientId::GeminiCli => ConfigLocation::new(home.join(".gemini"), "settings.json"),
        ClientId::Goose => {
            let folder = match (&folders.goose, folders.system) {
                (Some(root), _) => root.join("config"),
                (None, System::Linux) => config.join("goose"),
                (None, System::MacOs) => home.join(".config").join("goose"),
                (None, System::Windows) => config.join("Block").join("goose").join("config"),
            };
            ConfigLocation::new(folder, "config.yaml")
        }
        ClientId::Jan => jan(folders),
    }
}

/// Prefers the Windows Store build, which sees its own folder instead of `%APPDATA%` and is the usual one.
fn claude_desktop(folders: &SystemFolders) -> ConfigLocation {
    const FILE: &str = "claude_desktop_config.json";
    if folders.system == System::Windows {
        let mut packages = store_packages(&folders.local_data.join("Packages"));
        let inside = |package: &PathBuf| package.join("LocalCache").join("Roaming").join("Claude");
        // Prefers a package that has a file.
        packages.sort_by_key(|package| (!inside(package).join(FILE).exists(), package.clone()));
        if let Some(package) = packages.into_iter().next() {
            return ConfigLocation { file: inside(&package).join(FILE), traces: vec![package] };
        }
    }
    ConfigLocation::new(folders.config.join("Claude"), FILE)
}

fn store_packages(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let claudes = entries.filter(|entry| entry.file_name().to_string_lossy().starts_with("Claude_"));
    claudes.map(|entry| entry.path()).filter(|path| path.is_dir()).collect()
}

/// Returns LM Studio's folder. A pointer file names it if it is not the default.
fn lm_studio(home: &Path) -> PathBuf {
    let pointer = std::fs::read_to_string(home.join(".lmstudio-home-pointer")).ok();
    let folder =
        pointer.map(|text| PathBuf::from(text.trim())).filter(|path| path.is_absolute() && path.is_dir());
    folder.unwrap_or_else(|| home.join(".lmstudio"))
}

/// Returns the location of Jan, whose settings name the folder of its data.
fn jan(folders: &SystemFolders) -> ConfigLocation {
    let data = match folders.system {
        System::Linux => &folders.local_data,
        System::MacOs | System::Windows => &folders.config,
    };
    let folder = data.join("Jan");
    let settings = std::fs::read(folder.join("settings.json")).ok();
    let settings = settings.and_then(|text| serde_json::from_slice::<serde_json::Value>(&text).ok());
    let named = settings.and_then(|settings| Some(PathBuf::from(settings.get("data_folder")?.as_str()?)));
    let inside =
        named.filter(|path| path.is_absolute() && path.is_dir()).unwrap_or_else(|| folder.join("data"));
    ConfigLocation { file: inside.join("mcp_config.json"), traces: vec![folder] }
}
