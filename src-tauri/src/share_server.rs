//! Sharing with players: `lorekeeper-mcp share`, from when the user begins until they stop or the app ends.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tauri::AppHandle;
use tokio::sync::watch;

use crate::supervisor::{Phase, Server, Supervised};

/// Every address of this computer, at any port.
const EVERYWHERE: &str = "0.0.0.0:0";

/// What the user shares.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize, JsonSchema)]
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
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ShareState {
    pub(crate) phase: Phase,
    /// What is shared, unless it is off.
    pub(crate) choice: Option<ShareChoice>,
    /// Where players find it, while it runs.
    pub(crate) place: Option<SharePlace>,
}

/// Where players find what is shared: one line of `lorekeeper-mcp share --json`.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize, JsonSchema)]
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

pub(crate) type ShareServer = Supervised<watch::Sender<ShareState>>;

impl ShareServer {
    pub(crate) fn new(app: &AppHandle) -> Self {
        let state = ShareState { phase: Phase::Stopped, choice: None, place: None };
        Self::start(app, watch::Sender::new(state), None)
    }

    pub(crate) fn set(&self, choice: Option<ShareChoice>) {
        self.send_modify(|state| state.choice.clone_from(&choice));
        self.run_with(choice);
    }
}

impl Server for watch::Sender<ShareState> {
    type Options = ShareChoice;
    type State = ShareState;
    type Report = SharePlace;

    fn state(&self) -> &watch::Sender<ShareState> {
        self
    }

    fn arguments(choice: &ShareChoice) -> Vec<String> {
        let options = ["share", "--http", EVERYWHERE, "--allow-remote", "--until-eof", "--json"];
        let notes = choice.notes.then_some("--notes");
        // One argument each, so that no name is taken for an option.
        let books = choice.documents.iter().map(|key| format!("--book={key}"));
        let without = choice.without.iter().map(|kind| format!("--without={kind}"));
        options.into_iter().chain(notes).map(str::to_owned).chain(books).chain(without).collect()
    }

    fn show(&self, phase: Phase, place: Option<SharePlace>) {
        self.send_modify(|state| (state.phase, state.place) = (phase, place));
    }
}
