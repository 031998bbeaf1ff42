//! The clients we know: where each keeps its file, and what it has to look like.

use std::path::{Path, PathBuf};

use crate::client::ClientId;
use crate::format::{Format, Grammar, Json};
use crate::system_folders::{System, SystemFolders};

/// What there is to try once a client is connected.
pub(crate) const SAMPLE_PROMPT: &str = "Use LoreKeeper: what does the grappled condition do?";

/// What is known about a client on any computer.
pub(crate) struct Listing {
    pub(crate) name: &'static str,
    pub(crate) format: Format,
    pub(crate) advice: &'static str,
}

/// Where a client is on one computer.
#[derive(Debug, Clone)]
pub(crate) struct Whereabouts {
    /// What exists when the client is installed: any of these.
    pub(crate) traces: Vec<PathBuf>,
    /// The file that names its servers.
    pub(crate) file: PathBuf,
}

impl Whereabouts {
    fn new(folder: PathBuf, file: impl AsRef<Path>) -> Self {
        Self { file: folder.join(file), traces: vec![folder] }
    }

    pub(crate) fn installed(&self) -> bool {
        self.traces.iter().any(|trace| trace.exists())
    }
}

/// The client's own parser decides what may stand in its file: the desktop app and the terminal programs read strict
/// JSON, the editors read comments and trailing commas.
pub(crate) fn listing(id: ClientId) -> Listing {
    let json = |grammar, table, typed| Format::Json(Json { grammar, table, typed });
    match id {
        ClientId::ClaudeDesktop => Listing {
            name: "Claude Desktop",
            format: json(Grammar::Strict, "mcpServers", false),
            advice: "Quit Claude fully: closing its window is not quitting. Start it again, then ask the sample question.",
        },
        ClientId::ClaudeCode => Listing {
            name: "Claude Code",
            format: json(Grammar::Strict, "mcpServers", true),
            // A running session writes the whole file anew from memory.
            advice: "End running sessions and start a new one; if /mcp does not list lorekeeper, repair it. Then ask the sample question.",
        },
        ClientId::Cursor => Listing {
            name: "Cursor",
            format: json(Grammar::Lenient, "mcpServers", false),
            advice: "Open Cursor's settings, look under MCP and switch lorekeeper on. Then ask the sample question.",
        },
        ClientId::VsCode => Listing {
            name: "Visual Studio Code",
            format: json(Grammar::Lenient, "servers", true),
            advice: "Run “MCP: List Servers”, start lorekeeper and trust it. Then ask in the chat's agent mode.",
        },
        ClientId::Windsurf => Listing {
            name: "Windsurf",
            format: json(Grammar::Lenient, "mcpServers", false),
            advice: "Refresh the MCP servers in Cascade's panel, or restart Windsurf. Then ask the sample question.",
        },
        ClientId::Zed => Listing {
            name: "Zed",
            format: json(Grammar::Lenient, "context_servers", false),
            advice: "Zed sees the change by itself; a green dot beside lorekeeper in the agent's settings says so. Then ask.",
        },
        ClientId::LmStudio => Listing {
            name: "LM Studio",
            format: json(Grammar::Lenient, "mcpServers", false),
            advice: "Choose a model that can use tools and switch lorekeeper on under Integrations. Then ask.",
        },
        ClientId::Codex => Listing {
            name: "Codex",
            format: Format::Toml,
            advice: "End running sessions and start a new one; /mcp lists lorekeeper. Then ask the sample question.",
        },
        ClientId::GeminiCli => Listing {
            name: "Gemini CLI",
            format: json(Grammar::Commented, "mcpServers", false),
            advice: "End running sessions and start a new one; /mcp lists lorekeeper. Then ask the sample question.",
        },
    }
}

/// Where the client is, or would be.
pub(crate) fn whereabouts(id: ClientId, places: &SystemFolders) -> Whereabouts {
    let SystemFolders { home, config, .. } = places;
    match id {
        ClientId::ClaudeDesktop => claude_desktop(places),
        ClientId::ClaudeCode => match &places.claude_code {
            Some(folder) => Whereabouts::new(folder.clone(), ".claude.json"),
            None => {
                let file = home.join(".claude.json");
                Whereabouts { traces: vec![file.clone(), home.join(".claude")], file }
            }
        },
        ClientId::Cursor => Whereabouts::new(home.join(".cursor"), "mcp.json"),
        ClientId::VsCode => Whereabouts::new(config.join("Code"), Path::new("User").join("mcp.json")),
        ClientId::Windsurf => Whereabouts::new(home.join(".codeium").join("windsurf"), "mcp_config.json"),
        ClientId::Zed => {
            let folder = match places.system {
                System::Linux => config.join("zed"),
                System::MacOs => home.join(".config").join("zed"),
                System::Windows => config.join("Zed"),
            };
            Whereabouts::new(folder, "settings.json")
        }
        ClientId::LmStudio => Whereabouts::new(lm_studio(home), "mcp.json"),
        ClientId::Codex => {
            Whereabouts::new(places.codex.clone().unwrap_or_else(|| home.join(".codex")), "config.toml")
        }
        ClientId::GeminiCli => Whereabouts::new(home.join(".gemini"), "settings.json"),
    }
}

/// The Store build of Windows sees a folder of its own in the place of `%APPDATA%`, and is the usual one.
fn claude_desktop(places: &SystemFolders) -> Whereabouts {
    const FILE: &str = "claude_desktop_config.json";
    if places.system == System::Windows {
        let mut packages = store_packages(&places.local_data.join("Packages"));
        let inside = |package: &PathBuf| package.join("LocalCache").join("Roaming").join("Claude");
        // Of several packages, the one that has been used already.
        packages.sort_by_key(|package| (!inside(package).join(FILE).exists(), package.clone()));
        if let Some(package) = packages.into_iter().next() {
            return Whereabouts { file: inside(&package).join(FILE), traces: vec![package] };
        }
    }
    Whereabouts::new(places.config.join("Claude"), FILE)
}

fn store_packages(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let claudes = entries.filter(|entry| entry.file_name().to_string_lossy().starts_with("Claude_"));
    claudes.map(|entry| entry.path()).filter(|path| path.is_dir()).collect()
}

/// LM Studio notes in a small file where its folder is when that is not the usual one.
fn lm_studio(home: &Path) -> PathBuf {
    let noted = std::fs::read_to_string(home.join(".lmstudio-home-pointer")).ok();
    let noted =
        noted.map(|text| PathBuf::from(text.trim())).filter(|path| path.is_absolute() && path.is_dir());
    noted.unwrap_or_else(|| home.join(".lmstudio"))
}
