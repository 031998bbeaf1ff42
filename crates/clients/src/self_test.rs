//! Trying out what was written: the server is started as the client would start it, and asked something.

use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::{Duration, Instant};

use rmcp::model::{CallToolRequestParams, CallToolResult, ClientCapabilities, ClientConfig, Implementation};
use rmcp::service::RunningService;
use rmcp::{RoleClient, ServiceExt};
use serde::Serialize;
use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::process::{Child, Command};
use tokio::time::timeout;

use crate::server::Entry;

/// How long the handshake may take.
const HANDSHAKE_LIMIT: Duration = Duration::from_secs(20);
/// How long an answer may take. A first one may wait for the library to be filled.
const ANSWER_LIMIT: Duration = Duration::from_secs(60);
/// How long a server whose input was closed may take to end before it is killed.
const GRACE: Duration = Duration::from_secs(5);
/// The tool that is tried; a server may put a prefix before its name.
const TOOL: &str = "lookup_spell";

/// What clients let a server see of the environment, besides what its entry sets: the list of the MCP libraries.
const INHERITED: &[&str] = if cfg!(windows) {
    &[
        "APPDATA",
        "HOMEDRIVE",
        "HOMEPATH",
        "LOCALAPPDATA",
        "PATH",
        "PATHEXT",
        "PROCESSOR_ARCHITECTURE",
        "PROGRAMFILES",
        "SYSTEMDRIVE",
        "SYSTEMROOT",
        "TEMP",
        "USERNAME",
        "USERPROFILE",
    ]
} else {
    &["HOME", "LOGNAME", "PATH", "SHELL", "TERM", "USER"]
};

/// The report of a self-test. It ends with the first step that fails.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct SelfTest {
    /// Whether every step went well.
    pub ok: bool,
    /// What was tried, in order.
    pub steps: Vec<Step>,
}

/// One step of a self-test.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Step {
    /// What was tried.
    pub stage: Stage,
    /// Whether it went well.
    pub ok: bool,
    /// What came of it, in a sentence.
    pub detail: String,
    /// How long it took.
    pub milliseconds: u64,
}

/// What a step of a self-test tries.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum Stage {
    /// Reading our entry back from the client's file.
    Read,
    /// Starting the program it names.
    Start,
    /// Shaking hands.
    Handshake,
    /// Listing the tools.
    Tools,
    /// Looking something up.
    Lookup,
}

/// Carries out the test of an entry that was read from a file.
pub(crate) async fn run(file: PathBuf, entry: Result<Entry, String>, home: &Path) -> SelfTest {
    let mut steps = Vec::new();
    let done = Box::pin(conversation(&mut steps, &file, entry, home)).await;
    SelfTest { ok: done.is_some(), steps }
}

async fn conversation(
    steps: &mut Vec<Step>,
    file: &Path,
    entry: Result<Entry, String>,
    home: &Path,
) -> Option<()> {
    let start = Instant::now();
    let read = entry.map_err(|reason| format!("{}: {reason}", file.display()));
    let words = |entry: &Entry| format!("The entry starts {} {}.", entry.command, entry.args.join(" "));
    let entry = note(steps, Stage::Read, start, read, words)?;

    let start = Instant::now();
    let started =
        spawn(&entry, home).map_err(|error| format!("{} cannot be started: {error}.", entry.command));
    let words =
        |child: &Child| child.id().map_or_else(String::new, |pid| format!("It runs as process {pid}."));
    let mut child = note(steps, Stage::Start, start, started, words)?;
    let last_words = child.stderr.take().map(|stderr| tokio::spawn(last_line(stderr)));

    let done = Box::pin(questions(steps, &mut child)).await;
    end(child).await;
    if let (None, Some(listening), Some(step)) = (done, last_words, steps.last_mut())
        && let Ok(Ok(words)) = timeout(Duration::from_secs(1), listening).await
        && !words.is_empty()
    {
        step.detail = format!("{} It said: {words}", step.detail);
    }
    done
}

