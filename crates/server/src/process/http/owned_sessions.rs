//! Sessions of the older protocol revisions on a server that keeps them in the library: idle ones leave
//! memory, and the next owner resumes those of the previous one. Each belongs to the token that began it: the
//! ids that clients get are signed with it, so that the next owner knows whose a session is.

use std::collections::HashMap;
use std::sync::Arc;

use async_trait::async_trait;
use axum::Extension;
use axum::extract::{Request, State};
use axum::http::header::RETRY_AFTER;
use axum::http::{HeaderValue, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use parking_lot::Mutex;
use rmcp::transport::streamable_http_server::session::local::LocalSessionManager;
use rmcp::transport::streamable_http_server::session::{SessionState, SessionStore, SessionStoreError};

use super::guard::{SessionKey, begins_session};
use super::named_tokens::hash;
use super::signed_session::{SESSION_ID, signed, unknown_session, verified};
use crate::protocol::lazy_library::LazyLibrary;

/// The number of sessions in memory that one token may have at once.
const MAX_SESSIONS: usize = 64;

pub(super) struct LibrarySessionStore(pub(super) LazyLibrary);

#[async_trait]
impl SessionStore for LibrarySessionStore {
    async fn load(&self, id: &str) -> Result<Option<SessionState>, SessionStoreError> {
        let state = self.0.library().await?.session(id).await?;
        Ok(state.map(|state| serde_json::from_str(&state)).transpose()?)
    }

    async fn store(&self, id: &str, state: &SessionState) -> Result<(), SessionStoreError> {
        let state = serde_json::to_string(state)?;
        Ok(self.0.library().await?.keep_session(id, &state).await?)
    }

    async fn delete(&self, id: &str) -> Result<(), SessionStoreError> {
        Ok(self.0.library().await?.forget_session(id).await?)
    }
}

/// The sessions in memory and the hashes of the tokens that began them.
pub(super) struct OwnedSessions {
    manager: Arc<LocalSessionManager>,
    owners: Mutex<HashMap<String, String>>,
}

impl OwnedSessions {
    pub(super) fn new(manager: Arc<LocalSessionManager>) -> Self {
        Self { manager, owners: Mutex::default() }
    }

    /// The session may have been resumed from the library.
    fn note(&self, session: &str, token: &str) {
        self.owners.lock().entry(session.to_owned()).or_insert_with(|| hash(token));
    }

    async fn may_begin(&self, token: &str) -> bool {
        let in_memory = self.manager.sessions.read().await;
        let mut owners = self.owners.lock();
        owners.retain(|session, _| in_memory.contains_key(session.as_str()));
        let owner = hash(token);
        owners.values().filter(|other| **other == owner).count() < MAX_SESSIONS
    }
}

pub(super) async fn keep_to_owner(
    State(sessions): State<Arc<OwnedSessions>>,
    Extension(SessionKey(token)): Extension<SessionKey>,
    mut request: Request,
    next: Next,
) -> Response {
    if let Some(id) = request.headers_mut().remove(SESSION_ID) {
        let session = id.to_str().ok().and_then(|id| verified(id, &token));
        let Some(session) = session else { return unknown_session() };
        sessions.note(session, &token);
        if let Ok(id) = HeaderValue::from_str(session) {
            request.headers_mut().insert(SESSION_ID, id);
        }
    } else if begins_session(&request) && !sessions.may_begin(&token).await {
        let message = "too many sessions; end some (DELETE with their `Mcp-Session-Id`), or wait until idle ones end after five minutes";
        return (StatusCode::SERVICE_UNAVAILABLE, [(RETRY_AFTER, "60")], message).into_response();
    }
    let mut response = next.run(request).await;
    if let Some(session) = response.headers().get(SESSION_ID).and_then(|id| id.to_str().ok())
        && let Some(id) = signed(session, &token)
    {
        sessions.note(session, &token);
        response.headers_mut().insert(SESSION_ID, id);
    }
    response
}
