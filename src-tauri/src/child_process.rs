//! Runs of `lorekeeper-mcp`, the program beside the app: a server that is spoken to over stdio, or a command that prints an answer.

mod exit;

use std::ffi::OsStr;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::sync::OnceLock;
use std::time::Duration;

use tauri::AppHandle;
use tauri::async_runtime::JoinHandle;
use tauri_plugin_shell::ShellExt;
use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command};
use tokio::time::timeout;

use crate::problem::Problem;
pub(crate) use exit::ProcessExit;
use exit::StderrTail;

/// The name of the server's program, which Tauri looks for beside the app's.
const SIDECAR: &str = "lorekeeper-mcp";
/// The path of the server's program, once it was found.
static PROGRAM: OnceLock<PathBuf> = OnceLock::new();
/// Time for a server to end after its input was closed; then it is killed.
const EXIT_TIMEOUT: Duration = Duration::from_secs(5);
/// Time for the rest of an ended process's stderr to arrive.
const STDERR_TIMEOUT: Duration = Duration::from_millis(500);
/// Time for a command to print its answer and end.
const COMMAND_TIMEOUT: Duration = Duration::from_secs(15);

/// A running server. Dropping it kills the process; [`ChildProcess::shut_down`] lets it end by itself first.
pub(crate) struct ChildProcess {
    child: Child,
    stderr: StderrTail,
    /// Reads stderr until it closes.
    reader: Option<JoinHandle<()>>,
}

/// The server's stdout and stdin. The server ends when its stdin is dropped.
pub(crate) type Pipes = (ChildStdout, ChildStdin);

impl ChildProcess {
    /// Starts the server with these arguments.
    pub(crate) fn spawn(arguments: &[String]) -> Result<(Self, Pipes), SpawnError> {
        let mut child = sidecar()?
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .kill_on_drop(true)
            .spawn()?;
        let (Some(stdout), Some(stdin), Some(stderr)) =
            (child.stdout.take(), child.stdin.take(), child.stderr.take())
        else {
            return Err(SpawnError::Io(io::Error::other("the process has no pipes")));
        };
        let tail = StderrTail::default();
        let reader = tauri::async_runtime::spawn(read_stderr(stderr, tail.clone()));
        Ok((Self { child, stderr: tail, reader: Some(reader) }, (stdout, stdin)))
    }

    /// Returns the process id while the process runs.
    pub(crate) fn id(&self) -> Option<u32> {
        self.child.id()
    }

    /// Waits until the process has ended.
    pub(crate) async fn wait(&mut self) -> ProcessExit {
        let status = self.child.wait().await;
        // The process's own children may hold the pipe for longer.
        if let Some(reader) = &mut self.reader
            && timeout(STDERR_TIMEOUT, reader).await.is_ok()
        {
            self.reader = None;
        }
        ProcessExit::new(status, self.stderr.lines())
    }

    /// Waits for the process, whose input is closed, and kills it after [`EXIT_TIMEOUT`].
    pub(crate) async fn shut_down(mut self) {
        match timeout(EXIT_TIMEOUT, self.child.wait()).await {
            Ok(Ok(status)) => tracing::info!(%status, "the server has ended"),
            Ok(Err(error)) => tracing::warn!(%error, "waiting for the server failed"),
            Err(_) => {
                tracing::warn!(
                    timeout_s = EXIT_TIMEOUT.as_secs(),
                    "the server did not end in time: killing it"
                );
                if let Err(error) = self.child.kill().await {
                    tracing::warn!(%error, "the server could not be killed");
                }
            }
        }
    }
}

/// Runs a command of the server's program and returns what it prints.
///
/// # Errors
/// When the program cannot be run, takes longer than [`COMMAND_TIMEOUT`] or fails; in its own words if it printed any.
pub(crate) async fn run_command(arguments: &[&str]) -> Result<String, Problem> {
    let not_run = |error: SpawnError| Problem::system("The server's program could not be run", error);
    let run = sidecar().map_err(not_run)?.args(arguments).stdin(Stdio::null()).kill_on_drop(true).output();
    let output = timeout(COMMAND_TIMEOUT, run).await.map_err(|_| Problem::slow())?;
    let output = output.map_err(|error| not_run(error.into()))?;
    if output.status.success() {
        return Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned());
    }
    let stderr = StderrTail::default();
    String::from_utf8_lossy(&output.stderr).lines().for_each(|line| stderr.push(line.to_owned()));
    let exit = ProcessExit::new(Ok(output.status), stderr.lines());
    Err(match exit.refusal() {
        Some(refusal) => Problem::new("system", refusal.reason, refusal.advice.unwrap_or_default()),
        None => Problem::system("The server's program failed", exit),
    })
}

/// Finds the server's program with the shell plugin, before anything needs it. The plugin does not run it: it would neither close
/// stdin nor end the process with the app.
pub(crate) fn find(app: &AppHandle) {
    match app.shell().sidecar(SIDECAR) {
        Ok(found) => drop(PROGRAM.set(runnable(std::process::Command::from(found).get_program()))),
        Err(error) => tracing::error!(%error, "the server's program was not found"),
    }
}

/// Returns a path in a form that every program can run: on Windows not the one that begins with `\\?\`, as the plugin's does.
fn runnable(program: &OsStr) -> PathBuf {
    disk::plain(Path::new(program)).into_owned()
}

/// Returns the path of the server's program.
pub(crate) fn path() -> Result<&'static Path, SpawnError> {
    PROGRAM.get().map(PathBuf::as_path).ok_or(SpawnError::NotFound)
}

/// Returns the server's program as the user can run it in a terminal: only packages of Linux put it on the search path.
pub(crate) fn name_in_terminal() -> String {
    match path() {
        Ok(program) if !cfg!(target_os = "linux") => format!("\"{}\"", program.display()),
        _ => SIDECAR.to_owned(),
    }
}

/// Returns a command for the server's program.
fn sidecar() -> Result<Command, SpawnError> {
    #[cfg_attr(not(windows), expect(unused_mut, reason = "only Windows has the flag"))]
    let mut command = Command::new(path()?);
    #[cfg(windows)]
    command.creation_flags(CREATE_NO_WINDOW);
    Ok(command)
}

/// Keeps Windows from opening a console for the server.
#[cfg(windows)]
const CREATE_NO_WINDOW: u32 = 0x0800_0000;

/// Logs what the server writes to stderr and keeps the last lines.
async fn read_stderr(stderr: ChildStderr, tail: StderrTail) {
    let mut lines = BufReader::new(stderr).lines();
    while let Ok(Some(line)) = lines.next_line().await {
        tracing::info!(target: "lorekeeper::server", "{line}");
        tail.push(line);
    }
}

/// The reason why the server's program could not be started.
#[derive(Debug, thiserror::Error)]
pub(crate) enum SpawnError {
    #[error("{SIDECAR} was not found beside the app")]
    NotFound,
    #[error("{SIDECAR} beside the app could not be started: {0}")]
    Io(#[from] io::Error),
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_servers_program_is_named_as_every_program_can_run_it() {
        let found =
            Path::new(if cfg!(windows) { r"\\?\C:\LoreKeeper" } else { "/opt/lorekeeper" }).join(SIDECAR);
        let plain = Path::new(if cfg!(windows) { r"C:\LoreKeeper" } else { "/opt/lorekeeper" }).join(SIDECAR);
        assert_eq!(runnable(found.as_os_str()), plain);
    }
}
