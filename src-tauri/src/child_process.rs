//! One run of `lorekeeper-mcp serve`: found beside the app, spoken to over its stdio, ended for sure.

use std::path::PathBuf;
use std::process::ExitStatus;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tauri::AppHandle;
use tauri_plugin_shell::ShellExt;
use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command};

/// The name of the server's executable, which Tauri looks for beside the app's.
const SIDECAR: &str = "lorekeeper-mcp";
/// How long a server whose input was closed may take to end before it is killed.
const GRACE: Duration = Duration::from_secs(5);

/// A running server. Dropping it kills the process; [`ChildProcess::end`] is the polite way.
pub(crate) struct ChildProcess {
    child: Child,
    last_words: LastWords,
}

/// The server's last line on stderr.
type LastWords = Arc<Mutex<String>>;

/// The two ends of the conversation. The server ends when the second is dropped.
pub(crate) type Pipes = (ChildStdout, ChildStdin);

impl ChildProcess {
    /// Starts the server.
    pub(crate) fn spawn(app: &AppHandle) -> Result<(Self, Pipes), SpawnError> {
        // On Windows the plugin's command opens no console.
        let mut child = Command::from(sidecar(app)?)
            .arg("serve")
            .stdin(std::process::Stdio::piped())
            .stdout(std::process::Stdio::piped())
            .stderr(std::process::Stdio::piped())
            .kill_on_drop(true)
            .spawn()?;
        let (Some(stdout), Some(stdin), Some(stderr)) =
            (child.stdout.take(), child.stdin.take(), child.stderr.take())
        else {
            return Err(SpawnError::Io(std::io::Error::other("the process has no pipes")));
        };
        let last_words = LastWords::default();
        tauri::async_runtime::spawn(listen(stderr, Arc::clone(&last_words)));
        Ok((Self { child, last_words }, (stdout, stdin)))
    }

    pub(crate) fn id(&self) -> Option<u32> {
        self.child.id()
    }

    /// Waits until the process has ended, and says how.
    pub(crate) async fn ended(&mut self) -> String {
        let status = self.child.wait().await;
        self.describe(status)
    }

    /// Ends the process: waits for it to follow the closing of its input, then kills it.
    pub(crate) async fn end(mut self) {
        match tokio::time::timeout(GRACE, self.child.wait()).await {
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

    fn describe(&self, status: std::io::Result<ExitStatus>) -> String {
        let how = match status {
            Ok(status) => format!("The server ended with {status}."),
            Err(error) => format!("The server could not be waited for: {error}."),
        };
        let words = self.last_words.lock().unwrap_or_else(PoisonError::into_inner);
        if words.is_empty() { how } else { format!("{how} It said: {words}") }
    }
}

/// The server's program, as it is started.
pub(crate) fn path(app: &AppHandle) -> Result<PathBuf, SpawnError> {
    Ok(PathBuf::from(sidecar(app)?.get_program()))
}

/// The plugin knows where the sidecar is; its own spawn() would neither close stdin nor end the child with us.
fn sidecar(app: &AppHandle) -> Result<std::process::Command, SpawnError> {
    Ok(app.shell().sidecar(SIDECAR)?.into())
}

/// Passes on what the server logs and keeps the last line.
async fn listen(stderr: ChildStderr, last_words: LastWords) {
    let mut lines = BufReader::new(stderr).lines();
    while let Ok(Some(line)) = lines.next_line().await {
        tracing::debug!(target: "lorekeeper::server", "{line}");
        if !line.trim().is_empty() {
            *last_words.lock().unwrap_or_else(PoisonError::into_inner) = line;
        }
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
