//! The server for programs that want an address: `lorekeeper-mcp serve --http`, for as long as its user wants it and the app
//! runs. It listens on this computer only, and ends when its input does.

use std::io::ErrorKind;
use std::net::{Ipv4Addr, TcpListener};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use serde::Deserialize;
use tauri::AppHandle;
use tauri::async_runtime::JoinHandle;
use tokio::io::{AsyncBufReadExt, AsyncReadExt, BufReader};
use tokio::process::ChildStdout;
use tokio::sync::watch;
use tokio::time::{Instant, timeout};

use crate::child_process::{ChildProcess, End};
use crate::page::http::{HttpPhase, HttpState};
use crate::restarts::Restarts;
use crate::settings::HttpSetting;

/// How long a process that says nothing more may take to end before that is the reason given.
const LAST_WORDS: Duration = Duration::from_secs(1);
/// How long the line may be with which it says where it listens.
const LINE_LIMIT_BYTES: u64 = 64 * 1024;

/// The HTTP server and the task that looks after it.
pub(crate) struct HttpServer {
    wishes: watch::Sender<Wishes>,
    state: watch::Sender<HttpState>,
    task: Mutex<Option<JoinHandle<()>>>,
}

/// What was asked of the task so far; a change wakes it.
#[derive(Clone, Copy)]
struct Wishes {
    setting: HttpSetting,
    /// How often it was asked for; a server that has failed tries again.
    asked: u32,
    stop: bool,
}

impl HttpServer {
    /// Starts the server if it is switched on, and keeps it running for as long as it is.
    pub(crate) fn start(app: AppHandle, setting: HttpSetting) -> Self {
        let (wishes, wished) = watch::channel(Wishes { setting, asked: 0, stop: false });
        let HttpSetting { on, port } = setting;
        let state = watch::Sender::new(HttpState { on, port, phase: HttpPhase::Off });
        let keeper = Keeper { app, wished, state: state.clone() };
        let task = tauri::async_runtime::spawn(async move {
            keeper.keep().await;
        });
        Self { wishes, state, task: Mutex::new(Some(task)) }
    }

    /// The state of the server, now and at every change.
    pub(crate) fn watch(&self) -> watch::Receiver<HttpState> {
        self.state.subscribe()
    }

    /// Switches it on or off, or gives it another port. One that runs as it should is left alone.
    pub(crate) fn set(&self, setting: HttpSetting) {
        self.state.send_modify(|state| (state.on, state.port) = (setting.on, setting.port));
        self.wishes.send_modify(|wishes| {
            wishes.setting = setting;
            wishes.asked = wishes.asked.wrapping_add(1);
        });
    }

    /// Ends the server for good. When this returns, its process is gone.
    pub(crate) async fn stop(&self) {
        self.wishes.send_modify(|wishes| wishes.stop = true);
        let task = self.task.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(task) = task
            && let Err(error) = task.await
        {
            tracing::warn!(%error, "the task that keeps the HTTP server failed");
        }
    }
}

/// The state of the task behind [`HttpServer`].
struct Keeper {
    app: AppHandle,
    wished: watch::Receiver<Wishes>,
    state: watch::Sender<HttpState>,
}

impl Keeper {
    /// Follows the wishes until there will be no more of them.
    async fn keep(mut self) -> Option<()> {
        loop {
            let Wishes { setting, stop, .. } = *self.wished.borrow_and_update();
            if stop {
                self.show(HttpPhase::Off);
                return None;
            } else if setting.on {
                self.serve(setting).await?;
            } else {
                self.show(HttpPhase::Off);
                self.wished.changed().await.ok()?;
            }
        }
    }

    /// Serves as it is set until something else is wished for.
    async fn serve(&mut self, setting: HttpSetting) -> Option<()> {
        let is_other = |wishes: &Wishes| wishes.stop || wishes.setting != setting;
        self.show(HttpPhase::Starting);
        let mut restarts = Restarts::default();
        loop {
            let started = Instant::now();
            let Err(trouble) = self.run_once(setting).await else { return Some(()) };
            let wait = restarts.ended_after(started.elapsed());
            tracing::warn!(attempt = restarts.ends(), ?trouble, "the HTTP server is not running");
            self.show(trouble.phase(wait.is_some()));
            let before = self.wished.borrow().asked;
            let wish = self.wished.wait_for(|wishes| is_other(wishes) || wishes.asked != before);
            let wish = match wait {
                Some(wait) => match timeout(wait, wish).await {
                    Ok(wish) => *wish.ok()?,
                    Err(_) => continue,
                },
                None => *wish.await.ok()?,
            };
            if is_other(&wish) {
                return Some(());
            }
            restarts = Restarts::default();
            self.show(HttpPhase::Starting);
        }
    }

