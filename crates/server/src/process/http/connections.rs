//! The connections of the HTTP server. However many there are, the library's files and the socket for bridges find a
//! descriptor, and nobody without the token keeps its holder out: when there are too many, the one that has waited longest
//! without showing it makes room.

use std::collections::BTreeMap;
use std::pin::pin;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use axum::{Extension, Router};
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};
use tokio_io_timeout::TimeoutStream;
use tokio_util::sync::CancellationToken;

use crate::process::file_limits;

/// How many connections there may be.
const MOST: usize = 1_000;
/// How many there may be where the system allows few open files.
const FEWEST: usize = 16;
/// How many open files are left to everything else.
const RESERVED: u64 = 256;
/// How long a client may take for the head of a request, and how long a connection may be without one.
const HEAD: Duration = Duration::from_secs(30);
/// For how long a client may leave what it is sent unread.
const UNREAD: Duration = Duration::from_secs(20);
/// How much of a connection is held in memory each way, in bytes.
const BUFFER: usize = 32 << 10;
/// The wait after a connection could not be accepted.
const PAUSE: Duration = Duration::from_millis(20);
/// How long answers on their way may take when the server ends.
const FAREWELL: Duration = Duration::from_secs(1);

/// A connection that is open.
#[derive(Default)]
pub(super) struct Connection {
    has_shown_token: AtomicBool,
    /// Fires when it has to make room.
    over: CancellationToken,
}

impl Connection {
    /// Notes that a request with the token came this way.
    pub(super) fn has_shown_token(&self) {
        self.has_shown_token.store(true, Ordering::Relaxed);
    }
}

/// Those that are open, by their numbers, which grow.
struct Connections {
    most: usize,
    open: Mutex<BTreeMap<u64, Arc<Connection>>>,
}

impl Connections {
    fn open(&self) -> MutexGuard<'_, BTreeMap<u64, Arc<Connection>>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes a connection in; `None` when all that are open belong to holders of the token.
    fn take_in(&self, number: u64) -> Option<Arc<Connection>> {
        let mut open = self.open();
        if open.len() >= self.most {
            let strangers = open.iter().find(|(_, other)| !other.has_shown_token.load(Ordering::Relaxed));
            let oldest = strangers.map(|(number, _)| *number)?;
            open.remove(&oldest)?.over.cancel();
        }
        let connection = Arc::<Connection>::default();
        open.insert(number, Arc::clone(&connection));
        Some(connection)
    }
}

/// How many connections there may be, so that enough open files are left.
fn most() -> usize {
    let left = file_limits::open_files().map_or(u64::MAX, |all| all.saturating_sub(RESERVED));
    usize::try_from(left).unwrap_or(usize::MAX).clamp(FEWEST, MOST)
}

/// Serves everyone who connects until that is over, in the first version of HTTP alone.
pub(super) async fn serve(listener: TcpListener, app: Router, over: CancellationToken) {
    let connections = Arc::new(Connections { most: most(), open: Mutex::default() });
    let mut all = JoinSet::new();
    let mut number = 0;
    loop {
        let accepted = tokio::select! {
            () = over.cancelled() => break,
            Some(_) = all.join_next() => continue,
            accepted = listener.accept() => accepted,
        };
        match accepted {
            Ok((stream, _)) => {
                number += 1;
                let Some(connection) = connections.take_in(number) else {
                    tracing::warn!(connections = connections.most, "too many connections over HTTP");
                    continue;
                };
                let app = app.clone().layer(Extension(Arc::clone(&connection)));
                let (connections, over) = (Arc::clone(&connections), over.clone());
                all.spawn(async move {
                    attend(stream, app, &connection, over).await;
                    connections.open().remove(&number);
                });
            }
            Err(error) => {
                tracing::warn!(%error, "a connection over HTTP could not be accepted");
                sleep(PAUSE).await;
            }
        }
    }
    drop(listener);
    let _ = timeout(FAREWELL, async { while all.join_next().await.is_some() {} }).await;
}

async fn attend(stream: TcpStream, app: Router, connection: &Connection, over: CancellationToken) {
    let _ = stream.set_nodelay(true);
    let mut stream = TimeoutStream::new(stream);
    stream.set_write_timeout(Some(UNREAD));
    let mut protocol = http1::Builder::new();
    protocol.timer(TokioTimer::new()).header_read_timeout(HEAD).max_buf_size(BUFFER);
    let io = TokioIo::new(Box::pin(stream));
    let mut serving = pin!(protocol.serve_connection(io, TowerToHyperService::new(app)));
    let served = tokio::select! {
        served = serving.as_mut() => served,
        () = connection.over.cancelled() => Ok(()),
        () = over.cancelled() => {
            serving.as_mut().graceful_shutdown();
            serving.await
        }
    };
    if let Err(error) = served {
        tracing::debug!(%error, "a connection over HTTP broke");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_oldest_without_the_token_makes_room_and_holders_stay() {
        let connections = Connections { most: 3, open: Mutex::default() };
        let all: Vec<_> = (0..3).map(|number| connections.take_in(number).unwrap()).collect();
        all[0].has_shown_token();
        let fourth = connections.take_in(3).unwrap();
        let over = |at: usize| all[at].over.is_cancelled();
        assert_eq!((over(0), over(1), over(2), connections.open().len()), (false, true, false, 3));
        all[2].has_shown_token();
        fourth.has_shown_token();
        assert!(connections.take_in(4).is_none(), "all of them are of holders");
    }
}
