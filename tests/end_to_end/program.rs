use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Output, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

/// The longest time for anything that the program does, on a machine that has much else to do.
const PATIENCE: Duration = Duration::from_secs(180);

/// Lookups make no requests.
pub(crate) fn program(home: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_lorekeeper-mcp"));
    command.env("LOREKEEPER_HOME", home).env("LOREKEEPER_OFFLINE", "1");
    command.env_remove("MCP_TOOL_PREFIX").env_remove("LOREKEEPER_LOG").env_remove("LOREKEEPER_MODEL");
    // What a server that is killed leaves behind goes with the library's folder.
    command.env("XDG_RUNTIME_DIR", home);
    command
}

/// The program has no model, because a server that imports much would keep every processor busy with
/// embedding. Searches use words alone and say so, and `doctor` reports it as a problem.
pub(crate) fn program_by_words(home: &Path) -> Command {
    let mut command = program(home);
    command.env("LOREKEEPER_MODEL", home.join("no-model"));
    command
}

/// Returns how often a test repeats its work: the first number, and in `make test-all` the second.
pub(crate) fn repetitions(short: usize, long: usize) -> usize {
    if std::env::var_os("LOREKEEPER_LONG_TESTS").is_some() { long } else { short }
}

/// Other threads of a test wait for the flag, and a scope ends only when they have ended.
pub(crate) struct SetOnDrop<'a>(pub(crate) &'a AtomicBool);

impl Drop for SetOnDrop<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Release);
    }
}

#[track_caller]
pub(crate) fn wait_until(what: &str, mut holds: impl FnMut() -> bool) {
    let began = Instant::now();
    while !holds() {
        assert!(began.elapsed() < PATIENCE, "in vain waited until {what}");
        std::thread::sleep(Duration::from_millis(10));
    }
}

/// Returns how much work an environment variable asks for.
pub(crate) fn number_of(variable: &str) -> Option<usize> {
    std::env::var(variable).ok().filter(|text| !text.is_empty()).map(|text| text.parse().unwrap())
}

/// Returns a field of each object of a list.
#[track_caller]
pub(crate) fn texts<'a>(list: &'a Value, field: &str) -> Vec<&'a str> {
    let objects = list.as_array().unwrap_or_else(|| panic!("{list} is no list"));
    objects.iter().map(|object| object[field].as_str().unwrap()).collect()
}

pub(crate) fn kill(process: u32) {
    let process = process.to_string();
    let killed = if cfg!(windows) {
        Command::new("taskkill").args(["/F", "/PID", &process]).stdout(Stdio::null()).status()
    } else {
        Command::new("sh").args(["-c", &format!("kill -9 {process}")]).status()
    };
    assert!(killed.unwrap().success(), "process {process}");
}

pub(crate) fn run(home: &Path, arguments: &[&str]) -> Output {
    program(home).args(arguments).stdin(Stdio::null()).output().unwrap()
}

pub(crate) fn json_of(home: &Path, arguments: &[&str]) -> Value {
    let output = run(home, arguments);
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

/// Parameters of the handshake of the older protocol revisions.
pub(crate) fn handshake(revision: &str, capabilities: &Value) -> Value {
    let client = json!({"name": "test", "version": "1"});
    json!({"protocolVersion": revision, "capabilities": capabilities, "clientInfo": client})
}

/// What each request of the newest protocol revision says of its client.
pub(crate) fn newest_client(capabilities: &Value) -> Value {
    json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientInfo": {"name": "test", "version": "1"},
        "io.modelcontextprotocol/clientCapabilities": capabilities,
    })
}

#[track_caller]
pub(crate) fn failed_with(answer: &Value, code: &str) {
    let result = (&answer["success"], &answer["error_type"]);
    assert_eq!(result, (&json!(false), &json!(code)), "{answer}");
}

