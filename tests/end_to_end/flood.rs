//! Many connections, requests without the token, half bodies and clients that never read: the server keeps
//! answering, and its memory stays small.

use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use serde_json::json;

use crate::http::{Http, as_server, is_fireball, newest};
use crate::owners::fireball;
use crate::private_files::wrapped;
use crate::program::{Serve, SetOnDrop, newest_client, program};
use crate::starter_library::starter_library;

const IDLE: usize = 2_000;
/// This is the default of most systems.
const OPEN_FILES: u64 = 1_024;
const HOLDING: usize = 40;
/// The most memory that each of them may cost, in KiB.
const MOST_KIB: usize = 1_000;

fn allow_connections() {
    let limit = getrlimit(Resource::Nofile);
    let enough = Some(2 * IDLE as u64 + 500);
    if limit.current < enough && limit.current.is_some() {
        setrlimit(Resource::Nofile, Rlimit { current: enough, ..limit }).unwrap();
    }
}

fn with_few_files(home: &Path) -> Http {
    let limited = format!("ulimit -n {OPEN_FILES}; exec \"$0\" \"$@\"");
    let mut command = wrapped(home, "sh", &["-c", &limited]);
    as_server(&mut command, "127.0.0.1:0", &[]);
    Http::start_by(&mut command)
}

fn connect(http: &Http) -> TcpStream {
    let address = http.url.trim_start_matches("http://").trim_end_matches("/mcp");
    TcpStream::connect(address).unwrap()
}

/// Returns KiB.
fn memory(http: &Http) -> usize {
    let status = std::fs::read_to_string(format!("/proc/{}/status", http.child.id())).unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap();
    line.split_whitespace().next().unwrap().parse().unwrap()
}

fn head(http: &Http, length: usize) -> String {
    format!(
        "POST /mcp HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {}\r\nContent-Type: application/json\r\n\
         Accept: application/json, text/event-stream\r\nMCP-Protocol-Version: 2026-07-28\r\nMcp-Method: tools/call\r\n\
         Mcp-Name: lookup_spell\r\nContent-Length: {length}\r\n\r\n",
        http.token
    )
}

#[tokio::test]
#[ignore = "long: make test-all"]
async fn two_thousand_idle_connections_do_not_block_clients() {
    allow_connections();
    let home = starter_library();
    let http = with_few_files(home.path());
    is_fireball(newest(&http).send().await.unwrap()).await;
    let session = http.begin().await;
    let idle: Vec<TcpStream> = (0..IDLE).map(|_| connect(&http)).collect();
    std::thread::sleep(Duration::from_millis(500));
    let open = std::fs::read_dir(format!("/proc/{}/fd", http.child.id())).unwrap().count();
    assert!(open as u64 <= OPEN_FILES - 100, "{open} files are open");
    let began = Instant::now();
    let mut serve = Serve::connected(&mut program(home.path()));
    fireball(&mut serve);
    let other = Http::start(home.path());
    for _ in 0..20 {
        is_fireball(newest(&http).send().await.unwrap()).await;
        is_fireball(newest(&other).send().await.unwrap()).await;
        http.fireball_in(&session).await;
    }
    assert!(began.elapsed() < Duration::from_secs(20), "{:?}", began.elapsed());
    assert_eq!(idle.len(), IDLE);
    assert_eq!(serve.end(), Some(0));
}

#[tokio::test(flavor = "multi_thread")]
async fn requests_without_the_token_do_not_slow_others() {
    let (_home, http) = Http::of_starter();
    is_fireball(newest(&http).send().await.unwrap()).await;
    let (over, asked) = (AtomicBool::new(false), AtomicUsize::new(0));
    let flood = |token: &str| {
        let request =
            format!("GET /mcp HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {token}\r\n\r\n");
        let mut buffer = [0; 4096];
        while !over.load(Ordering::Relaxed) {
            let mut stream = connect(&http);
            // As many as it takes before it closes.
            while stream.write_all(request.as_bytes()).is_ok()
                && stream.read(&mut buffer).is_ok_and(|read| read > 0)
            {
                asked.fetch_add(1, Ordering::Relaxed);
            }
        }
    };
    let slowest = tokio::task::block_in_place(|| {
        std::thread::scope(|scope| {
            let _asking = SetOnDrop(&over);
            for token in ["", "x", "0123456789abcdef0123456789abcdef"] {
                scope.spawn(move || flood(token));
            }
            let mut slowest = Duration::ZERO;
            let began_all = Instant::now();
            // On a busy machine on until there was a flood.
            for number in 0.. {
                let is_flooded = asked.load(Ordering::Relaxed) > 200;
                if number >= 100 && (is_flooded || began_all.elapsed() > Duration::from_secs(60)) {
                    break;
                }
                let began = Instant::now();
                tokio::runtime::Handle::current()
                    .block_on(async { is_fireball(newest(&http).send().await.unwrap()).await });
                slowest = slowest.max(began.elapsed());
            }
            slowest
        })
    });
    let asked = asked.into_inner();
    println!("beside {asked} requests without the token the slowest with it took {slowest:?}");
    assert!(asked > 200, "{asked}");
}

