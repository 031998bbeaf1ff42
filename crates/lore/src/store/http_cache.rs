use sqlx::{FromRow, SqliteConnection};

use super::{LossyText, Store};
use crate::error::Result;

/// For how long answers that are out of date are remembered, as SQLite takes it.
const MAX_AGE: &str = "-90 days";

/// A question that was answered, or failed.
#[derive(Debug, Clone)]
pub(crate) struct CacheEntry {
    /// Method, address and sorted query.
    pub(crate) key: String,
    /// The address with the conditions only.
    pub(crate) scope: String,
    /// The status of the answer, when one came.
    pub(crate) status: Option<u16>,
    /// How many objects were asked for.
    pub(crate) most: u32,
    /// How many there are.
    pub(crate) objects: u64,
    /// Whether all of them came.
    pub(crate) complete: bool,
    /// Why it failed, in words.
    pub(crate) error: Option<String>,
    /// When it was asked (RFC 3339).
    pub(crate) asked_at: String,
    /// Until when that holds (RFC 3339).
    pub(crate) expires_at: String,
}

/// What is remembered of a question.
#[derive(Debug, Clone, FromRow)]
pub(crate) struct StoredCacheEntry {
    /// Method, address and sorted query.
    #[sqlx(try_from = "LossyText")]
    pub(crate) key: String,
    /// The address with the conditions only.
    #[sqlx(try_from = "LossyText")]
    pub(crate) scope: String,
    /// When it was last answered well.
    pub(crate) fetched_at: Option<String>,
    /// Whether with every object there is.
    pub(crate) complete: bool,
    /// How many objects were asked for.
    pub(crate) most: u32,
    /// How many there were.
    pub(crate) objects: i64,
    /// When it was last asked, and until when that holds.
    #[sqlx(try_from = "LossyText")]
    pub(crate) asked_at: String,
    #[sqlx(try_from = "LossyText")]
    pub(crate) expires_at: String,
    /// Why that failed.
    pub(crate) error: Option<String>,
}

/// What the cache holds, in numbers.
#[derive(Debug, Clone, Copy, Default, FromRow)]
pub(crate) struct CacheCounts {
    /// Questions with an answer.
    pub(crate) questions: i64,
    /// Of those, the ones whose answer is fresh.
    pub(crate) fresh: i64,
    /// Failures that are not asked again yet.
    pub(crate) failures: i64,
}

impl Store {
    /// What is remembered of questions for these objects.
    pub(crate) async fn cache_entries(&self, scopes: &[String]) -> Result<Vec<StoredCacheEntry>> {
        let scopes = serde_json::Value::from(scopes).to_string();
        let query = sqlx::query(
            "SELECT key, scope, fetched_at, complete, most, objects, asked_at, expires_at, error FROM http_cache
             WHERE scope IN (SELECT value FROM json_each(?))",
        );
        self.all(query.bind(scopes)).await
    }

    /// Remembers answers and failures, in one transaction.
    pub(crate) async fn write_cache_entries(&self, asked: &[CacheEntry]) -> Result<()> {
        let error = |error| self.error(error);
        let mut transaction = self.begin().await?;
        for asked in asked {
            note(&mut transaction, asked).await.map_err(error)?;
        }
        if let Some(asked) = asked.last() {
            prune(&mut transaction, &asked.asked_at).await.map_err(error)?;
        }
        self.commit(transaction).await
    }

    /// Forgets what was asked and when, and every failure, so that the next question and the next sync ask anew.
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

    /// Forgets that a server could not be reached.
    pub(crate) async fn clear_failure_of(&self, server: &str) -> Result<()> {
        let mut connection = self.writer.acquire().await.map_err(|error| self.error(error))?;
        clear_failure(&mut connection, server).await.map_err(|error| self.error(error))
    }

    /// What the cache holds at a time (RFC 3339).
    pub(crate) async fn cache_counts(&self, now: &str) -> Result<CacheCounts> {
        sqlx::query_as(
            "SELECT count(fetched_at) AS questions,
                    count(*) FILTER (WHERE error IS NULL AND asked_at <= ?1 AND ?1 < expires_at) AS fresh,
                    count(*) FILTER (WHERE error IS NOT NULL AND asked_at <= ?1 AND ?1 < expires_at) AS failures
             FROM http_cache",
        )
        .bind(now.to_owned())
        .fetch_one(&self.reader)
        .await
        .map_err(|error| self.error(error))
    }
}

/// Notes an answer or a failure. A failure leaves what is known of an earlier answer.
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

/// Forgets what was asked too long ago to matter.
pub(super) async fn prune(connection: &mut SqliteConnection, now: &str) -> Result<(), sqlx::Error> {
    sqlx::query("DELETE FROM http_cache WHERE datetime(expires_at) < datetime(?, ?)")
        .bind(now.to_owned())
        .bind(MAX_AGE)
        .execute(connection)
        .await?;
    Ok(())
}

/// Forgets that a server could not be reached.
pub(super) async fn clear_failure(connection: &mut SqliteConnection, key: &str) -> Result<(), sqlx::Error> {
    sqlx::query("DELETE FROM http_cache WHERE key = ? AND error IS NOT NULL")
        .bind(key.to_owned())
        .execute(connection)
        .await?;
    Ok(())
}
