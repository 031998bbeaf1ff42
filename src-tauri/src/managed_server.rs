//! The managed server: the window's own connection to the library, kept running for as long as the app runs.

use std::time::Duration;

use rmcp::model::JsonObject;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;
use tokio::sync::watch;
use tokio::time::{sleep, timeout};

use crate::child_process::Pipes;
use crate::library_client::{Answer, Conversation, Identity, LibraryClient, Tool};
use crate::pass_through::PassThrough;
use crate::problem::Problem;
use crate::server_types::{Kept, Stats};
use crate::supervisor::{Phase, Server, Supervised};

/// The pause between two requests for the statistics while the library is empty or does not answer.
const POLL_PAUSE: Duration = Duration::from_secs(1);
/// The same for a library that has entries.
const IDLE_POLL_PAUSE: Duration = Duration::from_secs(30);
/// Time for a change to be seen in the state of the library before its answer is passed on.
const SHOW_TIMEOUT: Duration = Duration::from_secs(2);

/// The state of the managed server, and through it of the library.
#[derive(Clone, Debug, Default, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ServerState {
    pub(crate) phase: Phase,
    /// The number of times that the server has ended on its own since the app started.
    pub(crate) crashes: u32,
    /// The server that answered the handshake; absent until then.
    pub(crate) identity: Option<Identity>,
    /// The tools that the server offers, in its order.
    pub(crate) tools: Vec<Tool>,
    /// The statistics of the library, once the server has reported them.
    #[schemars(with = "Value", extend("anyOf" = [{ "$ref": "Stats" }, { "type": "null" }]))]
    pub(crate) statistics: Option<PassThrough<Stats>>,
    /// What the user keeps for the table: campaigns and pins, once the server has reported them.
    #[schemars(with = "Value", extend("anyOf" = [{ "$ref": "Kept" }, { "type": "null" }]))]
    pub(crate) kept: Option<PassThrough<Kept>>,
    /// The reason why the server cannot report statistics, in its own words.
    pub(crate) trouble: Option<String>,
}

impl ServerState {
    pub(crate) fn home(&self) -> Option<&str> {
        Some(&self.statistics.as_ref()?.fields.home)
    }
}

pub(crate) type ManagedServer = Supervised<Connection>;

#[derive(Default)]
pub(crate) struct Connection {
    state: watch::Sender<ServerState>,
    client: watch::Sender<Option<LibraryClient>>,
    /// The number of requests for new statistics.
    refreshes: watch::Sender<u32>,
    /// The latest request that the state answers.
    refreshed: watch::Sender<u32>,
}

impl Connection {
    pub(crate) fn client(&self) -> Result<LibraryClient, Problem> {
        self.client.borrow().clone().filter(LibraryClient::is_open).ok_or_else(Problem::no_server)
    }

    pub(crate) async fn client_within(&self, limit: Duration) -> Result<LibraryClient, Problem> {
        let mut client = self.client.subscribe();
        let open = client.wait_for(|client| client.as_ref().is_some_and(LibraryClient::is_open));
        drop(timeout(limit, open).await);
        self.client()
    }

    pub(crate) fn home(&self) -> Option<String> {
        self.state.borrow().home().map(str::to_owned)
    }

    /// Calls a tool that changes the library. The state shows the change before the answer is returned.
    pub(crate) async fn change(&self, tool: &str, arguments: JsonObject) -> Result<Answer<Value>, Problem> {
        let answer: Answer<Value> = self.client()?.call_tool(tool, arguments).await?;
        // A preview of an entry changes nothing.
        if answer.value.get("stored") != Some(&Value::Bool(false)) {
            let mut refreshed = self.refreshed.subscribe();
            let refresh = self.refresh();
            drop(timeout(SHOW_TIMEOUT, refreshed.wait_for(|latest| *latest >= refresh)).await);
        }
        Ok(answer)
    }

    /// Wakes everything that shows the state, which is unchanged.
    pub(crate) fn show_again(&self) {
        self.state.send_modify(|_| {});
    }

    /// Requests new statistics; returns the number of this request or of a later one.
    pub(crate) fn refresh(&self) -> u32 {
        self.refreshes.send_modify(|refreshes| *refreshes = refreshes.saturating_add(1));
        *self.refreshes.borrow()
    }

    async fn poll_statistics(&self, client: &LibraryClient) -> String {
        let mut refreshes = self.refreshes.subscribe();
        loop {
            let refresh = *refreshes.borrow_and_update();
            let statistics = client.call_tool::<PassThrough<Stats>>("library_stats", JsonObject::new()).await;
            let kept = client.call_tool::<PassThrough<Kept>>("campaign", JsonObject::new()).await;
            let statistics = match statistics {
                Err(problem) if problem == Problem::server_ended() => return problem.message,
                statistics => statistics,
            };
            // These may be from before a change.
            if refreshes.has_changed().unwrap_or_default() {
                continue;
            }
            let mut pause = POLL_PAUSE;
            self.state.send_if_modified(|state| {
                let kept = kept.ok().is_some_and(|kept| replace(&mut state.kept, Some(kept.value)));
                let trouble = match statistics {
                    Ok(Answer { value, .. }) => {
                        if value.fields.entries > 0 {
                            pause = IDLE_POLL_PAUSE;
                        }
                        replace(&mut state.statistics, Some(value)) | replace(&mut state.trouble, None)
                    }
                    Err(problem) => replace(&mut state.trouble, Some(problem.message)),
                };
                kept | trouble
            });
            self.refreshed.send_replace(refresh);
            tokio::select! {
                () = sleep(pause) => {}
                _ = refreshes.changed() => {}
            }
        }
    }
}

impl Server for Connection {
    type Options = ();
    type State = ServerState;
    type Report = ();
    // What makes the program refuse the library, such as a folder that cannot be written to, may pass.
    const RETRIES_REFUSALS: bool = true;

    fn state(&self) -> &watch::Sender<ServerState> {
        &self.state
    }

    fn arguments((): &()) -> Vec<String> {
        vec!["serve".to_owned()]
    }

    async fn connect(&self, pipes: Pipes, pid: u32) -> String {
        let conversation = match Box::pin(Conversation::begin(pipes, pid)).await {
            Ok(conversation) => conversation,
            Err(reason) => return reason,
        };
        let client = &conversation.client;
        self.client.send_replace(Some(client.clone()));
        self.state.send_modify(|state| {
            state.phase = Phase::Running;
            state.identity.clone_from(&conversation.identity);
            state.tools = client.tools.to_vec();
        });
        self.poll_statistics(client).await
    }

    fn show(&self, phase: Phase, _: Option<()>) {
        // While the server runs, the conversation shows that itself, with its client.
        self.client.send_replace(None);
        self.state.send_modify(|state| match phase {
            Phase::Stopped => *state = ServerState { phase, ..ServerState::default() },
            Phase::Restarting { .. } | Phase::Failed { .. } => {
                state.crashes += 1;
                state.identity = None;
                state.phase = phase;
            }
            Phase::Starting | Phase::Running => state.phase = phase,
        });
    }
}

fn replace<T: PartialEq>(old: &mut T, new: T) -> bool {
    std::mem::replace(old, new) != *old
}
