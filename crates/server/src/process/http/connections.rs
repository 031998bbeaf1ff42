//! The HTTP server's connections. Their number leaves enough file descriptors for the library's files and the
//! bridges' socket. At the limit, the oldest connection without the token is closed for the next.

use std::collections::BTreeMap;
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use axum::Router;
use hyper::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::{Service as _, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use parking_lot::Mutex;
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};
use tokio_io_timeout::TimeoutStream;
use tokio_util::sync::CancellationToken;

use crate::process::file_limits;
use crate::protocol::figures::FIGURES;

/// The number of connections where the system allows few open files.
const MIN_CONNECTIONS: usize = 16;
const RESERVED_FILES: u64 = 256;
/// The longest time for the head of a request, and between two requests of a connection.
const HEAD_TIMEOUT: Duration = Duration::from_secs(30);
const WRITE_TIMEOUT: Duration = Duration::from_secs(20);
const BUFFER_BYTES: usize = 32 << 10;
const ACCEPT_RETRY_PAUSE: Duration = Duration::from_millis(20);

#[derive(Default)]
pub(super) struct Connection {
    pub(super) is_authorized: AtomicBool,
    shutdown: CancellationToken,
}

/// The open connections by number, the oldest first.
struct Connections {
    max: usize,
    open: Mutex<BTreeMap<u64, Arc<Connection>>>,
}

impl Connections {
    /// Adds a connection, replacing the oldest without the token if needed. Returns `None` if all have it.
    fn add(&self, number: u64) -> Option<Arc<Connection>> {
        let mut open = self.open.lock();
        if open.len() >= self.max {
            let oldest = open.iter().find(|(_, other)| !other.is_authorized.load(Ordering::Relaxed));
            let oldest = oldest.map(|(number, _)| *number)?;
            open.remove(&oldest)?.shutdown.cancel();
        }
        let connection = Arc::<Connection>::default();
        open.insert(number, Arc::clone(&connection));
        FIGURES.connections.inc();
        Some(connection)
    }

    /// To be called once for each connection that was added.
    fn remove(&self, number: u64) {
        self.open.lock().remove(&number);
        FIGURES.connections.dec();
    }
}

/// Serves until `shutdown`, and then for at most the time of `grace` what is not answered yet.
pub(super) async fn serve(
    listener: TcpListener,
    app: Router,
    most: usize,
    grace: Duration,
    shutdown: CancellationToken,
) {
    let files = file_limits::open_files_limit().map_or(u64::MAX, |all| all.saturating_sub(RESERVED_FILES));
    let max = usize::try_from(files).unwrap_or(usize::MAX).clamp(MIN_CONNECTIONS, most);
    let connections = Arc::new(Connections { max, open: Mutex::default() });
    let mut tasks = JoinSet::new();
    let mut number = 0;
    loop {
        let accepted = tokio::select! {
            () = shutdown.cancelled() => break,
            Some(_) = tasks.join_next() => continue,
            accepted = listener.accept() => accepted,
        };
        match accepted {
            Ok((stream, _)) => {
                number += 1;
                let Some(connection) = connections.add(number) else {
                    tracing::warn!(connections = connections.max, "too many connections over HTTP");
                    continue;
                };
                let app = TowerToHyperService::new(app.clone());
                let (connections, shutdown) = (Arc::clone(&connections), shutdown.clone());
                tasks.spawn(async move {
                    serve_connection(stream, app, connection, shutdown).await;
                    connections.remove(number);
                });
            }
            Err(error) => {
                tracing::warn!(%error, "a connection over HTTP could not be accepted");
                sleep(ACCEPT_RETRY_PAUSE).await;
            }
        }
    }
    drop(listener);
    let _ = timeout(grace, async { while tasks.join_next().await.is_some() {} }).await;
}

async fn serve_connection(
    stream: TcpStream,
    app: TowerToHyperService<Router>,
    connection: Arc<Connection>,
    shutdown: CancellationToken,
) {
    let _ = stream.set_nodelay(true);
    let mut stream = TimeoutStream::new(stream);
    stream.set_write_timeout(Some(WRITE_TIMEOUT));
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new()).header_read_timeout(HEAD_TIMEOUT).max_buf_size(BUFFER_BYTES);
    let io = TokioIo::new(Box::pin(stream));
    let answered = Arc::clone(&connection);
    let app = service_fn(move |mut request: Request<Incoming>| {
        request.extensions_mut().insert(Arc::clone(&answered));
        app.call(request)
    });
    let mut serving = pin!(http.serve_connection(io, app));
    let served = tokio::select! {
        served = serving.as_mut() => served,
        () = connection.shutdown.cancelled() => Ok(()),
        () = shutdown.cancelled() => {
            serving.as_mut().graceful_shutdown();
            serving.await
        }
    };
    if let Err(error) = served {
        tracing::debug!(%error, "a connection over HTTP failed");
    }
}

#[cfg(test)]
mod tests;
