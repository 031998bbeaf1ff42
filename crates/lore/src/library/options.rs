//! The options with which a library is opened.

use std::path::PathBuf;
use std::time::Duration;

use embedding::EmbeddingOptions;

use super::Clock;
use crate::ingest::open5e::ClientOptions;

/// The options with which a library is opened.
#[derive(Debug, Clone)]
pub struct Options {
    /// The folder that holds the library. A missing folder is created.
    pub home: PathBuf,
    /// The folder with the starter content, if there is one.
    pub starter: Option<PathBuf>,
    /// The clock.
    pub clock: Clock,
    /// The model and the runtime of semantic search.
    pub embedding: EmbeddingOptions,
    /// Access to Open5e for lookups. Without it, lookups send no requests.
    pub open5e: Option<OnDemandOptions>,
}

impl Options {
    /// Options for a library in a folder, without starter content, semantic search and network.
    #[must_use]
    pub fn at(home: impl Into<PathBuf>) -> Self {
        Self {
            home: home.into(),
            starter: None,
            clock: Clock::system(),
            embedding: EmbeddingOptions::default(),
            open5e: None,
        }
    }
}

/// The options for requests to Open5e while a lookup waits.
#[derive(Debug, Clone)]
pub struct OnDemandOptions {
    /// The HTTP client.
    pub client: ClientOptions,
    /// The time that a lookup waits for Open5e. Later answers are stored for the next lookup.
    pub patience: Duration,
}

impl OnDemandOptions {
    /// Options with one attempt per request and a wait of two seconds per lookup.
    #[must_use]
    pub fn of(client: ClientOptions) -> Self {
        let client = ClientOptions {
            connect_timeout: Duration::from_millis(1_500),
            silence: Duration::from_secs(10),
            timeout: Duration::from_secs(20),
            attempts: 1,
            ..client
        };
        Self { client, patience: Duration::from_secs(2) }
    }
}
