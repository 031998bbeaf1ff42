//! Keeps a server process running: starts it, restarts it when it ends on its own, and stops it.
//!
//! The supervisor knows the process; a [`Server`] knows what is said to it. There are three: the managed
//! server, the HTTP server and what is shared with players.

mod restart_policy;

use std::future::Future;
use std::ops::Deref;
use std::sync::Arc;
use std::time::Duration;

use schemars::JsonSchema;
use serde::Serialize;
use serde::de::DeserializeOwned;
use tauri::AppHandle;
use tokio::sync::watch;
use tokio::time::{Instant, timeout};

use crate::child_process::{self, ChildProcess, Pipes, ProcessExit, Refusal};
use restart_policy::RestartPolicy;

/// Time for a process to end after its connection broke: its exit status describes the failure better.
const EXIT_TIMEOUT: Duration = Duration::from_secs(1);

/// The phase that a supervised server is in.
#[derive(Clone, Debug, Default, PartialEq, Serialize, JsonSchema)]
#[serde(tag = "is", rename_all = "lowercase", rename_all_fields = "camelCase")]
pub(crate) enum Phase {
    #[default]
    Starting,
    Running,
    /// The server ended on its own and is restarted after a pause.
    Restarting {
        reason: String,
        attempt: u32,
    },
    /// The user has to do something.
    Failed {
        reason: String,
        advice: String,
    },
    Stopped,
}

pub(crate) trait Server: Send + Sync + 'static {
    /// The settings of a run; a change of them ends it.
    type Options: Clone + PartialEq + Send + Sync + 'static;
    type State: Send + Sync + 'static;
    /// What the first line of its output says, if it is not spoken to.
    type Report: DeserializeOwned;
    /// True if what the program refuses may pass, so that it is tried again.
    const RETRIES_REFUSALS: bool = false;

    fn state(&self) -> &watch::Sender<Self::State>;

    fn arguments(options: &Self::Options) -> Vec<String>;

    /// Talks to the process until the connection breaks, and returns the reason. Unless a server says
    /// otherwise, it only reports its address.
    fn connect(&self, pipes: Pipes, _pid: u32) -> impl Future<Output = String> + Send {
        async move {
            // The server ends when its input closes.
            let Pipes { input: _input, mut output } = pipes;
            let line = output.recv().await.unwrap_or_default();
            match serde_json::from_slice(&line) {
                Ok(report) => self.show(Phase::Running, Some(report)),
                Err(error) => return format!("The server did not report its address: {error}."),
            }
            while output.recv().await.is_some() {}
            "The server closed its output.".to_owned()
        }
    }

    fn show(&self, phase: Phase, report: Option<Self::Report>);
}

#[derive(Debug, PartialEq)]
enum Failure {
    Temporary(String),
    Final(Refusal),
}

impl Failure {
    /// Returns an exit's failure: a refused command would be refused again, unless that may pass.
    fn of_exit(exit: &ProcessExit, may_pass: bool) -> Self {
        let refusal = exit.refusal().filter(|_| !may_pass);
        refusal.map_or_else(|| Self::Temporary(exit.to_string()), Self::Final)
    }

    fn phase(self, attempt: u32, is_retried: bool) -> Phase {
        let (reason, advice) = match self {
            Self::Temporary(reason) if is_retried => return Phase::Restarting { reason, attempt },
            Self::Temporary(reason) => (reason, None),
            Self::Final(Refusal { reason, advice }) => (reason, advice),
        };
        let advice = advice.unwrap_or_else(|| {
            let program = child_process::name_in_terminal();
            format!(
                "Try again. If it fails again, run `{program} doctor` in a terminal: it shows what is wrong."
            )
        });
        Phase::Failed { reason, advice }
    }
}

/// A server and the task that keeps it running. The server is not started while its options are `None`.
pub(crate) struct Supervised<S: Server> {
    server: Arc<S>,
    commands: watch::Sender<Commands<S::Options>>,
}

impl<S: Server> Deref for Supervised<S> {
    type Target = S;

    fn deref(&self) -> &S {
        &self.server
    }
}

#[derive(Clone)]
struct Commands<O> {
    options: Option<O>,
    restarts: u32,
    stop: bool,
}