/// Everything after the start. The server's input is closed at the end.
async fn questions(steps: &mut Vec<Step>, child: &mut Child) -> Option<()> {
    let start = Instant::now();
    let us = Implementation::new("lorekeeper-self-test", env!("CARGO_PKG_VERSION"));
    let config = ClientConfig::new(ClientCapabilities::default(), us);
    let pipes = child.stdout.take().zip(child.stdin.take());
    let shaken = match pipes {
        None => Err("The process has no pipes.".to_owned()),
        Some(pipes) => match timeout(HANDSHAKE_LIMIT, Box::pin(config.serve(pipes))).await {
            Err(_) => Err(silence(HANDSHAKE_LIMIT)),
            Ok(Err(error)) => Err(format!("The handshake failed: {error}.")),
            Ok(Ok(service)) => Ok(service),
        },
    };
    let service = note(steps, Stage::Handshake, start, shaken, identity)?;

    let start = Instant::now();
    let listed = match timeout(ANSWER_LIMIT, Box::pin(service.list_all_tools())).await {
        Err(_) => Err(silence(ANSWER_LIMIT)),
        Ok(Err(error)) => Err(format!("The tools could not be listed: {error}.")),
        Ok(Ok(tools)) if tools.is_empty() => Err("It offers no tools.".to_owned()),
        Ok(Ok(tools)) => Ok(tools),
    };
    let tools =
        note(steps, Stage::Tools, start, listed, |tools| format!("It offers {} tools.", tools.len()))?;

    let start = Instant::now();
    let answer = match tools.iter().find(|tool| tool.name.ends_with(TOOL)) {
        None => Err(format!("It has no tool {TOOL}.")),
        Some(tool) => {
            let mut question = serde_json::Map::new();
            question.insert("name".to_owned(), "fireball".into());
            question.insert("limit".to_owned(), 1.into());
            let call = CallToolRequestParams::new(tool.name.clone()).with_arguments(question);
            match timeout(ANSWER_LIMIT, Box::pin(service.call_tool(call))).await {
                Err(_) => Err(silence(ANSWER_LIMIT)),
                Ok(Err(error)) => Err(format!("{} failed: {error}.", tool.name)),
                Ok(Ok(result)) => judge(&tool.name, &result),
            }
        }
    };
    let answered = note(steps, Stage::Lookup, start, answer, Clone::clone).map(|_| ());
    // Closes the pipes, which tells the server to end.
    let _ = timeout(GRACE, service.cancel()).await;
    answered
}

fn identity(service: &RunningService<RoleClient, ClientConfig>) -> String {
    let server = service.peer_info().and_then(|info| info.server_info.clone());
    server.map_or_else(
        || "It answers.".to_owned(),
        |server| format!("{} {} answers.", server.name, server.version),
    )
}

/// Whether a tool's answer is one. Every answer says in `success` whether it was found.
fn judge(tool: &str, result: &CallToolResult) -> Result<String, String> {
    let content = result.structured_content.as_ref();
    let field = |name: &str| content.and_then(|content| content.get(name));
    let words = ["error", "message"].iter().find_map(|name| field(name)?.as_str());
    let refused = result.is_error == Some(true) || field("success") == Some(&false.into());
    let found = field("value").and_then(|value| value.get(0)?.get("name")?.as_str());
    match words {
        words if refused => Err(format!("{tool} answered: {}", words.unwrap_or("an error without a reason"))),
        _ if found.is_some() => Ok(format!("{tool} found {}.", found.unwrap_or_default())),
        Some(words) => Ok(format!("{tool} answered: {words}")),
        None => Ok(match field("value").and_then(|found| found.get(0)?.get("name")?.as_str()) {
            Some(name) => format!("{tool} found {name}."),
            None => format!("{tool} answered."),
        }),
    }
}

/// Starts the program with no more of our environment than a client would pass on.
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

/// Keeps Windows from opening a console for the server.
#[cfg(windows)]
const CREATE_NO_WINDOW: u32 = 0x0800_0000;

/// Ends the process: waits for it to follow the closing of its input, then kills it.
async fn end(mut child: Child) {
    drop((child.stdin.take(), child.stdout.take()));
    if timeout(GRACE, child.wait()).await.is_err() {
        tracing::warn!(grace_s = GRACE.as_secs(), "the tested server did not end in time: killing it");
        if let Err(error) = child.kill().await {
            tracing::warn!(%error, "the tested server could not be killed");
        }
    }
}

/// Reads to the end, so that the server is never held up, and keeps the last line.
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

fn silence(limit: Duration) -> String {
    format!("It did not answer within {} seconds.", limit.as_secs())
}

/// Writes a step down and passes on what came of it.
fn note<T>(
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
