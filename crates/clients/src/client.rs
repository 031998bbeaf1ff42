//! A client and the state of its entry for our server.

use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;

use schemars::JsonSchema;
use serde::Serialize;

use crate::client_list::ClientId;
use crate::error::Error;

impl fmt::Display for ClientId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.serialize(f)
    }
}

impl FromStr for ClientId {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        serde_json::from_value(text.into()).map_err(|_| Error::UnknownClient(text.to_owned()))
    }
}

/// A client with its state on disk.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Client {
    /// The id.
    pub id: ClientId,
    /// The display name.
    pub name: &'static str,
    /// The file that lists its servers. It may not exist yet.
    pub file: PathBuf,
    /// The state of our entry.
    pub state: State,
    /// Set if our entry disappeared after our last change: some clients drop it when they rewrite their file.
    pub dropped: bool,
    /// The steps after which the client sees the new entry.
    pub advice: &'static str,
    /// A prompt to try then.
    pub sample_prompt: &'static str,
    /// Set if our last change of the file can be undone.
    pub can_undo: bool,
}

/// The state of our entry in a client's file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "camelCase")]
#[schemars(rename = "ClientState")]
pub enum State {
    /// The client is not on this computer.
    NotInstalled,
    /// The client is installed and has no entry of ours.
    NotConnected,
    /// The client has a correct entry.
    Connected,
    /// The client connects to a server on the network, as an entry for the library over HTTP says.
    Remote {
        /// The address of the server.
        address: String,
    },
    /// The client has an entry that would not start this server.
    Stale {
        /// The problem, as part of a sentence.
        reason: String,
    },
    /// The client's file cannot be read, and is therefore never written.
    Unreadable {
        /// The problem, as part of a sentence that starts with the file's name.
        reason: String,
        /// The text that the user can add to the file by hand.
        snippet: String,
    },
}
