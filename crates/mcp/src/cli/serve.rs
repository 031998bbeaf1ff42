use std::time::Duration;

use rmcp::ServiceExt;
use rmcp::service::{QuitReason, ServerInitializeError};
use rmcp::transport::async_rw::AsyncRwTransport;
use rmcp::transport::io::stdio_pipes;

use crate::registry;
use crate::server::Server;
use crate::shelf::Shelf;

/// How long after the start entries are embedded, unless someone asks by meaning earlier.
const IDLE: Duration = Duration::from_secs(10);

/// Serves one client over stdin and stdout until it closes them.
pub(super) async fn run(shelf: Shelf) -> anyhow::Result<u8> {
    let server = Server::new(shelf.clone(), &registry::default_prefix());
    // The library opens beside the handshake, which does not wait for it.
    let ahead = shelf.clone();
    tokio::spawn(async move {
        match ahead.library().await {
            Ok(library) => library.start_embedding(IDLE),
            Err(error) => {
                tracing::error!(%error, advice = error.advice(), "the library could not be opened");
            }
        }
    });
    let (input, output) = stdio_pipes();
    let running = match server.serve(AsyncRwTransport::new_server(input, output)).await {
        Ok(running) => running,
        Err(ServerInitializeError::ConnectionClosed(_)) => {
            tracing::info!("the client left before it said anything");
            return Ok(0);
        }
        Err(error) => return Err(error.into()),
    };
    match running.waiting().await? {
        QuitReason::Closed | QuitReason::Cancelled => Ok(0),
        other => anyhow::bail!("the connection ended: {other:?}"),
    }
}
