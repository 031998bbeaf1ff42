//! A server that reports its address in a line of JSON, and then runs until it ends.

use serde::de::DeserializeOwned;

use crate::child_process::Pipes;

/// Passes on the first line of the output, then returns the reason why the server has ended.
pub(crate) async fn follow_report<T: DeserializeOwned>(mut pipes: Pipes, report: impl FnOnce(T)) -> String {
    let line = pipes.output.recv().await.unwrap_or_default();
    match serde_json::from_slice(&line) {
        Ok(listening) => report(listening),
        Err(error) => return format!("The server did not report its address: {error}."),
    }
    while pipes.output.recv().await.is_some() {}
    "The server closed its output.".to_owned()
}
