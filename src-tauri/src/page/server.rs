//! The managed server and the library behind it, as the page shows them.

use serde::Serialize;
use ts_rs::TS;

use crate::pass_through::PassThrough;
use crate::server_types::{Kept, Stats};

/// The state of the managed server, and through it of the library.
#[derive(Clone, Debug, Default, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ServerState {
    pub(crate) phase: Phase,
    /// The number of times that the server has ended on its own since the app started.
    pub(crate) crashes: u32,
    /// The server that answered the handshake; absent until then.
    pub(crate) identity: Option<Identity>,
    /// The tools that the server offers, in its order.
    pub(crate) tools: Vec<Tool>,
    /// The statistics of the library, once the server has reported them.
    #[ts(type = "Stats | null")]
    pub(crate) statistics: Option<PassThrough<Stats>>,
    /// What the user keeps for the table: campaigns and pins, once the server has reported them.
    #[ts(type = "Kept | null")]
    pub(crate) kept: Option<PassThrough<Kept>>,
    /// The reason why the server cannot report statistics, in its own words.
    pub(crate) trouble: Option<String>,
}

impl ServerState {
    /// Returns the library's folder, if the server has reported it.
    pub(crate) fn home(&self) -> Option<&str> {
        Some(&self.statistics.as_ref()?.fields.home)
    }
}

/// The phase that a supervised server is in.
#[derive(Clone, Debug, Default, PartialEq, Serialize, TS)]
#[serde(tag = "is", rename_all = "lowercase", rename_all_fields = "camelCase")]
pub(crate) enum Phase {
    #[default]
    Starting,
    Running {
        /// Milliseconds since 1970.
        since_ms: u64,
    },
    /// The server ended on its own and is restarted after a pause.
    Restarting {
        reason: String,
        attempt: u32,
    },
    /// The user has to do something.
    Failed {
        reason: String,
        advice: String,
    },
    Stopped,
}

/// The server's description of itself in the handshake.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Identity {
    pub(crate) name: String,
    pub(crate) version: String,
    /// The revision of MCP, such as `2025-11-25`.
    pub(crate) protocol: String,
    /// The process id.
    pub(crate) pid: Option<u32>,
}

/// A tool of the server.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Tool {
    pub(crate) name: String,
    pub(crate) title: String,
    /// The first sentence of its description.
    pub(crate) summary: String,
    /// It declares that it changes nothing.
    pub(crate) read_only: bool,
    /// Only the window is offered it, and no assistant.
    pub(crate) of_the_window: bool,
}
