//! Cache entries of Open5e queries.

use content::error::Result;
use sqlx::FromRow;

use super::Store;
use super::sql::sql;
use super::transaction::Transaction;

/// The age at which an outdated cache entry is deleted, as a SQLite modifier.
const MAX_AGE: &str = "-90 days";

/// A cache entry: a query with its response or failure.
#[derive(Debug, Clone, Default, FromRow)]
pub struct CacheEntry {
    /// Method, address and sorted parameters.
    pub key: String,
    /// The address with the filtering parameters only.
    pub scope: String,
    pub status: Option<u16>,
    /// The time of the last successful response. The database keeps it.
    pub fetched_at: Option<String>,
    pub complete: bool,
    /// The maximum number of objects requested.
    pub most: u32,
    /// The number of matching objects.
    pub objects: i64,
    /// The time of the query (RFC 3339).
    pub asked_at: String,
    /// The expiry time (RFC 3339).
    pub expires_at: String,
    pub error: Option<String>,
}

/// Statistics of the cache.
#[derive(Debug, Clone, Default, FromRow)]
pub struct CacheCounts {
    /// Queries with a response.
    pub questions: i64,
    /// Queries whose response is fresh.
    pub fresh: i64,
    /// Failures that suspend a query.
    pub failures: i64,
    /// Why the last of them failed.
    pub failure: Option<String>,
}

impl Store {
    /// Returns the cache entries with these scopes.
    pub async fn cache_entries(&self, scopes: &[String]) -> Result<Vec<CacheEntry>> {
        let scopes = serde_json::Value::from(scopes).to_string();
        self.all(sql!(
            "SELECT key, scope, status, fetched_at, complete, most, objects, asked_at, expires_at, error
             FROM http_cache WHERE scope IN (SELECT value FROM json_each(?))",
            [scopes]
        ))
        .await
    }

    /// Writes cache entries in one transaction, and forgets that a server that answered could not be reached.
    pub async fn write_cache_entries(&self, asked: &[CacheEntry], answered_by: Option<&str>) -> Result<()> {
        let mut transaction = self.begin().await?;
        transaction.write_cache_entries(asked, answered_by).await?;
        transaction.commit().await
    }

    /// Deletes all cache entries and returns their number. The next lookup or sync queries Open5e again.
    pub async fn clear_cache_entries(&self) -> Result<u64> {
        let mut transaction = self.begin().await?;
        let forgotten = transaction.count_changed(sql!("DELETE FROM http_cache")).await?;
        transaction.run(sql!("UPDATE library SET open5e_synced_at = NULL")).await?;
        transaction.commit().await?;
        Ok(forgotten)
    }

    /// Returns the statistics of the cache at a time (RFC 3339).
    pub async fn cache_counts(&self, now: &str) -> Result<CacheCounts> {
        self.row(sql!(
            "SELECT count(fetched_at) AS questions,
                    count(*) FILTER (WHERE error IS NULL AND asked_at <= ?1 AND ?1 < expires_at) AS fresh,
                    count(*) FILTER (WHERE error IS NOT NULL AND asked_at <= ?1 AND ?1 < expires_at) AS failures,
                    (SELECT error FROM http_cache WHERE error IS NOT NULL AND asked_at <= ?1 AND ?1 < expires_at
                     ORDER BY asked_at DESC LIMIT 1) AS failure
             FROM http_cache",
            [now]
        ))
        .await
    }
}

impl Transaction {
    /// A failure keeps the data of an earlier response.
    pub(super) async fn write_cache_entries(
        &mut self,
        asked: &[CacheEntry],
        answered_by: Option<&str>,
    ) -> Result<()> {
        for entry in asked {
            let CacheEntry {
                key, scope, status, most, objects, complete, error, asked_at, expires_at, ..
            } = entry;
            let upsert = sql!(
                "INSERT INTO http_cache (key, scope, status, fetched_at, complete, most, objects, asked_at, expires_at, error)
                 VALUES (?1, ?2, ?3, iif(?9 IS NULL, ?7, NULL), ?4, ?5, ?6, ?7, ?8, ?9)
                 ON CONFLICT (key) DO UPDATE SET status = ?3, asked_at = ?7, expires_at = ?8, error = ?9,
                     fetched_at = iif(?9 IS NULL, ?7, fetched_at), complete = iif(?9 IS NULL, ?4, complete),
                     objects = iif(?9 IS NULL, ?6, objects)",
                [key, scope, status, complete, most, objects, asked_at, expires_at, error]
            );
            self.run(upsert).await?;
        }
        if let Some(CacheEntry { asked_at, .. }) = asked.last() {
            let prune = "DELETE FROM http_cache WHERE datetime(expires_at) < datetime(?, ?)";
            self.run(sql!(prune, [asked_at, MAX_AGE])).await?;
        }
        if let Some(server) = answered_by {
            let forget = "DELETE FROM http_cache WHERE key = ? AND error IS NOT NULL";
            self.run(sql!(forget, [server])).await?;
        }
        Ok(())
    }
}
