//! The owner of a library: the one process that opens it. It serves its own client and, through a socket, every bridge.

mod handshake;
mod listener;
mod lock;
mod options;
mod peer;

use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use interprocess::local_socket::tokio::Stream;
use interprocess::local_socket::tokio::prelude::*;
use rmcp::handler::server::router::tool::ToolRouter;
use rmcp::service::{QuitReason, ServerInitializeError};
use rmcp::transport::async_rw::AsyncRwTransport;
use rmcp::{ServerHandler, ServiceExt};
use semver::Version;
use tokio::io::{
    AsyncRead, AsyncWrite, BufReader, DuplexStream, copy_bidirectional_with_sizes, duplex, split,
};
use tokio::task::JoinHandle;
use tokio::time::{sleep, timeout};
use tokio_util::sync::{CancellationToken, DropGuard};

pub(crate) use self::handshake::{Hello, Welcome, hear, probe, say};
pub(crate) use self::listener::{Door, Sign, connect};
pub(crate) use self::lock::Claim;
pub(crate) use self::options::Place;
use crate::process::http::{self, Listening, Outcome, Wish};
use crate::process::lazy_library::LazyLibrary;
use crate::server::{Caller, Server, handler};
use crate::tools;

/// How long after the start entries are embedded, unless someone asks by meaning earlier.
const IDLE: Duration = Duration::from_secs(10);
/// How much waits between two tasks of this process, in bytes.
const BUFFER: usize = 64 << 10;
/// For how long a bridge may keep the owner waiting for its hello.
const HELLO: Duration = Duration::from_secs(10);
/// How long no tool may have been at work before an owner makes room for a newer program.
const QUIET: Duration = Duration::from_millis(300);
/// The wait after an attempt to accept a connection failed, for want of file handles, say.
const PAUSE: Duration = Duration::from_millis(50);

/// A running owner.
pub(crate) struct Owner {
    office: Arc<Office>,
    listening: Option<JoinHandle<()>>,
    /// Absent where the folder or its file system does not let a lock be taken; each call says then what is wrong.
    claim: Option<Claim>,
}

/// What the conversations of an owner share.
struct Office {
    version: Version,
    library: LazyLibrary,
    /// Tools by the prefix that a client wants them under.
    tools: Mutex<HashMap<String, Arc<ToolRouter<Server>>>>,
    /// How many tools are at work.
    busy: Arc<AtomicUsize>,
    /// Fires when every conversation ends.
    over: CancellationToken,
    left_for: Mutex<Option<Version>>,
}

impl Owner {
    /// Begins to open the library and to listen.
    pub(crate) fn start(place: &Place, claim: Option<Claim>) -> Self {
        let library = LazyLibrary::new(place.home.clone(), place.meaning.clone(), place.open5e.clone());
        let office = Arc::new(Office {
            version: place.version.clone(),
            library: library.clone(),
            tools: Mutex::default(),
            busy: Arc::default(),
            over: CancellationToken::new(),
            left_for: Mutex::default(),
        });
        // The library opens beside the handshake, which does not wait for it.
        tokio::spawn(async move {
            match library.library().await {
                Ok(library) => library.start_embedding(IDLE),
                Err(error) => {
                    tracing::error!(%error, advice = error.advice(), "the library could not be opened");
                }
            }
        });
        let door =
            place.home.as_ref().filter(|_| claim.is_some()).map(|home| Door::open(home, &place.version));
        let listening = match door {
            Some(Ok(door)) => Some(tokio::spawn(Arc::clone(&office).listen(door))),
            Some(Err(error)) => {
                tracing::error!(%error, "there is no place for a socket; other programs cannot use the library meanwhile");
                None
            }
            None => None,
        };
        Self { office, listening, claim }
    }

    /// A conversation for the client of this process.
    pub(crate) fn connect(&self) -> DuplexStream {
        let (near, far) = duplex(BUFFER);
        tokio::spawn(Arc::clone(&self.office).attend(far));
        near
    }

    /// Fires when this owner makes room for another.
    pub(crate) fn over(&self) -> CancellationToken {
        self.office.over.clone()
    }

    /// Ends every conversation, then closes the library, then lets others have it. A request that is not answered by now
    /// never is; its bridge repeats it at the next owner.
    pub(crate) async fn close(self) {
        let Self { office, listening, claim } = self;
        office.over.cancel();
        if let Some(listening) = listening {
            let _ = listening.await;
        }
        office.library.close().await;
        drop(claim);
    }
}

impl Office {
    async fn listen(self: Arc<Self>, door: Door) {
        loop {
            let accepted = tokio::select! {
                () = self.over.cancelled() => break,
                accepted = door.listener.accept() => accepted,
            };
            match accepted {
                Ok(stream) => drop(tokio::spawn(Arc::clone(&self).attend_bridge(stream))),
                Err(error) => {
                    tracing::warn!(%error, "a connection could not be accepted");
                    sleep(PAUSE).await;
                }
            }
        }
        let left_for = self.left_for.lock().unwrap_or_else(PoisonError::into_inner).clone();
        door.close(left_for);
    }

