//! The replay as tests use it: a server that can be told to fail, and that counts requests.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;

use serde_json::{Value, json};

use crate::api::Api;
use crate::content;
use crate::faults;
use crate::filters;
use crate::server::Server;

const SNAPSHOT: &str = "LOREKEEPER_OPEN5E_SNAPSHOT";

/// Returns the folder of the snapshot that answers in place of the invented content, if one is set.
#[must_use]
pub fn snapshot() -> Option<PathBuf> {
    std::env::var_os(SNAPSHOT).filter(|folder| !folder.is_empty()).map(PathBuf::from)
}

/// The Open5e API, replayed on this computer. It ends with this value.
pub struct Replay {
    /// Its address, such as `http://127.0.0.1:4000`.
    pub base: String,
    running: Running,
}

enum Running {
    Here { _server: Server },
    Child(Child),
}

impl Replay {
    /// Starts the replay: of the snapshot where one is set, else of the invented content.
    #[must_use]
    pub fn start() -> Self {
        match snapshot() {
            Some(folder) => Self::of_snapshot(&folder, &folder),
            None => Self::of_invented("127.0.0.1:0", Api::default()),
        }
    }

    /// Starts the replay with these faults, each as text: see [`faults`].
    #[must_use]
    pub fn with_faults(rules: &[&str]) -> Self {
        let replay = Self::start();
        replay.set_faults(&rules.iter().map(|rule| faults::parse(rule)).collect());
        replay
    }

    /// Starts the replay of the invented content at an address such as `127.0.0.1:4000`.
    #[must_use]
    pub fn of_invented(address: &str, api: Api) -> Self {
        content::read();
        filters::read();
        let api = Arc::new(api);
        let server = Server::at(address, move |request| api.reply(request));
        Self { base: server.base.clone(), running: Running::Here { _server: server } }
    }

    /// Starts the snapshot's own program on a folder of data, which may be a part of the snapshot.
    #[must_use]
    pub fn of_snapshot(snapshot: &Path, data: &Path) -> Self {
        let mut child = Command::new("python3")
            .arg(snapshot.join("serve.py"))
            .args(["--port", "0", "--exit-on-eof", "--data", data.to_str().unwrap()])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let base = line.trim().strip_prefix("listening on ").unwrap().to_owned();
        Self { base, running: Running::Child(child) }
    }

    /// Makes requests fail by an array of rules, in place of earlier ones; see [`faults`].
    pub fn set_faults(&self, rules: &Value) {
        let answer = self.control("POST", "/__faults", &json!({ "rules": rules }).to_string());
        assert!(answer.get("rules").is_some(), "{answer}");
    }

    /// Returns the requests since the last call: path with query, and how often.
    #[must_use]
    pub fn take_requests(&self) -> Vec<(String, u64)> {
        let stats = self.control("GET", "/__stats", "");
        self.control("DELETE", "/__stats", "");
        let urls = stats["urls"].as_object().unwrap();
        urls.iter().map(|(url, times)| (url.clone(), times.as_u64().unwrap())).collect()
    }

    /// Returns how many requests came since the last call.
    pub fn count_requests(&self) -> u64 {
        self.take_requests().iter().map(|(_, times)| times).sum()
    }

    fn control(&self, method: &str, path: &str, body: &str) -> Value {
        let mut stream = TcpStream::connect(self.base.strip_prefix("http://").unwrap()).unwrap();
        let length = body.len();
        let head = format!(
            "{method} {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: {length}\r\n\r\n"
        );
        stream.write_all(format!("{head}{body}").as_bytes()).unwrap();
        // Then the connection ends with the answer.
        stream.shutdown(Shutdown::Write).unwrap();
        let mut reply = String::new();
        stream.read_to_string(&mut reply).unwrap();
        let (_, body) = reply.split_once("\r\n\r\n").unwrap();
        serde_json::from_str(body).unwrap()
    }
}

impl Drop for Replay {
    fn drop(&mut self) {
        if let Running::Child(child) = &mut self.running {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}
