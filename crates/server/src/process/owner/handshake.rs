use std::io;
use std::path::{Path, PathBuf};

use semver::Version;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use tokio::io::{AsyncBufRead, AsyncBufReadExt, AsyncReadExt, AsyncWrite, AsyncWriteExt, BufReader};

use super::listener::connect;
use crate::process::http::{Outcome, Wish};

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
    /// Whether this only asks if the owner still answers: nothing follows the welcome.
    #[serde(default)]
    pub(crate) probe: bool,
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

/// Asks the owner at an address whether it still answers. The version is that of the program which asks; an owner of an
/// older version would make room for it.
///
/// # Errors
/// When nobody listens there, or what is heard is no welcome. It may also wait for ever.
pub(crate) async fn probe(address: &Path, version: Version) -> io::Result<Welcome> {
    let mut stream = connect(address).await?;
    let hello = Hello {
        version,
        session: uuid::Uuid::new_v4().to_string(),
        prefix: String::new(),
        folder: std::env::current_dir().unwrap_or_default(),
        requests_again: Vec::new(),
        http: None,
        probe: true,
    };
    say(&mut stream, &hello).await?;
    hear(&mut BufReader::new(stream)).await
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
