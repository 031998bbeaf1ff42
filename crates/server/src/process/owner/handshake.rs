//! The lines that a bridge and an owner exchange before the protocol begins. Programs of different versions
//! must understand each other here: fields may be added, never changed.

use std::io;
use std::path::{Path, PathBuf};

use semver::Version;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use tokio::io::{AsyncBufRead, AsyncBufReadExt, AsyncReadExt, AsyncWrite, AsyncWriteExt, BufReader};

use super::listener::connect;
use crate::process::http::{HttpOptions, HttpOutcome};

const MAX_LINE_BYTES: u64 = 1 << 20;

/// The first line of a bridge.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Hello {
    pub(crate) version: Version,
    /// The id of the client's session, the same at every owner that serves it.
    pub(crate) session: String,
    pub(crate) prefix: String,
    /// The folder from which relative paths start.
    pub(crate) folder: PathBuf,
    /// The ids, as JSON, of requests that the previous owner may have carried out.
    #[serde(default)]
    pub(crate) requests_again: Vec<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) http: Option<HttpOptions>,
    /// Set by a bridge that only checks whether the owner answers; nothing follows the welcome.
    #[serde(default)]
    pub(crate) probe: bool,
}

/// The owner's answer to a [`Hello`].
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Welcome {
    pub(crate) version: Version,
    /// The outcome of the request for HTTP; missing from owners of versions without HTTP.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) http: Option<HttpOutcome>,
}

/// `version` is the caller's: an older owner would end in favour of it. May wait forever.
pub(crate) async fn probe(address: &Path, version: Version) -> io::Result<Welcome> {
    let mut stream = connect(address).await?;
    let hello = Hello {
        version,
        session: uuid::Uuid::new_v4().to_string(),
        prefix: String::new(),
        folder: PathBuf::new(),
        requests_again: Vec::new(),
        http: None,
        probe: true,
    };
    write_line(&mut stream, &hello).await?;
    read_line(&mut BufReader::new(stream)).await
}

pub(crate) async fn write_line(
    output: &mut (impl AsyncWrite + Unpin),
    value: &impl Serialize,
) -> io::Result<()> {
    let mut line = serde_json::to_vec(value)?;
    line.push(b'\n');
    output.write_all(&line).await?;
    output.flush().await
}

pub(crate) async fn read_line<T: DeserializeOwned>(input: &mut (impl AsyncBufRead + Unpin)) -> io::Result<T> {
    let mut line = Vec::new();
    input.take(MAX_LINE_BYTES).read_until(b'\n', &mut line).await?;
    if line.last() != Some(&b'\n') {
        return Err(io::ErrorKind::UnexpectedEof.into());
    }
    Ok(serde_json::from_slice(&line)?)
}
