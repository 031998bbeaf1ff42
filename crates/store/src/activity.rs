//! Recorded tool calls.

use content::error::Result;
use content::model::ToolCall;

use super::Store;
use super::sql::sql;

const MAX_CALLS: i64 = 500;

impl Store {
    /// Stores calls and deletes the oldest ones.
    pub async fn write_activity(&self, calls: &[ToolCall]) -> Result<()> {
        let mut transaction = self.begin().await?;
        for ToolCall { at, client, tool, arguments, results, milliseconds, error, entries } in calls {
            let results = results.and_then(|results| i64::try_from(results).ok());
            let entries = serde_json::to_string(entries)?;
            let insert = sql!(
                "INSERT INTO activity (at, client, tool, arguments, results, milliseconds, error, entries)
                 VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                [at, client, tool, arguments, results, milliseconds, error, entries]
            );
            transaction.run(insert).await?;
        }
        let delete = "DELETE FROM activity WHERE id <= (SELECT max(id) FROM activity) - ?";
        transaction.run(sql!(delete, [MAX_CALLS])).await?;
        transaction.commit().await
    }

    /// Returns the last calls, newest first.
    pub async fn activity(&self, most: u32) -> Result<Vec<ToolCall>> {
        let query = sql!(
            "SELECT at, client, tool, arguments, results, milliseconds, error, entries
             FROM activity ORDER BY id DESC LIMIT ?",
            [most]
        );
        type Parts = (String, String, String, String, Option<i64>, f64, Option<String>, String);
        let call = |(at, client, tool, arguments, results, milliseconds, error, entries): Parts| {
            let results = results.and_then(|results| u64::try_from(results).ok());
            let entries = serde_json::from_str(&entries).unwrap_or_default();
            ToolCall { at, client, tool, arguments, results, milliseconds, error, entries }
        };
        Ok(self.all(query).await?.into_iter().map(call).collect())
    }

    /// Switches the recording of calls on or off. Switching it off deletes all calls.
    pub async fn set_activity_recording(&self, keep: bool) -> Result<()> {
        let mut transaction = self.begin().await?;
        transaction.run(sql!("UPDATE settings SET keeps_activity = ?", [keep])).await?;
        if !keep {
            transaction.run(sql!("DELETE FROM activity")).await?;
        }
        transaction.commit().await
    }
}
