//! Who gets in: not too many at once, nobody without the token, and no more sessions than are of use.

use std::path::PathBuf;
use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::header::{AUTHORIZATION, CONNECTION, CONTENT_LENGTH, RETRY_AFTER, WWW_AUTHENTICATE};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use governor::DefaultDirectRateLimiter;
use rmcp::model::ProtocolVersion;
use rmcp::transport::streamable_http_server::session::local::LocalSessionManager;

use super::BODY;
use super::token::Token;

/// What requests are measured by.
pub(super) struct Guard {
    /// The folder of the library, where the token stands.
    pub(super) home: PathBuf,
    pub(super) rate: DefaultDirectRateLimiter,
    pub(super) sessions: Arc<LocalSessionManager>,
    pub(super) most_sessions: usize,
}

/// Lets a request pass, or answers it with what to do.
pub(super) async fn admit(State(guard): State<Arc<Guard>>, request: Request, next: Next) -> Response {
    if guard.rate.check().is_err() {
        let words = "too many requests; wait a second, then go on more slowly";
        return refused(StatusCode::TOO_MANY_REQUESTS, RETRY_AFTER, "1", words.to_owned());
    }
    match guard.knows(request.headers()) {
        Ok(true) => {}
        Ok(false) => {
            let place = Token::place(&guard.home);
            let words = format!(
                "this needs the header `Authorization: Bearer TOKEN`; `lorekeeper-mcp token` prints the token, which stands in {}",
                place.display()
            );
            return refused(StatusCode::UNAUTHORIZED, WWW_AUTHENTICATE, "Bearer", words);
        }
        Err(error) => {
            tracing::error!(%error, "nobody can be let in without a token");
            let words = format!("the token cannot be read: {error}");
            return (StatusCode::INTERNAL_SERVER_ERROR, words).into_response();
        }
    }
    if begins_session(&request) && guard.sessions.sessions.read().await.len() >= guard.most_sessions {
        let words = "too many sessions; end some (DELETE with their `Mcp-Session-Id`), or wait until idle ones end after five minutes";
        return refused(StatusCode::SERVICE_UNAVAILABLE, RETRY_AFTER, "60", words.to_owned());
    }
    if announced_length(request.headers()).is_some_and(|length| length > BODY) {
        return too_long();
    }
    let ends_session = request.method() == Method::DELETE;
    let mut response = next.run(request).await;
    match response.status() {
        StatusCode::FORBIDDEN => (
            StatusCode::FORBIDDEN,
            "the Host or the Origin header of this request is not allowed: the server was asked under a name, or by a web page, that it              does not know; `lorekeeper-mcp serve` takes more of them with `--allow-host NAME` and `--allow-origin ORIGIN`",
        )
            .into_response(),
        StatusCode::PAYLOAD_TOO_LARGE => too_long(),
        // Clients take it for a failure when the end of a session is only accepted.
        StatusCode::ACCEPTED if ends_session => {
            *response.status_mut() = StatusCode::NO_CONTENT;
            response
        }
        _ => response,
    }
}

/// How long a request says that its body is, in bytes.
fn announced_length(headers: &HeaderMap) -> Option<usize> {
    headers.get(CONTENT_LENGTH)?.to_str().ok()?.parse().ok()
}

fn too_long() -> Response {
    let words = format!("a request may have at most {BODY} bytes; ask for less at once");
    // What is still on its way is not read.
    (StatusCode::PAYLOAD_TOO_LARGE, [(CONNECTION, "close")], words).into_response()
}

impl Guard {
    fn knows(&self, headers: &HeaderMap) -> std::io::Result<bool> {
        let given = headers.get(AUTHORIZATION).and_then(|value| value.to_str().ok());
        let bearer = given.and_then(|given| given.split_once(' '));
        let Some((_, given)) = bearer.filter(|(scheme, _)| scheme.eq_ignore_ascii_case("bearer")) else {
            return Ok(false);
        };
        Ok(Token::read(&self.home)?.is(given.trim()))
    }
}

/// Whether a request would begin a session. Since the revision that dropped them there are none.
fn begins_session(request: &Request) -> bool {
    let header = |name| request.headers().get(name).and_then(|value| value.to_str().ok());
    let is_older =
        header("mcp-protocol-version").is_none_or(|version| version < ProtocolVersion::V_2026_07_28.as_str());
    request.method() == Method::POST && header("mcp-session-id").is_none() && is_older
}

fn refused(status: StatusCode, header: HeaderName, value: &'static str, words: String) -> Response {
    (status, [(header, HeaderValue::from_static(value))], words).into_response()
}