impl<S: Server> Supervised<S> {
    pub(crate) fn start(app: &AppHandle, server: S, options: Option<S::Options>) -> Self {
        let server = Arc::new(server);
        let (commands, received) = watch::channel(Commands { options, restarts: 0, stop: false });
        let task = Task { app: app.clone(), server: Arc::clone(&server), commands: received };
        tauri::async_runtime::spawn(task.run());
        Self { server, commands }
    }

    pub(crate) fn watch(&self) -> watch::Receiver<S::State> {
        self.server.state().subscribe()
    }

    /// Runs the server with these options: leaves one that does alone, and restarts a failed one at once.
    pub(crate) fn run_with(&self, options: Option<S::Options>) {
        self.commands.send_modify(|commands| commands.options = options);
        self.restart();
    }

    /// Restarts the server at once if it is not running.
    pub(crate) fn restart(&self) {
        self.commands.send_modify(|commands| commands.restarts = commands.restarts.wrapping_add(1));
    }

    /// Stops the server for good. When this returns, its process is gone.
    pub(crate) async fn stop(&self) {
        self.commands.send_modify(|commands| commands.stop = true);
        // The task drops its receiver at its end.
        self.commands.closed().await;
    }
}

struct Task<S: Server> {
    app: AppHandle,
    server: Arc<S>,
    commands: watch::Receiver<Commands<S::Options>>,
}

impl<S: Server> Task<S> {
    async fn run(mut self) {
        loop {
            let Commands { options, stop, .. } = self.commands.borrow_and_update().clone();
            match options.filter(|_| !stop) {
                Some(options) => self.keep_running(&options).await,
                None => {
                    self.server.show(Phase::Stopped, None);
                    if stop || self.commands.changed().await.is_err() {
                        return;
                    }
                }
            }
        }
    }

    async fn keep_running(&mut self, options: &S::Options) {
        let mut policy = RestartPolicy::default();
        self.server.show(Phase::Starting, None);
        loop {
            let started = Instant::now();
            let Some(failure) = Box::pin(self.run_once(options)).await else { return };
            let pause = policy.failed_after(started.elapsed());
            let attempt = policy.failures;
            tracing::warn!(attempt, ?failure, "a server is not running");
            self.server.show(failure.phase(attempt, pause.is_some()), None);

            let restarts = self.commands.borrow_and_update().restarts;
            let command = self.commands.wait_for(|commands| {
                commands.stop || commands.options.as_ref() != Some(options) || commands.restarts != restarts
            });
            let command = match pause {
                Some(pause) => match timeout(pause, command).await {
                    Ok(command) => command,
                    Err(_) => continue,
                },
                None => command.await,
            };
            if !command.is_ok_and(|commands| !commands.stop && commands.options.as_ref() == Some(options)) {
                return;
            }
            policy = RestartPolicy::default();
            self.server.show(Phase::Starting, None);
        }
    }

    /// Runs the server once. Returns `None` if it was stopped, or the reason why it ended on its own.
    async fn run_once(&self, options: &S::Options) -> Option<Failure> {
        let (process, pipes) = match ChildProcess::spawn(&self.app, &S::arguments(options)) {
            Ok(started) => started,
            Err(problem) => return Some(Failure::Temporary(problem.message)),
        };
        let mut commands = self.commands.clone();
        let is_over = |commands: &Commands<_>| commands.stop || commands.options.as_ref() != Some(options);
        let stopped = async { drop(commands.wait_for(is_over).await) };
        let failure = tokio::select! {
            exit = process.wait() => Some(Failure::of_exit(&exit, S::RETRIES_REFUSALS)),
            reason = self.server.connect(pipes, process.pid) => {
                // A process ends well when its connection is closed: then the connection knows the reason.
                match timeout(EXIT_TIMEOUT, process.wait()).await {
                    Ok(exit) if exit.code != Some(0) => Some(Failure::of_exit(&exit, S::RETRIES_REFUSALS)),
                    _ => Some(Failure::Temporary(reason)),
                }
            }
            () = stopped => None,
        };
        process.shut_down(&self.app).await;
        failure
    }
}

#[cfg(test)]
mod tests;
