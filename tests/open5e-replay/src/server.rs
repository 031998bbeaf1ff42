//! A small HTTP server on this computer whose replies a function makes.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::runtime::Runtime;

use crate::http::{Reply, Request};

const SLOW_PAUSE: Duration = Duration::from_millis(100);

/// A server with threads of its own; it ends with this value.
pub struct Server {
    /// Its address, such as `http://127.0.0.1:4000`.
    pub base: String,
    state: Arc<State>,
    runtime: Option<Runtime>,
}

struct State {
    handler: Box<dyn Fn(&Request) -> Reply + Send + Sync>,
    heads: Mutex<Vec<String>>,
    bytes_sent: AtomicU64,
    in_flight: AtomicUsize,
    most_at_once: AtomicUsize,
}

impl Server {
    /// Starts a server on a free port.
    pub fn start(handler: impl Fn(&Request) -> Reply + Send + Sync + 'static) -> Self {
        let runtime =
            tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build().unwrap();
        let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        listener.set_nonblocking(true).unwrap();
        let base = format!("http://{}", listener.local_addr().unwrap());
        let state = Arc::new(State {
            handler: Box::new(handler),
            heads: Mutex::default(),
            bytes_sent: AtomicU64::new(0),
            in_flight: AtomicUsize::new(0),
            most_at_once: AtomicUsize::new(0),
        });
        let shared = Arc::clone(&state);
        runtime.spawn(async move {
            let listener = TcpListener::from_std(listener).unwrap();
            while let Ok((stream, _)) = listener.accept().await {
                let _ = stream.set_nodelay(true);
                tokio::spawn(serve(stream, Arc::clone(&shared)));
            }
        });
        Self { base, state, runtime: Some(runtime) }
    }

    /// Starts a server whose whole answers a function makes from a path with its query; `None` never answers.
    pub fn scripted(answer: impl Fn(&str) -> Option<String> + Send + Sync + 'static) -> Self {
        Self::start(move |request| match answer(&request.target) {
            Some(answer) => Reply::Answer(answer.into_bytes()),
            None => Reply::Stall(Vec::new()),
        })
    }

    /// Returns the request line and headers of every request so far.
    pub fn heads(&self) -> Vec<String> {
        self.state.heads.lock().unwrap().clone()
    }

    /// Returns the highest number of requests that were under way at the same time.
    pub fn most_at_once(&self) -> usize {
        self.state.most_at_once.load(Ordering::SeqCst)
    }

    /// Returns the number of bytes sent since the last call.
    pub fn take_bytes_sent(&self) -> u64 {
        self.state.bytes_sent.swap(0, Ordering::SeqCst)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
    }
}

async fn serve(mut stream: TcpStream, state: Arc<State>) {
    while let Some(request) = next_request(&mut stream).await {
        state.heads.lock().unwrap().push(request.head.clone());
        state.most_at_once.fetch_max(state.in_flight.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
        let mut reply = (state.handler)(&request);
        if let Reply::After(wait, later) = reply {
            tokio::time::sleep(wait).await;
            reply = *later;
        }
        // Before the last byte: the client may send its next request as soon as it has that.
        state.in_flight.fetch_sub(1, Ordering::SeqCst);
        if !send(&mut stream, &state, reply).await {
            return;
        }
    }
}

async fn next_request(stream: &mut TcpStream) -> Option<Request> {
    let mut head = Vec::new();
    while !head.ends_with(b"\r\n\r\n") {
        head.push(stream.read_u8().await.ok()?);
    }
    let head = String::from_utf8(head).ok()?;
    let mut words = head.split(' ').map(str::to_owned);
    let mut request =
        Request { method: words.next()?, target: words.next()?, head: head.clone(), body: Vec::new() };
    let length = request.header("Content-Length").and_then(|length| length.parse().ok()).unwrap_or(0);
    request.body = vec![0; length];
    stream.read_exact(&mut request.body).await.ok()?;
    Some(request)
}

async fn send(stream: &mut TcpStream, state: &State, reply: Reply) -> bool {
    let mut send = async |bytes: &[u8]| {
        let sent = stream.write_all(bytes).await.is_ok();
        state.bytes_sent.fetch_add(bytes.len() as u64, Ordering::SeqCst);
        sent
    };
    match reply {
        Reply::Answer(bytes) => send(&bytes).await,
        Reply::Close(bytes) => {
            send(&bytes).await;
            false
        }
        Reply::Reset(bytes) => {
            send(&bytes).await;
            // The client reads what was sent before the reset discards it.
            tokio::time::sleep(Duration::from_millis(50)).await;
            let _ = stream.set_zero_linger();
            false
        }
        Reply::Stall(bytes) => {
            send(&bytes).await;
            std::future::pending().await
        }
        Reply::Endless(first, again, pause_ms) => {
            let mut open = send(&first).await;
            while open {
                open = send(&again).await;
                tokio::time::sleep(Duration::from_millis(pause_ms)).await;
            }
            false
        }
        Reply::Slow(bytes, bytes_per_second) => {
            let part = usize::try_from(bytes_per_second / 10).unwrap().max(1);
            for part in bytes.chunks(part) {
                if !send(part).await {
                    return false;
                }
                tokio::time::sleep(SLOW_PAUSE).await;
            }
            true
        }
        Reply::After(..) => unreachable!("waits do not nest"),
    }
}
