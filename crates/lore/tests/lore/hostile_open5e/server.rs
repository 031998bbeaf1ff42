use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use serde_json::{Value, json};
use tokio::io::AsyncWriteExt;
use tokio::net::{TcpListener, TcpStream};

use super::modes::Mode;
use crate::support::{next_request, number_in};

/// What a connection gets.
pub(super) enum Act {
    /// A whole answer; the connection stays.
    Answer(Vec<u8>),
    /// These bytes, then the end.
    Close(Vec<u8>),
    /// These bytes, then a reset.
    Reset(Vec<u8>),
    /// These bytes, then nothing.
    Stall(Vec<u8>),
    /// The first bytes, then the second again and again, with so many milliseconds between.
    Endless(Vec<u8>, Vec<u8>, u64),
}

/// A request: the list, and which page of it.
#[derive(Clone, Copy)]
pub(super) struct Request<'a> {
    pub(super) list: &'a str,
    pub(super) page: usize,
    pub(super) limit: usize,
    /// How often this list was asked for since the mode began.
    pub(super) time: u64,
}

/// The server, which goes away with the runtime. Without a mode it answers as it should.
pub(super) struct Hostile {
    pub(super) base: String,
    state: Arc<State>,
}

#[derive(Default)]
struct State {
    mode: Mutex<Option<&'static Mode>>,
    asked: AtomicU64,
    sent: AtomicU64,
}

impl Hostile {
    pub(super) async fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let base = format!("http://{}", listener.local_addr().unwrap());
        let state = Arc::new(State::default());
        let shared = Arc::clone(&state);
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                tokio::spawn(serve(stream, Arc::clone(&shared)));
            }
        });
        Self { base, state }
    }

    pub(super) fn misbehave(&self, mode: Option<&'static Mode>) {
        *self.state.mode.lock().unwrap() = mode;
        self.state.asked.store(0, Ordering::Relaxed);
        self.state.sent.store(0, Ordering::Relaxed);
    }

    /// How many bytes were sent in this mode.
    pub(super) fn sent(&self) -> u64 {
        self.state.sent.load(Ordering::Relaxed)
    }
}

async fn serve(mut stream: TcpStream, state: Arc<State>) {
    while let Some((_, path)) = next_request(&mut stream).await {
        let list = path.split('?').next().unwrap();
        let number = |name, default| number_in(&path, name, default);
        let mode = *state.mode.lock().unwrap();
        let concerned = mode.filter(|mode| list.starts_with(mode.lists));
        let time = if concerned.is_some() { state.asked.fetch_add(1, Ordering::Relaxed) } else { 0 };
        let request = Request { list, page: number("page", 1), limit: number("limit", 50), time };
        let act = match concerned {
            Some(mode) => (mode.act)(request),
            None => Act::Answer(ok(&honest(request).to_string())),
        };
        if !carry_out(&mut stream, &state, act).await {
            return;
        }
    }
}

/// Does it; false when the connection is over.
async fn carry_out(stream: &mut TcpStream, state: &State, act: Act) -> bool {
    let mut send = async |bytes: &[u8]| {
        let done = stream.write_all(bytes).await.is_ok();
        state.sent.fetch_add(bytes.len() as u64, Ordering::Relaxed);
        done
    };
    match act {
        Act::Answer(bytes) => send(&bytes).await,
        Act::Close(bytes) => {
            send(&bytes).await;
            false
        }
        Act::Reset(bytes) => {
            send(&bytes).await;
            let _ = stream.set_zero_linger();
            false
        }
        Act::Stall(bytes) => {
            send(&bytes).await;
            std::future::pending().await
        }
        Act::Endless(first, again, pause) => {
            let mut goes_on = send(&first).await;
            while goes_on {
                goes_on = send(&again).await;
                if pause > 0 {
                    tokio::time::sleep(Duration::from_millis(pause)).await;
                }
            }
            false
        }
    }
}

/// A successful answer.
pub(super) fn ok(body: &str) -> Vec<u8> {
    answer("200 OK", "Content-Type: application/json\r\n", body.as_bytes())
}

/// An answer with a status, more header lines and a body.
pub(super) fn answer(status: &str, headers: &str, body: &[u8]) -> Vec<u8> {
    let mut bytes =
        format!("HTTP/1.1 {status}\r\nContent-Length: {}\r\n{headers}\r\n", body.len()).into_bytes();
    bytes.extend_from_slice(body);
    bytes
}

/// The page as it should be.
pub(super) fn honest(request: Request<'_>) -> Value {
    page(request, &objects(request.list))
}

/// A page of these objects.
pub(super) fn page(Request { page, limit, .. }: Request<'_>, all: &[Value]) -> Value {
    let objects: Vec<&Value> = all.iter().skip((page - 1) * limit).take(limit).collect();
    let next = (page * limit < all.len()).then_some("http://127.0.0.1/next");
    json!({ "count": all.len(), "next": next, "previous": null, "results": objects })
}

/// What is in a list: two invented books.
pub(super) fn objects(list: &str) -> Vec<Value> {
    let book = |number: usize| if number.is_multiple_of(2) { "plum" } else { "quince" };
    let of = |list: &str, number: usize| {
        let (book, name) = (book(number), format!("{list} {number}"));
        json!({ "key": format!("{book}_{list}-{number}"), "name": name, "document": { "key": book }, "desc": "It is ripe.", "level": 1 })
    };
    match list {
        "/v2/documents/" => vec![
            json!({ "key": "plum", "name": "Book of Plums", "licenses": [{ "key": "ripe" }] }),
            json!({ "key": "quince", "name": "Book of Quinces" }),
        ],
        "/v2/licenses/" => vec![json!({ "key": "ripe", "name": "Ripe Licence" })],
        "/v2/spells/" => (0..250).map(|number| of("spell", number)).collect(),
        "/v2/creatures/" => (0..120).map(|number| of("golem", number)).collect(),
        "/v2/feats/" => (0..4).map(|number| of("feat", number)).collect(),
        "/v1/documents/" => vec![json!({ "slug": "plum", "v2_related_key": "plum" })],
        _ => Vec::new(),
    }
}
