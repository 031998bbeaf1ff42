//! The test of an entry: starts the server as the client would, and calls a tool.

use std::path::Path;
use std::process::Stdio;
use std::time::{Duration, Instant};

use rmcp::model::{
    CallToolRequestParams, CallToolResult, ClientCapabilities, ClientConfig, Implementation, Tool,
};
use rmcp::service::RunningService;
use rmcp::{RoleClient, ServiceExt, object};
use schemars::JsonSchema;
use serde::Serialize;
use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::process::{Child, Command};
use tokio::time::timeout;

use crate::entry::Entry;

const HANDSHAKE_TIMEOUT: Duration = Duration::from_secs(20);
/// The first answer may wait until the library is filled.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(60);
/// A server may publish the tool with a prefix.
const TOOL: &str = "lookup_spell";

/// The environment variables that clients pass on besides those of the entry, as the MCP libraries define
/// them.
const INHERITED: &[&str] = if cfg!(windows) {
    &[
        "APPDATA", "HOMEDRIVE", "HOMEPATH", "LOCALAPPDATA", "PATH", "PATHEXT", "PROCESSOR_ARCHITECTURE",
        "PROGRAMFILES", "SYSTEMDRIVE", "SYSTEMROOT", "TEMP", "USERNAME", "USERPROFILE",
    ]
} else {
    &["HOME", "LOGNAME", "PATH", "SHELL", "TERM", "USER"]
};

/// The report of a self-test. It ends with the first failed step.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "ClientTest")]
pub struct SelfTest {
    /// Set if every step succeeded.
    pub ok: bool,
    /// The steps in order.
    pub steps: Vec<Step>,
}

/// One step of a self-test.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "TestStep")]
pub struct Step {
    /// The stage of the test.
    pub stage: Stage,
    /// Set if the step succeeded.
    pub ok: bool,
    /// The outcome, in a sentence.
    pub detail: String,
    /// The duration.
    pub milliseconds: u64,
}

/// A stage of a self-test.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "TestStage")]
pub enum Stage {
    /// Read our entry from the client's file.
    Read,
    /// Start the program.
    Start,
    /// Perform the handshake.
    Handshake,
    /// List the tools.
    Tools,
    /// Look up a spell.
    Lookup,
}

pub(crate) struct Surroundings<'a> {
    pub(crate) file: &'a Path,
    pub(crate) home: &'a Path,
    pub(crate) exit_timeout: Duration,
}

pub(crate) async fn run(entry: Result<Entry, String>, surroundings: &Surroundings<'_>) -> SelfTest {
    let mut steps = Vec::new();
    let done = Box::pin(run_steps(&mut steps, entry, surroundings)).await;
    SelfTest { ok: done.is_some(), steps }
}

async fn run_steps(
    steps: &mut Vec<Step>,
    entry: Result<Entry, String>,
    surroundings: &Surroundings<'_>,
) -> Option<()> {
    let Surroundings { file, home, exit_timeout } = *surroundings;
    let start = Instant::now();
    let read = entry.map_err(|reason| format!("{}: {reason}", file.display()));
    let words = |entry: &Entry| format!("The entry starts {} {}.", entry.command, entry.args.join(" "));
    let entry = report(steps, Stage::Read, start, read, words)?;

    let start = Instant::now();
    let started =
        spawn(&entry, home).map_err(|error| format!("{} cannot be started: {error}.", entry.command));
    let words =
        |child: &Child| child.id().map_or_else(String::new, |pid| format!("It runs as process {pid}."));
    let mut child = report(steps, Stage::Start, start, started, words)?;
    let stderr_line = child.stderr.take().map(|stderr| tokio::spawn(last_line(stderr)));

    let done = Box::pin(call_server(steps, &mut child, exit_timeout)).await;
    end(child, exit_timeout).await;
    if let (None, Some(listening), Some(step)) = (done, stderr_line, steps.last_mut())
        && let Ok(Ok(words)) = timeout(Duration::from_secs(1), listening).await
        && !words.is_empty()
    {
        step.detail = format!("{} It said: {words}", step.detail);
    }
    done
}

