//! Copies of the database that are only read.

use std::path::Path;

use sqlx::{ConnectOptions as _, Connection as _};

use super::opening::options_for;
use super::{Store, database_error};
use crate::error::{Error, Result};
use crate::model::Kind;

/// What is only for the user: questions, campaigns, pins, notes, versions of own entries, paths of files, and what Open5e was
/// asked.
const OF_THE_USER: [&str; 11] = [
    "activity",
    "calls",
    "sessions",
    "http_cache",
    "entry_checks",
    "imported_files",
    "declined_documents",
    "campaigns",
    "pins",
    "notes",
    "own_versions",
];

impl Store {
    /// Writes a complete copy of the database to a new file, as it is at one moment.
    pub(crate) async fn copy_to(&self, target: &Path) -> Result<()> {
        let path = target.to_str().ok_or_else(|| {
            Error::Invalid(format!("the folder's name is not Unicode: {}", disk::shown(target)))
        })?;
        sqlx::query("VACUUM INTO ?")
            .bind(path)
            .execute(&self.writer)
            .await
            .map_err(|error| self.error(error))?;
        Ok(())
    }

    /// Deletes every entry of some kinds.
    pub(crate) async fn delete_kinds(&self, kinds: &[Kind]) -> Result<()> {
        let mut transaction = self.begin().await?;
        for kind in kinds {
            sqlx::query("DELETE FROM entries WHERE kind = ?")
                .bind(kind.as_str())
                .execute(&mut *transaction)
                .await
                .map_err(|error| self.error(error))?;
        }
        sqlx::query("UPDATE documents SET entry_count = (SELECT count(*) FROM entries WHERE document_id = documents.id)")
            .execute(&mut *transaction)
            .await
            .map_err(|error| self.error(error))?;
        self.commit(transaction).await
    }

    /// Deletes everything about the user.
    pub(crate) async fn forget_user(&self) -> Result<()> {
        let mut transaction = self.begin().await?;
        for table in OF_THE_USER {
            let delete = sqlx::AssertSqlSafe(format!("DELETE FROM {table}"));
            sqlx::query(delete).execute(&mut *transaction).await.map_err(|error| self.error(error))?;
        }
        let settings = "UPDATE library SET recovery = NULL, offline = 0, keeps_activity = 1";
        sqlx::query(settings).execute(&mut *transaction).await.map_err(|error| self.error(error))?;
        self.commit(transaction).await
    }
}

/// Makes a database that nobody has open one file without a log and without what was deleted from it. Returns the version of its
/// schema.
pub(crate) async fn settle(path: &Path) -> Result<i64> {
    let error = |error| database_error(error, path);
    let mut connection = options_for(path).connect().await.map_err(error)?;
    for statement in ["PRAGMA journal_mode = DELETE", "VACUUM"] {
        sqlx::query(statement).execute(&mut connection).await.map_err(error)?;
    }
    let schema = sqlx::query_scalar("SELECT max(version) FROM _sqlx_migrations WHERE success")
        .fetch_one(&mut connection)
        .await
        .map_err(error)?;
    connection.close().await.map_err(error)?;
    Ok(schema)
}
