//! A client as it is found on this computer.

use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::error::Error;

/// Which client.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum ClientId {
    /// Anthropic's desktop app.
    ClaudeDesktop,
    /// Anthropic's terminal program.
    ClaudeCode,
    /// The editor Cursor.
    Cursor,
    /// Visual Studio Code.
    VsCode,
    /// The editor Windsurf.
    Windsurf,
    /// The editor Zed.
    Zed,
    /// LM Studio, which runs models on this computer.
    LmStudio,
    /// OpenAI's Codex; its app and its terminal program share one file.
    Codex,
    /// Google's terminal program.
    GeminiCli,
}

impl ClientId {
    /// Every client, in the order in which they are shown.
    pub const ALL: [Self; 9] = [
        Self::ClaudeDesktop,
        Self::ClaudeCode,
        Self::Cursor,
        Self::VsCode,
        Self::Windsurf,
        Self::Zed,
        Self::LmStudio,
        Self::Codex,
        Self::GeminiCli,
    ];

    /// The id in words, such as `claude-desktop`.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::ClaudeDesktop => "claude-desktop",
            Self::ClaudeCode => "claude-code",
            Self::Cursor => "cursor",
            Self::VsCode => "vs-code",
            Self::Windsurf => "windsurf",
            Self::Zed => "zed",
            Self::LmStudio => "lm-studio",
            Self::Codex => "codex",
            Self::GeminiCli => "gemini-cli",
        }
    }
}

impl fmt::Display for ClientId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl FromStr for ClientId {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        let found = Self::ALL.into_iter().find(|id| id.as_str() == text);
        found.ok_or_else(|| Error::UnknownClient(text.to_owned()))
    }
}

/// A client, with its state as read from disk just now.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Client {
    /// Which client.
    pub id: ClientId,
    /// Its name.
    pub name: &'static str,
    /// The file that names its servers. It need not exist yet.
    pub file: PathBuf,
    /// Whether it knows our server.
    pub state: State,
    /// Whether our entry was there when we wrote last and is gone now: some clients drop it when they write their file anew.
    pub dropped: bool,
    /// What to do after connecting, so that the client sees the change.
    pub advice: &'static str,
    /// Something to ask then.
    pub sample_prompt: &'static str,
    /// Whether our last change of its file can be taken back.
    pub can_undo: bool,
}

/// Whether a client knows our server.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(tag = "kind", rename_all = "camelCase")]
pub enum State {
    /// The client is not on this computer.
    NotInstalled,
    /// The client is here and has no entry of ours.
    NotConnected,
    /// The client has our entry as it should be.
    Connected,
    /// The client has an entry of ours that would not start this server.
    Stale {
        /// What is wrong with it, as a part of a sentence.
        reason: String,
    },
    /// The client's file cannot be read, so it will not be written either.
    Unreadable {
        /// Why, as a part of a sentence that begins with the file's name.
        reason: String,
        /// What the user can put into the file by hand.
        snippet: String,
    },
}
