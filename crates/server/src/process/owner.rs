//! The owner, the one process that opens a library, serves its client and every bridge through a socket.

mod handshake;
mod listener;
mod record;

use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use interprocess::local_socket::tokio::Stream;
use interprocess::local_socket::tokio::prelude::*;
use parking_lot::Mutex;
use rmcp::ServiceExt;
use rmcp::service::{QuitReason, ServerInitializeError};
use rmcp::transport::async_rw::AsyncRwTransport;
use semver::Version;
use tokio::io::{
    AsyncRead, AsyncWrite, BufReader, DuplexStream, copy_bidirectional_with_sizes, duplex, split,
};
use tokio::task::JoinHandle;
use tokio::time::{sleep, timeout};
use tokio_util::sync::{CancellationToken, DropGuard};

pub(crate) use self::handshake::{Hello, Welcome, probe, read_line, write_line};
pub(crate) use self::listener::{SocketListener, connect};
pub(crate) use self::record::{OwnerLock, OwnerRecord};
use crate::process::http::{Audience, HttpOptions, HttpOutcome, HttpServer, HttpState, Token, TokenFiles};
use crate::process::settings::{self, Settings};
use crate::protocol::lazy_library::{LazyLibrary, LibrarySettings};
use crate::protocol::session::SessionClient;
use crate::server::Server;
use crate::tools::Toolset;

/// The delay before entries are embedded in the background, unless a search by meaning comes first.
const EMBEDDING_DELAY: Duration = Duration::from_secs(10);
const BUFFER_BYTES: usize = 64 << 10;
const HELLO_TIMEOUT: Duration = Duration::from_secs(10);
const IDLE_BEFORE_HANDOVER: Duration = Duration::from_millis(300);
const ACCEPT_RETRY_PAUSE: Duration = Duration::from_millis(50);

/// The time after which a request without an owner gets an error; shorter than any client's timeout.
const OWNER_TIMEOUT: Duration = Duration::from_secs(20);

/// The options of a serving process, whether it becomes the owner or a bridge.
#[derive(Debug, Clone)]
pub(crate) struct ServeOptions {
    pub(crate) library: LibrarySettings,
    /// Folders for the owner's socket, in order of preference.
    pub(crate) socket_folders: Vec<PathBuf>,
    pub(crate) version: Version,
    /// The prefix of tools without one of their own.
    pub(crate) prefix: String,
    pub(crate) working_folder: PathBuf,
    pub(crate) owner_timeout: Duration,
    pub(crate) http: Option<Arc<HttpState>>,
}

impl ServeOptions {
    pub(crate) fn new(settings: Settings) -> anyhow::Result<Self> {
        let Settings { library, socket_folders, working_folder, .. } = settings;
        Ok(Self {
            library,
            socket_folders,
            version: env!("CARGO_PKG_VERSION").parse().unwrap_or(Version::new(0, 0, 0)),
            prefix: settings::tool_prefix().map_err(anyhow::Error::msg)?,
            working_folder,
            owner_timeout: OWNER_TIMEOUT,
            http: None,
        })
    }
}

pub(crate) struct Owner {
    state: Arc<OwnerState>,
    listening: Option<JoinHandle<()>>,
    /// `None` where the folder or its file system allows no lock; each tool call then reports the problem.
    lock: Option<OwnerLock>,
}

struct OwnerState {
    version: Version,
    library: LazyLibrary,
    /// Shared by each tool that runs.
    running_tools: Arc<()>,
    shutdown: CancellationToken,
    /// The newest version that asked to become the owner.
    left_for: Mutex<Option<Version>>,
}

impl Owner {
    /// Starts to open the library and, with a lock, to listen for bridges.
    pub(crate) fn start(options: &ServeOptions, lock: Option<OwnerLock>) -> Self {
        let state = Arc::new(OwnerState {
            version: options.version.clone(),
            library: LazyLibrary::new(options.library.clone()),
            running_tools: Arc::default(),
            shutdown: CancellationToken::new(),
            left_for: Mutex::default(),
        });
        let library = state.library.clone();
        // In the background, because the handshake does not wait for the library.
        tokio::spawn(async move {
            match library.library().await {
                Ok(library) => library.start_embedding(EMBEDDING_DELAY),
                Err(error) => {
                    tracing::error!(%error, advice = error.advice(), "the library could not be opened");
                }
            }
        });
        let home = options.library.home.as_ref().filter(|_| lock.is_some());
        let listening = home.and_then(|home| {
            let opened = SocketListener::open(home, &options.socket_folders, &options.version);
            let opened = opened.inspect_err(|error| {
                tracing::error!(%error, "no socket could be created; other programs cannot use the library for now");
            });
            Some(tokio::spawn(Arc::clone(&state).listen(opened.ok()?)))
        });
        Self { state, listening, lock }
    }

    /// Opens a session for the client of this process.
    pub(crate) fn connect(&self) -> DuplexStream {
        let (near, far) = duplex(BUFFER_BYTES);
        tokio::spawn(Arc::clone(&self.state).serve_client(far));
        near
    }

    pub(crate) fn shutdown_token(&self) -> CancellationToken {
        self.state.shutdown.clone()
    }

    /// Unanswered requests stay unanswered; their bridges repeat them at the next owner.
    pub(crate) async fn close(self) {
        let Self { state, listening, lock } = self;
        state.shutdown.cancel();
        if let Some(listening) = listening {
            let _ = listening.await;
        }
        state.library.close().await;
        drop(lock);
    }
}

