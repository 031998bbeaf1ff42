use std::cell::{Cell, RefCell};
use std::fmt::Write as _;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use serde::Deserialize;
use serde_json::{Value, json};

/// The program that is measured.
pub(crate) const PROGRAM: &str = env!("CARGO_BIN_EXE_lorekeeper-mcp");
/// The variable that names the library's folder.
pub(crate) const HOME: &str = "LOREKEEPER_HOME";
/// The variable that, set, keeps lookups from asking Open5e.
pub(crate) const OFFLINE: &str = "LOREKEEPER_OFFLINE";
/// The variable that says what is logged.
pub(crate) const LOG: &str = "LOREKEEPER_LOG";
/// The time that a server may take to end.
const END: Duration = Duration::from_secs(20);

/// A figure of a process in KiB, such as `VmRSS`; `None` where the system does not tell.
pub(crate) fn memory_of(process: u32, name: &str) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status.lines().find(|line| line.starts_with(name))?;
    line.split_whitespace().nth(1)?.parse().ok()
}

/// A running server and the leanest client of it: a line out, lines in until the answer is there.
pub(crate) struct Server {
    child: Child,
    input: Option<ChildStdin>,
    output: RefCell<BufReader<ChildStdout>>,
    asked: Cell<u64>,
}

/// What tells an answer from another.
#[derive(Deserialize)]
struct Head {
    id: Option<u64>,
}

/// An answer, unread, and how long it took.
pub(crate) struct Answer {
    line: String,
    /// From the moment before the question was written to the one when the answer's last byte was read.
    pub(crate) took: Duration,
}

impl Answer {
    /// The result of the method.
    pub(crate) fn result(&self) -> Result<Value> {
        let mut message: Value = serde_json::from_str(&self.line)?;
        match message.get_mut("result") {
            Some(result) => Ok(result.take()),
            None => bail!("the server answered {}", self.line),
        }
    }

    /// Returns the number of characters a tool's answer has as the text that an assistant reads.
    pub(crate) fn characters(&self) -> Result<usize> {
        let result = self.result()?;
        Ok(result.pointer("/content/0/text").and_then(Value::as_str).map_or(0, |text| text.chars().count()))
    }
}

impl Server {
    /// Starts a server on a library and shakes hands.
    pub(crate) fn start(home: &Path) -> Result<Self> {
        Self::start_with(home, &[])
    }

    /// The same with folders that variables name.
    pub(crate) fn start_with(home: &Path, folders: &[(&str, &Path)]) -> Result<Self> {
        let mut child = Command::new(PROGRAM)
            .arg("serve")
            .envs(folders.iter().copied())
            .env(HOME, home)
            .env(OFFLINE, "1")
            .env(LOG, "off")
            .env_remove("MCP_TOOL_PREFIX")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .with_context(|| format!("{PROGRAM} does not start"))?;
        let input = child.stdin.take();
        let output = child.stdout.take().context("the server has no stdout")?;
        let server = Self { child, input, output: RefCell::new(BufReader::new(output)), asked: Cell::new(0) };
        server.ask(
            "initialize",
            &json!({
                "protocolVersion": "2025-06-18",
                "capabilities": {},
                "clientInfo": { "name": "figures", "version": "1" },
            }),
        )?;
        server.write("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}\n")?;
        Ok(server)
    }

    /// Asks and waits for the answer.
    pub(crate) fn ask(&self, method: &str, params: &Value) -> Result<Answer> {
        let id = self.asked.get() + 1;
        self.asked.set(id);
        let mut question = String::new();
        writeln!(
            question,
            "{{\"jsonrpc\":\"2.0\",\"id\":{id},\"method\":\"{method}\",\"params\":{params}}}"
        )?;
        let mut output = self.output.try_borrow_mut()?;
        let began = Instant::now();
        self.write(&question)?;
        loop {
            let mut line = String::new();
            if output.read_line(&mut line)? == 0 {
                bail!("the server ended instead of answering {method}");
            }
            let took = began.elapsed();
            if serde_json::from_str::<Head>(&line)?.id == Some(id) {
                return Ok(Answer { line, took });
            }
        }
    }

    /// Calls a tool. An answer that says that it failed is an error here.
    pub(crate) fn call(&self, tool: &str, arguments: &Value) -> Result<Answer> {
        let answer = self.ask("tools/call", &json!({ "name": tool, "arguments": arguments }))?;
        if answer.line.contains("\"isError\":true") {
            bail!("{tool} {arguments} failed: {}", answer.line);
        }
        Ok(answer)
    }

    /// The envelope of a tool's answer.
    pub(crate) fn envelope(&self, tool: &str, arguments: &Value) -> Result<Value> {
        let mut result = self.call(tool, arguments)?.result()?;
        let envelope = result.get_mut("structuredContent").map(Value::take);
        envelope.with_context(|| format!("{tool} {arguments} gave no structured content"))
    }

    /// The `value` of a tool's answer.
    pub(crate) fn value(&self, tool: &str, arguments: &Value) -> Result<Value> {
        let value = self.envelope(tool, arguments)?.get_mut("value").map(Value::take);
        value.with_context(|| format!("{tool} {arguments} gave no value"))
    }

    /// A figure of the process in KiB, such as `VmRSS`; `None` where the system does not tell.
    pub(crate) fn memory(&self, name: &str) -> Option<u64> {
        memory_of(self.child.id(), name)
    }

    /// Ends the server as a client does, by closing its stdin.
    pub(crate) fn stop(mut self) -> Result<()> {
        drop(self.input.take());
        let began = Instant::now();
        while began.elapsed() < END {
            if let Some(status) = self.child.try_wait()? {
                if !status.success() {
                    bail!("the server ended with {status}");
                }
                return Ok(());
            }
            std::thread::sleep(Duration::from_millis(5));
        }
        bail!("the server did not end when its stdin was closed");
    }

    fn write(&self, text: &str) -> Result<()> {
        let mut input = self.input.as_ref().context("the server's stdin is closed")?;
        Ok(input.write_all(text.as_bytes())?)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
