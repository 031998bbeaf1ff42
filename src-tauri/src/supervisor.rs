//! Keeps a server process running: starts it, restarts it when it ends on its own, and stops it.
//!
//! The supervisor knows the process; a [`Server`] knows what is said to it. There are three: the managed server, the HTTP server and
//! what is shared with players.

mod report;
mod restart_policy;

use std::future::Future;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tauri::async_runtime::JoinHandle;
use tokio::sync::watch;
use tokio::time::{Instant, timeout};

use crate::child_process::{self, ChildProcess, Pipes, ProcessExit};
use crate::page::server::Phase;
pub(crate) use report::follow_report;
use restart_policy::RestartPolicy;

/// Time for a process to end after its connection broke. Its exit status describes the failure better than the connection does.
const EXIT_TIMEOUT: Duration = Duration::from_secs(1);

/// A server that a [`Supervisor`] keeps running.
pub(crate) trait Server: Send + Sync + 'static {
    /// The settings of a run; a change of them ends it.
    type Options: Clone + PartialEq + Send + Sync + 'static;

    /// Returns the command line of the process.
    fn arguments(options: &Self::Options) -> Vec<String>;

    /// Talks to the process until the connection breaks, and returns the reason.
    fn connect(&self, pipes: Pipes, pid: Option<u32>) -> impl Future<Output = String> + Send;

    /// Returns the failure that an exit of the process means.
    fn failure(exit: &ProcessExit, options: &Self::Options) -> Failure;

    /// Publishes the phase that the server is in.
    fn show(&self, phase: Phase);
}

/// The reason why a server is not running.
#[derive(Debug, PartialEq)]
pub(crate) struct Failure {
    pub(crate) reason: String,
    /// What the user has to do. Without it the failure may be temporary, and is shown as such while the server is restarted.
    pub(crate) advice: Option<String>,
}

impl Failure {
    /// A failure that may be temporary.
    pub(crate) fn temporary(reason: impl Into<String>) -> Self {
        Self { reason: reason.into(), advice: None }
    }

    /// Returns the phase that shows this failure.
    fn phase(self, attempt: u32, is_retried: bool) -> Phase {
        match self {
            Self { reason, advice: None } if is_retried => Phase::Restarting { reason, attempt },
            Self { reason, advice } => {
                Phase::Failed { reason, advice: advice.unwrap_or_else(default_advice) }
            }
        }
    }
}

/// Returns the advice for a server that failed for no reason that the user can mend.
pub(crate) fn default_advice() -> String {
    let program = child_process::name_in_terminal();
    format!("Try again. If it fails again, run `{program} doctor` in a terminal: it shows what is wrong.")
}

/// The task that keeps a server running. Its server is not started while the options are `None`.
pub(crate) struct Supervisor<O> {
    commands: watch::Sender<Commands<O>>,
    task: Mutex<Option<JoinHandle<()>>>,
}

/// The latest commands for the task; a change wakes it.
#[derive(Clone)]
struct Commands<O> {
    options: Option<O>,
    restarts: u32,
    stop: bool,
}

impl<O: Clone + PartialEq + Send + Sync + 'static> Supervisor<O> {
    /// Starts the task, and the server if there are options.
    pub(crate) fn start<S: Server<Options = O>>(server: Arc<S>, options: Option<O>) -> Self {
        let (commands, received) = watch::channel(Commands { options, restarts: 0, stop: false });
        let task = tauri::async_runtime::spawn(Task { server, commands: received }.run());
        Self { commands, task: Mutex::new(Some(task)) }
    }

    /// Runs the server with these options. One that already does is left alone; one that failed is restarted at once.
    pub(crate) fn run_with(&self, options: Option<O>) {
        self.commands.send_modify(|commands| {
            commands.options = options;
            commands.restarts = commands.restarts.wrapping_add(1);
        });
    }

    /// Restarts the server at once if it is not running.
    pub(crate) fn restart(&self) {
        self.commands.send_modify(|commands| commands.restarts = commands.restarts.wrapping_add(1));
    }

    /// Stops the server for good. When this returns, its process is gone.
    pub(crate) async fn stop(&self) {
        self.commands.send_modify(|commands| commands.stop = true);
        let task = self.task.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(task) = task
            && let Err(error) = task.await
        {
            tracing::warn!(%error, "the task that supervises a server failed");
        }
    }
}

struct Task<S: Server> {
    server: Arc<S>,
    commands: watch::Receiver<Commands<S::Options>>,
}

impl<S: Server> Task<S> {
    /// Follows the commands until the server is to stop.
    async fn run(mut self) {
        loop {
            let Commands { options, stop, .. } = self.commands.borrow_and_update().clone();
            match options.filter(|_| !stop) {
                Some(options) => self.keep_running(&options).await,
                None => {
                    self.server.show(Phase::Stopped);
                    if stop || self.commands.changed().await.is_err() {
                        return;
                    }
                }
            }
        }
    }

    /// Keeps the server running until it is to stop or gets other options.
    async fn keep_running(&mut self, options: &S::Options) {
        let mut policy = RestartPolicy::default();
        self.server.show(Phase::Starting);
        loop {
            let started = Instant::now();
            let Some(failure) = Box::pin(self.run_once(options)).await else { return };
            let pause = policy.failed_after(started.elapsed());
            let attempt = policy.failures();
            tracing::warn!(attempt, reason = failure.reason, "a server is not running");
            self.server.show(failure.phase(attempt, pause.is_some()));

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
            self.server.show(Phase::Starting);
        }
    }

    /// Runs the server once. Returns `None` if it was stopped, or the reason why it ended on its own.
    async fn run_once(&self, options: &S::Options) -> Option<Failure> {
        let (mut process, pipes) = match ChildProcess::spawn(&S::arguments(options)) {
            Ok(started) => started,
            Err(error) => return Some(Failure::temporary(error.to_string())),
        };
        let pid = process.id();
        let mut commands = self.commands.clone();
        let broken = tokio::select! {
            _ = process.wait() => Some(String::new()),
            reason = self.server.connect(pipes, pid) => Some(reason),
            _ = commands.wait_for(|commands| commands.stop || commands.options.as_ref() != Some(options)) => None,
        };
        // A process ends well when its connection is closed: then the connection knows the reason.
        let failure = match broken {
            Some(reason) => Some(match timeout(EXIT_TIMEOUT, process.wait()).await {
                Ok(exit) if reason.is_empty() || !exit.is_success() => S::failure(&exit, options),
                _ => Failure::temporary(reason),
            }),
            None => None,
        };
        process.shut_down().await;
        failure
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_temporary_failure_is_final_only_without_another_attempt() {
        let failure = || Failure::temporary("it crashed");
        assert_eq!(
            failure().phase(2, true),
            Phase::Restarting { reason: "it crashed".to_owned(), attempt: 2 }
        );
        assert!(matches!(failure().phase(6, false), Phase::Failed { .. }));
    }

    #[test]
    fn a_failure_with_advice_is_shown_at_once() {
        let failure = Failure { reason: "taken".to_owned(), advice: Some("choose".to_owned()) };
        let shown = Phase::Failed { reason: "taken".to_owned(), advice: "choose".to_owned() };
        assert_eq!(failure.phase(1, true), shown);
    }
}
