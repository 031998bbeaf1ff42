//! What is shared with players: `lorekeeper-mcp share`, from when the user begins until they stop it or the app ends.

use std::sync::Arc;

use tokio::sync::watch;

use crate::child_process::{Pipes, ProcessExit};
use crate::clock::now_ms;
use crate::page::server::Phase;
use crate::page::share::{ShareChoice, SharePlace, ShareState};
use crate::supervisor::{Failure, Server, Supervisor, default_advice, follow_report};

/// Every address of this computer, at any port.
const EVERYWHERE: &str = "0.0.0.0:0";

/// The sharing with its state.
pub(crate) struct ShareServer {
    state: Arc<State>,
    supervisor: Supervisor<ShareChoice>,
}

struct State(watch::Sender<ShareState>);

impl ShareServer {
    /// Returns the sharing, which has not begun.
    pub(crate) fn new() -> Self {
        let state = ShareState { phase: Phase::Stopped, choice: None, place: None };
        let state = Arc::new(State(watch::Sender::new(state)));
        let supervisor = Supervisor::start(Arc::clone(&state), None);
        Self { state, supervisor }
    }

    /// Returns the state, now and at every change.
    pub(crate) fn watch(&self) -> watch::Receiver<ShareState> {
        self.state.0.subscribe()
    }

    /// Shares this, or nothing. A sharing that failed tries again.
    pub(crate) fn set(&self, choice: Option<ShareChoice>) {
        self.state.0.send_modify(|state| state.choice.clone_from(&choice));
        self.supervisor.run_with(choice);
    }

    /// Ends the sharing for good. When this returns, its process is gone.
    pub(crate) async fn stop(&self) {
        self.supervisor.stop().await;
    }
}

impl Server for State {
    type Options = ShareChoice;

    fn arguments(choice: &ShareChoice) -> Vec<String> {
        let options = ["share", "--http", EVERYWHERE, "--allow-remote", "--until-eof", "--json"];
        let notes = choice.notes.then_some("--notes");
        // One argument each, so that no name is taken for an option.
        let books = choice.documents.iter().map(|key| format!("--book={key}"));
        let without = choice.without.iter().map(|kind| format!("--without={kind}"));
        options.into_iter().chain(notes).map(str::to_owned).chain(books).chain(without).collect()
    }

    /// Reads where players find it, then waits for the output to close.
    async fn connect(&self, (stdout, _stdin): Pipes, _: Option<u32>) -> String {
        let shared = |place: SharePlace| {
            self.0.send_modify(|state| {
                state.phase = Phase::Running { since_ms: now_ms() };
                state.place = Some(place);
            });
        };
        follow_report(stdout, shared).await
    }

    fn failure(exit: &ProcessExit, _: &ShareChoice) -> Failure {
        match exit.refusal() {
            Some(refusal) => Failure {
                reason: refusal.reason,
                advice: Some(refusal.advice.unwrap_or_else(default_advice)),
            },
            None => Failure::temporary(exit.to_string()),
        }
    }

    fn show(&self, phase: Phase) {
        self.0.send_modify(|state| {
            state.phase = phase;
            state.place = None;
        });
    }
}
