//! Cache entries of Open5e queries.

use sqlx::{FromRow, SqliteConnection};

use super::{LossyText, Store};
use crate::error::Result;

/// The age at which an outdated cache entry is deleted, as a SQLite modifier.
const MAX_AGE: &str = "-90 days";

/// A cache entry to write: a query with its response or failure.
#[derive(Debug, Clone)]
pub(crate) struct CacheEntry {
    /// Method, address and sorted parameters.
    pub(crate) key: String,
    /// The address with the filtering parameters only.
    pub(crate) scope: String,
    /// The HTTP status, if there was a response.
    pub(crate) status: Option<u16>,
    /// The maximum number of objects requested.
    pub(crate) most: u32,
    /// The number of matching objects.
    pub(crate) objects: u64,
    /// True if all matching objects were received.
    pub(crate) complete: bool,
    /// The reason of a failure.
    pub(crate) error: Option<String>,
    /// The time of the query (RFC 3339).
    pub(crate) asked_at: String,
    /// The expiry time (RFC 3339).
    pub(crate) expires_at: String,
}

/// A stored cache entry.
#[derive(Debug, Clone, FromRow)]
pub(crate) struct StoredCacheEntry {
    /// Method, address and sorted parameters.
    #[sqlx(try_from = "LossyText")]
    pub(crate) key: String,
    /// The address with the filtering parameters only.
    #[sqlx(try_from = "LossyText")]
    pub(crate) scope: String,
    /// The time of the last successful response.
    pub(crate) fetched_at: Option<String>,
    /// True if that response was complete.
    pub(crate) complete: bool,
    /// The maximum number of objects requested.
    pub(crate) most: u32,
    /// The number of matching objects.
    pub(crate) objects: i64,
    /// The time of the last query, and its expiry time.
    #[sqlx(try_from = "LossyText")]
    pub(crate) asked_at: String,
    #[sqlx(try_from = "LossyText")]
    pub(crate) expires_at: String,
    /// The reason of a failure.
    pub(crate) error: Option<String>,
}

/// Statistics of the cache.
#[derive(Debug, Clone, Default, FromRow)]
pub(crate) struct CacheCounts {
    /// Queries with a response.
    pub(crate) questions: i64,
    /// Queries whose response is fresh.
    pub(crate) fresh: i64,
    /// Failures that suspend a query.
    pub(crate) failures: i64,
    /// Why the last of them failed.
    pub(crate) failure: Option<String>,
}

impl Store {
    /// Returns the cache entries with these scopes.
    pub(crate) async fn cache_entries(&self, scopes: &[String]) -> Result<Vec<StoredCacheEntry>> {
        let scopes = serde_json::Value::from(scopes).to_string();
        let query = sqlx::query(
            "SELECT key, scope, fetched_at, complete, most, objects, asked_at, expires_at, error FROM http_cache
             WHERE scope IN (SELECT value FROM json_each(?))",
        );
        self.all(query.bind(scopes)).await
    }

    /// Writes cache entries in one transaction.
    pub(crate) async fn write_cache_entries(&self, asked: &[CacheEntry]) -> Result<()> {
        let error = |error| self.error(error);
        let mut transaction = self.begin().await?;
        for asked in asked {
            write(&mut transaction, asked).await.map_err(error)?;
        }
        if let Some(asked) = asked.last() {
            prune(&mut transaction, &asked.asked_at).await.map_err(error)?;
        }
        self.commit(transaction).await
    }

    /// Deletes all cache entries and returns their number. The next lookup or sync queries Open5e again.
    pub(crate) async fn clear_cache_entries(&self) -> Result<u64> {
        let error = |error| self.error(error);
        let mut transaction = self.begin().await?;
        let forgotten =
            sqlx::query("DELETE FROM http_cache").execute(&mut *transaction).await.map_err(error)?;
        sqlx::query("UPDATE library SET open5e_synced_at = NULL")
            .execute(&mut *transaction)
            .await
            .map_err(error)?;
        self.commit(transaction).await?;
        Ok(forgotten.rows_affected())
    }

    /// Deletes the record that a server could not be reached.
    pub(crate) async fn clear_failure_of(&self, server: &str) -> Result<()> {
        let mut connection = self.writer.acquire().await.map_err(|error| self.error(error))?;
        clear_failure(&mut connection, server).await.map_err(|error| self.error(error))
    }

    /// Returns the statistics of the cache at a time (RFC 3339).
    pub(crate) async fn cache_counts(&self, now: &str) -> Result<CacheCounts> {
        sqlx::query_as(
            "SELECT count(fetched_at) AS questions,
                    count(*) FILTER (WHERE error IS NULL AND asked_at <= ?1 AND ?1 < expires_at) AS fresh,
                    count(*) FILTER (WHERE error IS NOT NULL AND asked_at <= ?1 AND ?1 < expires_at) AS failures,
                    (SELECT error FROM http_cache WHERE error IS NOT NULL AND asked_at <= ?1 AND ?1 < expires_at
                     ORDER BY asked_at DESC LIMIT 1) AS failure
             FROM http_cache",
        )
        .bind(now.to_owned())
        .fetch_one(&mut *self.reader().await?)
        .await
        .map_err(|error| self.error(error))
    }
}

/// Writes a cache entry. A failure keeps the data of an earlier response.
pub(super) async fn write(connection: &mut SqliteConnection, asked: &CacheEntry) -> Result<(), sqlx::Error> {
    sqlx::query(
        "INSERT INTO http_cache (key, scope, status, fetched_at, complete, most, objects, asked_at, expires_at, error)
         VALUES (?1, ?2, ?3, iif(?9 IS NULL, ?7, NULL), ?4, ?5, ?6, ?7, ?8, ?9)
         ON CONFLICT (key) DO UPDATE SET status = ?3, asked_at = ?7, expires_at = ?8, error = ?9,
             fetched_at = iif(?9 IS NULL, ?7, fetched_at), complete = iif(?9 IS NULL, ?4, complete),
             objects = iif(?9 IS NULL, ?6, objects)",
    )
    .bind(asked.key.clone())
    .bind(asked.scope.clone())
    .bind(asked.status)
    .bind(asked.complete)
    .bind(asked.most)
    .bind(i64::try_from(asked.objects).unwrap_or(i64::MAX))
    .bind(asked.asked_at.clone())
    .bind(asked.expires_at.clone())
    .bind(asked.error.clone())
    .execute(connection)
    .await?;
    Ok(())
}

/// Deletes outdated cache entries.
pub(super) async fn prune(connection: &mut SqliteConnection, now: &str) -> Result<(), sqlx::Error> {
    sqlx::query("DELETE FROM http_cache WHERE datetime(expires_at) < datetime(?, ?)")
        .bind(now.to_owned())
        .bind(MAX_AGE)
        .execute(connection)
        .await?;
    Ok(())
}

/// Deletes the record that a server could not be reached.
pub(super) async fn clear_failure(connection: &mut SqliteConnection, key: &str) -> Result<(), sqlx::Error> {
    sqlx::query("DELETE FROM http_cache WHERE key = ? AND error IS NOT NULL")
        .bind(key.to_owned())
        .execute(connection)
        .await?;
    Ok(())
}
