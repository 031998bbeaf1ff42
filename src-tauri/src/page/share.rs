//! What is shared with players, as the page shows it.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::server::Phase;

/// What the user shares.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ShareChoice {
    /// The keys of the documents.
    pub(crate) documents: Vec<String>,
    /// The kinds of entries that are left out.
    pub(crate) without: Vec<String>,
    /// With the user's notes on their entries.
    pub(crate) notes: bool,
}

/// The sharing and its state. It is off when the app starts.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ShareState {
    pub(crate) phase: Phase,
    /// What is shared, unless it is off.
    pub(crate) choice: Option<ShareChoice>,
    /// Where players find it, while it runs.
    pub(crate) place: Option<SharePlace>,
}

/// Where players find what is shared: one line of `lorekeeper-mcp share --json`.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize, TS)]
pub(crate) struct SharePlace {
    /// The address of the page, with the token.
    pub(crate) url: String,
    /// Its QR code: a text for each row, `1` for each dark module.
    pub(crate) qr_code: Vec<String>,
    /// The address for assistants.
    pub(crate) mcp_url: String,
    pub(crate) token: String,
    /// Whether other computers reach it.
    pub(crate) is_reachable: bool,
}
