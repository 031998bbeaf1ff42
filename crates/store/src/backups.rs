//! What exists nowhere else: its backups, its restoration from one, and what a projection still has of it.

use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use content::error::{Error, Result};
use content::model::Provider;
use sqlx::AssertSqlSafe;

use super::Store;
use super::copies::{back_up, backups_of, copy, is_sound, modified};
use super::database_files::{with_suffix, yours_beside};
use super::sql::sql;

const BACKUP_INTERVAL: Duration = Duration::from_mins(10);

/// The tables of what is the user's own, each before those that refer to it.
const TABLES: [&str; 10] = [
    "settings", "campaigns", "pins", "notes", "own_versions", "own_entries", "imported_files",
    "imported_books", "declined_documents", "calls",
];

impl Store {
    /// Backs up what is the user's own, unless it is unchanged or backed up minutes ago. Logs failures.
    pub async fn back_up(&self) {
        self.back_up_if_older_than(BACKUP_INTERVAL).await;
    }

    /// Backs up what is the user's own, unless nothing changed, and closes the databases.
    pub async fn back_up_and_close(&self) {
        self.back_up_if_older_than(Duration::ZERO).await;
        self.close().await;
    }

    async fn back_up_if_older_than(&self, interval: Duration) {
        let yours = yours_beside(&self.path);
        let is_due = |last: &PathBuf| {
            let [last, changed] = [last.clone(), with_suffix(&yours, "-wal")].map(|path| modified(&path));
            let changed = changed.max(modified(&yours));
            changed > last && SystemTime::now().duration_since(last).is_ok_and(|age| age >= interval)
        };
        if self.is_for_reading || backups_of(&yours).first().is_some_and(|last| !is_due(last)) {
            return;
        }
        if let Err(error) = back_up(&self.writer, &yours).await {
            tracing::warn!(%error, "what is the user's own could not be backed up");
        }
    }

    /// Backs up what is the user's own before it is replaced.
    pub async fn back_up_now(&self) -> Result<()> {
        back_up(&self.writer, &yours_beside(&self.path)).await
    }

    /// Copies what is the user's own to a new file.
    ///
    /// # Errors
    /// When there is a file already, or it cannot be written.
    pub async fn back_up_to(&self, target: &Path) -> Result<()> {
        if target.exists() {
            return Err(Error::Unusable(target.to_owned(), "exists already; name a file that does not"));
        }
        copy(&self.writer, "main", target).await
    }

    /// Replaces what is the user's own by a backup, in one transaction. The projection has to follow.
    ///
    /// # Errors
    /// When the file is no backup of this version, or the database cannot be written; nothing changes then.
    pub async fn restore_from(&self, backup: &Path) -> Result<()> {
        if !is_sound(backup).await {
            let why = "is not a backup that LoreKeeper made, or it is damaged";
            return Err(Error::Unusable(backup.to_owned(), why));
        }
        let path = backup.to_string_lossy().into_owned();
        self.run(sql!("ATTACH DATABASE ? AS backup", [path])).await?;
        let restored = self.restore_attached().await;
        self.run(sql!("DETACH DATABASE backup")).await?;
        restored
    }

    async fn restore_attached(&self) -> Result<()> {
        let mut transaction = self.begin().await?;
        let revision: Option<i64> = transaction.value(sql!("SELECT revision FROM main.settings")).await?;
        for table in TABLES.iter().rev() {
            transaction.run(sql!(AssertSqlSafe(format!("DELETE FROM main.{table}")))).await?;
        }
        for table in TABLES {
            let insert = format!("INSERT INTO main.{table} SELECT * FROM backup.{table}");
            transaction.run(sql!(AssertSqlSafe(insert))).await?;
        }
        transaction.run(sql!("UPDATE main.settings SET revision = ? + 1", [revision])).await?;
        transaction.commit().await
    }

    /// Takes over the own entries of a projection whose `yours.db` was lost with all its backups.
    pub(super) async fn adopt_own_entries(&self) -> Result<()> {
        let mut transaction = self.begin().await?;
        for sql in [
            "INSERT INTO own_versions (document, kind, slug, version, name, book, content, repeats, saved_at)
             SELECT d.key, e.kind, e.slug, 1, e.name, d.name, t.sources, NULL, e.updated_at
             FROM entries e JOIN documents d ON d.id = e.document_id JOIN texts t ON t.entry_id = e.id
             WHERE d.provider = ? AND t.sources IS NOT NULL",
            "INSERT INTO own_entries (document, kind, slug)
             SELECT d.key, e.kind, e.slug FROM entries e JOIN documents d ON d.id = e.document_id WHERE d.provider = ?",
        ] {
            transaction.run(sql!(sql, [Provider::Own.as_str()])).await?;
        }
        transaction.run(sql!("UPDATE settings SET revision = (SELECT revision FROM library)")).await?;
        transaction.commit().await
    }
}
