//! Opens the database: connections, migrations, backups, transactions.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use sqlx::migrate::{MigrateError, Migrator};
use sqlx::sqlite::{
    SqliteConnectOptions, SqliteJournalMode, SqlitePool, SqlitePoolOptions, SqliteSynchronous,
};
use sqlx::{ConnectOptions, Connection, Sqlite, SqliteConnection, Transaction};
use tempfile::TempDir;
use tokio::sync::MappedMutexGuard;

use super::database_error;
use super::decoding::DamagedRows;
use super::file_identity::FileIdentity;
use super::readers::Readers;
use crate::error::{Error, Result};

static MIGRATIONS: Migrator = sqlx::migrate!();

/// The page cache of a reader: a negative number of KiB. The system caches the file, too.
const READER_CACHE_KIB: &str = "-1000";

/// Returns the path of the file that marks a database as damaged.
pub(crate) fn damage_marker(database: &Path) -> PathBuf {
    database.with_extension("damaged")
}

/// The open database: one writing connection and two reading ones.
#[derive(Debug, Clone)]
pub(crate) struct Store {
    pub(super) path: PathBuf,
    pub(super) writer: SqlitePool,
    readers: Readers,
    pub(super) damaged_rows: Arc<DamagedRows>,
    place: Option<FileIdentity>,
    is_for_reading: bool,
    /// The temporary copy of a library that cannot be written.
    _copy: Option<Arc<TempDir>>,
}

impl Store {
    /// Opens the database, creating it if necessary and migrating an older one after a backup.
    pub(crate) async fn open(path: &Path) -> Result<Self> {
        Self::open_in_format(path, &MIGRATIONS).await
    }

    async fn open_in_format(path: &Path, migrations: &Migrator) -> Result<Self> {
        let options = options_for(path)
            .create_if_missing(true)
            .journal_mode(SqliteJournalMode::Wal)
            .synchronous(SqliteSynchronous::Normal);
        let writer = pool_of(1).connect_lazy_with(options.clone());
        if let Err(error) = writer.acquire().await {
            writer.close().await;
            return Err(database_error(error, path));
        }
        // Later connections must not recreate a database that was deleted.
        let options = options.create_if_missing(false);
        writer.set_connect_options(options.clone());
        let store = Self::of(path, writer, pool_of(1).connect_lazy_with(for_reading(options)));
        let mut migrated = store.migrate(migrations).await;
        if migrated.is_ok() && newest(migrations) >= newest(&MIGRATIONS) {
            migrated = store.derive_facts().await;
        }
        if migrated.is_err() {
            store.close().await;
        }
        migrated.map(|()| Self { place: FileIdentity::of(path), ..store })
    }

    /// Opens a database that cannot or shall not be written. If SQLite cannot use the file (unfinished log, older format),
    /// a temporary copy is opened. SQLite keeps locks in a file beside the database, unless nobody ever writes to it.
    pub(crate) async fn open_for_reading(path: &Path, is_unchanging: bool) -> Result<Self> {
        let options = options_for(path).read_only(true);
        let log = with_suffix(path, "-wal");
        let is_settled = std::fs::metadata(log).map_or(true, |log| log.len() == 0);
        let shared = (!is_unchanging).then(|| options.clone());
        let immutable = is_settled.then(|| options.immutable(true));
        for options in [shared, immutable].into_iter().flatten() {
            let Ok(reader) = pool_of(1).connect_with(for_reading(options)).await else { continue };
            let store = Self::of(path, reader.clone(), reader);
            if matches!(store.format().await, Ok(Some(found)) if found == newest(&MIGRATIONS)) {
                return Ok(Self { is_for_reading: true, place: FileIdentity::of(path), ..store });
            }
            store.close().await;
        }
        let folder = tempfile::tempdir().map_err(|error| Error::file(std::env::temp_dir(), error))?;
        let copy = folder.path().join("library.db");
        for suffix in ["", "-wal"] {
            let (from, to) = (with_suffix(path, suffix), with_suffix(&copy, suffix));
            if from.exists() {
                disk::copy_content(&from, &to).map_err(|error| Error::file(&from, error))?;
            }
        }
        let store = Self::open(&copy).await?;
        Ok(Self {
            path: path.to_owned(),
            writer: store.readers.pool.clone(),
            place: FileIdentity::of(path),
            is_for_reading: true,
            _copy: Some(Arc::new(folder)),
            ..store
        })
    }

