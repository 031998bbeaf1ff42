//! Servers for the tests: the Open5e API replayed, and a toy that answers what a test wants; and a library that asks it.

mod asking;
mod replay;
mod toy;

use std::time::Duration;

use lore::ingest::open5e::{Client, ClientOptions};

pub(crate) use asking::{Asking, creatures, named, spells};
pub(crate) use replay::{Replay, snapshot};
pub(crate) use toy::{Toy, next_request, number_in, page_of, reply};

/// Options with short waits, so that failing takes no time.
pub(crate) fn options(base: &str) -> ClientOptions {
    ClientOptions {
        base: base.to_owned(),
        page_size: 100,
        silence: Duration::from_secs(10),
        timeout: Duration::from_secs(20),
        attempts: 3,
        first_wait: Duration::from_millis(5),
        longest_wait: Duration::from_millis(20),
        ..ClientOptions::default()
    }
}

/// A client with these options.
pub(crate) fn client(base: &str) -> Client {
    Client::new(options(base)).unwrap()
}
