use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::OnceLock;

use serde_json::Value;

/// The snapshot of the Open5e API, if there is one on this machine.
pub(crate) fn snapshot() -> Option<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/open5e");
    if folder.join("serve.py").exists() {
        return Some(folder);
    }
    println!("skipped: there is no snapshot of the Open5e API in {}", folder.display());
    None
}

/// The replayed API, which goes away with this value.
pub(crate) struct Replay {
    child: Child,
    pub(crate) base: String,
}

impl Replay {
    /// The whole API.
    pub(crate) fn full() -> Option<Self> {
        let folder = snapshot()?;
        Some(Self::start(&folder, &folder))
    }

    /// At most 120 objects of each list, and every document.
    pub(crate) fn small() -> Option<Self> {
        let folder = snapshot()?;
        Some(Self::start(&folder, small_data(&folder)))
    }

    fn start(folder: &Path, data: &Path) -> Self {
        let mut child = Command::new("python3")
            .arg(folder.join("serve.py"))
            .args(["--port", "0", "--exit-on-eof", "--data"])
            .arg(data)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let base = line.trim().strip_prefix("listening on ").unwrap().to_owned();
        Self { child, base }
    }

    /// Lets requests fail by these rules, in place of earlier ones.
    pub(crate) fn faults(&self, rules: &Value) {
        let answer = self.control("POST", "/__faults", &serde_json::json!({ "rules": rules }).to_string());
        assert!(answer.get("rules").is_some(), "{answer}");
    }

    /// What was asked since the last call: how often, by address.
    pub(crate) fn asked(&self) -> Vec<(String, u64)> {
        let stats = self.control("GET", "/__stats", "");
        self.control("DELETE", "/__stats", "");
        let urls = stats["urls"].as_object().unwrap();
        urls.iter().map(|(url, times)| (url.clone(), times.as_u64().unwrap())).collect()
    }

    /// How many requests came since the last call.
    pub(crate) fn requests(&self) -> u64 {
        self.asked().iter().map(|(_, times)| times).sum()
    }

    fn control(&self, method: &str, path: &str, body: &str) -> Value {
        let mut stream = TcpStream::connect(self.base.strip_prefix("http://").unwrap()).unwrap();
        let length = body.len();
        write!(
            stream,
            "{method} {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: {length}\r\n\r\n{body}"
        )
        .unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        serde_json::from_str(answer.split_once("\r\n\r\n").unwrap().1).unwrap()
    }
}

impl Drop for Replay {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A copy of the snapshot with the first objects of each list.
fn small_data(snapshot: &Path) -> &'static Path {
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
    static SMALL: OnceLock<PathBuf> = OnceLock::new();
    SMALL.get_or_init(|| {
        let copy = Path::new(env!("CARGO_TARGET_TMPDIR")).join("open5e-small");
        let status = Command::new("python3").args(["-c", COPY]).args([snapshot, &copy]).status().unwrap();
        assert!(status.success());
        copy
    })
}
