use std::io;
use std::path::PathBuf;

use semver::Version;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use tokio::io::{AsyncBufRead, AsyncBufReadExt, AsyncReadExt, AsyncWrite, AsyncWriteExt};

use crate::http::{Outcome, Wish};

/// The longest hello, in bytes.
const LONGEST: u64 = 1 << 20;

/// What a bridge says of itself, in one line before the protocol begins. Programs of other versions must understand it:
/// fields may be added, never changed.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Hello {
    /// The version of the bridge's program.
    pub(crate) version: Version,
    /// Which conversation this is; the same at every owner that it comes to.
    pub(crate) session: String,
    /// The prefix that tools without one of their own get.
    pub(crate) prefix: String,
    /// The folder that relative paths of files start from.
    pub(crate) folder: PathBuf,
    /// The ids of requests, as JSON, that the owner before may have carried out.
    #[serde(default)]
    pub(crate) requests_again: Vec<String>,
    /// How the library is to be served over HTTP while this bridge is connected.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) http: Option<Wish>,
}

/// What the owner answers, in one line.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Welcome {
    /// The version of the owner's program.
    pub(crate) version: Version,
    /// What became of the wish for HTTP. An owner of a version that knows no HTTP says nothing of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) http: Option<Outcome>,
}

/// Says one line.
pub(crate) async fn say(output: &mut (impl AsyncWrite + Unpin), words: &impl Serialize) -> io::Result<()> {
    let mut line = serde_json::to_vec(words)?;
    line.push(b'\n');
    output.write_all(&line).await?;
    output.flush().await
}

/// Hears one line.
pub(crate) async fn hear<T: DeserializeOwned>(input: &mut (impl AsyncBufRead + Unpin)) -> io::Result<T> {
    let mut line = Vec::new();
    input.take(LONGEST).read_until(b'\n', &mut line).await?;
    if line.last() != Some(&b'\n') {
        return Err(io::ErrorKind::UnexpectedEof.into());
    }
    Ok(serde_json::from_slice(&line)?)
}