    fn of(path: &Path, writer: SqlitePool, reader: SqlitePool) -> Self {
        let (path, readers, damaged_rows) = (path.to_owned(), Readers::of(reader), Arc::default());
        Self { path, writer, readers, damaged_rows, place: None, is_for_reading: false, _copy: None }
    }

    /// Begins the threads of the connections that read, before the process may not be able to begin any for a while.
    pub(crate) async fn open_readers(&self) {
        self.readers.open_all().await;
    }

    /// Begins a write transaction. Dropping it rolls back.
    ///
    /// # Errors
    /// If the database was deleted or moved, or cannot be written.
    pub(super) async fn begin(&self) -> Result<Transaction<'static, Sqlite>> {
        self.check_file_identity()?;
        self.writer.begin_with("BEGIN IMMEDIATE").await.map_err(|error| self.error(error))
    }

    /// Commits a transaction.
    ///
    /// # Errors
    /// If the database cannot be written, or was deleted or moved meanwhile; the changes are then lost.
    pub(super) async fn commit(&self, transaction: Transaction<'_, Sqlite>) -> Result<()> {
        self.check_file_identity()?;
        transaction.commit().await.map_err(|error| self.error(error))?;
        self.check_file_identity()
    }

    /// Checks that the open database is still the file in the library's folder.
    pub(crate) fn check_file_identity(&self) -> Result<()> {
        self.place.as_ref().map_or(Ok(()), |place| place.check(&self.path))
    }

    /// Returns whether a database that is only read was replaced by another.
    pub(crate) fn is_replaced(&self) -> bool {
        self.is_for_reading && self.check_file_identity().is_err()
    }

    /// Returns a reading connection that is free.
    pub(super) async fn reader(&self) -> Result<MappedMutexGuard<'_, SqliteConnection>> {
        self.readers.acquire().await.map_err(|error| self.error(error))
    }

    /// Closes every connection, so that the file can be moved.
    pub(crate) async fn close(&self) {
        self.readers.close().await;
        self.writer.close().await;
    }

    /// Converts an error of the database.
    ///
    /// Damage is marked beside the database, so that the next start recovers what it can.
    pub(super) fn error(&self, error: sqlx::Error) -> Error {
        let error = database_error(error, &self.path);
        if matches!(error, Error::Damaged { .. }) {
            self.mark_damaged();
        }
        error
    }

    /// Marks damage beside the database, so that the next start recovers what it can.
    ///
    /// One that is only read is left alone.
    pub(super) fn mark_damaged(&self) {
        if self.is_for_reading {
            return;
        }
        let _ = std::fs::write(damage_marker(&self.path), "");
    }

    /// Returns the version of SQLite and the size of the used pages in bytes.
    pub(crate) async fn facts(&self) -> Result<(String, u64)> {
        let (version, pages, page_size): (String, i64, i64) = sqlx::query_as(
            "SELECT sqlite_version(), (SELECT page_count FROM pragma_page_count), (SELECT page_size FROM pragma_page_size)",
        )
        .fetch_one(&mut *self.reader().await?)
        .await
        .map_err(|error| self.error(error))?;
        Ok((version, u64::try_from(pages * page_size).unwrap_or(0)))
    }

    async fn migrate(&self, migrations: &Migrator) -> Result<()> {
        let known = newest(migrations);
        match self.format().await? {
            Some(found) if found > known => {
                return Err(Error::NewerLibrary { path: self.path.clone(), found, known });
            }
            Some(found) if found == known => return Ok(()),
            Some(found) => self.back_up(found).await?,
            None => {}
        }
        migrations.run(&self.writer).await.map_err(|error| match error {
            MigrateError::Execute(error) | MigrateError::ExecuteMigration(error, _) => self.error(error),
            // Migrations run in transactions, so an incomplete or altered one means damage.
            MigrateError::Dirty(_) | MigrateError::VersionMismatch(_) => {
                Error::Damaged { path: self.path.clone() }
            }
            other => Error::Internal(format!("the library could not be brought up to date: {other}")),
        })
    }

    /// Returns the schema version; `None` for a new database.
    async fn format(&self) -> Result<Option<i64>> {
        let migrated: bool =
            sqlx::query_scalar("SELECT count(*) > 0 FROM sqlite_master WHERE name = '_sqlx_migrations'")
                .fetch_one(&self.writer)
                .await
                .map_err(|error| self.error(error))?;
        if !migrated {
            return Ok(None);
        }
        sqlx::query_scalar("SELECT max(version) FROM _sqlx_migrations WHERE success")
            .fetch_one(&self.writer)
            .await
            .map_err(|error| self.error(error))
    }

    /// Copies the database beside itself before a migration.
    async fn back_up(&self, format: i64) -> Result<()> {
        let copy = self.path.with_extension(format!("format-{format}.backup.db"));
        disk::remove_if_present(&copy).map_err(|error| Error::file(&copy, error))?;
        self.copy_to(&copy).await?;
        tracing::info!(backup = %disk::shown(&copy), format, "backed up the library before a migration");
        Ok(())
    }
}

