//! HTTP sessions that outlive the process in which they began.

use super::Store;
use crate::error::Result;

/// The maximum number of stored sessions; the oldest are deleted.
const MAX_SESSIONS: i64 = 1_000;

impl Store {
    /// Returns the state of a session.
    pub(crate) async fn session(&self, name: &str) -> Result<Option<String>> {
        let query = sqlx::query("SELECT state FROM sessions WHERE name = ?").bind(name.to_owned());
        Ok(self.texts(query).await?.pop())
    }

    /// Stores a session and deletes the oldest ones.
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

    /// Deletes a session.
    pub(crate) async fn forget_session(&self, name: &str) -> Result<()> {
        sqlx::query("DELETE FROM sessions WHERE name = ?")
            .bind(name.to_owned())
            .execute(&self.writer)
            .await
            .map(drop)
            .map_err(|error| self.error(error))
    }
}
