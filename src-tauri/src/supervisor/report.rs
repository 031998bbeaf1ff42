//! A server that reports its address in a line of JSON, and then runs until its output closes.

use serde::de::DeserializeOwned;
use tokio::io::{AsyncBufReadExt, AsyncRead, AsyncReadExt, BufReader, copy, sink};

/// The length of the line in which a server reports its address.
const MAX_LINE_BYTES: u64 = 64 * 1024;

/// Passes the first line of the output on, then waits for the output to close. Returns the reason why the server is gone.
pub(crate) async fn follow_report<T: DeserializeOwned>(
    output: impl AsyncRead + Unpin,
    report: impl FnOnce(T),
) -> String {
    let mut line = String::new();
    let mut lines = BufReader::new(output);
    if let Err(error) = (&mut lines).take(MAX_LINE_BYTES).read_line(&mut line).await {
        return format!("The server's output could not be read: {error}.");
    }
    match serde_json::from_str(&line) {
        Ok(listening) => report(listening),
        Err(error) => return format!("The server did not report its address: {error}."),
    }
    match copy(&mut lines, &mut sink()).await {
        Ok(_) => "The server closed its output.".to_owned(),
        Err(error) => format!("The server's output could not be read: {error}."),
    }
}
