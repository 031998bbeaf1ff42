//! Results of requests that write, stored in the transaction that carries them out.

use serde::Serialize;
use serde::de::DeserializeOwned;
use sqlx::SqliteConnection;

use super::Store;
use crate::error::{Error, Result};
use crate::progress::Job;

/// The maximum number of stored results. A repeated request arrives within seconds.
const MAX_RESULTS: i64 = 500;

/// Records the result of the job's request.
pub(super) async fn record(
    store: &Store,
    connection: &mut SqliteConnection,
    job: &Job,
    result: &(impl Serialize + Sync),
) -> Result<()> {
    let Some(call) = job.call() else { return Ok(()) };
    let text = serde_json::to_string(result).map_err(|error| Error::Internal(error.to_string()))?;
    let error = |error| store.error(error);
    sqlx::query("INSERT OR REPLACE INTO calls (session, request, result) VALUES (?, ?, ?)")
        .bind(call.session.clone())
        .bind(call.request.clone())
        .bind(text)
        .execute(&mut *connection)
        .await
        .map_err(error)?;
    sqlx::query("DELETE FROM calls WHERE id <= (SELECT max(id) FROM calls) - ?")
        .bind(MAX_RESULTS)
        .execute(connection)
        .await
        .map_err(error)?;
    Ok(())
}

impl Store {
    /// Returns the result of a repeated request, if it was carried out.
    pub(crate) async fn recorded_result<T: DeserializeOwned>(&self, job: &Job) -> Result<Option<T>> {
        let Some(call) = job.call().filter(|call| call.again) else { return Ok(None) };
        let query = sqlx::query("SELECT result FROM calls WHERE session = ? AND request = ?")
            .bind(call.session.clone())
            .bind(call.request.clone());
        let text = self.texts(query).await?.pop();
        let read =
            |text: String| serde_json::from_str(&text).map_err(|error| Error::Internal(error.to_string()));
        text.map(read).transpose()
    }
}
