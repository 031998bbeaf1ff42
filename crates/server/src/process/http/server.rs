//! The HTTP server: binds an address, assembles the layers of a request and serves MCP below them.

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::http::header::WWW_AUTHENTICATE;
use axum::middleware::{from_fn, from_fn_with_state};
use oauth::ResourceServer;
use rmcp::ServerHandler;
use rmcp::transport::streamable_http_server::session::local::LocalSessionManager;
use rmcp::transport::streamable_http_server::{StreamableHttpServerConfig, StreamableHttpService};
use tokio::net::{TcpListener, TcpSocket};
use tokio::time::{Instant, sleep};
use tokio_util::sync::CancellationToken;
use tower_http::cors::{AllowHeaders, AllowMethods, AllowOrigin, CorsLayer};

use super::allowed_hosts::AllowedHosts;
use super::connections;
use super::credentials::{Credentials, TokenFiles};
use super::guard::{MAX_BODY_BYTES, RequestGuard, check_request, check_stranger};
use super::monitoring::{health_pages, observe};
use super::options::HttpOptions;
use super::owned_sessions::{LibrarySessionStore, OwnedSessions, keep_to_owner};
use super::players_page;
use super::rate_limit::RateLimit;
use super::signed_session::{SESSION_ID, carry_session};
use crate::protocol::lazy_library::LazyLibrary;

pub(crate) const ENDPOINT_PATH: &str = "/mcp";
/// The time after which an idle session leaves memory. It resumes from the library when its client returns.
const SESSION_IDLE_TIMEOUT: Duration = Duration::from_mins(5);
/// The time for which an answer is kept for a client whose connection broke.
const ANSWER_RETENTION: Duration = Duration::from_secs(10);
/// The sustained interval of explained requests without the token, and the time whose requests may burst.
const UNAUTHORIZED_INTERVAL: Duration = Duration::from_millis(50);
const UNAUTHORIZED_BURST: Duration = Duration::from_secs(5);
/// The time for which a new owner waits for an address that the previous one may still hold.
const BIND_TIMEOUT: Duration = Duration::from_secs(2);
/// The number of connections that may wait to be accepted, where the system allows as many.
const MAX_WAITING: u32 = 4_096;
const BIND_RETRY_PAUSE: Duration = Duration::from_millis(20);

/// A bound HTTP server that does not answer yet.
pub(crate) struct HttpServer {
    listener: TcpListener,
    options: HttpOptions,
    tokens: TokenFiles,
}

pub(crate) enum Audience {
    /// For one user's programs. The library holds the sessions, so that the next owner continues them.
    User(LazyLibrary),
    /// For many people, beside other servers. Sessions are in their ids, so any server can continue them.
    Public(PublicAccess),
}

pub(crate) struct PublicAccess {
    /// Cancelled a while before the server ends, when it is not ready for new clients any more.
    pub(crate) stop: CancellationToken,
    pub(crate) oauth: Option<ResourceServer>,
    pub(crate) has_page: bool,
}

impl HttpServer {
    /// Returns the address with its actual port. The error is a sentence for the user.
    pub(crate) async fn bind(options: HttpOptions, tokens: TokenFiles) -> anyhow::Result<(Self, SocketAddr)> {
        let failure = |error: io::Error| anyhow::Error::msg(bind_failure(options.address, &error));
        let start = Instant::now();
        let listener = loop {
            match listen(options.address) {
                Err(error) if error.kind() == io::ErrorKind::AddrInUse && start.elapsed() < BIND_TIMEOUT => {
                    sleep(BIND_RETRY_PAUSE).await;
                }
                other => break other.map_err(failure)?,
            }
        };
        let address = listener.local_addr().map_err(failure)?;
        Ok((Self { listener, options, tokens }, address))
    }