/// Returns the schema version of the libraries that this program makes.
pub(crate) fn newest_schema() -> i64 {
    newest(&MIGRATIONS)
}

/// Returns the options of every connection.
pub(super) fn options_for(path: &Path) -> SqliteConnectOptions {
    SqliteConnectOptions::new()
        .filename(path)
        .foreign_keys(true)
        .busy_timeout(Duration::from_secs(10))
        // On macOS, only this makes a checkpoint wait until the disk itself has the log. Elsewhere it changes nothing.
        .pragma("checkpoint_fullfsync", "ON")
        .statement_cache_capacity(200)
        .disable_statement_logging()
}

fn for_reading(options: SqliteConnectOptions) -> SqliteConnectOptions {
    options.pragma("query_only", "ON").pragma("cache_size", READER_CACHE_KIB)
}

/// Creates a pool of lasting connections.
///
/// When the disk is full, SQLite ends a transaction by itself while the driver still counts it as open, and
/// no other transaction could begin on that connection. Such a connection is replaced.
fn pool_of(connections: u32) -> SqlitePoolOptions {
    SqlitePoolOptions::new()
        .max_connections(connections)
        .idle_timeout(None)
        .max_lifetime(None)
        .before_acquire(|connection, _| Box::pin(async move { Ok(!connection.is_in_transaction()) }))
}

/// Returns the newest schema version.
fn newest(migrations: &Migrator) -> i64 {
    migrations.iter().map(|migration| migration.version).max().unwrap_or(0)
}

/// Returns the path of a file that belongs to a database.
pub(super) fn with_suffix(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(suffix);
    PathBuf::from(name)
}

#[cfg(test)]
mod tests {
    use sqlx::migrate::{Migration, MigrationType};

    use super::*;

    /// Migrations of a later version, which adds a table.
    fn later() -> Migrator {
        let sql = sqlx::SqlSafeStr::into_sql_str("CREATE TABLE later (id INTEGER PRIMARY KEY) STRICT");
        let addition = Migration::new(1_000, "later".into(), MigrationType::Simple, sql, false);
        Migrator::with_migrations(MIGRATIONS.iter().cloned().chain([addition]).collect())
    }

