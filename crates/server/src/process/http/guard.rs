//! The checks before a request reaches the protocol: host and origin, token, rate and size.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use axum::body::{Body, Bytes, to_bytes};
use axum::extract::{Request, State};
use axum::http::header::{AUTHORIZATION, CONNECTION, CONTENT_TYPE, RETRY_AFTER, WWW_AUTHENTICATE};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, Uri};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use futures::TryStreamExt as _;
use oauth::{Refusal, ResourceServer};
use rmcp::model::ProtocolVersion;
use tokio::time::timeout;

use super::allowed_hosts::AllowedHosts;
use super::connections::Connection;
use super::credentials::{Client, Credentials};
use super::rate_limit::RateLimit;
use crate::process::malformed;

/// The largest body of a request. The longest useful one holds a path and a few keys.
pub(super) const MAX_BODY_BYTES: usize = 1 << 19;
const BODY_TIMEOUT: Duration = Duration::from_secs(30);

const TOKEN_PARAMETERS: [&str; 6] = ["access_token", "api_key", "apikey", "authorization", "key", "token"];

/// A token that only its client knows; or, since access tokens change, the name of the person.
#[derive(Clone)]
pub(super) struct SessionKey(pub(super) String);

#[derive(Clone)]
pub(super) struct Message(pub(super) Bytes);

pub(super) struct RequestGuard {
    pub(super) credentials: Credentials,
    pub(super) oauth: Option<ResourceServer>,
    pub(super) allowed: Arc<AllowedHosts>,
    /// Limits the explanations to clients without a token.
    pub(super) unauthorized_limit: RateLimit,
}

pub(super) async fn check_request(
    State(guard): State<Arc<RequestGuard>>,
    request: Request,
    next: Next,
) -> Response {
    let (head, body) = request.into_parts();
    let (client, key) = match guard.admit(&head).await {
        Ok(admitted) => admitted,
        Err(_) if !guard.unauthorized_limit.allows_another() => return closing(too_many()),
        Err(refusal) => return after_body(body, refusal).await,
    };
    let mut request = Request::from_parts(head, body);
    request.extensions_mut().insert(key);
    if let Some(connection) = request.extensions().get::<Arc<Connection>>() {
        connection.is_authorized.store(true, Ordering::Relaxed);
    }
    if !client.limit.allows_another() {
        return after_body(request.into_body(), too_many()).await;
    }
    match *request.method() {
        Method::POST => forward_message(request, next).await,
        Method::DELETE => {
            let mut response = next.run(request).await;
            // Clients take 202 for a failure to end the session.
            if response.status() == StatusCode::ACCEPTED {
                *response.status_mut() = StatusCode::NO_CONTENT;
            }
            response
        }
        _ => next.run(request).await,
    }
}

impl RequestGuard {
    async fn admit(&self, head: &Parts) -> Result<(Arc<Client>, SessionKey), Response> {
        if !self.allowed.allows(&head.uri, &head.headers) {
            let message = "the Host or the Origin header of this request is not allowed: the request names the server by a name, or comes \
                           from a web page, that it does not know; `lorekeeper-mcp serve` accepts more of them with `--allow-host NAME` \
                           and `--allow-origin ORIGIN`";
            return Err((StatusCode::FORBIDDEN, message).into_response());
        }
        if has_token_parameter(&head.uri) {
            let message = "a token in an address is not accepted: programs, proxies and histories keep addresses, so others may have read \
                           it; replace it, and send the new one in the header `Authorization: Bearer TOKEN`";
            return Err((StatusCode::BAD_REQUEST, message).into_response());
        }
        let token = bearer_token(&head.headers);
        if let (Some(oauth), Some(token)) = (&self.oauth, token)
            && ResourceServer::is_access_token(token)
        {
            return match oauth.check(token).await {
                Ok(person) => Ok((self.credentials.signed_in(&person), SessionKey(person))),
                Err(refusal) => Err(refused_access(oauth, &refusal)),
            };
        }
        match token.map_or(Ok(None), |token| self.credentials.client(token)) {
            Ok(Some(client)) => Ok((client, SessionKey(token.unwrap_or_default().to_owned()))),
            Ok(None) => Err(match &self.oauth {
                Some(oauth) => refused_access(oauth, &Refusal::Missing),
                None => {
                    let message = "this needs the header `Authorization: Bearer TOKEN`; `lorekeeper-mcp token` prints the token";
                    (StatusCode::UNAUTHORIZED, [(WWW_AUTHENTICATE, "Bearer")], message).into_response()
                }
            }),
            Err(error) => {
                tracing::error!(%error, "no client can be authorized without a token");
                let message = "the token cannot be read; `lorekeeper-mcp doctor` says why";
                Err((StatusCode::INTERNAL_SERVER_ERROR, message).into_response())
            }
        }
    }
}

