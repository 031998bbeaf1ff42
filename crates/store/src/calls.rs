//! Results of requests that write, stored in the transaction that carries them out.

use content::error::Result;
use content::progress::Job;
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::Store;
use super::sql::sql;
use super::transaction::Transaction;

/// A repeated request arrives within seconds.
const MAX_RESULTS: i64 = 500;

impl Transaction {
    pub(super) async fn record_call(&mut self, job: &Job, result: &(impl Serialize + Sync)) -> Result<()> {
        let Some(call) = job.call() else { return Ok(()) };
        let text = serde_json::to_string(result)?;
        let insert = "INSERT OR REPLACE INTO calls (session, request, result) VALUES (?, ?, ?)";
        self.run(sql!(insert, [call.session, call.request, text])).await?;
        self.run(sql!("DELETE FROM calls WHERE id <= (SELECT max(id) FROM calls) - ?", [MAX_RESULTS])).await
    }
}

impl Store {
    /// Returns the result of a repeated request, if it was carried out.
    pub async fn recorded_result<T: DeserializeOwned>(&self, job: &Job) -> Result<Option<T>> {
        let Some(call) = job.call().filter(|call| call.again) else { return Ok(None) };
        let select = "SELECT result FROM calls WHERE session = ? AND request = ?";
        let results: Vec<String> = self.values(sql!(select, [call.session, call.request])).await?;
        Ok(results.first().map(|text| serde_json::from_str(text)).transpose()?)
    }
}
