//! A server that poses as Open5e and misbehaves: nothing is removed, nothing panics, and a precise error
//! comes within seconds.

mod modes;
mod server;

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use lore::Library;
use lore::browse::Browse;
use lore::error::Error;
use lore::ingest::open5e::{Client, ClientOptions};
use lore::progress::Job;
use open5e_replay::Server;

use self::modes::MODES;
use self::server::Hostile;
use crate::support::{TestLibrary, forced, options};

/// How many times longer things may take: tests for Windows also run under Wine.
const SLOWNESS: u32 = if cfg!(windows) { 5 } else { 1 };
/// The longest time that a mode may take: less than the patience with a server that does answer.
const LONGEST: Duration = Duration::from_secs(15).saturating_mul(SLOWNESS);

const MOST_TAKEN: u64 = 12 << 20;

fn patient(base: &str) -> ClientOptions {
    let patience = Duration::from_secs(20) * SLOWNESS;
    ClientOptions {
        silence: patience,
        timeout: 3 * patience,
        longest_retry_after: Duration::from_millis(50),
        unreachable_after: patience,
        longest_retrying: patience,
        slow_after: patience,
        largest_answer: 1 << 20,
        largest_sync: 4 << 20,
        ..options(base)
    }
}

/// Options for modes in which the server never completes an answer: each limit takes effect after a second or
/// two.
fn impatient(base: &str) -> ClientOptions {
    ClientOptions {
        silence: Duration::from_secs(1) * SLOWNESS,
        timeout: Duration::from_secs(3) * SLOWNESS,
        unreachable_after: Duration::from_secs(2) * SLOWNESS,
        longest_retrying: Duration::from_secs(2) * SLOWNESS,
        slow_after: Duration::from_secs(1) * SLOWNESS,
        slowest: 100_000,
        attempts: 2,
        ..patient(base)
    }
}

async fn names(library: &Library) -> BTreeSet<String> {
    let browse = Browse { limit: 10_000, ..Browse::default() };
    let found = library.browse(&browse).await.unwrap().found;
    found.entries.into_iter().map(|entry| format!("{} {}", entry.uri, entry.name)).collect()
}

#[tokio::test]
async fn no_answer_of_a_hostile_server_removes_an_entry() {
    let server = Hostile::start();
    let TestLibrary { library, home, .. } = TestLibrary::empty().await;
    let request = forced(patient(&server.api.base));
    library.sync_open5e(&request, &Job::quiet()).await.unwrap();
    let before = names(&library).await;
    assert!(before.len() > 300 && MODES.len() >= 48, "{} entries, {} modes", before.len(), MODES.len());
    let mut faults = Vec::new();
    for mode in MODES.iter() {
        // What another mode left staged would hide this one.
        let _ = std::fs::remove_dir_all(home.path().join("fetched"));
        server.misbehave(Some(mode));
        let began = Instant::now();
        let client = if mode.stalls { impatient(&server.api.base) } else { patient(&server.api.base) };
        let answer = library.sync_open5e(&forced(client), &Job::quiet()).await;
        let (took, sent) = (began.elapsed(), server.api.take_bytes_sent());
        let (words, is_right) = match &answer {
            Err(error) => {
                let (words, advice) = (error.to_string(), error.advice());
                let is_told = mode.refusal.is_some_and(|refusal| words.contains(refusal));
                let is_right = is_told && !words.contains("panicked") && !advice.contains("defect");
                (words, is_right)
            }
            Ok(stored) => (format!("stored: {:?}", stored.notes), mode.refusal.is_none()),
        };
        let lost = before.difference(&names(&library).await).count();
        let line =
            format!("{:<28} {:>5} ms {sent:>8} bytes, {lost} lost: {words}", mode.name, took.as_millis());
        println!("{line}");
        if !is_right || lost > 0 || took > LONGEST || sent > MOST_TAKEN {
            faults.push(line);
        }
    }
    assert!(faults.is_empty(), "{faults:#?}");
    server.misbehave(None);
    let report = library.sync_open5e(&request, &Job::quiet()).await.unwrap().report.unwrap();
    assert_eq!((report.added, report.removed), (0, 0));
    assert_eq!(names(&library).await, before);
}

async fn with_defaults(base: &str) -> (Duration, Error) {
    let test = TestLibrary::empty().await;
    let request = forced(ClientOptions { base: base.to_owned(), ..ClientOptions::default() });
    let began = Instant::now();
    let error = test.library.sync_open5e(&request, &Job::quiet()).await.unwrap_err();
    (began.elapsed(), error)
}

#[tokio::test]
async fn an_absent_server_is_reported_within_five_seconds() {
    let silent = Server::scripted(|_| None);
    // Its queue is full, so that a connection hangs.
    let deaf = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let deaf = format!("http://{}", deaf.local_addr().unwrap());
    let (nobody, quiet, hung) =
        tokio::join!(with_defaults("http://127.0.0.1:1"), with_defaults(&silent.base), with_defaults(&deaf));
    assert!(ClientOptions::default().unreachable_after < Duration::from_secs(5));
    for (took, error) in [nobody, quiet, hung] {
        assert!(matches!(error, Error::Unreachable { .. }), "{error}");
        // On a busy machine later, but by no other limit: the next is half a minute.
        assert!(took < Duration::from_secs(20), "{took:?}: {error}");
    }
}

#[tokio::test]
async fn waits_between_attempts_are_jittered() {
    let refused = || async {
        let options = ClientOptions {
            attempts: 2,
            first_wait: Duration::from_millis(100),
            longest_wait: Duration::from_millis(100),
            ..options("http://127.0.0.1:1")
        };
        let (client, began) = (Client::new(options).unwrap(), Instant::now());
        client.page("/v2/spells/", &[]).await.unwrap_err();
        began.elapsed().as_millis() / 5
    };
    let mut waits = BTreeSet::new();
    for _ in 0..6 {
        waits.insert(refused().await);
    }
    assert!(waits.len() > 2, "{waits:?}");
}