#[tokio::test]
#[ignore = "long: make test-all"]
async fn half_bodies_and_silent_readers_take_little_memory() {
    let (_home, http) = Http::of_starter();
    for _ in 0..20 {
        is_fireball(newest(&http).send().await.unwrap()).await;
    }
    let measure = |what: &str, write: &dyn Fn(&mut TcpStream)| {
        let before = memory(&http);
        let mut held: Vec<TcpStream> = (0..HOLDING).map(|_| connect(&http)).collect();
        held.iter_mut().for_each(write);
        std::thread::sleep(Duration::from_secs(5));
        let each = memory(&http).saturating_sub(before) / held.len();
        println!("{what} costs {each} KiB");
        assert!(each <= MOST_KIB, "{what} costs {each} KiB");
    };
    measure("a half body", &|stream| {
        stream.write_all(head(&http, 1 << 19).as_bytes()).unwrap();
        stream.write_all(" ".repeat((1 << 19) - 1).as_bytes()).unwrap();
    });
    let client = newest_client(&json!({}));
    let params = json!({"name": "lookup_creature", "arguments": {"limit": 100}, "_meta": client});
    let message = json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params}).to_string();
    let request = head(&http, message.len()).replace("lookup_spell", "lookup_creature") + &message;
    measure("a client that never reads", &|stream| {
        stream.set_write_timeout(Some(Duration::from_secs(2))).unwrap();
        // More than is taken: what the server does not read stays with the system.
        let _ = stream.write_all(request.repeat(20).as_bytes());
    });
    is_fireball(newest(&http).send().await.unwrap()).await;
}

/// Clients send the head of a request before its body, and use the connection again.
#[test]
fn a_refusal_before_the_body_arrives_leaves_its_connection_open() {
    let (_home, http) = Http::of_starter();
    let mut stream = connect(&http);
    stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
    let mut refused = || {
        stream.write_all(head(&http, 2).replace(&http.token, "wrong").as_bytes()).unwrap();
        std::thread::sleep(Duration::from_millis(200));
        stream.write_all(b"{}").unwrap();
        let (mut answer, mut buffer) = (String::new(), [0; 4096]);
        while !answer.ends_with("prints the token") {
            let read = stream.read(&mut buffer).unwrap();
            assert!(read > 0, "the connection was closed after: {answer}");
            answer.push_str(str::from_utf8(&buffer[..read]).unwrap());
        }
        answer
    };
    for answer in [refused(), refused()] {
        assert!(answer.starts_with("HTTP/1.1 401"), "{answer}");
    }
}

#[test]
#[ignore = "long: make test-all"]
fn idle_connections_are_closed_and_http_2_is_refused() {
    let (_home, http) = Http::of_starter();
    let mut second = connect(&http);
    second.write_all(b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\x04\0\0\0\0\0").unwrap();
    let mut answer = Vec::new();
    second.set_read_timeout(Some(Duration::from_secs(10))).unwrap();
    second.read_to_end(&mut answer).unwrap();
    assert!(!answer.starts_with(&[0, 0]), "it speaks the second version of HTTP");
    let mut idle = connect(&http);
    idle.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
    let began = Instant::now();
    assert_eq!(idle.read_to_end(&mut Vec::new()).unwrap_or(0), 0);
    assert!(began.elapsed() < Duration::from_secs(45), "{:?}", began.elapsed());
}
