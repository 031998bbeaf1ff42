//! Transactions that write, with the results of the requests that they carry out.

use content::error::Result;
use content::progress::Job;
use serde::Serialize;
use serde::de::DeserializeOwned;
use sqlx::Sqlite;
use sqlx::query_builder::Separated;

use super::Store;
use super::reading::Readable;
use super::sql::{ROWS_PER_STATEMENT, Sql, Statement, sql};

/// A repeated request arrives within seconds.
const MAX_RESULTS: i64 = 500;

/// A transaction that writes. Dropping it rolls back.
pub(super) struct Transaction {
    store: Store,
    begun: sqlx::Transaction<'static, Sqlite>,
}

impl Store {
    pub(super) async fn begin(&self) -> Result<Transaction> {
        self.check_file_identity()?;
        let begun = self.writer.begin_with("BEGIN IMMEDIATE").await.map_err(|error| self.error(error))?;
        Ok(Transaction { store: self.clone(), begun })
    }

    /// Moves the write-ahead log into the database, so that lookups do not search a log as large as the
    /// import. A concurrent reader can prevent this; a later write repeats it.
    pub(super) async fn empty_log(&self) {
        if let Err(error) = self.run(sql!("PRAGMA wal_checkpoint(TRUNCATE)")).await {
            tracing::debug!(%error, "the database's log was left as it is");
        }
    }

    /// Returns the result of a repeated request, if it was carried out.
    pub async fn recorded_result<T: DeserializeOwned>(&self, job: &Job) -> Result<Option<T>> {
        let Some(call) = job.call().filter(|call| call.again) else { return Ok(None) };
        let select = "SELECT result FROM calls WHERE session = ? AND request = ?";
        let results: Vec<String> = self.values(sql!(select, [call.session, call.request])).await?;
        Ok(results.first().map(|text| serde_json::from_str(text)).transpose()?)
    }
}

impl Transaction {
    pub(super) async fn run(&mut self, statement: Statement<'_>) -> Result<()> {
        self.count_changed(statement).await.map(drop)
    }

    pub(super) async fn count_changed(&mut self, statement: Statement<'_>) -> Result<u64> {
        let done = statement.execute(&mut *self.begun).await.map_err(|error| self.store.error(error))?;
        Ok(done.rows_affected())
    }

    /// Inserts rows, whose values `push` binds. `insert` ends before `VALUES`.
    pub(super) async fn insert_rows<T>(
        &mut self,
        insert: &str,
        rows: &[T],
        mut push: impl FnMut(Separated<'_, Sqlite, &'static str>, &T),
    ) -> Result<()> {
        for chunk in rows.chunks(ROWS_PER_STATEMENT) {
            let mut sql = Sql::new(insert);
            sql.push_values(chunk, &mut push);
            self.run(sql.build()).await?;
        }
        Ok(())
    }

    pub(super) async fn rows<T: Readable>(&mut self, statement: Statement<'_>) -> Result<Vec<T>> {
        let rows = statement.fetch_all(&mut *self.begun).await;
        let read = rows.and_then(|rows| rows.iter().map(T::from_row).collect());
        read.map_err(|error| self.store.error(error))
    }

    pub(super) async fn row<T: Readable>(&mut self, statement: Statement<'_>) -> Result<Option<T>> {
        let row = statement.fetch_optional(&mut *self.begun).await;
        let read = row.and_then(|row| row.as_ref().map(T::from_row).transpose());
        read.map_err(|error| self.store.error(error))
    }

    pub(super) async fn value<T>(&mut self, statement: Statement<'_>) -> Result<Option<T>>
    where
        (T,): Readable,
    {
        Ok(self.row(statement).await?.map(|(value,)| value))
    }

    pub(super) async fn record_call(&mut self, job: &Job, result: &(impl Serialize + Sync)) -> Result<()> {
        let Some(call) = job.call() else { return Ok(()) };
        let text = serde_json::to_string(result)?;
        let insert = "INSERT OR REPLACE INTO calls (session, request, result) VALUES (?, ?, ?)";
        self.run(sql!(insert, [call.session, call.request, text])).await?;
        self.run(sql!("DELETE FROM calls WHERE id <= (SELECT max(id) FROM calls) - ?", [MAX_RESULTS])).await
    }

    /// Fails if the database cannot be written, or was deleted or moved; the changes are then lost.
    pub(super) async fn commit(self) -> Result<()> {
        let Self { store, begun } = self;
        store.check_file_identity()?;
        begun.commit().await.map_err(|error| store.error(error))?;
        store.check_file_identity()
    }

    pub(super) async fn roll_back(self) -> Result<()> {
        self.begun.rollback().await.map_err(|error| self.store.error(error))
    }
}
