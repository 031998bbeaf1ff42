//! Who gets in: no page from elsewhere, nobody without the token, not too many at once, and no more sessions than are of use.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::header::{
    AUTHORIZATION, CONNECTION, CONTENT_LENGTH, CONTENT_TYPE, RETRY_AFTER, WWW_AUTHENTICATE,
};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use futures::StreamExt as _;
use governor::DefaultDirectRateLimiter;
use rmcp::model::ProtocolVersion;
use rmcp::transport::streamable_http_server::session::local::LocalSessionManager;
use tokio::time::timeout;

use super::BODY;
use super::allowed_hosts::Names;
use super::connections::Connection;
use super::token::Token;
use crate::process::malformed;

/// How long a client may take for the body of a request.
const BODY_TIME: Duration = Duration::from_secs(30);

/// What requests are measured by.
pub(super) struct Guard {
    /// The folder of the library, where the token stands.
    pub(super) home: PathBuf,
    pub(super) names: Arc<Names>,
    /// What holders of the token may ask.
    pub(super) rate: DefaultDirectRateLimiter,
    /// What everyone else is answered.
    pub(super) strangers: DefaultDirectRateLimiter,
    pub(super) sessions: Arc<LocalSessionManager>,
    pub(super) most_sessions: usize,
}

/// Lets a request pass, or answers it with what to do.
pub(super) async fn admit(State(guard): State<Arc<Guard>>, request: Request, next: Next) -> Response {
    if let Some(refusal) = guard.stranger(&request) {
        return if guard.strangers.check().is_ok() { refusal } else { closing(too_many()) };
    }
    if let Some(connection) = request.extensions().get::<Arc<Connection>>() {
        connection.has_shown_token();
    }
    if guard.rate.check().is_err() {
        return too_many();
    }
    if begins_session(&request) && guard.sessions.sessions.read().await.len() >= guard.most_sessions {
        let words = "too many sessions; end some (DELETE with their `Mcp-Session-Id`), or wait until idle ones end after five minutes";
        return refused(StatusCode::SERVICE_UNAVAILABLE, RETRY_AFTER, "60", words);
    }
    let ends_session = request.method() == Method::DELETE;
    let request = match whole(request).await {
        Ok(request) => request,
        Err(refusal) => return *refusal,
    };
    let mut response = next.run(request).await;
    // Clients take it for a failure when the end of a session is only accepted.
    if ends_session && response.status() == StatusCode::ACCEPTED {
        *response.status_mut() = StatusCode::NO_CONTENT;
    }
    response
}

impl Guard {
    /// The answer to who may not come in.
    fn stranger(&self, request: &Request) -> Option<Response> {
        if !self.names.allow(request.uri(), request.headers()) {
            let words = "the Host or the Origin header of this request is not allowed: the server was asked under a name, or by a web \
                         page, that it does not know; `lorekeeper-mcp serve` takes more of them with `--allow-host NAME` and \
                         `--allow-origin ORIGIN`";
            return Some((StatusCode::FORBIDDEN, words).into_response());
        }
        match self.knows(request.headers()) {
            Ok(true) => None,
            Ok(false) => {
                let words = "this needs the header `Authorization: Bearer TOKEN`; `lorekeeper-mcp token` prints the token";
                Some(refused(StatusCode::UNAUTHORIZED, WWW_AUTHENTICATE, "Bearer", words))
            }
            Err(error) => {
                tracing::error!(%error, "nobody can be let in without a token");
                let words = "the token cannot be read; `lorekeeper-mcp doctor` says why";
                Some((StatusCode::INTERNAL_SERVER_ERROR, words).into_response())
            }
        }
    }

    fn knows(&self, headers: &HeaderMap) -> std::io::Result<bool> {
        let given = headers.get(AUTHORIZATION).and_then(|value| value.to_str().ok());
        let bearer = given.and_then(|given| given.split_once(' '));
        let Some((_, given)) = bearer.filter(|(scheme, _)| scheme.eq_ignore_ascii_case("bearer")) else {
            return Ok(false);
        };
        Ok(Token::read(&self.home)?.is(given.trim()))
    }
}

/// Waits for all of a request that brings a message, and reads it.
async fn whole(request: Request) -> Result<Request, Box<Response>> {
    if request.method() != Method::POST {
        return Ok(request);
    }
    let announced = announced_length(request.headers()).unwrap_or_default();
    if announced > BODY {
        return Err(Box::new(too_long()));
    }
    let (head, body) = request.into_parts();
    let body = match timeout(BODY_TIME, collected(body, announced)).await {
        Ok(Some(body)) => body,
        Ok(None) => return Err(Box::new(too_long())),
        Err(_) => {
            let words = format!("the request did not come whole within {} seconds", BODY_TIME.as_secs());
            return Err(Box::new(closing((StatusCode::REQUEST_TIMEOUT, words))));
        }
    };
    malformed::check(&body).map_err(|malformed| {
        let as_json = [(CONTENT_TYPE, HeaderValue::from_static("application/json"))];
        Box::new((StatusCode::BAD_REQUEST, as_json, malformed.answer()).into_response())
    })?;
    Ok(Request::from_parts(head, Body::from(body)))
}

/// The bytes of a body; `None` when there are more than are taken, or its client left. The parts are copied: each would
/// keep the whole buffer that it was read into.
async fn collected(body: Body, announced: usize) -> Option<Vec<u8>> {
    let mut all = Vec::with_capacity(announced);
    let mut parts = body.into_data_stream();
    while let Some(part) = parts.next().await {
        let part = part.ok()?;
        if all.len() + part.len() > BODY {
            return None;
        }
        all.extend_from_slice(&part);
    }
    Some(all)
}

/// How long a request says that its body is, in bytes.
fn announced_length(headers: &HeaderMap) -> Option<usize> {
    headers.get(CONTENT_LENGTH)?.to_str().ok()?.parse().ok()
}

fn too_long() -> Response {
    let words = format!("a request may have at most {BODY} bytes; ask for less at once");
    closing((StatusCode::PAYLOAD_TOO_LARGE, words))
}

fn too_many() -> Response {
    let words = "too many requests; wait a second, then go on more slowly";
    refused(StatusCode::TOO_MANY_REQUESTS, RETRY_AFTER, "1", words)
}

/// An answer after which the connection is closed: what is still on its way is not read.
fn closing(response: impl IntoResponse) -> Response {
    ([(CONNECTION, HeaderValue::from_static("close"))], response).into_response()
}

/// Whether a request would begin a session. Since the revision that dropped them there are none.
fn begins_session(request: &Request) -> bool {
    let header = |name| request.headers().get(name).and_then(|value| value.to_str().ok());
    let is_older =
        header("mcp-protocol-version").is_none_or(|version| version < ProtocolVersion::V_2026_07_28.as_str());
    request.method() == Method::POST && header("mcp-session-id").is_none() && is_older
}

fn refused(status: StatusCode, header: HeaderName, value: &'static str, words: &'static str) -> Response {
    (status, [(header, HeaderValue::from_static(value))], words).into_response()
}
