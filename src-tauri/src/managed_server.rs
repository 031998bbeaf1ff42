//! The managed server: the window's own connection to the library, kept running for as long as the app runs.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use serde_json::{Map, Value, json};
use tokio::sync::watch;
use tokio::time::{sleep, timeout};

use crate::child_process::{Pipes, ProcessExit};
use crate::clock::now_ms;
use crate::envelope::Answer;
use crate::library_client::{ClientError, Conversation, LibraryClient};
use crate::page::server::{Phase, ServerState};
use crate::pass_through::PassThrough;
use crate::problem::Problem;
use crate::server_types::{Kept, LibrarySettings, Stats};
use crate::supervisor::{Failure, Server, Supervisor};

/// The pause between two requests for the statistics while the library is empty or does not answer.
const POLL_PAUSE: Duration = Duration::from_secs(1);
/// The same for a library that has entries.
const IDLE_POLL_PAUSE: Duration = Duration::from_secs(30);

/// The managed server with its state.
pub(crate) struct ManagedServer {
    connection: Arc<Connection>,
    supervisor: Supervisor<()>,
}

/// The state of the server, and the client to call it with.
struct Connection {
    state: watch::Sender<ServerState>,
    client: watch::Sender<Option<LibraryClient>>,
    settings: watch::Sender<LibrarySettings>,
    /// The number of requests for new statistics.
    refreshes: watch::Sender<u32>,
    /// Held while settings change: statistics requested before are outdated.
    changing: tokio::sync::Mutex<()>,
    /// The number of changes.
    changes: AtomicU32,
}

impl ManagedServer {
    /// Starts the server and keeps it running.
    pub(crate) fn start() -> Self {
        let connection = Arc::new(Connection {
            state: watch::Sender::default(),
            client: watch::Sender::default(),
            settings: watch::Sender::new(LibrarySettings { keep_activity: true, offline: false }),
            refreshes: watch::Sender::default(),
            changing: tokio::sync::Mutex::default(),
            changes: AtomicU32::default(),
        });
        let supervisor = Supervisor::start(Arc::clone(&connection), Some(()));
        Self { connection, supervisor }
    }

    /// Returns the state of the server, now and at every change.
    pub(crate) fn watch(&self) -> watch::Receiver<ServerState> {
        self.connection.state.subscribe()
    }

    /// Returns the settings that the library keeps itself, now and at every change.
    pub(crate) fn watch_settings(&self) -> watch::Receiver<LibrarySettings> {
        self.connection.settings.subscribe()
    }

    /// Returns a client to call the server with.
    ///
    /// # Errors
    /// When the server is not running.
    pub(crate) fn client(&self) -> Result<LibraryClient, Problem> {
        self.connection.client.borrow().clone().ok_or_else(Problem::no_server)
    }

    /// Returns a client as soon as the server runs.
    ///
    /// # Errors
    /// When the server is not running within this time.
    pub(crate) async fn client_within(&self, limit: Duration) -> Result<LibraryClient, Problem> {
        let mut client = self.connection.client.subscribe();
        let Ok(Ok(found)) = timeout(limit, client.wait_for(Option::is_some)).await else {
            return Err(Problem::no_server());
        };
        found.clone().ok_or_else(Problem::no_server)
    }

    /// Returns the library's folder, if the server has reported it.
    pub(crate) fn home(&self) -> Option<String> {
        self.connection.state.borrow().home().map(str::to_owned)
    }

    /// Changes the settings that the library keeps itself; `None` leaves one as it is.
    pub(crate) async fn change_settings(
        &self,
        keep_activity: Option<bool>,
        offline: Option<bool>,
    ) -> Result<(), Problem> {
        let changes = [("keep_activity", keep_activity), ("offline", offline)];
        let arguments: Map<String, Value> =
            changes.into_iter().filter_map(|(name, value)| Some((name.to_owned(), value?.into()))).collect();
        let connection = &self.connection;
        let _changing = connection.changing.lock().await;
        let settings = self.client()?.call_tool("change_settings", arguments.into()).await?.value;
        connection.changes.fetch_add(1, Ordering::SeqCst);
        connection.settings.send_replace(settings);
        self.refresh();
        Ok(())
    }

    /// Changes what the user keeps for the table, by the arguments of the server's tool.
    pub(crate) async fn keep(&self, change: Value) -> Result<Answer<PassThrough<Kept>>, Problem> {
        let connection = &self.connection;
        let _changing = connection.changing.lock().await;
        let answer = self.client()?.call_tool::<PassThrough<Kept>>("campaign", change).await?;
        connection.changes.fetch_add(1, Ordering::SeqCst);
        connection.show_kept(answer.value.clone());
        Ok(answer)
    }

