use super::Library;
use crate::error::Result;

impl Library {
    /// What was kept of a conversation, so that another process can go on with it; `None` when it is not known.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub async fn session(&self, name: &str) -> Result<Option<String>> {
        self.store.session(name).await
    }

    /// Keeps what is needed to go on with a conversation. The newest 1,000 are kept.
    ///
    /// # Errors
    /// When the database cannot be written.
    pub async fn keep_session(&self, name: &str, state: &str) -> Result<()> {
        self.store.keep_session(name, state).await
    }

    /// Forgets a conversation that its client ended.
    ///
    /// # Errors
    /// When the database cannot be written.
    pub async fn forget_session(&self, name: &str) -> Result<()> {
        self.store.forget_session(name).await
    }
}
