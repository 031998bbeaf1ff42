//! Opens the two databases of a library on each connection: `yours.db`, what exists nowhere else, and beside
//! it as `library` the projection `library.db`, which can be made again.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use content::error::{Error, Result};
use parking_lot::Mutex;
use sqlx::sqlite::{SqliteConnectOptions, SqlitePool, SqlitePoolOptions};
use sqlx::{ConnectOptions, Connection, SqliteConnection};
use tempfile::TempDir;
use tokio::sync::MappedMutexGuard;
use url::Url;

use super::database_error;
use super::database_files::{
    damage_marker, for_writing, options_for, remove_database, with_suffix, yours_beside,
};
use super::file_identity::FileIdentity;
use super::migration::{MIGRATIONS, migrate};
use super::readers::Readers;
use super::sql::sql;

const PROJECTION: &str = include_str!("projection.sql");
/// The version of these tables, which grows with every change of them.
pub const PROJECTION_VERSION: i64 = 3;

/// The page cache of a reader for each database: a negative number of KiB. The system caches the files, too.
const READER_CACHE_KIB: &str = "-1000";

/// The open databases: one writing connection and two reading ones.
#[derive(Debug, Clone)]
pub struct Store {
    /// The path of the projection.
    pub(super) path: PathBuf,
    pub(super) writer: SqlitePool,
    readers: Readers,
    /// The descriptions of the damaged rows that were read.
    pub(super) damaged_rows: Arc<Mutex<Vec<String>>>,
    /// True if `yours.db` was created when this was opened.
    pub is_new: bool,
    places: Option<[FileIdentity; 2]>,
    pub(super) is_for_reading: bool,
    /// The temporary copy of a library that cannot be written, or the empty `yours.db` of a snapshot.
    _temporary: Option<Arc<TempDir>>,
}

impl Store {
    /// Opens the databases, creating each that is missing. An older `yours.db` is migrated after a backup; a
    /// projection of another version is replaced by an empty one.
    pub async fn open(projection: &Path) -> Result<Self> {
        Self::open_with(projection, &MIGRATIONS).await
    }

