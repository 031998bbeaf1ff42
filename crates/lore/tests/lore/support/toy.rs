use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

/// Makes an answer of a path with its query; `None` never answers.
type Handler = dyn Fn(&str) -> Option<String> + Send + Sync;

/// A server of a few lines. It goes away with the runtime.
pub(crate) struct Toy {
    pub(crate) base: String,
    state: Arc<State>,
}

struct State {
    handler: Box<Handler>,
    delay: Duration,
    heads: Mutex<Vec<String>>,
    in_flight: AtomicUsize,
    most: AtomicUsize,
}

impl Toy {
    pub(crate) async fn start(handler: impl Fn(&str) -> Option<String> + Send + Sync + 'static) -> Self {
        Self::slow(Duration::ZERO, handler).await
    }

    /// One that waits before it answers.
    pub(crate) async fn slow(
        delay: Duration,
        handler: impl Fn(&str) -> Option<String> + Send + Sync + 'static,
    ) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let base = format!("http://{}", listener.local_addr().unwrap());
        let state = Arc::new(State {
            handler: Box::new(handler),
            delay,
            heads: Mutex::default(),
            in_flight: AtomicUsize::new(0),
            most: AtomicUsize::new(0),
        });
        let shared = state.clone();
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                tokio::spawn(serve(stream, shared.clone()));
            }
        });
        Self { base, state }
    }

    /// The heads of the requests so far.
    pub(crate) fn heads(&self) -> Vec<String> {
        self.state.heads.lock().unwrap().clone()
    }

    /// The most requests that were there at the same time.
    pub(crate) fn most_at_once(&self) -> usize {
        self.state.most.load(Ordering::SeqCst)
    }
}

async fn serve(mut stream: TcpStream, state: Arc<State>) {
    while let Some((head, path)) = next_request(&mut stream).await {
        state.heads.lock().unwrap().push(head);
        state.most.fetch_max(state.in_flight.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
        tokio::time::sleep(state.delay).await;
        let Some(answer) = (state.handler)(&path) else {
            return std::future::pending().await;
        };
        state.in_flight.fetch_sub(1, Ordering::SeqCst);
        if stream.write_all(answer.as_bytes()).await.is_err() {
            return;
        }
    }
}

/// The head of the next request on a connection, and its path with the query; `None` when the client has gone.
pub(crate) async fn next_request(stream: &mut TcpStream) -> Option<(String, String)> {
    let mut head = Vec::new();
    while !head.ends_with(b"\r\n\r\n") {
        head.push(stream.read_u8().await.ok()?);
    }
    let head = String::from_utf8(head).unwrap();
    let path = head.split(' ').nth(1).unwrap().to_owned();
    Some((head, path))
}

/// A number in the query of a path.
pub(crate) fn number_in<N: std::str::FromStr<Err = std::num::ParseIntError>>(
    path: &str,
    name: &str,
    default: N,
) -> N {
    let url = reqwest::Url::parse("http://toy").unwrap().join(path).unwrap();
    url.query_pairs().find(|(key, _)| key == name).map_or(default, |(_, value)| value.parse().unwrap())
}

/// An answer with a status line, more header lines and a body.
pub(crate) fn reply(status: &str, headers: &str, body: &str) -> Option<String> {
    let length = body.len();
    Some(format!("HTTP/1.1 {status}\r\nContent-Length: {length}\r\n{headers}\r\n{body}"))
}

/// A successful answer.
fn json(value: &serde_json::Value) -> Option<String> {
    reply("200 OK", "", &value.to_string())
}

/// A page, by the path's `limit` and `page`, of a list of `count` objects with the keys `0`, `1`, ….
pub(crate) fn page_of(path: &str, count: u64) -> Option<String> {
    let (limit, page) = (number_in(path, "limit", 50), number_in(path, "page", 1));
    let objects: Vec<_> = ((page - 1) * limit..(page * limit).min(count))
        .map(|n| serde_json::json!({ "key": n.to_string(), "slug": n.to_string() }))
        .collect();
    let next = (page * limit < count).then_some("more");
    json(&serde_json::json!({ "count": count, "next": next, "previous": null, "results": objects }))
}
