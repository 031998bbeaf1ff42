//! The supported clients: the location and format of each one's configuration file.

use std::path::{Path, PathBuf};

use crate::client::ClientId;
use crate::entry::Fields;
use crate::format::{Format, Layout};
use crate::system_folders::{System, SystemFolders};

pub(crate) const SAMPLE_PROMPT: &str = "Use LoreKeeper: what does the grappled condition do?";

pub(crate) struct ClientProfile {
    pub(crate) name: &'static str,
    pub(crate) layout: Layout,
    pub(crate) locate: fn(&SystemFolders) -> ConfigLocation,
    pub(crate) advice: &'static str,
}

#[derive(Debug, Clone)]
pub(crate) struct ConfigLocation {
    /// Paths of which at least one exists if the client is installed.
    pub(crate) traces: Vec<PathBuf>,
    pub(crate) file: PathBuf,
}

impl ConfigLocation {
    pub(crate) fn installed(&self) -> bool {
        self.traces.iter().any(|trace| trace.exists())
    }
}

pub(crate) fn profile(id: ClientId) -> ClientProfile {
    let layout = |format, table, fields| Layout { format, table, fields };
    match id {
        ClientId::ClaudeDesktop => ClientProfile {
            name: "Claude Desktop",
            layout: layout(Format::Json, "mcpServers", Fields::Plain),
            locate: claude_desktop,
            advice: "Quit Claude fully: closing its window is not quitting. Start it again, then ask the sample question.",
        },
        ClientId::ClaudeCode => ClientProfile {
            name: "Claude Code",
            layout: layout(Format::Json, "mcpServers", Fields::Typed),
            locate: claude_code,
            advice: "End running sessions and start a new one; if /mcp does not list lorekeeper, repair it. Then ask the sample question.",
        },
        ClientId::Cursor => ClientProfile {
            name: "Cursor",
            layout: layout(Format::LenientJson, "mcpServers", Fields::Plain),
            locate: |folders| within(folders.home.join(".cursor"), "mcp.json"),
            advice: "Open Cursor's settings, look under MCP and switch lorekeeper on. Then ask the sample question.",
        },
        ClientId::VsCode => ClientProfile {
            name: "Visual Studio Code",
            layout: layout(Format::LenientJson, "servers", Fields::Typed),
            locate: |folders| within(folders.config.join("Code"), Path::new("User").join("mcp.json")),
            advice: "Run “MCP: List Servers”, start lorekeeper and trust it. Then ask in the chat's agent mode.",
        },
        ClientId::Windsurf => ClientProfile {
            name: "Windsurf",
            layout: layout(Format::LenientJson, "mcpServers", Fields::Plain),
            locate: |folders| within(folders.home.join(".codeium").join("windsurf"), "mcp_config.json"),
            advice: "Refresh the MCP servers in Cascade's panel, or restart Windsurf. Then ask the sample question.",
        },
        ClientId::Zed => ClientProfile {
            name: "Zed",
            layout: layout(Format::LenientJson, "context_servers", Fields::Plain),
            locate: zed,
            advice: "Zed sees the change by itself; a green dot beside lorekeeper in the agent's settings says so. Then ask.",
        },
        ClientId::LmStudio => ClientProfile {
            name: "LM Studio",
            layout: layout(Format::LenientJson, "mcpServers", Fields::Plain),
            locate: |folders| within(lm_studio(&folders.home), "mcp.json"),
            advice: "Choose a model that can use tools and switch lorekeeper on under Integrations. Then ask.",
        },
        ClientId::Codex => ClientProfile {
            name: "Codex",
            layout: layout(Format::Toml, "mcp_servers", Fields::Plain),
            locate: |folders| {
                within(folders.codex.clone().unwrap_or_else(|| folders.home.join(".codex")), "config.toml")
            },
            advice: "End running sessions and start a new one; /mcp lists lorekeeper. Then ask the sample question.",
        },
        ClientId::GeminiCli => ClientProfile {
            name: "Gemini CLI",
            layout: layout(Format::CommentedJson, "mcpServers", Fields::Plain),
            locate: |folders| within(folders.home.join(".gemini"), "settings.json"),
            advice: "End running sessions and start a new one; /mcp lists lorekeeper. Then ask the sample question.",
        },
        ClientId::Goose => ClientProfile {
            name: "Goose",
            layout: layout(Format::Yaml, "extensions", Fields::Goose),
            locate: goose,
            advice: "Start a new session; the app lists lorekeeper under Extensions. Then ask the sample question.",
        },
        ClientId::Jan => ClientProfile {
            name: "Jan",
            layout: layout(Format::Json, "mcpServers", Fields::Active),
            locate: jan,
            advice: "Quit Jan and start it again, choose a model that can use tools, and ask the sample question.",
        },
    }
}

fn within(folder: PathBuf, file: impl AsRef<Path>) -> ConfigLocation {
    ConfigLocation { file: folder.join(file), traces: vec![folder] }
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
    within(folders.config.join("Claude"), FILE)
}

fn store_packages(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let claudes = entries.filter(|entry| entry.file_name().to_string_lossy().starts_with("Claude_"));
    claudes.map(|entry| entry.path()).filter(|path| path.is_dir()).collect()
}

fn claude_code(folders: &SystemFolders) -> ConfigLocation {
    match (&folders.project, &folders.claude_code) {
        (Some(project), _) => within(project.clone(), ".mcp.json"),
        (None, Some(folder)) => within(folder.clone(), ".claude.json"),
        (None, None) => {
            let file = folders.home.join(".claude.json");
            ConfigLocation { traces: vec![file.clone(), folders.home.join(".claude")], file }
        }
    }
}

/// On macOS, this is the folder of a program that keeps its settings as on Linux.
fn unix_config(folders: &SystemFolders) -> PathBuf {
    match folders.system {
        System::Linux | System::Windows => folders.config.clone(),
        System::MacOs => folders.home.join(".config"),
    }
}

fn zed(folders: &SystemFolders) -> ConfigLocation {
    let name = if folders.system == System::Windows { "Zed" } else { "zed" };
    within(unix_config(folders).join(name), "settings.json")
}

fn goose(folders: &SystemFolders) -> ConfigLocation {
    let folder = match &folders.goose {
        Some(root) => root.join("config"),
        None if folders.system == System::Windows => {
            folders.config.join("Block").join("goose").join("config")
        }
        None => unix_config(folders).join("goose"),
    };
    within(folder, "config.yaml")
}

/// A pointer file names the folder if it is not the default.
fn lm_studio(home: &Path) -> PathBuf {
    let pointer = std::fs::read_to_string(home.join(".lmstudio-home-pointer")).ok();
    let folder =
        pointer.map(|text| PathBuf::from(text.trim())).filter(|path| path.is_absolute() && path.is_dir());
    folder.unwrap_or_else(|| home.join(".lmstudio"))
}

/// Jan's settings name the folder of its data.
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
