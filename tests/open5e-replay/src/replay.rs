//! The replay as tests use it: a server that can be told to fail, and that counts requests.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::LazyLock;

use serde_json::{Value, json};

use crate::api::Api;
use crate::content;
use crate::filters;
use crate::server::Server;

const SNAPSHOT: &str = "LOREKEEPER_OPEN5E_SNAPSHOT";

/// Returns the folder of the snapshot that answers in place of the invented content, if one is set.
pub fn snapshot() -> Option<PathBuf> {
    std::env::var_os(SNAPSHOT).filter(|folder| !folder.is_empty()).map(PathBuf::from)
}

/// The Open5e API, replayed on this computer. It ends with this value.
pub struct Replay {
    /// Its address, such as `http://127.0.0.1:4000`.
    pub base: String,
    _server: Option<Server>,
    program: Option<Child>,
}

impl Replay {
    /// Starts the replay: of the snapshot where one is set, else of the invented content.
    pub fn start() -> Self {
        if let Some(folder) = snapshot() {
            return Self::of_snapshot(&folder, &folder);
        }
        // So that the first answer comes as soon as later ones: a client does not wait long.
        LazyLock::force(&content::LISTS);
        LazyLock::force(&filters::LISTS);
        let api = Api::default();
        let server = Server::start(move |request| api.reply(request));
        Self { base: server.base.clone(), _server: Some(server), program: None }
    }

    /// Starts the snapshot's own program on a folder of data, which may be a part of the snapshot.
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
        Self { base, _server: None, program: Some(child) }
    }

    /// Makes requests fail by an array of rules, in place of earlier ones; see `faults.rs`.
    pub fn set_faults(&self, rules: &Value) {
        let answer = self.control("POST", "/__faults", &json!({ "rules": rules }).to_string());
        assert!(answer.get("rules").is_some(), "{answer}");
    }

    /// Returns the requests since the last call: path with query, and how often.
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
        if let Some(child) = &mut self.program {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}
