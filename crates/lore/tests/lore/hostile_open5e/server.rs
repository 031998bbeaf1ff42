//! The server of the hostile modes: two invented books, served properly or as a mode says.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

use open5e_replay::{Reply, Server, json as ok};
use serde_json::{Value, json};

use super::modes::Mode;

#[derive(Clone, Copy)]
pub(super) struct Request<'a> {
    pub(super) list: &'a str,
    pub(super) page: usize,
    pub(super) limit: usize,
    /// The number of earlier requests for this list in this mode.
    pub(super) time: u64,
}

/// Without a mode, the server answers as it should.
pub(super) struct Hostile {
    pub(super) api: Server,
    state: Arc<State>,
}

#[derive(Default)]
struct State {
    mode: Mutex<Option<&'static Mode>>,
    requests: AtomicU64,
}

impl Hostile {
    pub(super) fn start() -> Self {
        let state = Arc::new(State::default());
        let shared = Arc::clone(&state);
        Self { api: Server::start(move |request| shared.reply(request)), state }
    }

    pub(super) fn misbehave(&self, mode: Option<&'static Mode>) {
        *self.state.mode.lock().unwrap() = mode;
        self.state.requests.store(0, Ordering::Relaxed);
        self.api.take_bytes_sent();
    }
}

impl State {
    fn reply(&self, request: &open5e_replay::Request) -> Reply {
        let list = request.path();
        let mode = self.mode.lock().unwrap().filter(|mode| list.starts_with(mode.lists));
        let time = if mode.is_some() { self.requests.fetch_add(1, Ordering::Relaxed) } else { 0 };
        let request =
            Request { list, page: request.number("page", 1), limit: request.number("limit", 50), time };
        match mode {
            Some(mode) => (mode.reply)(request),
            None => Reply::Answer(ok(&honest(request).to_string())),
        }
    }
}

pub(super) fn honest(request: Request<'_>) -> Value {
    page(request, &objects(request.list))
}

pub(super) fn page(Request { list, page, limit, .. }: Request<'_>, all: &[Value]) -> Value {
    open5e_replay::page(&open5e_replay::Request::get(&format!("{list}?page={page}&limit={limit}")), all)
}

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
