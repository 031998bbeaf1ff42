//! The assistants' programs on this computer, and what LoreKeeper writes into their files.

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
    /// Its settings file, when it is installed.
    pub(crate) file: Option<String>,
    /// What to do after connecting.
    pub(crate) advice: String,
    /// Something to ask the assistant then.
    pub(crate) sample_prompt: String,
    /// Whether the last change can be undone.
    pub(crate) can_undo: bool,
    /// When it last asked something (RFC 3339), as far as that is known.
    pub(crate) last_seen: Option<String>,
}

/// What its file says.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[serde(tag = "is", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub(crate) enum ClientState {
    NotInstalled,
    NotConnected,
    Connected,
    Stale {
        reason: String,
    },
    /// The file cannot be changed by us; the snippet can be pasted by hand.
    Unreadable {
        reason: String,
        snippet: String,
    },
}

/// What may be done with a client's file.
#[derive(Clone, Copy, Debug, PartialEq, serde::Deserialize, Serialize, TS)]
#[serde(rename_all = "lowercase")]
pub(crate) enum ClientAction {
    Connect,
    Disconnect,
    Repair,
}

/// What will be written, to be shown before it is.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ClientPlan {
    /// Names the plan when it is carried out.
    pub(crate) id: u32,
    pub(crate) file: String,
    pub(crate) makes_file: bool,
    pub(crate) lines: Vec<PlanLine>,
}

/// A line of the file: `+` is new, `-` goes, a space stays.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
pub(crate) struct PlanLine {
    pub(crate) sign: String,
    pub(crate) text: String,
}

/// What starting the server as the client would showed.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
pub(crate) struct ClientTest {
    pub(crate) ok: bool,
    pub(crate) steps: Vec<TestStep>,
}

/// A step of the test.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
pub(crate) struct TestStep {
    pub(crate) what: String,
    pub(crate) ok: bool,
    pub(crate) detail: String,
}
