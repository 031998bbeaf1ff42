//! Sessions of the older protocol revisions, kept in the library: an idle one is not held in memory, and the next owner goes
//! on with those of the one before.

use async_trait::async_trait;
use rmcp::transport::streamable_http_server::session::{SessionState, SessionStore, SessionStoreError};

use crate::process::lazy_library::LazyLibrary;

/// The sessions of a library.
pub(super) struct Sessions(pub(super) LazyLibrary);

#[async_trait]
impl SessionStore for Sessions {
    async fn load(&self, name: &str) -> Result<Option<SessionState>, SessionStoreError> {
        let state = self.0.library().await?.session(name).await?;
        Ok(state.map(|state| serde_json::from_str(&state)).transpose()?)
    }

    async fn store(&self, name: &str, state: &SessionState) -> Result<(), SessionStoreError> {
        let state = serde_json::to_string(state)?;
        Ok(self.0.library().await?.keep_session(name, &state).await?)
    }

    async fn delete(&self, name: &str) -> Result<(), SessionStoreError> {
        Ok(self.0.library().await?.forget_session(name).await?)
    }
}
