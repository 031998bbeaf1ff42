//! The options with which a library is opened.

use std::path::PathBuf;
use std::time::Duration;

use embedding::EmbeddingOptions;
use ingest::open5e::ClientOptions;

use super::Clock;

/// Whether an open library may change.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Access {
    /// It can be changed, by one process at a time. A library that cannot be written is opened for reading.
    #[default]
    Change,
    /// It is only read, by any number of processes, while another may change it, and no request is sent.
    Read,
    /// The same, and nobody ever changes it. SQLite then leaves no file of its own beside it, either.
    ReadUnchanging,
}

/// Why a library is not changed.
pub(super) enum ReadOnly {
    Requested,
    Unwritable(String),
}

/// The options with which a library is opened.
#[derive(Debug, Clone)]
pub struct Options {
    /// The folder that holds the library. A missing folder is created, unless the library is only read.
    pub home: PathBuf,
    /// Whether the library may change.
    pub access: Access,
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
    pub fn at(home: impl Into<PathBuf>) -> Self {
        Self {
            home: home.into(),
            access: Access::Change,
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