pub(crate) fn printed(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

pub(crate) struct Serve {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
    last_id: i64,
}

impl Serve {
    pub(crate) fn start(command: &mut Command) -> Self {
        Self::start_with(command, Stdio::null())
    }

    fn start_with(command: &mut Command, log: Stdio) -> Self {
        let mut child =
            command.arg("serve").stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(log).spawn().unwrap();
        let output = BufReader::new(child.stdout.take().unwrap());
        let (sender, lines) = channel();
        std::thread::spawn(move || {
            for line in output.lines() {
                if line.map(|line| sender.send(line)).is_err() {
                    break;
                }
            }
        });
        let input = child.stdin.take();
        Self { child, input, lines, last_id: 0 }
    }

    /// Makes the handshake of the older protocol revisions.
    pub(crate) fn connected(command: &mut Command) -> Self {
        let mut serve = Self::start(command);
        serve.shake();
        serve
    }

    pub(crate) fn logging(command: &mut Command, log: &Path) -> Self {
        let mut serve = Self::start_with(command, Stdio::from(std::fs::File::create(log).unwrap()));
        serve.shake();
        serve
    }

    pub(crate) fn shake(&mut self) {
        assert!(self.try_shake(), "the program ended");
    }

    /// Returns false when the program ended meanwhile.
    pub(crate) fn try_shake(&mut self) -> bool {
        self.try_shake_with(&json!({}))
    }

    pub(crate) fn try_shake_with(&mut self, capabilities: &Value) -> bool {
        let reply = self.try_request("initialize", handshake("2025-06-18", capabilities));
        reply.is_some_and(|reply| reply["result"]["serverInfo"]["name"] == "lorekeeper")
            && self.try_send(&json!({"jsonrpc": "2.0", "method": "notifications/initialized"}))
    }

    /// Returns `None` when the program ended.
    pub(crate) fn try_request(&mut self, method: &str, params: Value) -> Option<Value> {
        let id = self.try_send_request(method, &params)?;
        loop {
            let line = match self.lines.recv_timeout(PATIENCE) {
                Err(RecvTimeoutError::Timeout) => panic!("no answer to {method} {params}"),
                line => line.ok()?,
            };
            let message: Value = serde_json::from_str(&line).unwrap_or_default();
            if message["id"] == id {
                return Some(message);
            }
            assert_eq!(message["id"], Value::Null, "an answer that nobody waits for: {line}");
        }
    }

    fn try_send_request(&mut self, method: &str, params: &Value) -> Option<i64> {
        self.last_id += 1;
        let request = json!({"jsonrpc": "2.0", "id": self.last_id, "method": method, "params": params});
        self.try_send(&request).then_some(self.last_id)
    }

    fn try_send(&mut self, message: &Value) -> bool {
        self.input.as_mut().unwrap().write_all(format!("{message}\n").as_bytes()).is_ok()
    }

    pub(crate) fn process(&self) -> u32 {
        self.child.id()
    }

    pub(crate) fn send_line(&mut self, line: &str) {
        self.send_bytes(line.as_bytes());
        self.send_bytes(b"\n");
    }

    pub(crate) fn send_bytes(&mut self, bytes: &[u8]) {
        let input = self.input.as_mut().unwrap();
        input.write_all(bytes).unwrap();
        input.flush().unwrap();
    }

    pub(crate) fn send(&mut self, method: &str, params: Value) -> i64 {
        self.try_send_request(method, &params).expect("the program reads")
    }

    pub(crate) fn receive(&mut self) -> Value {
        let line = self.lines.recv_timeout(PATIENCE).expect("a line within the time");
        let message: Value =
            serde_json::from_str(&line).unwrap_or_else(|_| panic!("stdout is not JSON: {line}"));
        assert_eq!(message["jsonrpc"], "2.0", "{line}");
        message
    }

    pub(crate) fn answer(&mut self, id: i64) -> (Value, Vec<Value>) {
        let mut before = Vec::new();
        loop {
            let message = self.receive();
            if message["id"] == id {
                return (message, before);
            }
            before.push(message);
        }
    }

    pub(crate) fn request(&mut self, method: &str, params: Value) -> Value {
        let id = self.send(method, params);
        self.answer(id).0
    }

    /// On a busy computer, the model can be too slow. The answer says so, and the call is repeated.
    pub(crate) fn call(&mut self, tool: &str, arguments: Value) -> Value {
        let began = Instant::now();
        loop {
            let mut reply = self.request("tools/call", json!({"name": tool, "arguments": arguments}));
            let answer = reply["result"]["structuredContent"].take();
            let is_late =
                answer["message"].as_str().is_some_and(|words| words.contains("the model took longer"));
            if !is_late || began.elapsed() > PATIENCE {
                return answer;
            }
        }
    }

    pub(crate) fn cancel(&mut self, id: i64) {
        let params = json!({"requestId": id});
        let note = json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": params});
        self.send_line(&note.to_string());
    }

    pub(crate) fn reply(&mut self, request: &Value, result: Value) {
        self.send_line(&json!({"jsonrpc": "2.0", "id": request["id"], "result": result}).to_string());
    }

    pub(crate) fn close(&mut self) {
        self.input.take();
    }

    pub(crate) fn end(mut self) -> Option<i32> {
        self.close();
        self.wait()
    }

    pub(crate) fn wait(mut self) -> Option<i32> {
        wait_until("the program ends", || self.child.try_wait().unwrap().is_some());
        self.child.wait().unwrap().code()
    }

    pub(crate) fn kill(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }
}

impl Drop for Serve {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
