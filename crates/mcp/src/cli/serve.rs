use std::path::PathBuf;

use rmcp::transport::io::stdio_pipes;

use crate::bridge;
use crate::owner::Place;

/// Serves one client over stdin and stdout until it closes them.
pub(super) async fn run(home: Option<PathBuf>) {
    let (input, output) = stdio_pipes();
    bridge::serve(&Place::at(home), input, output).await;
}