    async fn open_with(projection: &Path, migrations: &[&'static str]) -> Result<Self> {
        let yours = yours_beside(projection);
        let is_new = !yours.exists();
        create_projection(projection).await?;
        migrate(&yours, migrations).await?;
        let options = for_writing(&yours);
        let writer = pool_of(projection.to_owned(), false).connect_lazy_with(options.clone());
        if let Err(error) = writer.acquire().await {
            writer.close().await;
            return Err(database_error(error, projection));
        }
        let readers = pool_of(projection.to_owned(), false).connect_lazy_with(for_reading(options));
        let store = Self::of(projection, writer, readers);
        if is_new && let Err(error) = store.adopt_own_entries().await {
            store.close().await;
            return Err(error);
        }
        Ok(Self {
            is_new,
            places: FileIdentity::of(projection).zip(FileIdentity::of(&yours)).map(<[_; 2]>::from),
            ..store
        })
    }

    /// Opens databases that cannot or shall not be written; temporary copies if SQLite cannot use a file
    /// (unfinished log). SQLite keeps locks in a file beside a database, unless nobody ever writes to it.
    pub async fn open_for_reading(projection: &Path, is_unchanging: bool) -> Result<Self> {
        let folder = tempfile::tempdir().map_err(|error| Error::file(std::env::temp_dir(), error))?;
        let mut yours = yours_beside(projection);
        let has_yours = yours.exists();
        if !has_yours {
            yours = yours_beside(&folder.path().join("library.db"));
            migrate(&yours, &MIGRATIONS).await?;
        }
        let options = options_for(&yours).read_only(true);
        let is_settled = [projection, &yours]
            .iter()
            .all(|path| std::fs::metadata(with_suffix(path, "-wal")).map_or(true, |log| log.len() == 0));
        let shared = (!is_unchanging).then(|| (options.clone(), false));
        let immutable = is_settled.then(|| (options.immutable(has_yours), true));
        let places =
            FileIdentity::of(projection).map(|place| [place, FileIdentity::of(&yours).unwrap_or(place)]);
        let store = match Self::open_first(projection, [shared, immutable]).await? {
            Some(store) => store,
            None => Self::open_copy(projection, &yours, folder.path()).await?,
        };
        Ok(Self { is_for_reading: true, places, _temporary: Some(Arc::new(folder)), ..store })
    }

    /// Opens the databases in the first of some ways that SQLite can. The projection is immutable or not.
    async fn open_first(
        projection: &Path,
        ways: [Option<(SqliteConnectOptions, bool)>; 2],
    ) -> Result<Option<Self>> {
        for (options, is_immutable) in ways.into_iter().flatten() {
            let pool = pool_of(projection.to_owned(), is_immutable);
            let Ok(reader) = pool.connect_with(for_reading(options)).await else { continue };
            let store = Self::of(projection, reader.clone(), reader);
            match store.projection_version().await {
                Ok(PROJECTION_VERSION) => return Ok(Some(store)),
                Ok(found) => {
                    store.close().await;
                    let (path, known) = (projection.to_owned(), PROJECTION_VERSION);
                    return Err(Error::OtherProjection { path, found, known });
                }
                Err(_) => store.close().await,
            }
        }
        Ok(None)
    }

    /// Copies the databases to a folder, where SQLite can finish their logs, and opens the copies.
    async fn open_copy(projection: &Path, yours: &Path, folder: &Path) -> Result<Self> {
        let copy = folder.join("library.db");
        for (from, to) in [(projection, &copy), (yours, &yours_beside(&copy))] {
            for suffix in ["", "-wal"] {
                let (from, to) = (with_suffix(from, suffix), with_suffix(to, suffix));
                if from != to && from.exists() {
                    disk::copy_content(&from, &to).map_err(|error| Error::file(&from, error))?;
                }
            }
        }
        let store = Self::open(&copy).await?;
        Ok(Self { path: projection.to_owned(), writer: store.readers.pool.clone(), ..store })
    }

    fn of(path: &Path, writer: SqlitePool, reader: SqlitePool) -> Self {
        let (path, readers, damaged_rows) = (path.to_owned(), Readers::of(reader), Arc::default());
        let (is_new, is_for_reading) = (false, false);
        Self { path, writer, readers, damaged_rows, is_new, places: None, is_for_reading, _temporary: None }
    }

    /// Starts the threads of the reading connections, before the process may be unable to for a while.
    pub async fn open_readers(&self) {
        self.readers.open_all().await;
    }

    /// Checks that the open databases are still the files in the library's folder.
    pub fn check_file_identity(&self) -> Result<()> {
        let Some([projection, yours]) = self.places else { return Ok(()) };
        projection.check(&self.path)?;
        if self.is_for_reading { Ok(()) } else { yours.check(&yours_beside(&self.path)) }
    }

    /// Returns whether a database that is only read was replaced by another.
    pub fn is_replaced(&self) -> bool {
        self.is_for_reading && self.check_file_identity().is_err()
    }

    pub(super) async fn reader(&self) -> Result<MappedMutexGuard<'_, SqliteConnection>> {
        self.readers.acquire().await.map_err(|error| self.error(error))
    }

    /// Closes every connection, so that the file can be moved.
    pub async fn close(&self) {
        self.readers.close().await;
        self.writer.close().await;
    }

    /// Damage is marked beside the projection, so that the next start makes another.
    pub(super) fn error(&self, error: sqlx::Error) -> Error {
        let is_of_a_value = matches!(error, sqlx::Error::ColumnDecode { .. } | sqlx::Error::Decode(_));
        let error = database_error(error, &self.path);
        if is_of_a_value {
            self.report_damage("a value in the database cannot be read");
        } else if matches!(error, Error::Damaged(_)) {
            self.mark_damaged();
        }
        error
    }

    /// The next start makes another projection. One that is only read is left alone.
    pub(super) fn mark_damaged(&self) {
        if !self.is_for_reading {
            let _ = std::fs::write(damage_marker(&self.path), "");
        }
    }

