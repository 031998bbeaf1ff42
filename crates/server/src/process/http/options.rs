//! The options of the HTTP server, and the outcome at the owner that runs it.

use std::net::SocketAddr;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use tokio::sync::watch;

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

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum HttpOutcome {
    Address(SocketAddr),
    /// The server could not be started, with a sentence for the user.
    Refused(String),
}

/// The options that a process sends to each owner, and the outcome at the latest one.
#[derive(Debug)]
pub(crate) struct HttpState {
    options: HttpOptions,
    pub(crate) outcome: watch::Sender<Option<HttpOutcome>>,
}

impl HttpState {
    pub(crate) fn new(options: HttpOptions) -> Arc<Self> {
        Arc::new(Self { options, outcome: watch::Sender::new(None) })
    }

    /// The next owner gets the same port, even if that was chosen at random.
    pub(crate) fn options(&self) -> HttpOptions {
        let address = match *self.outcome.borrow() {
            Some(HttpOutcome::Address(address)) => address,
            _ => self.options.address,
        };
        HttpOptions { address, ..self.options.clone() }
    }
}
