//! The managed server, as the page shows it.

use serde::{Deserialize, Serialize};
use serde_json::Value;
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
    /// The library in numbers, as soon as the server has told them.
    #[ts(type = "Stats | null")]
    pub(crate) statistics: Option<Statistics>,
    /// Why it could not tell them, in its own words.
    pub(crate) trouble: Option<String>,
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

/// The library in numbers: as the server told them, for the page, and those that the shell itself uses.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[serde(try_from = "Value", into = "Value")]
pub(crate) struct Statistics {
    all: Value,
    pub(crate) used: UsedStatistics,
}

/// The numbers that the shell itself uses.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub(crate) struct UsedStatistics {
    pub(crate) home: String,
    pub(crate) entries: u64,
    pub(crate) notes_calls: bool,
    pub(crate) cache: UsedCacheStatistics,
}

/// Of what is remembered of questions to Open5e.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
pub(crate) struct UsedCacheStatistics {
    pub(crate) offline: bool,
}

impl TryFrom<Value> for Statistics {
    type Error = serde_json::Error;

    fn try_from(all: Value) -> Result<Self, Self::Error> {
        Ok(Self { used: UsedStatistics::deserialize(&all)?, all })
    }
}

impl From<Statistics> for Value {
    fn from(statistics: Statistics) -> Self {
        statistics.all
    }
}
