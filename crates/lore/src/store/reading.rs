//! Reads rows and reports the damaged ones instead of failing.

use futures::TryStreamExt;
use sqlx::query::Query;
use sqlx::sqlite::{SqliteArguments, SqliteRow};
use sqlx::{FromRow, Sqlite};

use super::Store;
use super::decoding::{LossyText, describe_row, take_bytes_replaced};
use crate::error::Result;

impl Store {
    /// Reads rows one by one. A row that cannot be decoded is reported and left out.
    pub(super) async fn all<T>(&self, query: Query<'_, Sqlite, SqliteArguments>) -> Result<Vec<T>>
    where
        T: for<'r> FromRow<'r, SqliteRow> + Send + Unpin,
    {
        let mut reader = self.reader().await?;
        let mut rows = query.fetch(&mut *reader);
        let mut read = Vec::new();
        while let Some(row) = rows.try_next().await.map_err(|error| self.error(error))? {
            take_bytes_replaced();
            match T::from_row(&row) {
                Ok(value) => {
                    if take_bytes_replaced() {
                        self.report_damage(&format!("{} holds bytes that are no text", describe_row(&row)));
                    }
                    read.push(value);
                }
                Err(error) => {
                    tracing::error!(%error, row = describe_row(&row), "a row of the database cannot be read");
                    self.report_damage(&format!("{} cannot be read and was left out", describe_row(&row)));
                }
            }
        }
        Ok(read)
    }

    /// Reads the first column of each row as text.
    pub(super) async fn texts(&self, query: Query<'_, Sqlite, SqliteArguments>) -> Result<Vec<String>> {
        let texts: Vec<(LossyText,)> = self.all(query).await?;
        Ok(texts.into_iter().map(|(text,)| text.into()).collect())
    }

    /// Reports a damaged row once.
    pub(super) fn report_damage(&self, description: &str) {
        self.damaged_rows.report(description);
    }

    /// Reports an index that disagrees with the entries, and marks the damage, so that the next start recovers the library.
    pub(crate) fn report_damaged_index(&self) {
        self.mark_damaged();
        self.report_damage(
            "an index of the names disagrees with the entries; the next start of LoreKeeper rebuilds it",
        );
    }

    /// Reports damage that a check has found.
    pub(crate) fn report_damaged_rows(&self, rows: &[String]) {
        rows.iter().for_each(|row| self.report_damage(row));
    }

    /// Returns the descriptions of all damaged rows, in the order in which they were read.
    pub(crate) fn damaged_rows(&self) -> Vec<String> {
        self.damaged_rows.descriptions()
    }
}