pub(super) async fn check_stranger(
    State(guard): State<Arc<RequestGuard>>,
    request: Request,
    next: Next,
) -> Response {
    if !guard.unauthorized_limit.allows_another() {
        return closing(too_many());
    }
    next.run(request).await
}

fn refused_access(oauth: &ResourceServer, refusal: &Refusal) -> Response {
    let challenge = (WWW_AUTHENTICATE, oauth.challenge(refusal));
    let (status, header, message) = match refusal {
        Refusal::Missing => {
            let message = "this needs an access token: sign in where `WWW-Authenticate` says, or send a token of this library";
            (StatusCode::UNAUTHORIZED, challenge, message.to_owned())
        }
        Refusal::Invalid(reason) => (StatusCode::UNAUTHORIZED, challenge, format!("{reason}; sign in again")),
        Refusal::Scope(scope) => {
            (StatusCode::FORBIDDEN, challenge, format!("the token lacks the scope `{scope}`"))
        }
        Refusal::Unavailable(reason) => {
            let later = (RETRY_AFTER, HeaderValue::from_static("10"));
            let message = format!("the token cannot be checked at present: {reason}");
            (StatusCode::SERVICE_UNAVAILABLE, later, message)
        }
    };
    (status, [header], message).into_response()
}

fn bearer_token(headers: &HeaderMap) -> Option<&str> {
    let (scheme, token) = headers.get(AUTHORIZATION)?.to_str().ok()?.split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then(|| token.trim())
}

fn has_token_parameter(uri: &Uri) -> bool {
    let pairs = url::form_urlencoded::parse(uri.query().unwrap_or_default().as_bytes());
    pairs.into_iter().any(|(name, _)| TOKEN_PARAMETERS.contains(&name.to_ascii_lowercase().as_str()))
}

/// A body that is not a message is answered with what is wrong about it.
async fn forward_message(request: Request, next: Next) -> Response {
    let (mut head, body) = request.into_parts();
    let body = match timeout(BODY_TIMEOUT, to_bytes(body, MAX_BODY_BYTES)).await {
        // A copy, because each chunk keeps the whole buffer alive that it was read into.
        Ok(Ok(body)) => Bytes::copy_from_slice(&body),
        Ok(Err(_)) => {
            let message = format!("a request may have at most {MAX_BODY_BYTES} bytes; request less at once");
            return closing((StatusCode::PAYLOAD_TOO_LARGE, message));
        }
        Err(_) => {
            let seconds = BODY_TIMEOUT.as_secs();
            let message = format!("the body of the request did not arrive within {seconds} seconds");
            return closing((StatusCode::REQUEST_TIMEOUT, message));
        }
    };
    head.extensions.insert(Message(body.clone()));
    let response = next.run(Request::from_parts(head, Body::from(body.clone()))).await;
    // The protocol's own answer to a malformed message has neither an id nor a reason.
    if response.status().is_client_error()
        && let Err(answer) = malformed::parse(&body)
    {
        return (StatusCode::BAD_REQUEST, [(CONTENT_TYPE, "application/json")], answer).into_response();
    }
    response
}

/// hyper closes a connection with an unread body without telling the client, whose next request then fails.
async fn after_body(body: Body, response: Response) -> Response {
    let read = body.into_data_stream().try_fold(0, async |bytes, chunk| match bytes + chunk.len() {
        bytes if bytes > MAX_BODY_BYTES => Err(axum::Error::new("the body is too large")),
        bytes => Ok(bytes),
    });
    match timeout(BODY_TIMEOUT, read).await {
        Ok(Ok(_)) => response,
        _ => closing(response),
    }
}

fn too_many() -> Response {
    let message = "too many requests; wait a second, then send them more slowly";
    (StatusCode::TOO_MANY_REQUESTS, [(RETRY_AFTER, "1")], message).into_response()
}

/// Makes an answer close the connection, so that the rest of the request is not read.
fn closing(response: impl IntoResponse) -> Response {
    ([(CONNECTION, "close")], response).into_response()
}

/// Later protocol revisions have no sessions.
pub(super) fn begins_session(request: &Request) -> bool {
    let header = |name| request.headers().get(name).and_then(|value| value.to_str().ok());
    let is_older =
        header("mcp-protocol-version").is_none_or(|version| version < ProtocolVersion::V_2026_07_28.as_str());
    request.method() == Method::POST && header("mcp-session-id").is_none() && is_older
}