    /// Migrations of the first version.
    fn first() -> Migrator {
        Migrator::with_migrations(MIGRATIONS.iter().take(1).cloned().collect())
    }

    #[tokio::test]
    async fn a_library_of_the_first_version_keeps_its_documents_and_entries() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("library.db");
        let older = Store::open_in_format(&path, &first()).await.unwrap();
        for sql in [
            "INSERT INTO documents (id, key, name, provider, entry_count, created_at, updated_at)
             VALUES (7, 'tome', 'The Tome', 'open5e_v2', 1, '2030-01-01', '2030-01-01')",
            "INSERT INTO entries (id, document_id, kind, slug, name, folded, hash, created_at, updated_at)
             VALUES (9, 7, 'spell', 'spark', 'Spark', 'spark', x'00', '2030-01-01', '2030-01-01')",
            "INSERT INTO texts (entry_id, body, details, raw) VALUES (9, 'It sparks.', '{}', '{}')",
        ] {
            sqlx::query(sql).execute(&older.writer).await.unwrap();
        }
        older.close().await;
        let store = Store::open(&path).await.unwrap();
        assert_eq!(store.format().await.unwrap(), Some(newest(&MIGRATIONS)));
        assert_eq!(store.documents().await.unwrap()[0].name, "The Tome");
        assert_eq!(
            store.changes_after(0, 10).await.unwrap()[0].body.as_ref().unwrap().as_str(),
            "It sparks."
        );
        assert!(folder.path().join("library.format-1.backup.db").exists());
    }

    #[tokio::test]
    async fn a_migration_backs_the_file_up_first() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("library.db");
        let older = Store::open(&path).await.unwrap();
        let id = older.settings().await.unwrap().id;
        older.close().await;
        let newer = Store::open_in_format(&path, &later()).await.unwrap();
        assert_eq!(newer.format().await.unwrap(), Some(1_000));
        assert_eq!(newer.settings().await.unwrap().id, id, "what was in it is still there");
        let backup =
            Store::open(&folder.path().join(format!("library.format-{}.backup.db", newest(&MIGRATIONS))))
                .await
                .unwrap();
        assert_eq!(backup.format().await.unwrap(), Some(newest(&MIGRATIONS)));
        assert_eq!(backup.settings().await.unwrap().id, id);
    }

    #[tokio::test]
    async fn a_library_of_a_newer_version_is_refused_and_left_as_it_is() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("library.db");
        Store::open_in_format(&path, &later()).await.unwrap().close().await;
        let before = std::fs::read(&path).unwrap();
        let error = Store::open(&path).await.unwrap_err();
        let Error::NewerLibrary { found: 1_000, known, .. } = error else { panic!("{error}") };
        assert_eq!(known, newest(&MIGRATIONS));
        assert!(
            error.to_string().contains("newer LoreKeeper") && error.advice().contains("Update LoreKeeper")
        );
        assert_eq!(std::fs::read(&path).unwrap(), before);
    }

    #[tokio::test]
    async fn the_database_is_opened_as_the_design_says() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(&folder.path().join("library.db")).await.unwrap();
        let mode: String = sqlx::query_scalar("PRAGMA journal_mode").fetch_one(&store.writer).await.unwrap();
        let keys: i64 = sqlx::query_scalar("PRAGMA foreign_keys").fetch_one(&store.writer).await.unwrap();
        assert_eq!((mode.as_str(), keys), ("wal", 1));
        let (version, _) = store.facts().await.unwrap();
        let parts: Vec<u32> = version.split('.').map(|part| part.parse().unwrap()).collect();
        assert!(parts >= vec![3, 51, 3], "SQLite {version} lacks a fix of its write-ahead log");
        assert!(
            sqlx::query("DELETE FROM documents").execute(&mut *store.reader().await.unwrap()).await.is_err(),
            "readers cannot write"
        );
    }
}
