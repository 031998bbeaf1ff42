//! Recorded tool calls.

use sqlx::FromRow;

use super::{LossyText, Store};
use crate::error::Result;
use crate::model::ToolCall;

/// The maximum number of stored calls.
const MAX_CALLS: i64 = 500;

#[derive(FromRow)]
struct Row {
    at: LossyText,
    client: LossyText,
    tool: LossyText,
    arguments: LossyText,
    results: Option<i64>,
    milliseconds: f64,
    error: Option<LossyText>,
    entries: LossyText,
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
    /// Stores calls and deletes the oldest ones.
    pub(crate) async fn write_activity(&self, calls: &[ToolCall]) -> Result<()> {
        let error = |error| self.error(error);
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
            .map_err(error)?;
        }
        sqlx::query("DELETE FROM activity WHERE id <= (SELECT max(id) FROM activity) - ?")
            .bind(MAX_CALLS)
            .execute(&mut *transaction)
            .await
            .map_err(error)?;
        self.commit(transaction).await
    }

    /// Returns the last calls, newest first.
    pub(crate) async fn activity(&self, most: u32) -> Result<Vec<ToolCall>> {
        let query = sqlx::query(
            "SELECT at, client, tool, arguments, results, milliseconds, error, entries FROM activity ORDER BY id DESC LIMIT ?",
        );
        let rows: Vec<Row> = self.all(query.bind(most)).await?;
        Ok(rows.into_iter().map(ToolCall::from).collect())
    }

    /// Switches the recording of calls on or off. Switching it off deletes all calls.
    pub(crate) async fn set_activity_recording(&self, keep: bool) -> Result<()> {
        let error = |error| self.error(error);
        let mut transaction = self.begin().await?;
        sqlx::query("UPDATE library SET keeps_activity = ?")
            .bind(keep)
            .execute(&mut *transaction)
            .await
            .map_err(error)?;
        if !keep {
            sqlx::query("DELETE FROM activity").execute(&mut *transaction).await.map_err(error)?;
        }
        self.commit(transaction).await
    }
}
