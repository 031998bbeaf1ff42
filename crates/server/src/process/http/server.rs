//! The HTTP server: binds an address, assembles the layers of a request and serves MCP below them.

use std::io;
use std::net::SocketAddr;
use std::num::NonZeroU32;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::http::HeaderName;
use axum::middleware::from_fn_with_state;
use governor::{Quota, RateLimiter};
use rmcp::ServerHandler;
use rmcp::transport::streamable_http_server::session::local::{LocalSessionManager, SessionConfig};
use rmcp::transport::streamable_http_server::{StreamableHttpServerConfig, StreamableHttpService};
use tokio::net::TcpListener;
use tokio::time::{Instant, sleep};
use tokio_util::sync::CancellationToken;
use tower_http::cors::{AllowHeaders, AllowMethods, AllowOrigin, CorsLayer};

use super::allowed_hosts::AllowedHosts;
use super::connections;
use super::guard::{MAX_BODY_BYTES, RequestGuard, check_request};
use super::options::HttpOptions;
use super::session_store::LibrarySessionStore;
use crate::protocol::lazy_library::LazyLibrary;

/// The path of the MCP endpoint.
pub(crate) const ENDPOINT_PATH: &str = "/mcp";
/// The number of sessions held in memory at once.
const MAX_SESSIONS: usize = 64;
/// The time after which an idle session leaves memory. It resumes from the library when its client returns.
const SESSION_IDLE_TIMEOUT: Duration = Duration::from_mins(5);
/// The time for which an answer is kept for a client whose connection broke.
const ANSWER_RETENTION: Duration = Duration::from_secs(10);
/// The sustained rate of requests; an assistant sends a few a second.
const REQUESTS_PER_SECOND: NonZeroU32 = NonZeroU32::new(200).expect("it is not zero");
/// The number of requests that may arrive at once.
const REQUESTS_BURST: NonZeroU32 = NonZeroU32::new(500).expect("it is not zero");
/// The sustained rate of requests without the token that get an explanation.
const UNAUTHORIZED_PER_SECOND: NonZeroU32 = NonZeroU32::new(20).expect("it is not zero");
/// The number of requests without the token that may arrive at once.
const UNAUTHORIZED_BURST: NonZeroU32 = NonZeroU32::new(100).expect("it is not zero");
/// The time for which a new owner waits for an address that the previous one may still hold.
const BIND_TIMEOUT: Duration = Duration::from_secs(2);
/// The pause between two attempts to bind an address.
const BIND_RETRY_PAUSE: Duration = Duration::from_millis(20);

/// A bound HTTP server that does not answer yet.
pub(crate) struct HttpServer {
    listener: TcpListener,
    options: HttpOptions,
    home: PathBuf,
}

impl HttpServer {
    /// Binds the address. Returns it with its actual port.
    ///
    /// # Errors
    /// When the address is in use or not this computer's.
    pub(crate) async fn bind(options: HttpOptions, home: PathBuf) -> io::Result<(Self, SocketAddr)> {
        let start = Instant::now();
        let listener = loop {
            match TcpListener::bind(options.address).await {
                Err(error) if error.kind() == io::ErrorKind::AddrInUse && start.elapsed() < BIND_TIMEOUT => {
                    sleep(BIND_RETRY_PAUSE).await;
                }
                other => break other?,
            }
        };
        let address = listener.local_addr()?;
        Ok((Self { listener, options, home }, address))
    }

    /// Serves sessions until `shutdown`. Each session gets its own handler.
    pub(crate) async fn serve<H: ServerHandler>(
        self,
        library: LazyLibrary,
        handler: impl Fn() -> H + Send + Sync + 'static,
        shutdown: CancellationToken,
    ) {
        let Self { listener, options, home } = self;
        let mut session_config = SessionConfig::default();
        session_config.keep_alive = Some(SESSION_IDLE_TIMEOUT);
        session_config.completed_cache_ttl = ANSWER_RETENTION;
        let mut sessions = LocalSessionManager::default();
        sessions.session_config = session_config;
        let sessions = Arc::new(sessions);
        // The guard has checked host and origin before.
        let mut config = StreamableHttpServerConfig::default()
            .disable_allowed_hosts()
            .disable_allowed_origins()
            .with_max_request_body_bytes(MAX_BODY_BYTES)
            .with_cancellation_token(shutdown.clone());
        config.session_store = Some(Arc::new(LibrarySessionStore(library)));
        let allowed = Arc::new(AllowedHosts::new(&options));
        let limiter = |rate, burst| RateLimiter::direct(Quota::per_second(rate).allow_burst(burst));
        let guard = Arc::new(RequestGuard {
            home,
            allowed: Arc::clone(&allowed),
            limit: limiter(REQUESTS_PER_SECOND, REQUESTS_BURST),
            unauthorized_limit: limiter(UNAUTHORIZED_PER_SECOND, UNAUTHORIZED_BURST),
            sessions: Arc::clone(&sessions),
            max_sessions: MAX_SESSIONS,
        });
        // Only allowed pages may read the answers.
        let cors = CorsLayer::new()
            .allow_origin(AllowOrigin::predicate(move |origin, _| allowed.allows_origin(origin)))
            .allow_methods(AllowMethods::mirror_request())
            .allow_headers(AllowHeaders::mirror_request())
            .expose_headers([HeaderName::from_static("mcp-session-id")]);
        let app = Router::new()
            .route_service(ENDPOINT_PATH, StreamableHttpService::new(move || Ok(handler()), sessions, config))
            .layer(from_fn_with_state(guard, check_request))
            .layer(cors);
        connections::serve(listener, app, shutdown).await;
    }
}

/// Returns a sentence for the user about an address that could not be bound.
pub(crate) fn bind_failure(address: SocketAddr, error: &io::Error) -> String {
    let port = address.port();
    match error.kind() {
        io::ErrorKind::AddrInUse => {
            format!("port {port} is in use by another program; choose another port")
        }
        io::ErrorKind::AddrNotAvailable => {
            format!("{address} is not an address of this computer; 127.0.0.1 always is")
        }
        io::ErrorKind::PermissionDenied => {
            format!("the server cannot listen at {address}: {error}; choose a port from 1024 up")
        }
        _ => format!("the server cannot listen at {address}: {error}"),
    }
}
