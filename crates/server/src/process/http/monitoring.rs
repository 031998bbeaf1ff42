//! What whoever operates a server watches: its health, its figures in the format of Prometheus, and a log line for each request.
//! Neither has the text of a question.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use anyhow::Context as _;
use axum::Router;
use axum::extract::Request;
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode};
use axum::middleware::Next;
use axum::response::Response;
use axum::routing::get;
use metrics_exporter_prometheus::{Matcher, PrometheusBuilder, PrometheusHandle};
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;
use tracing::Instrument as _;

/// The header by which a request is found in the logs of several programs.
const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");
/// The longest id that is taken over from a client.
const MAX_REQUEST_ID_CHARS: usize = 64;
/// The end of the name of every duration.
const SECONDS: &str = "_seconds";
/// The upper bounds of the buckets of durations, in seconds.
const BUCKETS: [f64; 12] = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 5.0, 30.0];

/// Whether a server takes requests: from when its library is open until it ends.
#[derive(Debug, Clone, Default)]
pub(crate) struct Readiness(Arc<AtomicBool>);

impl Readiness {
    /// Says whether requests are taken from now on.
    pub(crate) fn set(&self, is_ready: bool) {
        self.0.store(is_ready, Ordering::Release);
    }

    fn status(&self) -> (StatusCode, &'static str) {
        if self.0.load(Ordering::Acquire) {
            (StatusCode::OK, "ready\n")
        } else {
            (StatusCode::SERVICE_UNAVAILABLE, "not ready\n")
        }
    }

    /// Returns the pages that say whether the server lives, and whether it takes requests. They need no token and tell no more.
    pub(super) fn pages(&self) -> Router {
        let readiness = self.clone();
        Router::new()
            .route("/healthz", get(async || "alive\n"))
            .route("/readyz", get(async move || readiness.status()))
    }
}

/// The server of the figures, which has an address of its own because it asks for no token.
pub(crate) struct MetricsServer {
    listener: TcpListener,
    figures: PrometheusHandle,
}

impl MetricsServer {
    /// Begins to count, and binds the address.
    ///
    /// # Errors
    /// When the address cannot be bound.
    pub(crate) async fn bind(address: SocketAddr) -> anyhow::Result<Self> {
        let listener = TcpListener::bind(address)
            .await
            .with_context(|| format!("the figures cannot be served at {address}"))?;
        let figures = PrometheusBuilder::new()
            .set_buckets_for_metric(Matcher::Suffix(SECONDS.to_owned()), &BUCKETS)
            .and_then(PrometheusBuilder::install_recorder)
            .context("figures cannot be counted")?;
        metrics::gauge!("lorekeeper_build_info", "version" => env!("CARGO_PKG_VERSION")).set(1.0);
        Ok(Self { listener, figures })
    }

    /// Serves the figures, and the pages of health, until `shutdown`.
    pub(crate) async fn serve(self, readiness: Readiness, shutdown: CancellationToken) {
        let Self { listener, figures } = self;
        let page = async move || {
            figures.run_upkeep();
            figures.render()
        };
        let app = readiness.pages().route("/metrics", get(page));
        let serving = axum::serve(listener, app).with_graceful_shutdown(shutdown.cancelled_owned());
        if let Err(error) = serving.await {
            tracing::warn!(%error, "the figures are not served any more");
        }
    }
}

/// Counts and logs a request under an id, which its answer has, too.
pub(super) async fn observe(request: Request, next: Next) -> Response {
    let began = Instant::now();
    let id = request_id(request.headers());
    let span = tracing::info_span!("request", id = id.to_str().unwrap_or_default());
    let mut response = next.run(request).instrument(span.clone()).await;
    let (took, status) = (began.elapsed(), response.status().as_u16());
    metrics::counter!("lorekeeper_http_requests_total", "status" => status.to_string()).increment(1);
    metrics::histogram!("lorekeeper_http_request_seconds").record(took);
    span.in_scope(|| tracing::info!(status, milliseconds = took.as_secs_f64() * 1_000.0, "answered"));
    response.headers_mut().insert(REQUEST_ID, id);
    response
}

/// Returns the id that a request has, or a new one.
fn request_id(headers: &HeaderMap) -> HeaderValue {
    let is_fit = |id: &&HeaderValue| {
        (1..=MAX_REQUEST_ID_CHARS).contains(&id.len())
            && id.to_str().is_ok_and(|id| id.bytes().all(|byte| byte.is_ascii_graphic()))
    };
    let new = || HeaderValue::try_from(uuid::Uuid::new_v4().to_string());
    let taken = headers.get(REQUEST_ID).filter(is_fit).cloned();
    taken.or_else(|| new().ok()).unwrap_or_else(|| HeaderValue::from_static("unknown"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fit_id_of_a_request_is_kept() {
        let id = |value: &str| {
            let mut headers = HeaderMap::new();
            headers.insert(REQUEST_ID, HeaderValue::from_str(value).unwrap());
            request_id(&headers).to_str().unwrap().to_owned()
        };
        assert_eq!(id("plum-7"), "plum-7");
        assert!(!id("").is_empty());
        for unfit in ["two words", &"x".repeat(65)] {
            assert_ne!(id(unfit), unfit);
        }
        assert_ne!(request_id(&HeaderMap::new()), request_id(&HeaderMap::new()));
    }
}
