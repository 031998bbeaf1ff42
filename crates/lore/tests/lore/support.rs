//! What the tests have in common: a library in a temporary folder, records to fill it, and answers of an API.

mod records;
mod test_library;

use std::path::Path;
use std::process::Command;
use std::sync::OnceLock;
use std::time::Duration;

use lore::SyncRequest;
use lore::ingest::open5e::{Client, ClientOptions};
use open5e_replay::{Replay, Request, answer, page, snapshot};
use serde_json::{Value, json};

pub(crate) use records::{batch, creature, document, spell};
pub(crate) use test_library::{TestLibrary, creatures, named, spells};

use crate::template::Template;

/// Faults of the replay that need no arguments.
pub(crate) const SPOILT_ANSWERS: [&str; 6] = ["reset", "close", "truncate", "malformed", "schema", "html"];

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

/// A sync that fetches everything again.
pub(crate) fn forced(client: ClientOptions) -> SyncRequest {
    SyncRequest { force: true, client, ..SyncRequest::default() }
}

pub(crate) fn client(base: &str) -> Client {
    Client::new(options(base)).unwrap()
}

/// Starts a replay for tests that fetch everything more than once: of a snapshot only a part is served.
pub(crate) fn small_replay() -> Replay {
    match snapshot() {
        Some(folder) => Replay::of_snapshot(&folder, small_snapshot(&folder)),
        None => Replay::start(),
    }
}

fn small_snapshot(snapshot: &Path) -> &'static Path {
    const COPY: &str = "
import gzip, pathlib, shutil, sys
source, copy = map(pathlib.Path, sys.argv[1:])
copy.mkdir(parents=True, exist_ok=True)
for file in source.glob('*.json*'):
    if file.name.endswith('.jsonl.gz') and 'documents' not in file.name:
        lines = gzip.open(file, 'rb').read().splitlines(keepends=True)
        step = max(1, len(lines) // 120)
        gzip.open(copy / file.name, 'wb', 1).write(b''.join(lines[::step][:120]))
    else:
        shutil.copyfile(file, copy / file.name)
";
    static SMALL: OnceLock<Template> = OnceLock::new();
    let made_from = [std::env::current_exe().unwrap(), snapshot.join("index.json")];
    let small = SMALL.get_or_init(|| {
        Template::open("small-snapshot", &[&made_from[0], &made_from[1]]).unwrap_or_else(|draft| {
            let mut copy = Command::new("python3");
            assert!(copy.args(["-c", COPY]).args([snapshot, &draft.folder]).status().unwrap().success());
            draft.complete()
        })
    });
    &small.folder
}

pub(crate) fn reply(status: &str, headers: &str, body: &str) -> Option<String> {
    Some(String::from_utf8(answer(status, headers, body.as_bytes())).unwrap())
}

/// Makes a page, by the path's `limit` and `page`, of a list of `count` objects with the keys `0`, `1`, ….
pub(crate) fn page_of(path: &str, count: u64) -> Option<String> {
    let objects: Vec<Value> =
        (0..count).map(|n| json!({ "key": n.to_string(), "slug": n.to_string() })).collect();
    reply("200 OK", "", &page(&Request::get(path), &objects).to_string())
}
