//! The managed server: started with the app, started again when it ends on its own, ended with the app.

use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use serde::Deserialize;
use serde_json::{Value, json};
use tauri::AppHandle;
use tauri::async_runtime::JoinHandle;
use tokio::sync::watch;
use tokio::time::{Instant, sleep, timeout};

use crate::child_process::{ChildProcess, Pipes};
use crate::library_client::{ClientError, Conversation, LibraryClient};
use crate::page::jobs::Problem;
use crate::page::server::{Phase, ServerState, Statistics};
use crate::restarts::Restarts;

/// How long a process may take to end after its conversation broke off, before that is the reason given.
const LAST_WORDS: Duration = Duration::from_secs(1);
/// How often the library is asked about while it is empty or does not answer, and after that.
const SOON: Duration = Duration::from_secs(1);
const LATER: Duration = Duration::from_secs(30);

/// The server and the task that looks after it.
pub(crate) struct ManagedServer {
    wishes: watch::Sender<Wishes>,
    known: Arc<Known>,
    task: Mutex<Option<JoinHandle<()>>>,
}

/// What is known of the server, and how to ask it.
#[derive(Default)]
struct Known {
    state: watch::Sender<ServerState>,
    client: watch::Sender<Option<LibraryClient>>,
    settings: watch::Sender<LibrarySettings>,
    /// Held while settings are changed: what the library told before that is no longer true.
    changing: tokio::sync::Mutex<()>,
    /// How often they were.
    changes: AtomicU32,
}

/// The settings that the library keeps itself.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
pub(crate) struct LibrarySettings {
    pub(crate) keep_activity: bool,
    pub(crate) offline: bool,
}

impl Default for LibrarySettings {
    fn default() -> Self {
        Self { keep_activity: true, offline: false }
    }
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
        let known = Arc::new(Known::default());
        let keeper = Keeper { app, wished, known: Arc::clone(&known) };
        let task = tauri::async_runtime::spawn(keeper.keep_running());
        Self { wishes, known, task: Mutex::new(Some(task)) }
    }

    /// The state of the server, now and at every change.
    pub(crate) fn watch(&self) -> watch::Receiver<ServerState> {
        self.known.state.subscribe()
    }

    /// The library's own settings as they were last told, and every change.
    pub(crate) fn watch_settings(&self) -> watch::Receiver<LibrarySettings> {
        self.known.settings.subscribe()
    }

    /// To ask the server with.
    ///
    /// # Errors
    /// When it is not running.
    pub(crate) fn client(&self) -> Result<LibraryClient, Problem> {
        self.known.client.borrow().clone().ok_or_else(Problem::no_server)
    }

    /// The same, but waits a while for a server that is being started.
    pub(crate) async fn client_within(&self, limit: Duration) -> Result<LibraryClient, Problem> {
        let mut client = self.known.client.subscribe();
        let Ok(Ok(found)) = timeout(limit, client.wait_for(Option::is_some)).await else {
            return Err(Problem::no_server());
        };
        found.clone().ok_or_else(Problem::no_server)
    }

    /// Changes the library's own settings; what is `None` stays.
    pub(crate) async fn change_settings(
        &self,
        keep_activity: Option<bool>,
        offline: Option<bool>,
    ) -> Result<LibrarySettings, Problem> {
        let given = [("keep_activity", keep_activity), ("offline", offline)];
        let arguments: serde_json::Map<String, Value> =
            given.into_iter().filter_map(|(name, value)| Some((name.to_owned(), value?.into()))).collect();
        let _alone = self.known.changing.lock().await;
        let now = self.client()?.ask::<LibrarySettings>("change_settings", arguments.into()).await?.value;
        self.known.changes.fetch_add(1, Ordering::SeqCst);
        self.known.settings.send_replace(now);
        self.refresh();
        Ok(now)
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
    known: Arc<Known>,
}

impl Keeper {
    async fn keep_running(mut self) {
        let mut restarts = Restarts::default();
        while !self.wished.borrow().stop {
            self.set_phase(Phase::Starting);
            let started = Instant::now();
            let Err(reason) = self.run_once().await else { break };
            let wait = restarts.ended_after(started.elapsed());
            let attempt = restarts.ends();
            tracing::warn!(attempt, reason, "the server is not running");
            let phase = match wait {
                Some(_) => Phase::Restarting { reason, attempt },
                None => Phase::Failed { reason, advice: ADVICE.to_owned() },
            };
            if self.pause(wait, phase).await {
                restarts = Restarts::default();
            }
        }
        self.known.state.send_replace(ServerState { phase: Phase::Stopped, ..ServerState::default() });
    }