impl OwnerState {
    async fn listen(self: Arc<Self>, socket: SocketListener) {
        while let Some(accepted) = self.shutdown.run_until_cancelled(socket.listener.accept()).await {
            match accepted {
                Ok(stream) => drop(tokio::spawn(Arc::clone(&self).serve_bridge(stream))),
                Err(error) => {
                    tracing::warn!(%error, "a connection could not be accepted");
                    sleep(ACCEPT_RETRY_PAUSE).await;
                }
            }
        }
        socket.close(self.left_for.lock().clone());
    }

    /// The connection is cut as soon as the owner ends, so that no late error reaches the client.
    async fn serve_bridge(self: Arc<Self>, mut stream: Stream) {
        if let Err(error) = listener::require_same_user(&stream) {
            return tracing::warn!(%error, "a connection was refused");
        }
        let (mut near, far) = duplex(BUFFER_BYTES);
        tokio::spawn(Arc::clone(&self).serve_client(far));
        let relay = copy_bidirectional_with_sizes(&mut stream, &mut near, BUFFER_BYTES, BUFFER_BYTES);
        let _ = self.shutdown.run_until_cancelled(relay).await;
    }

    async fn serve_client(self: Arc<Self>, stream: impl AsyncRead + AsyncWrite + Send + 'static) {
        let (input, mut output) = split(stream);
        let mut input = BufReader::new(input);
        let hello: Hello = match timeout(HELLO_TIMEOUT, read_line(&mut input)).await {
            Ok(Ok(hello)) => hello,
            Ok(Err(error)) => return tracing::debug!(%error, "a connection began without a hello"),
            Err(_) => return tracing::debug!("a connection sent no hello"),
        };
        let session = self.shutdown.child_token().drop_guard();
        let http = match &hello.http {
            Some(options) => {
                let outcome = self.serve_http(options, &hello, &session).await;
                Some(outcome.map_or_else(HttpOutcome::Refused, HttpOutcome::Address))
            }
            None => None,
        };
        let welcome = Welcome { version: self.version.clone(), http };
        if write_line(&mut output, &welcome).await.is_err() || hello.probe {
            return;
        }
        if hello.version > self.version {
            self.hand_over(hello.version.clone());
        }
        let tools = Arc::new(Toolset::with_prefix(&hello.prefix));
        let server =
            self.server(tools, SessionClient::bridge(hello.session, hello.folder, hello.requests_again));
        match Box::pin(server.serve(AsyncRwTransport::new_server(input, output))).await {
            Ok(running) => match running.waiting().await {
                Ok(QuitReason::Closed | QuitReason::Cancelled) => {}
                Ok(other) => tracing::warn!(?other, "a session ended"),
                Err(error) => tracing::error!(%error, "a session failed"),
            },
            Err(ServerInitializeError::ConnectionClosed(_)) => {
                tracing::info!("the client disconnected before the handshake");
            }
            Err(error) => tracing::warn!(%error, "the handshake with a client failed"),
        }
    }

    fn server(&self, tools: Arc<Toolset>, client: SessionClient) -> Server {
        Server::new(self.library.clone(), tools, client, Arc::downgrade(&self.running_tools))
    }

    /// Serves HTTP for as long as the session of the bridge that requested it lasts. The error is a sentence.
    async fn serve_http(
        self: &Arc<Self>,
        options: &HttpOptions,
        hello: &Hello,
        session: &DropGuard,
    ) -> Result<SocketAddr, String> {
        let refused = |error: lore::Error| format!("{error}\n{}", error.advice());
        let home = self.library.folder().map_err(refused)?;
        Token::read_or_create(&home)
            .map_err(|error| refused(lore::Error::file(Token::path(&home), error)))?;
        let bound = HttpServer::bind(options.clone(), TokenFiles::of(&home)).await;
        let (server, address) = bound.map_err(|reason| reason.to_string())?;
        tracing::info!(%address, "serving HTTP");
        let tools = Arc::new(Toolset::with_prefix(&hello.prefix));
        let (state, folder) = (Arc::clone(self), hello.folder.clone());
        let handler = move || state.server(Arc::clone(&tools), SessionClient::http(folder.clone()));
        tokio::spawn(server.serve(Audience::User(self.library.clone()), handler, session.token().clone()));
        Ok(address)
    }

    /// Ends this owner in favour of a newer program, as soon as no tool has run for a moment.
    fn hand_over(self: &Arc<Self>, version: Version) {
        let mut left_for = self.left_for.lock();
        let is_first = left_for.is_none();
        if left_for.as_ref().is_none_or(|other| *other < version) {
            tracing::info!(%version, "a newer program connected and will own the library once no tool runs");
            *left_for = Some(version);
        }
        if !is_first {
            return;
        }
        let state = Arc::clone(self);
        tokio::spawn(async move {
            let mut idle = Duration::ZERO;
            let step = IDLE_BEFORE_HANDOVER / 3;
            while idle < IDLE_BEFORE_HANDOVER {
                if state.shutdown.run_until_cancelled(sleep(step)).await.is_none() {
                    return;
                }
                let is_busy = Arc::strong_count(&state.running_tools) > 1;
                idle = if is_busy { Duration::ZERO } else { idle + step };
            }
            state.shutdown.cancel();
        });
    }
}
