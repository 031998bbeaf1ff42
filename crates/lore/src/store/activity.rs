use sqlx::FromRow;

use super::{Lossy, Store};
use crate::error::Result;
use crate::model::ToolCall;

/// How many calls are kept.
const KEPT: i64 = 500;

#[derive(FromRow)]
struct Row {
    at: Lossy,
    client: Lossy,
    tool: Lossy,
    arguments: Lossy,
    results: Option<i64>,
    milliseconds: f64,
    error: Option<Lossy>,
    entries: Lossy,
}

impl From<Row> for ToolCall {
    fn from(row: Row) -> Self {
        let Row { at, client, tool, arguments, results, milliseconds, error, entries } = row;
        let results = results.and_then(|results| u64::try_from(results).ok());
        let entries = serde_json::from_str(&entries.0).unwrap_or_default();
        let (at, client, tool) = (at.into(), client.into(), tool.into());
        let (arguments, error) = (arguments.into(), error.map(String::from));
        Self { at, client, tool, arguments, results, milliseconds, error, entries }
    }
}

impl Store {
    /// Writes calls down and forgets the oldest.
    pub(crate) async fn write_activity(&self, calls: &[ToolCall]) -> Result<()> {
        let wrong = |error| self.error(error);
        let mut transaction = self.begin().await?;
        for call in calls {
            sqlx::query(
                "INSERT INTO activity (at, client, tool, arguments, results, milliseconds, error, entries) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            )
            .bind(call.at.clone())
            .bind(call.client.clone())
            .bind(call.tool.clone())
            .bind(call.arguments.clone())
            .bind(call.results.and_then(|results| i64::try_from(results).ok()))
            .bind(call.milliseconds)
            .bind(call.error.clone())
            .bind(serde_json::to_string(&call.entries).unwrap_or_else(|_| "[]".to_owned()))
            .execute(&mut *transaction)
            .await
            .map_err(wrong)?;
        }
        sqlx::query("DELETE FROM activity WHERE id <= (SELECT max(id) FROM activity) - ?")
            .bind(KEPT)
            .execute(&mut *transaction)
            .await
            .map_err(wrong)?;
        self.commit(transaction).await
    }

    /// The last calls, newest first.
    pub(crate) async fn activity(&self, most: u32) -> Result<Vec<ToolCall>> {
        let query = sqlx::query(
            "SELECT at, client, tool, arguments, results, milliseconds, error, entries FROM activity ORDER BY id DESC LIMIT ?",
        );
        let rows: Vec<Row> = self.all(query.bind(most)).await?;
        Ok(rows.into_iter().map(ToolCall::from).collect())
    }

    /// Sets whether calls are noted; what was noted goes when they are not.
    pub(crate) async fn keep_activity(&self, keep: bool) -> Result<()> {
        let wrong = |error| self.error(error);
        let mut transaction = self.begin().await?;
        sqlx::query("UPDATE library SET keeps_activity = ?")
            .bind(keep)
            .execute(&mut *transaction)
            .await
            .map_err(wrong)?;
        if !keep {
            sqlx::query("DELETE FROM activity").execute(&mut *transaction).await.map_err(wrong)?;
        }
        self.commit(transaction).await
    }
}
