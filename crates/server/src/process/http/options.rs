//! The options of the HTTP server, and the outcome at the owner that runs it.

use std::net::SocketAddr;
use std::sync::{Arc, Mutex, PoisonError};

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
    options: Mutex<HttpOptions>,
    outcome: watch::Sender<Option<HttpOutcome>>,
}

impl HttpState {
    /// Creates the state before any owner has received the options.
    pub(crate) fn new(options: HttpOptions) -> Arc<Self> {
        Arc::new(Self { options: Mutex::new(options), outcome: watch::Sender::new(None) })
    }

    /// Returns the options for the next owner.
    pub(crate) fn options(&self) -> HttpOptions {
        self.options.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Stores an owner's outcome. The next owner gets the same port, even if it was chosen at random.
    pub(crate) fn set_outcome(&self, outcome: HttpOutcome) {
        if let HttpOutcome::Address(address) = outcome {
            self.options.lock().unwrap_or_else(PoisonError::into_inner).address = address;
        }
        self.outcome.send_replace(Some(outcome));
    }

    /// Returns a receiver of every outcome.
    pub(crate) fn outcomes(&self) -> watch::Receiver<Option<HttpOutcome>> {
        self.outcome.subscribe()
    }
}
