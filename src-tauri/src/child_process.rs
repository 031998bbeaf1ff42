//! Runs of `lorekeeper-mcp`: found beside the app; a server is spoken to over its stdio and ended for sure.

mod end;

use std::path::PathBuf;
use std::process::Stdio;
use std::time::Duration;

use tauri::AppHandle;
use tauri::async_runtime::JoinHandle;
use tauri_plugin_shell::ShellExt;
use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command};
use tokio::time::timeout;

use crate::page::jobs::Problem;
pub(crate) use end::End;
use end::LastWords;

/// The name of the server's executable, which Tauri looks for beside the app's.
const SIDECAR: &str = "lorekeeper-mcp";
/// How long a server whose input was closed may take to end before it is killed.
const GRACE: Duration = Duration::from_secs(5);
/// How long what an ended process said last may take to arrive.
const LAST_WORDS: Duration = Duration::from_millis(500);
/// How long the program may take to answer a question and end.
const ANSWER_LIMIT: Duration = Duration::from_secs(15);

/// A running server. Dropping it kills the process; [`ChildProcess::end`] is the polite way.
pub(crate) struct ChildProcess {
    child: Child,
    last_words: LastWords,
    /// Hears what it says, until it says no more.
    listening: Option<JoinHandle<()>>,
}

/// The two ends of the conversation. The server ends when the second is dropped.
pub(crate) type Pipes = (ChildStdout, ChildStdin);

impl ChildProcess {
    /// Starts the program with some arguments, of which the first makes it serve.
    pub(crate) fn spawn(app: &AppHandle, arguments: &[&str]) -> Result<(Self, Pipes), SpawnError> {
        // On Windows the plugin's command opens no console.
        let mut child = Command::from(sidecar(app)?)
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .kill_on_drop(true)
            .spawn()?;
        let (Some(stdout), Some(stdin), Some(stderr)) =
            (child.stdout.take(), child.stdin.take(), child.stderr.take())
        else {
            return Err(SpawnError::Io(std::io::Error::other("the process has no pipes")));
        };
        let last_words = LastWords::default();
        let listening = tauri::async_runtime::spawn(listen(stderr, last_words.clone()));
        Ok((Self { child, last_words, listening: Some(listening) }, (stdout, stdin)))
    }

    pub(crate) fn id(&self) -> Option<u32> {
        self.child.id()
    }

    /// Waits until the process has ended, and says how.
    pub(crate) async fn ended(&mut self) -> End {
        let status = self.child.wait().await;
        // Its children may hold the pipe for longer.
        if let Some(listening) = &mut self.listening
            && timeout(LAST_WORDS, listening).await.is_ok()
        {
            self.listening = None;
        }
        End::new(status, self.last_words.get())
    }

    /// Ends the process: waits for it to follow the closing of its input, then kills it.
    pub(crate) async fn end(mut self) {
        match timeout(GRACE, self.child.wait()).await {
            Ok(Ok(status)) => tracing::info!(%status, "the server has ended"),
            Ok(Err(error)) => tracing::warn!(%error, "the server could not be waited for"),
            Err(_) => {
                tracing::warn!(grace_s = GRACE.as_secs(), "the server did not end in time: killing it");
                if let Err(error) = self.child.kill().await {
                    tracing::warn!(%error, "the server could not be killed");
                }
            }
        }
    }
}

/// Runs the program to its end and gives what it prints.
///
/// # Errors
/// When it cannot be run, takes too long, or fails; in its own words, if it has any.
pub(crate) async fn answer(app: &AppHandle, arguments: &[&str]) -> Result<String, Problem> {
    let not_run = |error: SpawnError| Problem::system("The server's program could not be asked", error);
    let asked = Command::from(sidecar(app).map_err(not_run)?)
        .args(arguments)
        .stdin(Stdio::null())
        .kill_on_drop(true)
        .output();
    let output = timeout(ANSWER_LIMIT, asked).await.map_err(|_| Problem::slow())?;
    let output = output.map_err(|error| not_run(error.into()))?;
    if output.status.success() {
        return Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned());
    }
    let words = LastWords::default();
    String::from_utf8_lossy(&output.stderr).lines().for_each(|line| words.add(line.to_owned()));
    let end = End::new(Ok(output.status), words.get());
    Err(match end.refusal() {
        Some(refusal) => Problem::new("system", refusal.reason, refusal.advice.unwrap_or_default()),
        None => Problem::system("The server's program did not answer", end),
    })
}

/// The server's program, as it is started.
pub(crate) fn path(app: &AppHandle) -> Result<PathBuf, SpawnError> {
    Ok(PathBuf::from(sidecar(app)?.get_program()))
}

/// The plugin knows where the sidecar is; its own spawn() would neither close stdin nor end the child with us.
fn sidecar(app: &AppHandle) -> Result<std::process::Command, SpawnError> {
    Ok(app.shell().sidecar(SIDECAR)?.into())
}

/// Passes on what the server logs and keeps the last lines.
async fn listen(stderr: ChildStderr, last_words: LastWords) {
    let mut lines = BufReader::new(stderr).lines();
    while let Ok(Some(line)) = lines.next_line().await {
        tracing::debug!(target: "lorekeeper::server", "{line}");
        last_words.add(line);
    }
}

/// Why the server could not be started.
#[derive(Debug, thiserror::Error)]
pub(crate) enum SpawnError {
    #[error("{SIDECAR} could not be looked for: {0}")]
    Lookup(#[from] tauri_plugin_shell::Error),
    #[error("{SIDECAR} could not be started from beside the app: {0}")]
    Io(#[from] std::io::Error),
}