    /// Returns the version of SQLite and the size of the projection's pages in bytes.
    pub async fn facts(&self) -> Result<(String, u64)> {
        let (version, pages, page_size): (String, i64, i64) = self
            .row(sql!(
                "SELECT sqlite_version(), (SELECT page_count FROM pragma_page_count('library')),
                    (SELECT page_size FROM pragma_page_size('library'))"
            ))
            .await?;
        Ok((version, u64::try_from(pages * page_size).unwrap_or(0)))
    }

    async fn projection_version(&self) -> Result<i64> {
        sqlx::query_scalar("PRAGMA library.user_version")
            .fetch_one(&self.writer)
            .await
            .map_err(|error| self.error(error))
    }
}

/// Creates the projection if there is none, or if it has tables of another version.
async fn create_projection(path: &Path) -> Result<()> {
    let version = fill_projection(path).await?;
    if version == PROJECTION_VERSION {
        return Ok(());
    }
    tracing::info!(
        version,
        "the library's tables are those of another version; it is made again from its sources"
    );
    remove_database(path)?;
    fill_projection(path).await.map(drop)
}

/// Creates the tables of a projection that has none. Returns the version of those that it has then.
async fn fill_projection(path: &Path) -> Result<i64> {
    let error = |error| database_error(error, path);
    let mut connection = for_writing(path).create_if_missing(true).connect().await.map_err(error)?;
    let filled = async {
        let version: i64 = sqlx::query_scalar("PRAGMA user_version").fetch_one(&mut connection).await?;
        if version != 0 {
            // Another process may be writing for a while, and nothing has to wait for it.
            return Ok(version);
        }
        let mut transaction = connection.begin_with("BEGIN IMMEDIATE").await?;
        let version: i64 = sqlx::query_scalar("PRAGMA user_version").fetch_one(&mut *transaction).await?;
        if version == 0 {
            sqlx::raw_sql(PROJECTION).execute(&mut *transaction).await?;
            let version = format!("PRAGMA user_version = {PROJECTION_VERSION}");
            sqlx::query(sqlx::AssertSqlSafe(version)).execute(&mut *transaction).await?;
        }
        transaction.commit().await?;
        Ok(if version == 0 { PROJECTION_VERSION } else { version })
    };
    let filled = filled.await.map_err(error);
    let closed = connection.close().await.map_err(error);
    filled.and_then(|version| closed.map(|()| version))
}

fn for_reading(options: SqliteConnectOptions) -> SqliteConnectOptions {
    options.pragma("query_only", "ON").pragma("cache_size", READER_CACHE_KIB)
}

/// When the disk is full, SQLite ends a transaction by itself while the driver still counts it as open, and
/// no other transaction could begin on that connection. Such a connection is replaced.
fn pool_of(projection: PathBuf, is_immutable: bool) -> SqlitePoolOptions {
    SqlitePoolOptions::new()
        .max_connections(1)
        .idle_timeout(None)
        .max_lifetime(None)
        .before_acquire(|connection, _| Box::pin(async move { Ok(!connection.is_in_transaction()) }))
        .after_connect(move |connection, _| {
            let address = address_of(&projection, is_immutable);
            Box::pin(async move {
                sqlx::query("ATTACH DATABASE ? AS library").bind(address).execute(&mut *connection).await?;
                sqlx::raw_sql("PRAGMA library.synchronous = NORMAL").execute(&mut *connection).await?;
                let cache = format!("PRAGMA library.cache_size = {READER_CACHE_KIB}");
                let is_reader: bool =
                    sqlx::query_scalar("PRAGMA query_only").fetch_one(&mut *connection).await?;
                if is_reader {
                    sqlx::raw_sql(sqlx::AssertSqlSafe(cache)).execute(&mut *connection).await?;
                }
                Ok(())
            })
        })
}

fn address_of(path: &Path, is_immutable: bool) -> String {
    let address = std::path::absolute(path).ok().filter(|_| is_immutable);
    match address.and_then(|path| Url::from_file_path(path).ok()) {
        Some(mut address) => {
            address.set_query(Some("immutable=1"));
            address.into()
        }
        None => path.to_string_lossy().into_owned(),
    }
}

#[cfg(test)]
mod tests;
