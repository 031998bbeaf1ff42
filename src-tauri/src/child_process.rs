//! Runs of `lorekeeper-mcp`, the program beside the app: a server over stdio, or a command that answers.
//!
//! Tauri's shell plugin runs it. The plugin can neither close a process's input and still kill it later, nor
//! write without waiting: a thread owns the input, and a process that does not end is killed by its id
//! (`docs/decisions/0030`).

mod exit;

use std::path::PathBuf;
use std::time::Duration;

use futures::FutureExt;
use futures::future::{BoxFuture, Shared};
use tauri::AppHandle;
use tauri::async_runtime::Receiver;
use tauri_plugin_shell::ShellExt;
use tauri_plugin_shell::process::{CommandEvent, TerminatedPayload};
use tokio::sync::mpsc;
use tokio::time::timeout;

use crate::problem::Problem;
pub(crate) use exit::{ProcessExit, Refusal};

const PROGRAM: &str = "lorekeeper-mcp";
const EXIT_TIMEOUT: Duration = Duration::from_secs(5);
/// Time for a command to print its answer and end, unless it reads the whole library.
pub(crate) const COMMAND_TIMEOUT: Duration = Duration::from_secs(15);
const MAX_WAITING_LINES: usize = 16;

/// A running server. It ends when its input is dropped; [`ChildProcess::shut_down`] waits for that.
pub(crate) struct ChildProcess {
    pub(crate) pid: u32,
    exit: Shared<BoxFuture<'static, ProcessExit>>,
}

pub(crate) struct Pipes {
    /// What is written to the server's stdin, in whole lines. Dropping it closes stdin.
    pub(crate) input: mpsc::Sender<Vec<u8>>,
    /// The lines of its stdout, with their ends. It closes when the process has ended.
    pub(crate) output: mpsc::Receiver<Vec<u8>>,
}

impl ChildProcess {
    pub(crate) fn spawn(app: &AppHandle, arguments: &[String]) -> Result<(Self, Pipes), Problem> {
        let command = app.shell().command(path()?).args(arguments);
        let (events, mut child) = command.spawn().map_err(not_started)?;
        let pid = child.pid();
        let (input, mut lines) = mpsc::channel::<Vec<u8>>(MAX_WAITING_LINES);
        let mut pass_on = move || lines.blocking_recv().is_some_and(|line| child.write(&line).is_ok());
        std::thread::spawn(move || while pass_on() {});
        let (sender, output) = mpsc::channel(MAX_WAITING_LINES);
        let exit = tauri::async_runtime::spawn(follow(events, sender));
        let exit = exit.map(Result::unwrap_or_default).boxed().shared();
        Ok((Self { pid, exit }, Pipes { input, output }))
    }

    pub(crate) async fn wait(&self) -> ProcessExit {
        self.exit.clone().await
    }

    /// Waits for the process, whose input is closed, and kills it after [`EXIT_TIMEOUT`].
    pub(crate) async fn shut_down(self, app: &AppHandle) {
        if let Ok(exit) = timeout(EXIT_TIMEOUT, self.wait()).await {
            tracing::info!(%exit, "a server has been stopped");
            return;
        }
        tracing::warn!(timeout_s = EXIT_TIMEOUT.as_secs(), "the server did not end in time: killing it");
        let pid = self.pid.to_string();
        let kill = if cfg!(windows) {
            app.shell().command("taskkill").args(["/F", "/PID", &pid])
        } else {
            app.shell().command("sh").args(["-c", "kill -KILL $0", &pid])
        };
        match kill.status().await {
            Ok(status) if status.success() => drop(timeout(EXIT_TIMEOUT, self.wait()).await),
            failed => tracing::warn!(?failed, "the server could not be killed"),
        }
    }
}

async fn follow(mut events: Receiver<CommandEvent>, output: mpsc::Sender<Vec<u8>>) -> ProcessExit {
    let mut exit = ProcessExit::default();
    while let Some(event) = events.recv().await {
        match event {
            // The output of a server that is stopped has no reader.
            CommandEvent::Stdout(line) => drop(output.send(line).await),
            CommandEvent::Stderr(line) => {
                let line = String::from_utf8_lossy(&line);
                tracing::info!(target: "lorekeeper::server", "{}", line.trim_end());
                exit.add_stderr(line.trim_end());
            }
            CommandEvent::Terminated(TerminatedPayload { code, signal }) => {
                return ProcessExit { code, signal, ..exit };
            }
            other => tracing::warn!(?other, "a pipe of the server failed"),
        }
    }
    ProcessExit::default()
}

/// Returns what the command prints; a problem is in its own words if it printed any.
pub(crate) async fn run_command(
    app: &AppHandle,
    arguments: &[&str],
    limit: Duration,
) -> Result<String, Problem> {
    let run = app.shell().command(path()?).args(arguments).kill_on_drop(true).output();
    let output = timeout(limit, run).await.map_err(|_| Problem::slow())?.map_err(not_started)?;
    if output.status.success() {
        return Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned());
    }
    let mut exit = ProcessExit { code: output.status.code(), ..ProcessExit::default() };
    String::from_utf8_lossy(&output.stderr).lines().for_each(|line| exit.add_stderr(line));
    Err(match exit.refusal() {
        Some(refusal) => Problem::new("system", refusal.reason, refusal.advice.unwrap_or_default()),
        None => Problem::system("The server's program failed", exit),
    })
}

/// Returns the path of the server's program, beside the app's, in a form that every program can run.
pub(crate) fn path() -> Result<PathBuf, Problem> {
    let app = tauri::utils::platform::current_exe().map_err(not_started)?;
    let program = app.with_file_name(format!("{PROGRAM}{}", std::env::consts::EXE_SUFFIX));
    Ok(disk::plain(&program).into_owned())
}

/// Returns the server's program for the user's terminal: only Linux packages put it on the search path.
pub(crate) fn name_in_terminal() -> String {
    match path() {
        Ok(program) if !cfg!(target_os = "linux") => format!("\"{}\"", program.display()),
        _ => PROGRAM.to_owned(),
    }
}

fn not_started(error: impl std::fmt::Display) -> Problem {
    Problem::system(&format!("{PROGRAM} beside the app could not be started"), error)
}
