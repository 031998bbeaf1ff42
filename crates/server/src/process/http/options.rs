//! The options of the HTTP server, and the outcome at the owner that runs it.

use std::net::SocketAddr;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use tokio::sync::watch;

/// The HTTP server that a process requests from the owner.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct HttpOptions {
    /// The address to listen at; port 0 is any free one.
    pub(crate) address: SocketAddr,
    /// Host names to answer under, besides those of this computer.
    #[serde(default)]
    pub(crate) hosts: Vec<String>,
    /// Origins of web pages to answer, besides those of this computer.
    #[serde(default)]
    pub(crate) origins: Vec<String>,
}

/// The outcome of a request for an HTTP server.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum HttpOutcome {
    /// The server listens at this address.
    Address(SocketAddr),
    /// The server could not be started, with a sentence for the user.
    Refused(String),
}

/// The options that a process sends to each owner, and the outcome at the latest one.
#[derive(Debug)]
pub(crate) struct HttpState {
    options: HttpOptions,
    outcome: watch::Sender<Option<HttpOutcome>>,
}

impl HttpState {
    /// Creates the state before any owner has received the options.
    pub(crate) fn new(options: HttpOptions) -> Arc<Self> {
        Arc::new(Self { options, outcome: watch::Sender::new(None) })
    }

    /// Returns the options for the next owner. It gets the same port, even if that was chosen at random.
    pub(crate) fn options(&self) -> HttpOptions {
        let address = match *self.outcome.borrow() {
            Some(HttpOutcome::Address(address)) => address,
            _ => self.options.address,
        };
        HttpOptions { address, ..self.options.clone() }
    }

    /// Stores an owner's outcome.
    pub(crate) fn set_outcome(&self, outcome: HttpOutcome) {
        self.outcome.send_replace(Some(outcome));
    }

    /// Returns a receiver of every outcome.
    pub(crate) fn outcomes(&self) -> watch::Receiver<Option<HttpOutcome>> {
        self.outcome.subscribe()
    }
}