    /// Restarts the server at once if it is not running.
    pub(crate) fn restart(&self) {
        self.supervisor.restart();
    }

    /// Requests new statistics.
    pub(crate) fn refresh(&self) {
        self.connection.refreshes.send_modify(|refreshes| *refreshes = refreshes.wrapping_add(1));
    }

    /// Stops the server for good. When this returns, its process is gone.
    pub(crate) async fn stop(&self) {
        self.supervisor.stop().await;
    }
}

impl Server for Connection {
    type Options = ();

    fn arguments((): &()) -> Vec<String> {
        vec!["serve".to_owned()]
    }

    async fn connect(&self, pipes: Pipes, pid: Option<u32>) -> String {
        self.converse(pipes, pid).await.unwrap_or_else(|error| error.to_string())
    }

    fn failure(exit: &ProcessExit, (): &()) -> Failure {
        Failure::temporary(exit.to_string())
    }

    fn show(&self, phase: Phase) {
        self.state.send_modify(|state| match phase {
            Phase::Stopped => *state = ServerState { phase, ..ServerState::default() },
            Phase::Restarting { .. } | Phase::Failed { .. } => {
                state.crashes += 1;
                state.identity = None;
                state.phase = phase;
            }
            Phase::Starting | Phase::Running { .. } => state.phase = phase,
        });
    }
}

impl Connection {
    /// Offers a client for as long as the conversation lasts; returns why it ended.
    async fn converse(&self, pipes: Pipes, pid: Option<u32>) -> Result<String, ClientError> {
        let conversation = Box::pin(Conversation::begin(pipes)).await?;
        let client = conversation.client().clone();
        self.state.send_modify(|state| {
            state.phase = Phase::Running { since_ms: now_ms() };
            state.identity = conversation.identity(pid);
            state.tools = client.tools().to_vec();
        });
        let _offer = ClientOffer::new(&self.client, &client);
        Ok(self.poll_statistics(&client).await)
    }

    /// Keeps the statistics up to date until the server is gone; returns the reason.
    async fn poll_statistics(&self, client: &LibraryClient) -> String {
        let mut refreshes = self.refreshes.subscribe();
        loop {
            let refresh = *refreshes.borrow_and_update();
            let changes = self.changes.load(Ordering::SeqCst);
            let answer = client.call_tool::<PassThrough<Stats>>("library_stats", json!({})).await;
            let kept = client.call_tool::<PassThrough<Kept>>("campaign", json!({})).await;
            let changing = self.changing.lock().await;
            if self.changes.load(Ordering::SeqCst) != changes {
                continue;
            }
            let pause = match answer {
                Ok(answer) => self.show_statistics(answer.value),
                Err(problem) if problem == Problem::server_ended() => return problem.message,
                Err(problem) => {
                    self.state.send_if_modified(|state| replace(&mut state.trouble, Some(problem.message)));
                    POLL_PAUSE
                }
            };
            if let Ok(answer) = kept {
                self.show_kept(answer.value);
            }
            drop(changing);
            tokio::select! {
                () = sleep(pause) => {}
                _ = refreshes.wait_for(|latest| *latest != refresh) => {}
            }
        }
    }

    fn show_kept(&self, kept: PassThrough<Kept>) {
        self.state.send_if_modified(|state| replace(&mut state.kept, Some(kept)));
    }

    /// Publishes the statistics with the settings in them; returns the pause before the next request.
    fn show_statistics(&self, statistics: PassThrough<Stats>) -> Duration {
        let Stats { entries, notes_calls, ref cache, .. } = statistics.fields;
        let settings = LibrarySettings { keep_activity: notes_calls, offline: cache.offline };
        self.settings.send_if_modified(|known| replace(known, settings));
        self.state.send_if_modified(|state| {
            replace(&mut state.statistics, Some(statistics)) | replace(&mut state.trouble, None)
        });
        if entries > 0 { IDLE_POLL_PAUSE } else { POLL_PAUSE }
    }
}

/// Offers a client until it is dropped.
struct ClientOffer<'a>(&'a watch::Sender<Option<LibraryClient>>);

impl<'a> ClientOffer<'a> {
    fn new(client: &'a watch::Sender<Option<LibraryClient>>, offered: &LibraryClient) -> Self {
        client.send_replace(Some(offered.clone()));
        Self(client)
    }
}

impl Drop for ClientOffer<'_> {
    fn drop(&mut self) {
        self.0.send_replace(None);
    }
}

/// Replaces a value; returns whether it differs.
fn replace<T: PartialEq>(old: &mut T, new: T) -> bool {
    let differs = *old != new;
    *old = new;
    differs
}
