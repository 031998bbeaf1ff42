use sqlx::FromRow;

use super::Store;
use crate::error::Result;
use crate::library::ToolCall;

/// How many calls are kept.
const KEPT: i64 = 500;

#[derive(FromRow)]
struct Row {
    at: String,
    client: String,
    tool: String,
    arguments: String,
    results: Option<i64>,
    milliseconds: f64,
    error: Option<String>,
    entries: String,
}

impl From<Row> for ToolCall {
    fn from(row: Row) -> Self {
        let Row { at, client, tool, arguments, results, milliseconds, error, entries } = row;
        let results = results.and_then(|results| u64::try_from(results).ok());
        let entries = serde_json::from_str(&entries).unwrap_or_default();
        Self { at, client, tool, arguments, results, milliseconds, error, entries }
    }
}

impl Store {
    /// Writes calls down and forgets the oldest.
    pub(crate) async fn write_activity(&self, calls: &[ToolCall]) -> Result<()> {
        let wrong = |error| self.error(error);
        let mut transaction = self.writer.begin_with("BEGIN IMMEDIATE").await.map_err(wrong)?;
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
        transaction.commit().await.map_err(wrong)
    }

    /// The last calls, newest first.
    pub(crate) async fn activity(&self, most: u32) -> Result<Vec<ToolCall>> {
        let rows: Vec<Row> = sqlx::query_as(
            "SELECT at, client, tool, arguments, results, milliseconds, error, entries FROM activity ORDER BY id DESC LIMIT ?",
        )
        .bind(most)
        .fetch_all(&self.reader)
        .await
        .map_err(|error| self.error(error))?;
        Ok(rows.into_iter().map(ToolCall::from).collect())
    }

    /// Sets whether calls are noted; what was noted goes when they are not.
    pub(crate) async fn keep_activity(&self, keep: bool) -> Result<()> {
        let wrong = |error| self.error(error);
        let mut transaction = self.writer.begin_with("BEGIN IMMEDIATE").await.map_err(wrong)?;
        sqlx::query("UPDATE library SET keeps_activity = ?")
            .bind(keep)
            .execute(&mut *transaction)
            .await
            .map_err(wrong)?;
        if !keep {
            sqlx::query("DELETE FROM activity").execute(&mut *transaction).await.map_err(wrong)?;
        }
        transaction.commit().await.map_err(wrong)
    }
}
