//! What the window shows of the managed server. The page's TypeScript types are made from these
//! (`ui/src/host-types.ts`); a test below fails when they are stale.

use serde::Serialize;
use ts_rs::TS;

/// Everything the page knows about the server and, through it, about the library.
#[derive(Clone, Debug, Default, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ServerState {
    pub(crate) phase: Phase,
    /// How often the server has ended on its own since the app started.
    pub(crate) crashes: u32,
    /// Who answered the handshake; absent until then.
    pub(crate) identity: Option<Identity>,
    /// The tools it offers, in its order.
    pub(crate) tools: Vec<Tool>,
    pub(crate) library: Library,
}

/// Where the managed server is in its life.
#[derive(Clone, Debug, Default, PartialEq, Serialize, TS)]
#[serde(tag = "is", rename_all = "lowercase", rename_all_fields = "camelCase")]
pub(crate) enum Phase {
    #[default]
    Starting,
    Running {
        /// Milliseconds since 1970.
        since_ms: u64,
    },
    /// It ended on its own and will be started again.
    Restarting {
        reason: String,
        attempt: u32,
    },
    /// It will not be started again unless asked.
    Failed {
        reason: String,
        advice: String,
    },
    Stopped,
}

/// What the server says of itself.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Identity {
    pub(crate) name: String,
    pub(crate) version: String,
    /// The revision of MCP spoken, such as `2025-11-25`.
    pub(crate) protocol: String,
    /// Its process id.
    pub(crate) pid: Option<u32>,
}

/// One tool, as an assistant sees it.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Tool {
    pub(crate) name: String,
    pub(crate) title: String,
    /// The first sentence of its description.
    pub(crate) summary: String,
    /// It declares that it changes nothing.
    pub(crate) read_only: bool,
}

/// What the library holds, as far as the server has said.
#[derive(Clone, Debug, Default, PartialEq, Serialize, TS)]
#[serde(tag = "is", rename_all = "lowercase", rename_all_fields = "camelCase")]
pub(crate) enum Library {
    /// Not asked yet.
    #[default]
    Unknown,
    Known {
        entries: u64,
        kinds: Vec<KindCount>,
        documents: Vec<Document>,
    },
    /// The server answered, but not with numbers.
    Unavailable {
        message: String,
    },
}

/// How many entries of one kind there are.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub(crate) struct KindCount {
    pub(crate) kind: String,
    pub(crate) entries: u64,
}

/// One source of entries: a book or a file.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Document {
    pub(crate) key: String,
    pub(crate) name: String,
    /// Where it came from: `open5e_v2`, `open5e_v1`, `dnd5e_api` or `orcbrew`.
    pub(crate) source: String,
    pub(crate) entries: u64,
    pub(crate) license: Option<String>,
    /// The words its licence asks to be shown with its content.
    pub(crate) notice: Option<String>,
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    /// Set `UPDATE_HOST_TYPES=1` to write the file instead of comparing it.
    #[test]
    fn the_pages_types_are_those_of_the_shell() {
        let config = ts_rs::Config::new().with_large_int("number");
        let mut made = String::from(
            "// Made from src-tauri/src/server_state.rs by its test, run with UPDATE_HOST_TYPES=1. Do not edit.\n",
        );
        for declaration in [
            ServerState::decl(&config),
            Phase::decl(&config),
            Identity::decl(&config),
            Tool::decl(&config),
            Library::decl(&config),
            KindCount::decl(&config),
            Document::decl(&config),
        ] {
            made.push_str("\nexport ");
            for line in declaration.lines() {
                made.push_str(line.trim_end());
                made.push('\n');
            }
        }
        let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("ui/src/host-types.ts");
        if std::env::var_os("UPDATE_HOST_TYPES").is_some() {
            std::fs::write(&file, &made).unwrap();
        }
        let kept = std::fs::read_to_string(&file).unwrap_or_default();
        assert!(kept == made, "ui/src/host-types.ts is stale: UPDATE_HOST_TYPES=1 cargo test -p lorekeeper");
    }
}