    /// Runs the server until it ends (the reason is the error) or is asked to stop.
    async fn run_once(&mut self) -> Result<(), String> {
        let (mut process, pipes) =
            ChildProcess::spawn(&self.app, &["serve"]).map_err(|error| error.to_string())?;
        let pid = process.id();
        let mut wished = self.wished.clone();
        let outcome = tokio::select! {
            end = process.ended() => Err(end.to_string()),
            reason = Box::pin(self.converse(pipes, pid)) => Err(reason),
            _ = wished.wait_for(|wishes| wishes.stop) => Ok(()),
        };
        self.known.client.send_replace(None);
        let outcome = match outcome {
            Err(broken) => {
                Err(timeout(LAST_WORDS, process.ended()).await.map_or(broken, |end| end.to_string()))
            }
            Ok(()) => Ok(()),
        };
        process.end().await;
        outcome
    }

    /// Talks with the server for as long as that works; returns why it no longer does.
    async fn converse(&self, pipes: Pipes, pid: Option<u32>) -> String {
        let asking = async {
            let conversation = Conversation::begin(pipes).await?;
            let client = conversation.client().clone();
            self.known.state.send_modify(|state| {
                state.phase = Phase::Running { since_ms: now_ms() };
                state.identity = conversation.identity(pid);
                state.tools = client.tools().to_vec();
            });
            self.known.client.send_replace(Some(client.clone()));
            Ok::<_, ClientError>(self.follow(&client).await)
        };
        asking.await.unwrap_or_else(|error| error.to_string())
    }

    /// Keeps the library's numbers up to date until the conversation breaks off, and says how it did.
    async fn follow(&self, client: &LibraryClient) -> String {
        let mut wished = self.wished.clone();
        loop {
            let asked = wished.borrow_and_update().refreshes;
            let changes = self.known.changes.load(Ordering::SeqCst);
            let told = client.ask::<Statistics>("library_stats", json!({})).await;
            let alone = self.known.changing.lock().await;
            if self.known.changes.load(Ordering::SeqCst) != changes {
                continue;
            }
            let settled = match told {
                Ok(answer) => {
                    let used = &answer.value.used;
                    let settings =
                        LibrarySettings { keep_activity: used.notes_calls, offline: used.cache.offline };
                    self.known.settings.send_if_modified(|known| set(known, settings));
                    let settled = used.entries > 0;
                    self.show(Some(answer.value), None);
                    settled
                }
                Err(problem) if problem == Problem::server_ended() => return problem.message,
                Err(problem) => {
                    self.show(None, Some(problem.message));
                    false
                }
            };
            drop(alone);
            tokio::select! {
                () = sleep(if settled { LATER } else { SOON }) => {}
                _ = wished.wait_for(|wishes| wishes.refreshes != asked) => {}
            }
        }
    }

    /// Shows the numbers, or why they are not known; the last ones stay.
    fn show(&self, statistics: Option<Statistics>, trouble: Option<String>) {
        self.known.state.send_if_modified(|state| {
            let statistics = statistics.or_else(|| state.statistics.clone());
            set(&mut state.statistics, statistics) | set(&mut state.trouble, trouble)
        });
    }

    /// Waits before the next start; true if someone asked for it, so that counting begins anew.
    async fn pause(&mut self, wait: Option<Duration>, phase: Phase) -> bool {
        self.known.state.send_modify(|state| {
            state.crashes += 1;
            state.identity = None;
            state.phase = phase;
        });
        let asked = self.wished.borrow_and_update().restarts;
        let wish = self.wished.wait_for(|wishes| wishes.stop || wishes.restarts != asked);
        match wait {
            Some(wait) => timeout(wait, wish).await.is_ok(),
            None => wish.await.is_ok(),
        }
    }

    fn set_phase(&self, phase: Phase) {
        self.known.state.send_modify(|state| state.phase = phase);
    }
}

/// Sets a value; true if it was another one before.
fn set<T: PartialEq>(old: &mut T, new: T) -> bool {
    let differs = *old != new;
    *old = new;
    differs
}

const ADVICE: &str = "Start it again here. If it fails again, run `lorekeeper-mcp doctor` in a terminal: it says what is wrong.";

/// The time, in milliseconds since 1970.
pub(crate) fn now_ms() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    u64::try_from(since.as_millis()).unwrap_or(u64::MAX)
}
