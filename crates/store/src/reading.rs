//! Reads rows, and reports the damaged ones instead of failing.

use content::error::Result;
use content::model::shown;
use futures::TryStreamExt;
use sqlx::sqlite::SqliteRow;
use sqlx::{FromRow, Row as _};

use super::Store;
use super::sql::Statement;

/// `doctor` reports all of them.
const MAX_REPORTED_ROWS: usize = 50;
const IDENTIFYING_COLUMNS: [&str; 6] = ["document_key", "kind", "name", "slug", "key", "path"];

/// A type that is read from rows, each for as long as it takes.
pub(super) trait Readable: for<'r> FromRow<'r, SqliteRow> {}

impl<T: for<'r> FromRow<'r, SqliteRow>> Readable for T {}

pub(super) fn describe_row(row: &SqliteRow) -> String {
    let name = |column: &&str| row.try_get_unchecked::<Vec<u8>, _>(*column).ok();
    let names = IDENTIFYING_COLUMNS.iter().filter_map(name);
    let names: Vec<String> = names.map(|bytes| shown(&String::from_utf8_lossy(&bytes))).collect();
    if names.is_empty() { "a row of the library".to_owned() } else { format!("`{}`", names.join("` `")) }
}

impl Store {
    /// A row that cannot be decoded is reported and left out.
    pub(super) async fn all<T: Readable>(&self, statement: Statement<'_>) -> Result<Vec<T>> {
        let mut reader = self.reader().await?;
        let mut rows = statement.fetch(&mut *reader);
        let mut read = Vec::new();
        while let Some(row) = rows.try_next().await.map_err(|error| self.error(error))? {
            match T::from_row(&row) {
                Ok(value) => read.push(value),
                Err(error) => {
                    tracing::error!(%error, row = describe_row(&row), "a row of the database cannot be read");
                    self.report_damage(&format!("{} cannot be read and was left out", describe_row(&row)));
                }
            }
        }
        Ok(read)
    }

    /// Fails if there is no row, or it cannot be decoded.
    pub(super) async fn row<T: Readable>(&self, statement: Statement<'_>) -> Result<T> {
        let row = statement.fetch_one(&mut *self.reader().await?).await;
        row.and_then(|row| T::from_row(&row)).map_err(|error| self.error(error))
    }

    /// Reads the first column of the first row.
    pub(super) async fn value<T>(&self, statement: Statement<'_>) -> Result<T>
    where
        (T,): Readable,
    {
        Ok(self.row::<(T,)>(statement).await?.0)
    }

    pub(super) async fn count(&self, statement: Statement<'_>) -> Result<u64> {
        Ok(u64::try_from(self.value::<i64>(statement).await?).unwrap_or(0))
    }

    /// Reads the first column of each row.
    pub(super) async fn values<T>(&self, statement: Statement<'_>) -> Result<Vec<T>>
    where
        (T,): Readable,
    {
        Ok(self.all::<(T,)>(statement).await?.into_iter().map(|(value,)| value).collect())
    }

    pub(super) async fn run(&self, statement: Statement<'_>) -> Result<()> {
        self.count_changed(statement).await.map(drop)
    }

    pub(super) async fn count_changed(&self, statement: Statement<'_>) -> Result<u64> {
        let done = statement.execute(&self.writer).await.map_err(|error| self.error(error))?;
        Ok(done.rows_affected())
    }

    /// What damaged a row may have damaged more, so the next start makes the projection again.
    pub(crate) fn report_damage(&self, description: &str) {
        self.mark_damaged();
        let mut reported = self.damaged_rows.lock();
        if reported.len() < MAX_REPORTED_ROWS && !reported.iter().any(|known| known == description) {
            tracing::error!("{description}");
            reported.push(description.to_owned());
        }
    }

    /// Reports an index that disagrees with the entries.
    pub fn report_damaged_index(&self) {
        self.report_damage(
            "an index of the names disagrees with the entries; the next start of LoreKeeper rebuilds it",
        );
    }

    /// Returns the descriptions of all damaged rows, in the order in which they were read.
    pub fn damaged_rows(&self) -> Vec<String> {
        self.damaged_rows.lock().clone()
    }
}
