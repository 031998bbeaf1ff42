//! Owners and bridges in one process, so that their programs can have different versions.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use interprocess::local_socket::tokio::prelude::*;
use rmcp::ServiceExt;
use rmcp::model::CallToolRequestParams;
use rmcp::service::{RoleClient, RunningService};
use semver::Version;
use serde_json::json;
use tempfile::TempDir;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _, BufReader, DuplexStream};
use tokio::sync::mpsc::{UnboundedReceiver, unbounded_channel};

use crate::process::bridge;
use crate::process::owner::{
    Hello, OwnerLock, OwnerRecord, ServeOptions, SocketListener, Welcome, connect, read_line, write_line,
};
use crate::tests::support::{library_settings, starter_library};

type Client = RunningService<RoleClient, ()>;

fn version(major: u64) -> Version {
    Version::new(major, 0, 0)
}

pub(crate) fn options(home: &Path, major: u64) -> ServeOptions {
    ServeOptions {
        library: library_settings(home),
        socket_folders: vec![std::env::temp_dir()],
        version: version(major),
        prefix: "guide_".to_owned(),
        working_folder: home.to_owned(),
        owner_timeout: Duration::from_secs(20),
        http: None,
    }
}

fn listener(home: &Path) -> SocketListener {
    SocketListener::open(home, &[std::env::temp_dir()], &version(1)).unwrap()
}

fn bridge(options: ServeOptions) -> DuplexStream {
    let (near, far) = tokio::io::duplex(1 << 16);
    tokio::spawn(async move {
        let (input, output) = tokio::io::split(far);
        bridge::serve(&options, input, output).await;
    });
    near
}

async fn client(home: &Path, major: u64) -> Client {
    ().serve(bridge(options(home, major))).await.unwrap()
}

async fn documents(client: &Client) -> usize {
    let answer = client.call_tool(CallToolRequestParams::new("list_documents")).await.unwrap();
    answer.structured_content.unwrap()["value"].as_array().unwrap().len()
}