    /// Runs the server until it ends (that is the error) or until something else is wished for.
    async fn run_once(&self, setting: HttpSetting) -> Result<(), Trouble> {
        let address = format!("{}:{}", Ipv4Addr::LOCALHOST, setting.port);
        let arguments = ["serve", "--http", &address, "--until-eof", "--json"];
        let (mut process, (stdout, stdin)) =
            ChildProcess::spawn(&self.app, &arguments).map_err(|error| Trouble::Broken(error.to_string()))?;
        let mut wished = self.wished.clone();
        let broken = tokio::select! {
            _ = process.ended() => Some(String::new()),
            broken = self.listen(stdout) => Some(broken),
            _ = wished.wait_for(|wishes| wishes.stop || wishes.setting != setting) => None,
        };
        let outcome = match broken {
            Some(broken) => Err(match timeout(LAST_WORDS, process.ended()).await {
                Ok(end) => Trouble::of(&end, setting.port),
                Err(_) => Trouble::Broken(broken),
            }),
            None => Ok(()),
        };
        drop(stdin);
        process.end().await;
        outcome
    }

    /// Reads where the server listens, and then on until it says no more; returns why that is.
    async fn listen(&self, stdout: ChildStdout) -> String {
        let mut line = String::new();
        let mut lines = BufReader::new(stdout);
        if let Err(error) = (&mut lines).take(LINE_LIMIT_BYTES).read_line(&mut line).await {
            return format!("What the server said could not be read: {error}.");
        }
        match serde_json::from_str::<Listening>(&line) {
            Ok(Listening { url }) => self.show(HttpPhase::On { url }),
            Err(error) => return format!("The server did not say where it listens: {error}."),
        }
        match tokio::io::copy(&mut lines, &mut tokio::io::sink()).await {
            Ok(_) => "The server closed its output.".to_owned(),
            Err(error) => format!("What the server said could not be read: {error}."),
        }
    }

    fn show(&self, phase: HttpPhase) {
        self.state.send_if_modified(|state| {
            let differs = state.phase != phase;
            state.phase = phase;
            differs
        });
    }
}

/// What the server says when it listens.
#[derive(Deserialize)]
struct Listening {
    url: String,
}

/// Why there is no server.
#[derive(Debug, PartialEq)]
enum Trouble {
    /// Its user can do something about it; it is tried again all the same.
    Refused {
        reason: String,
        advice: String,
    },
    Broken(String),
}

impl Trouble {
    fn of(end: &End, port: u16) -> Self {
        let Some(refusal) = end.refusal() else { return Self::Broken(end.to_string()) };
        if is_taken(port) {
            let reason = format!("Port {port} is used by another program.");
            return Self::Refused { reason, advice: "Choose another port, or end that program.".to_owned() };
        }
        Self::Refused { reason: refusal.reason, advice: refusal.advice.unwrap_or_else(|| ADVICE.to_owned()) }
    }

    /// How it is shown. What its user must mend is told at once, what may pass by itself when it did not.
    fn phase(self, is_tried_again: bool) -> HttpPhase {
        match self {
            Self::Refused { reason, advice } => HttpPhase::Failed { reason, advice },
            Self::Broken(reason) if is_tried_again => HttpPhase::Restarting { reason },
            Self::Broken(reason) => HttpPhase::Failed { reason, advice: ADVICE.to_owned() },
        }
    }
}

const ADVICE: &str =
    "Try again. If it fails again, run `lorekeeper-mcp doctor` in a terminal: it says what is wrong.";

/// Whether another program listens on a port of this computer.
fn is_taken(port: u16) -> bool {
    TcpListener::bind((Ipv4Addr::LOCALHOST, port)).is_err_and(|error| error.kind() == ErrorKind::AddrInUse)
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

    #[test]
    fn what_may_pass_is_a_failure_only_when_it_did_not() {
        let broken = || Trouble::Broken("it fell".to_owned());
        assert_eq!(broken().phase(true), HttpPhase::Restarting { reason: "it fell".to_owned() });
        assert!(matches!(broken().phase(false), HttpPhase::Failed { .. }));
        let refused = Trouble::Refused { reason: "taken".to_owned(), advice: "choose".to_owned() };
        let shown = HttpPhase::Failed { reason: "taken".to_owned(), advice: "choose".to_owned() };
        assert_eq!(refused.phase(true), shown);
    }
}
