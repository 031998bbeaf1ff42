//! The HTTP server, as the page shows it. The token is not part of it: the page requests it on its own.

use serde::Serialize;
use ts_rs::TS;

use super::server::Phase;

/// The settings of the HTTP server and its state.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub(crate) struct HttpState {
    /// The user has switched it on.
    pub(crate) on: bool,
    /// The port that the user chose.
    pub(crate) port: u16,
    /// The address, while the server runs.
    pub(crate) url: Option<String>,
    pub(crate) phase: Phase,
}
