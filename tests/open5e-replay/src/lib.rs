//! A server for tests that answers as the Open5e API does: version 2 and what LoreKeeper reads of version 1.
//!
//! Its content is invented, but has the shapes and the oddities of the real content (see [`content`]). It
//! fails on request (see `faults.rs`). Nothing in it is used outside tests.
//!
//! With the variable `LOREKEEPER_OPEN5E_SNAPSHOT` set to a folder that holds a snapshot of the real API and
//! the program `serve.py`, that program answers in its place, so that the same tests run over the real
//! content.
#![recursion_limit = "256"]
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::string_slice,
    reason = "only tests use it, and fail with it"
)]

mod api;
pub mod content;
mod facts;
mod faults;
mod filters;
mod http;
mod replay;
mod server;

pub use self::facts::{Facts, counts, facts, parameter, sorts_by};
pub use self::http::{Reply, Request, answer, json, page};
pub use self::replay::{Replay, snapshot};
pub use self::server::Server;
