//! Copies of the database that are only read.

use std::path::Path;

use content::error::Result;
use content::model::Kind;
use sqlx::{AssertSqlSafe, ConnectOptions as _, Connection as _};

use super::copies::copy;
use super::database_files::options_for;
use super::sql::sql;
use super::{Store, database_error};

/// What is only for the user: what exists nowhere else, and what the projection has of questions and answers.
const OF_THE_USER: [&str; 14] = [
    "activity", "sessions", "http_cache", "entry_checks", "entry_files", "calls", "imported_books",
    "imported_files", "declined_documents", "campaigns", "pins", "notes", "own_entries", "own_versions",
];

impl Store {
    /// Writes a complete copy of the projection to a new file, as it is at one moment.
    pub async fn copy_to(&self, target: &Path) -> Result<()> {
        copy(&self.writer, "library", target).await
    }

    /// Deletes every entry of some kinds.
    pub async fn delete_kinds(&self, kinds: &[Kind]) -> Result<()> {
        let mut transaction = self.begin().await?;
        for kind in kinds {
            transaction.run(sql!("DELETE FROM entries WHERE kind = ?", [kind.as_str()])).await?;
        }
        let recount = "UPDATE documents
             SET entry_count = (SELECT count(*) FROM entries WHERE document_id = documents.id)";
        transaction.run(sql!(recount)).await?;
        transaction.commit().await
    }

    /// Deletes everything about the user.
    pub async fn forget_user(&self) -> Result<()> {
        let mut transaction = self.begin().await?;
        for table in OF_THE_USER {
            transaction.run(sql!(AssertSqlSafe(format!("DELETE FROM {table}")))).await?;
        }
        let settings = "UPDATE settings SET recovery = NULL, offline = 0, keeps_activity = 1";
        transaction.run(sql!(settings)).await?;
        transaction.commit().await
    }
}

/// Makes a database that nobody has open one file without a log and without what was deleted from it.
pub async fn settle(path: &Path) -> Result<()> {
    let settled = async {
        let mut connection = options_for(path).connect().await?;
        for statement in ["PRAGMA journal_mode = DELETE", "VACUUM"] {
            sqlx::query(statement).execute(&mut connection).await?;
        }
        connection.close().await
    };
    settled.await.map_err(|error| database_error(error, path))
}
