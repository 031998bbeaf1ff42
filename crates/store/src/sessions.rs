//! HTTP sessions that outlive the process in which they began.

use content::error::Result;

use super::Store;
use super::sql::sql;

const MAX_SESSIONS: i64 = 1_000;

impl Store {
    /// Returns the state of a session.
    pub async fn session(&self, name: &str) -> Result<Option<String>> {
        Ok(self.values(sql!("SELECT state FROM sessions WHERE name = ?", [name])).await?.pop())
    }

    /// Stores a session and deletes the oldest ones.
    pub async fn keep_session(&self, name: &str, state: &str) -> Result<()> {
        let mut transaction = self.begin().await?;
        let insert = "INSERT OR REPLACE INTO sessions (name, state) VALUES (?, ?)";
        transaction.run(sql!(insert, [name, state])).await?;
        let delete = "DELETE FROM sessions WHERE id <= (SELECT max(id) FROM sessions) - ?";
        transaction.run(sql!(delete, [MAX_SESSIONS])).await?;
        transaction.commit().await
    }

    /// Deletes a session.
    pub async fn forget_session(&self, name: &str) -> Result<()> {
        self.run(sql!("DELETE FROM sessions WHERE name = ?", [name])).await
    }
}