    /// Serves a bridge. Its connection is cut at once when the owner ends, so that what is answered after that, by then
    /// with an error, does not reach anyone.
    async fn attend_bridge(self: Arc<Self>, mut stream: Stream) {
        if let Err(error) = peer::must_be_this_user(&stream) {
            return tracing::warn!(%error, "a connection was refused");
        }
        let (mut near, far) = duplex(BUFFER);
        tokio::spawn(Arc::clone(&self).attend(far));
        tokio::select! {
            () = self.over.cancelled() => {}
            _ = copy_bidirectional_with_sizes(&mut stream, &mut near, BUFFER, BUFFER) => {}
        }
    }

    /// One conversation: hello and welcome, then the protocol.
    async fn attend(self: Arc<Self>, stream: impl AsyncRead + AsyncWrite + Send + 'static) {
        let (input, mut output) = split(stream);
        let mut input = BufReader::new(input);
        let hello: Hello = match timeout(HELLO, hear(&mut input)).await {
            Ok(Ok(hello)) => hello,
            Ok(Err(error)) => return tracing::debug!(%error, "someone connected and said no hello"),
            Err(_) => return tracing::debug!("someone connected and said nothing"),
        };
        // Ends with this conversation.
        let with_us = self.over.child_token().drop_guard();
        let http = match &hello.http {
            Some(wish) => Some(self.serve_http(wish, &hello, &with_us).await),
            None => None,
        };
        if say(&mut output, &Welcome { version: self.version.clone(), http }).await.is_err() {
            return;
        }
        if hello.probe {
            return;
        }
        if hello.version > self.version {
            self.make_room(hello.version.clone());
        }
        let tools = self.tools(&hello.prefix);
        let server = self.server(tools, Caller::of(hello));
        match server.serve(AsyncRwTransport::new_server(input, output)).await {
            Ok(running) => match running.waiting().await {
                Ok(QuitReason::Closed | QuitReason::Cancelled) => {}
                Ok(other) => tracing::warn!(?other, "a conversation ended"),
                Err(error) => tracing::error!(%error, "a conversation broke"),
            },
            Err(ServerInitializeError::ConnectionClosed(_)) => {
                tracing::info!("the client left before it said anything");
            }
            Err(error) => tracing::warn!(%error, "a client's handshake failed"),
        }
    }

    /// The tools under the prefix that a client wants them under.
    fn tools(&self, prefix: &str) -> Arc<ToolRouter<Server>> {
        let mut tools = self.tools.lock().unwrap_or_else(PoisonError::into_inner);
        Arc::clone(tools.entry(prefix.to_owned()).or_insert_with(|| Arc::new(tools::all(prefix))))
    }

    /// What answers in one conversation.
    fn server(&self, tools: Arc<ToolRouter<Server>>, caller: Caller) -> impl ServerHandler + use<> {
        handler(Server::new(self.library.clone(), tools, caller, Arc::clone(&self.busy)))
    }

    /// Serves HTTP as a bridge wishes, while it is connected.
    async fn serve_http(self: &Arc<Self>, wish: &Wish, hello: &Hello, with: &DropGuard) -> Outcome {
        let listening = match self.library.folder() {
            Ok(home) => Listening::at(wish.clone(), home).await,
            Err(error) => return Outcome::Refused(error.to_string()),
        };
        let (listening, address) = match listening {
            Ok(listening) => listening,
            Err(error) => return Outcome::Refused(http::why_not(wish.address, &error)),
        };
        tracing::info!(%address, "serving HTTP");
        let (office, tools, folder) = (Arc::clone(self), self.tools(&hello.prefix), hello.folder.clone());
        let handler = move || office.server(Arc::clone(&tools), Caller::over_http(folder.clone()));
        tokio::spawn(listening.serve(self.library.clone(), handler, with.token().clone()));
        Outcome::Address(address)
    }

    /// Ends as soon as nothing is at work, because a newer program wants to be the owner.
    fn make_room(self: &Arc<Self>, version: Version) {
        let mut left_for = self.left_for.lock().unwrap_or_else(PoisonError::into_inner);
        let is_first = left_for.is_none();
        if left_for.as_ref().is_none_or(|before| *before < version) {
            tracing::info!(%version, "a newer program is here and gets the library when nothing is at work");
            *left_for = Some(version);
        }
        if !is_first {
            return;
        }
        let office = Arc::clone(self);
        tokio::spawn(async move {
            let mut quiet = Duration::ZERO;
            let step = QUIET / 3;
            while quiet < QUIET {
                tokio::select! {
                    () = office.over.cancelled() => return,
                    () = sleep(step) => {}
                }
                let at_work = office.busy.load(Ordering::Acquire) > 0;
                quiet = if at_work { Duration::ZERO } else { quiet + step };
            }
            office.over.cancel();
        });
    }
}
