//! The managed server: started with the app, started again when it ends on its own, ended with the app.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use tauri::AppHandle;
use tauri::async_runtime::JoinHandle;
use tokio::sync::watch;
use tokio::time::{Instant, sleep, timeout};

use crate::child_process::ChildProcess;
use crate::library_client::LibraryClient;
use crate::page::server::{Library, Phase, ServerState, Tool};

/// How many ends in a row are answered with a new start.
const ATTEMPTS: u32 = 6;
/// The wait before the first new start; it doubles with each one that follows.
const FIRST_WAIT: Duration = Duration::from_millis(500);
/// A server that ran this long counts as sound: the waits begin anew.
const SOUND_AFTER: Duration = Duration::from_secs(60);
/// How long a process may take to end after its conversation broke off, before that is the reason given.
const LAST_WORDS: Duration = Duration::from_secs(1);
/// How often the library is asked about while it is empty or does not answer, and after that.
const SOON: Duration = Duration::from_secs(1);
const LATER: Duration = Duration::from_secs(30);

/// The server and the task that looks after it.
pub(crate) struct ManagedServer {
    wishes: watch::Sender<Wishes>,
    state: watch::Receiver<ServerState>,
    task: Mutex<Option<JoinHandle<()>>>,
}

/// What was asked of the task so far; a change wakes it.
#[derive(Clone, Copy, Default)]
struct Wishes {
    restarts: u32,
    refreshes: u32,
    stop: bool,
}

impl ManagedServer {
    /// Starts the server and keeps it running.
    pub(crate) fn start(app: AppHandle) -> Self {
        let (wishes, wished) = watch::channel(Wishes::default());
        let (states, state) = watch::channel(ServerState::default());
        let task = tauri::async_runtime::spawn(Keeper { app, wished, states }.keep_running());
        Self { wishes, state, task: Mutex::new(Some(task)) }
    }

    /// The state of the server, now and at every change.
    pub(crate) fn watch(&self) -> watch::Receiver<ServerState> {
        self.state.clone()
    }

    /// Starts the server at once if it is not running.
    pub(crate) fn restart(&self) {
        self.wishes.send_modify(|wishes| wishes.restarts += 1);
    }

    /// Asks for the library's numbers now.
    pub(crate) fn refresh(&self) {
        self.wishes.send_modify(|wishes| wishes.refreshes += 1);
    }

    /// Ends the server for good. When this returns, its process is gone.
    pub(crate) async fn stop(&self) {
        self.wishes.send_modify(|wishes| wishes.stop = true);
        let task = self.task.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(task) = task
            && let Err(error) = task.await
        {
            tracing::warn!(%error, "the task that keeps the server failed");
        }
    }
}

/// The state of the task behind [`ManagedServer`].
struct Keeper {
    app: AppHandle,
    wished: watch::Receiver<Wishes>,
    states: watch::Sender<ServerState>,
}

impl Keeper {
    async fn keep_running(mut self) {
        let mut failures = 0;
        while !self.wished.borrow().stop {
            self.set_phase(Phase::Starting);
            let started = Instant::now();
            let Err(reason) = self.run_once().await else { break };
            if started.elapsed() > SOUND_AFTER {
                failures = 0;
            }
            failures += 1;
            tracing::warn!(failures, reason, "the server is not running");
            if self.pause(failures, reason).await {
                failures = 0;
            }
        }
        self.states.send_replace(ServerState { phase: Phase::Stopped, ..ServerState::default() });
    }

    /// Runs the server until it ends (the reason is the error) or is asked to stop.
    async fn run_once(&mut self) -> Result<(), String> {
        let (mut process, pipes) = ChildProcess::spawn(&self.app).map_err(|error| error.to_string())?;
        let pid = process.id();
        let mut wished = self.wished.clone();
        let outcome = tokio::select! {
            reason = process.ended() => Err(reason),
            reason = Box::pin(self.converse(pipes, pid)) => Err(reason),
            _ = wished.wait_for(|wishes| wishes.stop) => Ok(()),
        };
        let outcome = match outcome {
            Err(broken) => Err(timeout(LAST_WORDS, process.ended()).await.unwrap_or(broken)),
            Ok(()) => Ok(()),
        };
        process.end().await;
        outcome
    }

    /// Talks with the server for as long as that works; returns why it no longer does.
    async fn converse(&self, pipes: crate::child_process::Pipes, pid: Option<u32>) -> String {
        let asking = async {
            let client = LibraryClient::connect(pipes).await?;
            let tools = client.tools().await?;
            self.states.send_modify(|state| {
                state.phase = Phase::Running { since_ms: now_ms() };
                state.identity = client.identity(pid);
                state.tools.clone_from(&tools);
            });
            self.follow(&client, &tools).await
        };
        match asking.await {
            Ok(never) => match never {},
            Err(error) => error.to_string(),
        }
    }

    /// Keeps the library's numbers up to date.
    async fn follow(
        &self,
        client: &LibraryClient,
        tools: &[Tool],
    ) -> Result<std::convert::Infallible, crate::library_client::ClientError> {
        let mut wished = self.wished.clone();
        loop {
            let library = client.library(tools).await?;
            let settled = matches!(library, Library::Known { entries, .. } if entries > 0);
            self.states.send_if_modified(|state| {
                let changed = state.library != library;
                state.library = library;
                changed
            });
            let asked = wished.borrow_and_update().refreshes;
            tokio::select! {
                () = sleep(if settled { LATER } else { SOON }) => {}
                _ = wished.wait_for(|wishes| wishes.refreshes != asked) => {}
            }
        }
    }

    /// Waits before the next start; true if someone asked for it, so that counting begins anew.
    async fn pause(&mut self, failures: u32, reason: String) -> bool {
        let wait =
            (failures < ATTEMPTS).then(|| FIRST_WAIT * 2_u32.saturating_pow(failures.saturating_sub(1)));
        self.states.send_modify(|state| {
            state.crashes += 1;
            state.identity = None;
            state.phase = match wait {
                Some(_) => Phase::Restarting { reason, attempt: failures },
                None => Phase::Failed { reason, advice: ADVICE.to_owned() },
            };
        });
        let asked = self.wished.borrow_and_update().restarts;
        let wish = self.wished.wait_for(|wishes| wishes.stop || wishes.restarts != asked);
        match wait {
            Some(wait) => timeout(wait, wish).await.is_ok(),
            None => wish.await.is_ok(),
        }
    }

    fn set_phase(&self, phase: Phase) {
        self.states.send_modify(|state| state.phase = phase);
    }
}

const ADVICE: &str = "Start it again here. If it fails again, run `lorekeeper-mcp doctor` in a terminal: it says what is wrong.";

fn now_ms() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, millis)
}

fn millis(duration: Duration) -> u64 {
    u64::try_from(duration.as_millis()).unwrap_or(u64::MAX)
}