    /// Serves sessions until `shutdown`. Each session gets its own handler.
    pub(crate) async fn serve<H: ServerHandler>(
        self,
        audience: Audience,
        handler: impl Fn() -> H + Send + Sync + 'static,
        shutdown: CancellationToken,
    ) {
        let Self { listener, options, tokens } = self;
        let mut manager = LocalSessionManager::default();
        manager.session_config.keep_alive = Some(SESSION_IDLE_TIMEOUT);
        manager.session_config.completed_cache_ttl = ANSWER_RETENTION;
        let manager = Arc::new(manager);
        // The guard has checked host and origin before.
        let mut config = StreamableHttpServerConfig::default()
            .disable_allowed_hosts()
            .disable_allowed_origins()
            .with_max_request_body_bytes(MAX_BODY_BYTES);
        // The next owner answers what a user's server does not; a public one answers everything first.
        let abandon = CancellationToken::new();
        let _abandoned = abandon.clone().drop_guard();
        let (most_connections, grace, public) = match audience {
            Audience::User(library) => {
                config.session_store = Some(Arc::new(LibrarySessionStore(library)));
                config = config.with_cancellation_token(shutdown.clone());
                // The next owner waits for the address.
                (1_000, Duration::from_secs(1), None)
            }
            Audience::Public(public) => {
                config = config.with_legacy_session_mode(false).with_json_response(true);
                config = config.with_cancellation_token(abandon);
                (20_000, Duration::from_secs(10), Some(public))
            }
        };
        let allowed = Arc::new(AllowedHosts::new(&options));
        let guard = Arc::new(RequestGuard {
            credentials: Credentials::new(tokens),
            oauth: public.as_ref().and_then(|public| public.oauth.clone()),
            allowed: Arc::clone(&allowed),
            unauthorized_limit: RateLimit::new(UNAUTHORIZED_INTERVAL, UNAUTHORIZED_BURST),
        });
        // Only allowed pages may read the answers.
        let cors = CorsLayer::new()
            .allow_origin(AllowOrigin::predicate(move |origin, _| allowed.allows_origin(origin)))
            .allow_methods(AllowMethods::mirror_request())
            .allow_headers(AllowHeaders::mirror_request())
            .expose_headers([SESSION_ID, WWW_AUTHENTICATE]);
        let sessions = Arc::new(OwnedSessions::new(Arc::clone(&manager)));
        let app = Router::new()
            .route_service(ENDPOINT_PATH, StreamableHttpService::new(move || Ok(handler()), manager, config));
        let app = if public.is_some() {
            app.layer(from_fn(carry_session))
        } else {
            app.layer(from_fn_with_state(sessions, keep_to_owner))
        };
        let mut app = app.layer(from_fn_with_state(Arc::clone(&guard), check_request)).layer(cors);
        if let Some(PublicAccess { stop, oauth, has_page }) = public {
            if let Some(oauth) = oauth {
                app = app.merge(oauth.pages().layer(from_fn_with_state(guard, check_stranger)));
            }
            if has_page {
                app = app.merge(players_page::page());
            }
            app = app.layer(from_fn(observe)).merge(health_pages(stop));
        }
        connections::serve(listener, app, most_connections, grace, shutdown).await;
    }
}

/// Many connections may wait to be accepted: those beyond would try again only after a second.
fn listen(address: SocketAddr) -> io::Result<TcpListener> {
    let socket = if address.is_ipv4() { TcpSocket::new_v4()? } else { TcpSocket::new_v6()? };
    // Elsewhere, it would let two programs have one address.
    #[cfg(unix)]
    socket.set_reuseaddr(true)?;
    socket.bind(address)?;
    socket.listen(MAX_WAITING)
}

fn bind_failure(address: SocketAddr, error: &io::Error) -> String {
    let (port, reason) = (address.port(), disk::reason(error));
    match error.kind() {
        io::ErrorKind::AddrInUse => {
            format!("port {port} is in use by another program; choose another port")
        }
        io::ErrorKind::AddrNotAvailable => {
            format!("{address} is not an address of this computer; 127.0.0.1 always is")
        }
        io::ErrorKind::PermissionDenied => {
            format!("the server cannot listen at {address}: {reason}; choose a port from 1024 up")
        }
        _ => format!("the server cannot listen at {address}: {reason}"),
    }
}