async fn owned_by(home: &Path, major: u64) {
    for _ in 0..1_000 {
        let record = OwnerRecord::read(home);
        if record.is_some_and(|record| record.address.is_some() && record.version == version(major)) {
            return;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    panic!("the owner is {:?}", OwnerRecord::read(home));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_newer_program_replaces_an_older_owner_without_losing_clients() {
    let home = starter_library().await;
    let older = client(home.path(), 1).await;
    owned_by(home.path(), 1).await;
    let as_old = client(home.path(), 1).await;
    assert_eq!((documents(&older).await, documents(&as_old).await), (2, 2));
    let newer = client(home.path(), 2).await;
    assert_eq!(documents(&newer).await, 2);
    owned_by(home.path(), 2).await;
    for client in [&older, &as_old, &newer] {
        assert_eq!(documents(client).await, 2);
    }
    tokio::time::sleep(Duration::from_millis(500)).await;
    owned_by(home.path(), 2).await;
    // An older program does not make a newer one leave, and takes over when it is gone.
    let old_again = client(home.path(), 1).await;
    assert_eq!(documents(&old_again).await, 2);
    tokio::time::sleep(Duration::from_millis(500)).await;
    owned_by(home.path(), 2).await;
    newer.cancel().await.unwrap();
    assert_eq!(documents(&older).await, 2);
    owned_by(home.path(), 1).await;
}

#[tokio::test]
async fn a_request_without_an_owner_gets_an_error_with_advice() {
    for listens in [false, true] {
        let home = TempDir::new().unwrap();
        let _lock = OwnerLock::try_acquire(home.path()).unwrap().unwrap();
        // A silent listener is no better than none.
        let _silent = listens.then(|| listener(home.path()));
        let options = ServeOptions { owner_timeout: Duration::from_millis(50), ..options(home.path(), 1) };
        let error = ().serve(bridge(options)).await.unwrap_err().to_string();
        assert!(error.contains("another LoreKeeper program"), "{error}");
        let process = format!("(process {}", std::process::id());
        assert_eq!(error.contains(&process), listens, "{error}");
    }
}

/// An owner that answers greetings, those of probes included, but never a request.
struct BusyOwner {
    greets: Arc<AtomicBool>,
    greetings: UnboundedReceiver<()>,
    _lock: OwnerLock,
}

fn busy_owner(home: &Path) -> BusyOwner {
    let lock = OwnerLock::try_acquire(home).unwrap().unwrap();
    let socket = listener(home);
    let greets = Arc::new(AtomicBool::new(true));
    let still_greets = Arc::clone(&greets);
    let (greeted, greetings) = unbounded_channel();
    tokio::spawn(async move {
        // The whole of it: without its folder nobody finds the socket.
        let socket = socket;
        loop {
            let (input, mut output) = tokio::io::split(socket.listener.accept().await.unwrap());
            let (greets, greeted) = (Arc::clone(&still_greets), greeted.clone());
            tokio::spawn(async move {
                let mut input = BufReader::new(input);
                let _: Hello = read_line(&mut input).await.unwrap();
                if greets.load(Ordering::Relaxed) {
                    write_line(&mut output, &Welcome { version: version(1), http: None }).await.unwrap();
                    let _ = greeted.send(());
                }
                // Requests are never answered.
                let _ = tokio::io::copy(&mut input, &mut tokio::io::sink()).await;
            });
        }
    });
    BusyOwner { greets, greetings, _lock: lock }
}

/// Starts a bridge with little patience, and sends a request.
async fn pinging(home: &Path) -> DuplexStream {
    let options = ServeOptions { owner_timeout: Duration::from_secs(1), ..options(home, 1) };
    let mut ours = bridge(options);
    write_line(&mut ours, &json!({"jsonrpc": "2.0", "id": 7, "method": "ping"})).await.unwrap();
    ours
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_slow_owner_is_waited_for_while_it_answers_probes() {
    let home = TempDir::new().unwrap();
    let mut owner = busy_owner(home.path());
    let mut ours = BufReader::new(pinging(home.path()).await);
    // The connection itself and two probes, each of which comes after the time without an answer.
    for _ in 0..3 {
        tokio::select! {
            greeting = owner.greetings.recv() => greeting.unwrap(),
            early = read_line::<serde_json::Value>(&mut ours) => panic!("{early:?}"),
        }
    }
    owner.greets.store(false, Ordering::Relaxed);
    let answer =
        tokio::time::timeout(Duration::from_secs(60), read_line::<serde_json::Value>(&mut ours)).await;
    let answer = answer.unwrap().unwrap();
    assert_eq!(answer["id"], 7);
    let message = answer["error"]["message"].as_str().unwrap();
    assert!(message.contains(&format!("(process {}", std::process::id())), "{message}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_bridge_whose_client_left_ends_without_the_owners_answer() {
    let home = TempDir::new().unwrap();
    let mut owner = busy_owner(home.path());
    let mut ours = pinging(home.path()).await;
    owner.greetings.recv().await.unwrap();
    ours.shutdown().await.unwrap();
    let mut answers = Vec::new();
    tokio::time::timeout(Duration::from_secs(60), ours.read_to_end(&mut answers)).await.unwrap().unwrap();
    assert_eq!(answers, b"");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_repeated_write_returns_the_first_outcome() {
    let home = starter_library().await;
    let owner = client(home.path(), 1).await;
    owned_by(home.path(), 1).await;
    let address = OwnerRecord::read(home.path()).unwrap().address.unwrap();
    let mut answers = Vec::new();
    // The second time like a bridge whose owner was killed before its answer arrived: the first request after
    // the handshake has the id 1.
    for again in [false, true] {
        let hello = json!({
            "version": "1.0.0", "session": "s", "prefix": "guide_", "folder": "/",
            "requests_again": if again { vec!["1"] } else { Vec::new() },
        });
        let (input, mut output) = tokio::io::split(connect(&address).await.unwrap());
        let mut input = BufReader::new(input);
        write_line(&mut output, &hello).await.unwrap();
        let _: Welcome = read_line(&mut input).await.unwrap();
        let client = ().serve((input, output)).await.unwrap();
        let delete = json!({"document": "srd-2014", "confirm": "DELETE_DOCUMENT"});
        let call = CallToolRequestParams::new("guide_delete_document")
            .with_arguments(delete.as_object().unwrap().clone());
        answers.push(client.call_tool(call).await.unwrap().structured_content.unwrap());
    }
    assert_eq!(answers[0]["value"]["document_key"], "srd-2014");
    assert_eq!(answers[0], answers[1]);
    assert_eq!(documents(&owner).await, 1);
}
