//! Runs of `lorekeeper-mcp`, the program beside the app: a server that is spoken to over stdio, or a command that prints an answer.

mod exit;

use std::env::consts::EXE_EXTENSION;
use std::io;
use std::path::PathBuf;
use std::process::Stdio;
use std::time::Duration;

use tauri::async_runtime::JoinHandle;
use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command};
use tokio::time::timeout;

use crate::problem::Problem;
pub(crate) use exit::ProcessExit;
use exit::StderrTail;

/// The name of the server's program, beside the app's.
const SIDECAR: &str = "lorekeeper-mcp";
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
            return Err(SpawnError(io::Error::other("the process has no pipes")));
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
    let run = sidecar()
        .map_err(|error| not_run(error.into()))?
        .args(arguments)
        .stdin(Stdio::null())
        .kill_on_drop(true)
        .output();
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

/// Returns the path of the server's program, in a form that every program can run: on Windows not the one that begins with `\\?\`.
pub(crate) fn path() -> io::Result<PathBuf> {
    let app = dunce::canonicalize(std::env::current_exe()?)?;
    Ok(app.with_file_name(SIDECAR).with_extension(EXE_EXTENSION))
}

/// Returns the server's program as the user can run it in a terminal: only packages of Linux put it on the search path.
pub(crate) fn name_in_terminal() -> String {
    match path() {
        Ok(program) if !cfg!(target_os = "linux") => format!("\"{}\"", program.display()),
        _ => SIDECAR.to_owned(),
    }
}

/// Returns a command for the server's program.
fn sidecar() -> io::Result<Command> {
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
#[error("{SIDECAR} beside the app could not be started: {0}")]
pub(crate) struct SpawnError(#[from] io::Error);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_servers_program_is_named_as_every_program_can_run_it() {
        let path = path().unwrap();
        assert!(path.is_absolute() && !path.to_string_lossy().starts_with(r"\\?"), "{}", path.display());
        assert_eq!(path.file_stem().unwrap(), SIDECAR);
        assert_eq!(path.extension().is_some(), cfg!(windows));
    }
}
