//! What whoever operates a server watches: its health, its figures in the format of Prometheus, and a log
//! line for each request. Neither has the text of a question.

use std::time::Instant;

use axum::Router;
use axum::extract::Request;
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode};
use axum::middleware::Next;
use axum::response::Response;
use axum::routing::get;
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;
use tracing::Instrument as _;

use crate::protocol::figures::FIGURES;

const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");
const MAX_REQUEST_ID_CHARS: usize = 64;

/// Pages without a token: whether the server lives, and whether it takes requests, as it does until `stop`.
pub(super) fn health_pages(stop: CancellationToken) -> Router {
    let readiness = async move || match stop.is_cancelled() {
        false => (StatusCode::OK, "ready\n"),
        true => (StatusCode::SERVICE_UNAVAILABLE, "not ready\n"),
    };
    Router::new().route("/healthz", get(async || "alive\n")).route("/readyz", get(readiness))
}

/// The figures have an address of their own because they ask for no token.
pub(crate) async fn serve_figures(
    listener: TcpListener,
    stop: CancellationToken,
    shutdown: CancellationToken,
) {
    let page =
        async || FIGURES.text().map_err(|error| (StatusCode::INTERNAL_SERVER_ERROR, error.to_string()));
    let app = health_pages(stop).route("/metrics", get(page));
    let serving = axum::serve(listener, app).with_graceful_shutdown(shutdown.cancelled_owned());
    if let Err(error) = serving.await {
        tracing::warn!(%error, "the figures are not served any more");
    }
}

/// Counts and logs a request under an id, which its answer has, too.
pub(super) async fn observe(request: Request, next: Next) -> Response {
    let began = Instant::now();
    let id = request_id(request.headers());
    let span = tracing::info_span!("request", id = id.to_str().unwrap_or_default());
    let mut response = next.run(request).instrument(span.clone()).await;
    let (took, status) = (began.elapsed(), response.status().as_u16());
    FIGURES.requests.with_label_values(&[response.status().as_str()]).inc();
    FIGURES.request_seconds.observe(took.as_secs_f64());
    span.in_scope(|| tracing::info!(status, milliseconds = took.as_secs_f64() * 1_000.0, "answered"));
    response.headers_mut().insert(REQUEST_ID, id);
    response
}

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
mod tests;
