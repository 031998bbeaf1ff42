//! The assistants' programs on this computer and the changes to their configuration files.

use serde::Serialize;
use ts_rs::TS;

/// A program that can use the server.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Client {
    /// Such as `claude-desktop`.
    pub(crate) id: String,
    pub(crate) name: String,
    pub(crate) state: ClientState,
    /// The program can be asked to add the server itself.
    pub(crate) has_install_link: bool,
    /// The configuration file, if the program is installed.
    pub(crate) file: Option<String>,
    /// Advice for after connecting.
    pub(crate) advice: String,
    /// A question for the assistant, to try the connection.
    pub(crate) sample_prompt: String,
    /// The last change can be undone.
    pub(crate) can_undo: bool,
    /// The time of its last tool call (RFC 3339), if known.
    pub(crate) last_seen: Option<String>,
}

/// The state of a program's configuration file.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[serde(tag = "is", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub(crate) enum ClientState {
    NotInstalled,
    NotConnected,
    Connected,
    Stale {
        reason: String,
    },
    /// LoreKeeper cannot change the file; the user can paste the snippet into it.
    Unreadable {
        reason: String,
        snippet: String,
    },
}

/// An action on a program's configuration file.
#[derive(Clone, Copy, Debug, PartialEq, serde::Deserialize, Serialize, TS)]
#[serde(rename_all = "lowercase")]
pub(crate) enum ClientAction {
    Connect,
    Disconnect,
    Repair,
}

/// The changes to a file, shown before they are written.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ClientPlan {
    /// Identifies the plan when it is applied.
    pub(crate) id: u32,
    pub(crate) file: String,
    pub(crate) creates_file: bool,
    pub(crate) lines: Vec<PlanLine>,
}

/// A line of the file. The sign is `+` for an added line, `-` for a removed one, and a space for one that stays.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
pub(crate) struct PlanLine {
    pub(crate) sign: String,
    pub(crate) text: String,
}

/// The result of starting the server as the program would.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
pub(crate) struct ClientTest {
    pub(crate) ok: bool,
    pub(crate) steps: Vec<TestStep>,
}

/// A step of the test, with its result.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
pub(crate) struct TestStep {
    pub(crate) name: String,
    pub(crate) ok: bool,
    pub(crate) detail: String,
}
