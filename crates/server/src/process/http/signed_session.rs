//! Sessions of older protocol revisions on a server that keeps none: each is in its id, signed with the token
//! of the client that began it. Any copy of the server can read it; it is worthless to other clients.

use axum::Extension;
use axum::extract::Request;
use axum::http::{HeaderName, HeaderValue, Method, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use base64::Engine as _;
use base64::prelude::BASE64_URL_SAFE_NO_PAD as BASE64;
use ring::hmac::{HMAC_SHA256, Key, sign, verify};
use rmcp::model::{ClientJsonRpcMessage, ClientRequest, InitializeRequest};

use super::guard::{Message, SessionKey, begins_session};
use crate::cards;
use crate::protocol::session::{CarriedSession, described};

pub(super) const SESSION_ID: HeaderName = HeaderName::from_static("mcp-session-id");
const PROTOCOL_VERSION: HeaderName = HeaderName::from_static("mcp-protocol-version");

/// Gives a handshake's answer the id of its session, and each later request the session of its id.
pub(super) async fn carry_session(
    Extension(SessionKey(token)): Extension<SessionKey>,
    mut request: Request,
    next: Next,
) -> Response {
    if let Some(id) = request.headers_mut().remove(SESSION_ID) {
        let Some(session) = id.to_str().ok().and_then(|id| opened(id, &token)) else {
            return unknown_session();
        };
        if *request.method() == Method::DELETE {
            // Nothing is kept that could be deleted.
            return StatusCode::NO_CONTENT.into_response();
        }
        if let Ok(revision) = HeaderValue::from_str(&session.revision) {
            request.headers_mut().entry(PROTOCOL_VERSION).or_insert(revision);
        }
        request.extensions_mut().insert(session);
        return next.run(request).await;
    }
    let message = request.extensions().get::<Message>().filter(|_| begins_session(&request));
    let begun = message.and_then(|Message(message)| session_of(message));
    let id = begun.and_then(|session| sealed(&session, &token));
    let mut response = next.run(request).await;
    if let (true, Some(id)) = (response.status().is_success(), id) {
        response.headers_mut().insert(SESSION_ID, id);
    }
    response
}

/// Returns the session that a handshake begins.
fn session_of(message: &[u8]) -> Option<CarriedSession> {
    let Ok(ClientJsonRpcMessage::Request(request)) = serde_json::from_slice(message) else { return None };
    let ClientRequest::InitializeRequest(InitializeRequest { params, .. }) = request.request else {
        return None;
    };
    Some(CarriedSession {
        revision: params.protocol_version.to_string(),
        client: described(&params.client_info),
        shows_cards: cards::is_shown_with(Some(params.capabilities)),
    })
}

fn sealed(session: &CarriedSession, token: &str) -> Option<HeaderValue> {
    signed(&BASE64.encode(serde_json::to_vec(session).ok()?), token)
}

/// Returns `None` unless the session was begun with this token.
fn opened(id: &str, token: &str) -> Option<CarriedSession> {
    serde_json::from_slice(&BASE64.decode(verified(id, token)?).ok()?).ok()
}

pub(super) fn signed(content: &str, token: &str) -> Option<HeaderValue> {
    let signature = BASE64.encode(sign(&key(token), content.as_bytes()));
    HeaderValue::try_from(format!("{content}.{signature}")).ok()
}

pub(super) fn verified<'a>(signed: &'a str, token: &str) -> Option<&'a str> {
    let (content, signature) = signed.split_once('.')?;
    verify(&key(token), content.as_bytes(), &BASE64.decode(signature).ok()?).ok()?;
    Some(content)
}

/// Answers a request of a session that does not exist, or that another token began.
pub(super) fn unknown_session() -> Response {
    let message = "this session is unknown here; begin another with `initialize`";
    (StatusCode::NOT_FOUND, message).into_response()
}

fn key(token: &str) -> Key {
    Key::new(HMAC_SHA256, token.as_bytes())
}

#[cfg(test)]
mod tests;