async fn call_server(steps: &mut Vec<Step>, child: &mut Child, exit_timeout: Duration) -> Option<()> {
    let implementation = Implementation::new("lorekeeper-self-test", env!("CARGO_PKG_VERSION"));
    let config = ClientConfig::new(ClientCapabilities::default(), implementation);
    let pipes = child.stdout.take().zip(child.stdin.take());
    let connect = async {
        let pipes = pipes.ok_or("The process has no pipes.")?;
        config.serve(pipes).await.map_err(|error| format!("The handshake failed: {error}."))
    };
    let service = answer(steps, Stage::Handshake, HANDSHAKE_TIMEOUT, connect, identity).await?;

    let list = async {
        let listed = service.list_all_tools().await;
        let tools = listed.map_err(|error| format!("The tools could not be listed: {error}."))?;
        if tools.is_empty() { Err("It offers no tools.".to_owned()) } else { Ok(tools) }
    };
    let words = |tools: &Vec<Tool>| format!("It offers {} tools.", tools.len());
    let tools = answer(steps, Stage::Tools, ANSWER_TIMEOUT, list, words).await?;

    let look_up = async {
        let tool = tools.iter().find(|tool| tool.name.ends_with(TOOL));
        let name = &tool.ok_or_else(|| format!("It has no tool {TOOL}."))?.name;
        let arguments = object!({ "name": "fireball", "limit": 1 });
        let call = CallToolRequestParams::new(name.clone()).with_arguments(arguments);
        let result = service.call_tool(call).await.map_err(|error| format!("{name} failed: {error}."))?;
        lookup_outcome(name, &result)
    };
    let found = answer(steps, Stage::Lookup, ANSWER_TIMEOUT, look_up, Clone::clone).await;
    // Closes the pipes, which ends the server.
    let _ = timeout(exit_timeout, service.cancel()).await;
    found.map(drop)
}

fn identity(service: &RunningService<RoleClient, ClientConfig>) -> String {
    let server = service.peer_info().and_then(|info| info.server_info.clone());
    server.map_or_else(
        || "It answers.".to_owned(),
        |server| format!("{} {} answers.", server.name, server.version),
    )
}

/// Every result has a `success` field.
fn lookup_outcome(tool: &str, result: &CallToolResult) -> Result<String, String> {
    let content = result.structured_content.as_ref();
    let field = |name: &str| content.and_then(|content| content.get(name));
    let message = ["error", "message"].iter().find_map(|name| field(name)?.as_str());
    let failed = result.is_error == Some(true) || field("success") == Some(&false.into());
    let found = field("value").and_then(|value| value.get(0)?.get("name")?.as_str());
    match (found, message) {
        (_, message) if failed => {
            Err(format!("{tool} answered: {}", message.unwrap_or("an error without a reason")))
        }
        (Some(name), _) => Ok(format!("{tool} found {name}.")),
        (None, Some(message)) => Ok(format!("{tool} answered: {message}")),
        (None, None) => Ok(format!("{tool} answered.")),
    }
}

fn spawn(entry: &Entry, home: &Path) -> std::io::Result<Child> {
    let inherited = INHERITED.iter().filter_map(|name| Some((*name, std::env::var_os(name)?)));
    let mut command = Command::new(&entry.command);
    command
        .args(&entry.args)
        .env_clear()
        .envs(inherited)
        .env(if cfg!(windows) { "USERPROFILE" } else { "HOME" }, home)
        .envs(&entry.env)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .kill_on_drop(true);
    #[cfg(windows)]
    command.creation_flags(CREATE_NO_WINDOW);
    command.spawn()
}

#[cfg(windows)]
const CREATE_NO_WINDOW: u32 = 0x0800_0000;

async fn end(mut child: Child, exit_timeout: Duration) {
    drop((child.stdin.take(), child.stdout.take()));
    if timeout(exit_timeout, child.wait()).await.is_err() {
        tracing::warn!(
            timeout_ms = exit_timeout.as_millis(),
            "the tested server did not end in time and is killed"
        );
        if let Err(error) = child.kill().await {
            tracing::warn!(%error, "the tested server could not be killed");
        }
    }
}

/// Reads stderr to the end, so that the server never blocks, and returns the last line.
async fn last_line(stderr: tokio::process::ChildStderr) -> String {
    let mut lines = BufReader::new(stderr).lines();
    let mut last = String::new();
    while let Ok(Some(line)) = lines.next_line().await {
        if !line.trim().is_empty() {
            last = line;
        }
    }
    last
}

async fn answer<T>(
    steps: &mut Vec<Step>,
    stage: Stage,
    limit: Duration,
    answer: impl Future<Output = Result<T, String>>,
    words: impl FnOnce(&T) -> String,
) -> Option<T> {
    let start = Instant::now();
    let silent = |_| Err(format!("It did not answer within {} seconds.", limit.as_secs()));
    let outcome = timeout(limit, Box::pin(answer)).await.unwrap_or_else(silent);
    report(steps, stage, start, outcome, words)
}

fn report<T>(
    steps: &mut Vec<Step>,
    stage: Stage,
    start: Instant,
    outcome: Result<T, String>,
    words: impl FnOnce(&T) -> String,
) -> Option<T> {
    let milliseconds = u64::try_from(start.elapsed().as_millis()).unwrap_or(u64::MAX);
    let (ok, detail, value) = match outcome {
        Ok(value) => (true, words(&value), Some(value)),
        Err(reason) => (false, reason, None),
    };
    steps.push(Step { stage, ok, detail, milliseconds });
    value
}
