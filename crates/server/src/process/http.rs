//! The library over HTTP, for clients that want an address instead of a program to start (MCP's streamable HTTP). The owner
//! listens, for as long as the process that asked for it is connected to it.

mod allowed_hosts;
mod connections;
mod guard;
mod session_store;
mod token;

use std::io;
use std::net::SocketAddr;
use std::num::NonZeroU32;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use axum::Router;
use axum::http::HeaderName;
use axum::middleware::from_fn_with_state;
use governor::{Quota, RateLimiter};
use rmcp::ServerHandler;
use rmcp::transport::streamable_http_server::session::local::{LocalSessionManager, SessionConfig};
use rmcp::transport::streamable_http_server::{StreamableHttpServerConfig, StreamableHttpService};
use serde::{Deserialize, Serialize};
use tokio::net::TcpListener;
use tokio::sync::watch;
use tokio::time::{Instant, sleep};
use tokio_util::sync::CancellationToken;
use tower_http::cors::{AllowHeaders, AllowMethods, AllowOrigin, CorsLayer};

use self::allowed_hosts::Names;
use self::guard::Guard;
use self::session_store::Sessions;
pub(crate) use self::token::Token;
use crate::process::lazy_library::LazyLibrary;

/// Where the protocol is spoken.
pub(crate) const PATH: &str = "/mcp";
/// The longest body of a request, in bytes. The longest useful one holds a path and a few keys.
const BODY: usize = 1 << 19;
/// How many sessions are held in memory at once.
const SESSIONS: usize = 64;
/// For how long a session that is not used is held in memory. It goes on from the library when its client comes back.
const IDLE: Duration = Duration::from_mins(5);
/// For how long what was answered is kept for a client whose connection broke.
const KEPT: Duration = Duration::from_secs(10);
/// How many requests a second are taken in the long run; an assistant makes a few.
const RATE: NonZeroU32 = NonZeroU32::new(200).expect("it is not zero");
/// How many requests may come at once.
const BURST: NonZeroU32 = NonZeroU32::new(500).expect("it is not zero");
/// How many requests a second without the token are told what is missing.
const STRANGERS_RATE: NonZeroU32 = NonZeroU32::new(20).expect("it is not zero");
/// How many of them may come at once.
const STRANGERS_BURST: NonZeroU32 = NonZeroU32::new(100).expect("it is not zero");
/// For how long an owner waits for an address that the one before it may still hold.
const MOVING_OUT: Duration = Duration::from_secs(2);
/// The wait between two attempts.
const PAUSE: Duration = Duration::from_millis(20);

/// How a process wants the library to be served.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Wish {
    /// Where to listen; port 0 is any that is free.
    pub(crate) address: SocketAddr,
    /// Names under which requests are taken, besides those of this computer.
    #[serde(default)]
    pub(crate) hosts: Vec<String>,
    /// Web pages from which requests are taken, besides those of this computer.
    #[serde(default)]
    pub(crate) origins: Vec<String>,
}

/// What became of a wish.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Outcome {
    /// It is served there.
    Address(SocketAddr),
    /// It is not, and why.
    Refused(String),
}

/// A wish that is told to every owner, and what the last one made of it.
#[derive(Debug)]
pub(crate) struct Wanted {
    wish: Mutex<Wish>,
    outcome: watch::Sender<Option<Outcome>>,
}

impl Wanted {
    /// A wish that no owner has heard yet.
    pub(crate) fn of(wish: Wish) -> Arc<Self> {
        Arc::new(Self { wish: Mutex::new(wish), outcome: watch::Sender::new(None) })
    }

    /// The wish as it is told to the next owner.
    pub(crate) fn wish(&self) -> Wish {
        self.wish.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Notes what an owner made of it. A port that was chosen once is kept.
    pub(crate) fn became(&self, outcome: Outcome) {
        if let Outcome::Address(address) = outcome {
            self.wish.lock().unwrap_or_else(PoisonError::into_inner).address = address;
        }
        self.outcome.send_replace(Some(outcome));
    }

    /// Tells of every outcome.
    pub(crate) fn outcomes(&self) -> watch::Receiver<Option<Outcome>> {
        self.outcome.subscribe()
    }
}

/// Why an address cannot be served at, and what to do.
pub(crate) fn why_not(address: SocketAddr, error: &io::Error) -> String {
    let port = address.port();
    match error.kind() {
        io::ErrorKind::AddrInUse => format!("port {port} is used by another program; choose another port"),
        io::ErrorKind::AddrNotAvailable => {
            format!("{address} is no address of this computer; 127.0.0.1 always is")
        }
        io::ErrorKind::PermissionDenied => {
            format!(
                "{address} cannot be served at: {error}; choose a port from 1024 on, and see that the library's folder can be written to"
            )
        }
        _ => format!("{address} cannot be served at: {error}"),
    }
}

/// An address that is listened at, before anything is served there.
pub(crate) struct Listening {
    listener: TcpListener,
    wish: Wish,
    home: PathBuf,
}

impl Listening {
    /// Listens where a wish says, with the token of the library in a folder.
    ///
    /// # Errors
    /// When the address is taken or not this computer's, or there is no token.
    pub(crate) async fn at(wish: Wish, home: PathBuf) -> io::Result<(Self, SocketAddr)> {
        Token::of(&home)?;
        let began = Instant::now();
        let listener = loop {
            match TcpListener::bind(wish.address).await {
                Err(error) if error.kind() == io::ErrorKind::AddrInUse && began.elapsed() < MOVING_OUT => {
                    sleep(PAUSE).await;
                }
                other => break other?,
            }
        };
        let address = listener.local_addr()?;
        Ok((Self { listener, wish, home }, address))
    }

    /// Serves conversations until that is over. Each gets a handler of its own.
    pub(crate) async fn serve<H: ServerHandler>(
        self,
        library: LazyLibrary,
        handler: impl Fn() -> H + Send + Sync + 'static,
        over: CancellationToken,
    ) {
        let Self { listener, wish, home } = self;
        let mut idle = SessionConfig::default();
        idle.keep_alive = Some(IDLE);
        idle.completed_cache_ttl = KEPT;
        let mut manager = LocalSessionManager::default();
        manager.session_config = idle;
        let manager = Arc::new(manager);
        let names = Arc::new(Names::of(&wish));
        // Names and lengths are looked at before the token is, and so before this.
        let mut config = StreamableHttpServerConfig::default()
            .disable_allowed_hosts()
            .disable_allowed_origins()
            .with_max_request_body_bytes(BODY)
            .with_cancellation_token(over.clone());
        config.session_store = Some(Arc::new(Sessions(library)));
        let guard = Arc::new(Guard {
            home,
            names: Arc::clone(&names),
            rate: RateLimiter::direct(Quota::per_second(RATE).allow_burst(BURST)),
            strangers: RateLimiter::direct(Quota::per_second(STRANGERS_RATE).allow_burst(STRANGERS_BURST)),
            sessions: Arc::clone(&manager),
            most_sessions: SESSIONS,
        });
        let protocol = StreamableHttpService::new(move || Ok(handler()), manager, config);
        // Only pages that are let in may read how they were answered.
        let pages = CorsLayer::new()
            .allow_origin(AllowOrigin::predicate(move |page, _| names.allow_page(page)))
            .allow_methods(AllowMethods::mirror_request())
            .allow_headers(AllowHeaders::mirror_request())
            .expose_headers([HeaderName::from_static("mcp-session-id")]);
        let app = Router::new()
            .route_service(PATH, protocol)
            .layer(from_fn_with_state(guard, guard::admit))
            .layer(pages);
        connections::serve(listener, app, over).await;
    }
}
