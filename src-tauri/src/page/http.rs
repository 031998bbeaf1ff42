//! Serving the library over HTTP, as the page shows it. The token is no part of it: that is asked for by itself.

use serde::Serialize;
use ts_rs::TS;

/// What is wished for, and where the server is.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub(crate) struct HttpState {
    /// Whether it is switched on.
    pub(crate) on: bool,
    /// The port that was chosen.
    pub(crate) port: u16,
    pub(crate) phase: HttpPhase,
}

/// Where the HTTP server is in its life.
#[derive(Clone, Debug, Default, PartialEq, Serialize, TS)]
#[serde(tag = "is", rename_all = "lowercase", rename_all_fields = "camelCase")]
pub(crate) enum HttpPhase {
    /// Nothing listens.
    #[default]
    Off,
    Starting,
    /// It answers at this address.
    On {
        url: String,
    },
    /// It ended on its own and will be started again.
    Restarting {
        reason: String,
    },
    /// It could not be started, or no longer.
    Failed {
        reason: String,
        advice: String,
    },
}
