//! The HTTP server for programs that need an address: `lorekeeper-mcp serve --http`, while the user has it switched on.
//!
//! It listens on this computer only, and ends when its input closes.

use std::io::ErrorKind;
use std::net::{Ipv4Addr, TcpListener};
use std::sync::Arc;

use serde::Deserialize;
use tokio::sync::watch;

use crate::child_process::{Pipes, ProcessExit};
use crate::clock::now_ms;
use crate::page::http::HttpState;
use crate::page::server::Phase;
use crate::settings::HttpOptions;
use crate::supervisor::{Failure, Server, Supervisor, default_advice, follow_report};

/// The HTTP server with its state.
pub(crate) struct HttpServer {
    state: Arc<State>,
    supervisor: Supervisor<u16>,
}

struct State(watch::Sender<HttpState>);

impl HttpServer {
    /// Starts the server if it is switched on.
    pub(crate) fn start(options: HttpOptions) -> Self {
        let HttpOptions { on, port } = options;
        let state = HttpState { on, port, url: None, phase: Phase::Stopped };
        let state = Arc::new(State(watch::Sender::new(state)));
        let supervisor = Supervisor::start(Arc::clone(&state), on.then_some(port));
        Self { state, supervisor }
    }

    /// Returns the state of the server, now and at every change.
    pub(crate) fn watch(&self) -> watch::Receiver<HttpState> {
        self.state.0.subscribe()
    }

    /// Switches the server on or off, or changes its port. One that failed tries again.
    pub(crate) fn set(&self, HttpOptions { on, port }: HttpOptions) {
        self.state.0.send_modify(|state| (state.on, state.port) = (on, port));
        self.supervisor.run_with(on.then_some(port));
    }

    /// Stops the server for good. When this returns, its process is gone.
    pub(crate) async fn stop(&self) {
        self.supervisor.stop().await;
    }
}

impl Server for State {
    /// The port.
    type Options = u16;

    fn arguments(port: &u16) -> Vec<String> {
        let address = format!("{}:{port}", Ipv4Addr::LOCALHOST);
        ["serve", "--http", &address, "--until-eof", "--json"].map(str::to_owned).to_vec()
    }

    /// Reads the address from the first line of the output, then waits for the output to close.
    async fn connect(&self, (stdout, _stdin): Pipes, _: Option<u32>) -> String {
        let listening = |Listening { url }: Listening| {
            self.0.send_modify(|state| {
                state.url = Some(url);
                state.phase = Phase::Running { since_ms: now_ms() };
            });
        };
        follow_report(stdout, listening).await
    }

    fn failure(exit: &ProcessExit, port: &u16) -> Failure {
        let Some(refusal) = exit.refusal() else { return Failure::temporary(exit.to_string()) };
        let (reason, advice) = if is_taken(*port) {
            let advice = "Choose another port, or quit that program.".to_owned();
            (format!("Port {port} is used by another program."), advice)
        } else {
            (refusal.reason, refusal.advice.unwrap_or_else(default_advice))
        };
        Failure { reason, advice: Some(advice) }
    }

    fn show(&self, phase: Phase) {
        self.0.send_if_modified(|state| {
            let differs = state.phase != phase;
            (state.url, state.phase) = (None, phase);
            differs
        });
    }
}

/// The line in which the server reports its address.
#[derive(Deserialize)]
struct Listening {
    url: String,
}

/// Tells whether another program listens on a port of this computer, or the system has reserved it.
fn is_taken(port: u16) -> bool {
    // Windows denies a port that another program has to itself, or that is kept for virtual machines.
    let taken = |kind| matches!(kind, ErrorKind::AddrInUse | ErrorKind::PermissionDenied);
    TcpListener::bind((Ipv4Addr::LOCALHOST, port)).is_err_and(|error| taken(error.kind()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_port_is_taken_while_another_program_listens_on_it() {
        let other = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
        let port = other.local_addr().unwrap().port();
        assert!(is_taken(port));
        drop(other);
        assert!(!is_taken(port));
    }
}
