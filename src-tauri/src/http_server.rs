//! The HTTP server for programs that need an address: `lorekeeper-mcp serve --http`, while switched on.
//!
//! It listens on this computer only, and ends when its input closes.

use std::net::Ipv4Addr;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tauri::AppHandle;
use tokio::sync::watch;

use crate::settings::HttpOptions;
use crate::supervisor::{Phase, Server, Supervised};

/// The settings of the HTTP server and its state, as the page shows them. The page requests the token on its
/// own.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
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

pub(crate) type HttpServer = Supervised<watch::Sender<HttpState>>;

impl HttpServer {
    pub(crate) fn new(app: &AppHandle, HttpOptions { on, port }: HttpOptions) -> Self {
        let state = HttpState { on, port, url: None, phase: Phase::Stopped };
        Self::start(app, watch::Sender::new(state), on.then_some(port))
    }

    pub(crate) fn set(&self, HttpOptions { on, port }: HttpOptions) {
        self.send_modify(|state| (state.on, state.port) = (on, port));
        self.run_with(on.then_some(port));
    }
}

impl Server for watch::Sender<HttpState> {
    /// The port.
    type Options = u16;
    type State = HttpState;
    type Report = Listening;

    fn state(&self) -> &watch::Sender<HttpState> {
        self
    }

    fn arguments(port: &u16) -> Vec<String> {
        let address = format!("{}:{port}", Ipv4Addr::LOCALHOST);
        ["serve", "--http", &address, "--until-eof", "--json"].map(str::to_owned).to_vec()
    }

    fn show(&self, phase: Phase, report: Option<Listening>) {
        self.send_modify(|state| (state.phase, state.url) = (phase, report.map(|report| report.url)));
    }
}

/// The line in which the server reports its address.
#[derive(Deserialize)]
pub(crate) struct Listening {
    url: String,
}
