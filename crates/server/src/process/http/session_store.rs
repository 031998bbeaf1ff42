//! HTTP sessions of the older protocol revisions, stored in the library. Idle ones leave memory, and the next owner resumes
//! those of the previous one.

use async_trait::async_trait;
use rmcp::transport::streamable_http_server::session::{SessionState, SessionStore, SessionStoreError};

use crate::protocol::lazy_library::LazyLibrary;

/// The stored sessions of a library.
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
