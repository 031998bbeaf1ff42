//! The supported clients: the location and format of each one's configuration file.

use std::path::{Path, PathBuf};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::entry::{ENTRY_KEY, Fields};
use crate::format::{Format, Layout};
use crate::system_folders::{System, SystemFolders};

pub(crate) const SAMPLE_PROMPT: &str = "Use LoreKeeper: what does the grappled condition do?";

/// The advice for programs that read their file at the start of a session.
const NEW_SESSION: &str =
    "End running sessions and start a new one; /mcp lists lorekeeper. Then ask the sample question.";
const NEW_OPENCODE_SESSION: &str =
    "End running sessions and start a new one; /mcps lists lorekeeper. Then ask the sample question.";

/// Without these fields, Continue refuses its file.
const CONTINUE_FILE: &str = "name: Local Config\nversion: 1.0.0\nschema: v1\n";

pub(crate) struct ClientProfile {
    pub(crate) name: &'static str,
    pub(crate) layout: Layout,
    /// The variables that name another folder, each with the file in it, or the file itself.
    pub(crate) moved_by: &'static [(&'static str, &'static str)],
    location: fn(&SystemFolders) -> ConfigLocation,
    pub(crate) advice: &'static str,
}

impl ClientProfile {
    pub(crate) fn locate(&self, folders: &SystemFolders) -> ConfigLocation {
        let mut moved_by = self.moved_by.iter();
        match moved_by.find_map(|(variable, file)| Some((folders.variables.get(*variable)?, file))) {
            Some((named, file)) if folders.project.is_none() => within(named.clone(), file),
            _ => (self.location)(folders),
        }
    }
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

/// Defines the clients, in display order, with a row for each.
macro_rules! clients {
    ($($(#[$attribute:meta])+ $id:ident { $($profile:tt)+ })+) => {
        /// The id of a supported client.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[derive(Serialize, Deserialize, JsonSchema)]
        #[serde(rename_all = "kebab-case")]
        pub enum ClientId {
            $($(#[$attribute])+ $id,)+
        }

        impl ClientId {
            /// All clients, in display order.
            pub const ALL: [Self; [$(ClientId::$id),+].len()] = [$(ClientId::$id),+];
        }

        pub(crate) fn profile(id: ClientId) -> ClientProfile {
            match id {
                $(ClientId::$id => ClientProfile { $($profile)+ },)+
            }
        }
    };
}

clients! {
    /// Anthropic's desktop app.
    ClaudeDesktop {
        name: "Claude Desktop",
        layout: Layout::new(Format::Json, "mcpServers", Fields::PLAIN),
        moved_by: &[],
        location: claude_desktop,
        advice: "Quit Claude fully: closing its window is not quitting. Start it again, then ask the sample question.",
    }
    /// Anthropic's terminal program.
    ClaudeCode {
        name: "Claude Code",
        layout: Layout::new(Format::Json, "mcpServers", Fields::TYPED),
        moved_by: &[("CLAUDE_CONFIG_DIR", ".claude.json")],
        location: claude_code,
        advice: "End running sessions and start a new one; if /mcp does not list lorekeeper, repair it. Then ask the sample question.",
    }
    /// The editor Cursor.
    Cursor {
        name: "Cursor",
        layout: Layout::new(Format::LenientJson, "mcpServers", Fields::PLAIN),
        moved_by: &[],
        location: |folders| within(folders.home.join(".cursor"), "mcp.json"),
        advice: "Open Cursor's settings, look under MCP and switch lorekeeper on. Then ask the sample question.",
    }
    /// Visual Studio Code.
    VsCode {
        name: "Visual Studio Code",
        layout: Layout::new(Format::LenientJson, "servers", Fields::TYPED),
        moved_by: &[],
        location: |folders| within(folders.config.join("Code"), "User/mcp.json"),
        advice: "Run “MCP: List Servers”, start lorekeeper and trust it. Then ask in the chat's agent mode.",
    }
    /// The editor Windsurf.
    Windsurf {
        name: "Windsurf",
        layout: Layout::new(Format::LenientJson, "mcpServers", Fields::PLAIN),
        moved_by: &[],
        location: |folders| within(folders.home.join(".codeium").join("windsurf"), "mcp_config.json"),
        advice: "Refresh the MCP servers in Cascade's panel, or restart Windsurf. Then ask the sample question.",
    }
    /// The editor Zed.
    Zed {
        name: "Zed",
        layout: Layout::new(Format::LenientJson, "context_servers", Fields::PLAIN),
        moved_by: &[],
        location: zed,
        advice: "Zed sees the change by itself; a green dot beside lorekeeper in the agent's settings says so. Then ask.",
    }
    /// LM Studio, which runs models on this computer.
    LmStudio {
        name: "LM Studio",
        layout: Layout::new(Format::LenientJson, "mcpServers", Fields::PLAIN),
        moved_by: &[],
        location: |folders| within(lm_studio(&folders.home), "mcp.json"),
        advice: "Choose a model that can use tools and switch lorekeeper on under Integrations. Then ask.",
    }
    /// OpenAI's Codex; its app and its terminal program share one file.
    Codex {
        name: "Codex",
        layout: Layout::new(Format::Toml, "mcp_servers", Fields::PLAIN),
        moved_by: &[("CODEX_HOME", "config.toml")],
        location: |folders| within(folders.home.join(".codex"), "config.toml"),
        advice: NEW_SESSION,
    }
    /// Google's terminal program.
    GeminiCli {
        name: "Gemini CLI",
        layout: Layout::new(Format::CommentedJson, "mcpServers", Fields::PLAIN).refusing_bom(),
        moved_by: &[("GEMINI_CLI_HOME", ".gemini/settings.json")],
        location: |folders| within(folders.home.join(".gemini"), "settings.json"),
        advice: NEW_SESSION,
    }
    /// Goose; its app and its terminal program share one file.
    Goose {
        name: "Goose",
        layout: Layout::new(Format::Yaml, "extensions", Fields::GOOSE),
        moved_by: &[("GOOSE_PATH_ROOT", "config/config.yaml")],
        location: goose,
        advice: "Start a new session; the app lists lorekeeper under Extensions. Then ask the sample question.",
    }
    /// Jan, which runs models on this computer.
    Jan {
        name: "Jan",
        layout: Layout::new(Format::Json, "mcpServers", Fields::JAN),
        moved_by: &[],
        location: jan,
        advice: "Quit Jan and start it again, choose a model that can use tools, and ask the sample question.",
    }
    /// The terminal program opencode.
    Opencode {
        name: "opencode",
        layout: Layout::new(Format::LenientJson, "mcp", Fields::OPENCODE),
        moved_by: &[],
        location: |folders| any_of(folders.xdg_config.join("opencode"), &["opencode.jsonc", "opencode.json"]),
        advice: NEW_OPENCODE_SESSION,
    }
    /// Kilo's terminal program.
    Kilo {
        name: "Kilo",
        layout: Layout::new(Format::LenientJson, "mcp", Fields::OPENCODE),
        moved_by: &[],
        location: |folders| {
            let names = ["kilo.jsonc", "kilo.json", "opencode.jsonc", "opencode.json"];
            any_of(folders.xdg_config.join("kilo"), &names)
        },
        advice: NEW_OPENCODE_SESSION,
    }
    /// GitHub's terminal program.
    #[serde(alias = "copilot")]
    CopilotCli {
        name: "Copilot CLI",
        layout: Layout::new(Format::LenientJson, "mcpServers", Fields::COPILOT),
        moved_by: &[("COPILOT_HOME", "mcp-config.json")],
        location: |folders| within(folders.home.join(".copilot"), "mcp-config.json"),
        advice: NEW_SESSION,
    }
    /// Alibaba's terminal program.
    #[serde(alias = "qwen")]
    QwenCode {
        name: "Qwen Code",
        layout: Layout::new(Format::CommentedJson, "mcpServers", Fields::PLAIN),
        moved_by: &[("QWEN_HOME", "settings.json")],
        location: |folders| within(folders.home.join(".qwen"), "settings.json"),
        advice: NEW_SESSION,
    }
    /// Cline's terminal program.
    Cline {
        name: "Cline",
        layout: Layout::new(Format::Json, "mcpServers", Fields::TRANSPORT),
        moved_by: &[
            ("CLINE_MCP_SETTINGS_PATH", ""),
            ("CLINE_DATA_DIR", "settings/cline_mcp_settings.json"),
            ("CLINE_DIR", "data/settings/cline_mcp_settings.json"),
        ],
        location: |folders| within(folders.home.join(".cline"), "data/settings/cline_mcp_settings.json"),
        advice: NEW_SESSION,
    }
    /// Moonshot's terminal program.
    #[serde(alias = "kimi")]
    KimiCode {
        name: "Kimi Code",
        layout: Layout::new(Format::Json, "mcpServers", Fields::PLAIN),
        moved_by: &[("KIMI_CODE_HOME", "mcp.json")],
        location: |folders| within(folders.home.join(".kimi-code"), "mcp.json"),
        advice: NEW_SESSION,
    }
    /// Mistral's terminal program.
    #[serde(alias = "vibe")]
    MistralVibe {
        name: "Mistral Vibe",
        layout: Layout { is_list: true, ..Layout::new(Format::Toml, "mcp_servers", Fields::VIBE).refusing_bom() },
        moved_by: &[("VIBE_HOME", "config.toml")],
        location: |folders| within(folders.home.join(".vibe"), "config.toml"),
        advice: NEW_SESSION,
    }
    /// Continue; its extensions for editors and its terminal program share one file.
    Continue {
        name: "Continue",
        layout: Layout {
            is_list: true,
            new_file: CONTINUE_FILE,
            ..Layout::new(Format::Yaml, "mcpServers", Fields::NAMED)
        },
        moved_by: &[("CONTINUE_GLOBAL_DIR", "config.yaml")],
        location: continue_dev,
        advice: NEW_SESSION,
    }
    /// Factory's terminal program.
    Droid {
        name: "Droid",
        layout: Layout::new(Format::CommentedJson, "mcpServers", Fields::DROID).refusing_bom(),
        moved_by: &[("FACTORY_HOME_OVERRIDE", ".factory/mcp.json")],
        location: |folders| within(folders.home.join(".factory"), "mcp.json"),
        advice: NEW_SESSION,
    }
    /// Amp; its extensions for editors and its terminal program share one file.
    Amp {
        name: "Amp",
        layout: Layout::new(Format::LenientJson, "amp.mcpServers", Fields::PLAIN).refusing_bom(),
        moved_by: &[("AMP_SETTINGS_FILE", "")],
        location: |folders| any_of(folders.xdg_config.join("amp"), &["settings.json", "settings.jsonc"]),
        advice: "End running sessions and start a new one; `amp mcp list` names lorekeeper. Then ask the sample question.",
    }
}

fn within(folder: PathBuf, file: &str) -> ConfigLocation {
    let mut path = folder.clone();
    path.extend(file.split('/').filter(|name| !name.is_empty()));
    ConfigLocation { file: path, traces: vec![folder] }
}

/// Prefers a file that has our entry, then one that exists.
fn any_of(folder: PathBuf, names: &[&str]) -> ConfigLocation {
    let rank = |name: &&&str| {
        let file = folder.join(name);
        let has_entry = std::fs::read_to_string(&file).is_ok_and(|text| text.contains(ENTRY_KEY));
        (!has_entry, !file.exists())
    };
    let name = names.iter().min_by_key(rank).copied().unwrap_or_default();
    within(folder, name)
}

/// Prefers the Windows Store build, which sees its own folder instead of `%APPDATA%` and is the usual one.
fn claude_desktop(folders: &SystemFolders) -> ConfigLocation {
    const FILE: &str = "claude_desktop_config.json";
    if folders.system == System::Windows {
        let inside = |package: &PathBuf| package.join("LocalCache").join("Roaming").join("Claude");
        let entries = std::fs::read_dir(folders.local_data.join("Packages")).into_iter().flatten().flatten();
        let claudes = entries.filter(|entry| entry.file_name().to_string_lossy().starts_with("Claude_"));
        let packages = claudes.map(|entry| entry.path()).filter(|path| path.is_dir());
        // Prefers a package that has a file.
        let rank = |package: &PathBuf| (!inside(package).join(FILE).exists(), package.clone());
        if let Some(package) = packages.min_by_key(rank) {
            return ConfigLocation { file: inside(&package).join(FILE), traces: vec![package] };
        }
    }
    within(folders.config.join("Claude"), FILE)
}

fn claude_code(folders: &SystemFolders) -> ConfigLocation {
    if let Some(project) = &folders.project {
        return within(project.clone(), ".mcp.json");
    }
    let file = folders.home.join(".claude.json");
    ConfigLocation { traces: vec![file.clone(), folders.home.join(".claude")], file }
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
    let folder = match folders.system {
        System::Windows => folders.config.join("Block").join("goose").join("config"),
        System::Linux | System::MacOs => unix_config(folders).join("goose"),
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

/// Without this file, Continue takes its models from one of two others, which a new one would replace.
fn continue_dev(folders: &SystemFolders) -> ConfigLocation {
    let location = within(folders.home.join(".continue"), "config.yaml");
    let has = |name| location.file.with_file_name(name).exists();
    let traces =
        if has("config.json") || has("auth.json") { vec![location.file.clone()] } else { location.traces };
    ConfigLocation { traces, file: location.file }
}
