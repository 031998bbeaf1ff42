//! Conversations that outlive the process that they began with.

use super::Store;
use crate::error::Result;

/// How many are kept; the oldest go first.
const MAX_SESSIONS: i64 = 1_000;

impl Store {
    /// What was kept of a conversation.
    pub(crate) async fn session(&self, name: &str) -> Result<Option<String>> {
        let query = sqlx::query("SELECT state FROM sessions WHERE name = ?").bind(name.to_owned());
        Ok(self.texts(query).await?.pop())
    }

    /// Keeps a conversation and forgets the oldest.
    pub(crate) async fn keep_session(&self, name: &str, state: &str) -> Result<()> {
        let error = |error| self.error(error);
        let mut transaction = self.begin().await?;
        sqlx::query("INSERT OR REPLACE INTO sessions (name, state) VALUES (?, ?)")
            .bind(name.to_owned())
            .bind(state.to_owned())
            .execute(&mut *transaction)
            .await
            .map_err(error)?;
        sqlx::query("DELETE FROM sessions WHERE id <= (SELECT max(id) FROM sessions) - ?")
            .bind(MAX_SESSIONS)
            .execute(&mut *transaction)
            .await
            .map_err(error)?;
        self.commit(transaction).await
    }

    /// Forgets a conversation.
    pub(crate) async fn forget_session(&self, name: &str) -> Result<()> {
        sqlx::query("DELETE FROM sessions WHERE name = ?")
            .bind(name.to_owned())
            .execute(&self.writer)
            .await
            .map(drop)
            .map_err(|error| self.error(error))
    }
}
