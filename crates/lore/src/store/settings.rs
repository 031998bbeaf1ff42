use sqlx::FromRow;

use super::{LossyText, Store};
use crate::error::Result;
use crate::model::excerpt;

/// How much is kept of what was recovered, in characters.
const MAX_RECOVERY_CHARS: usize = 2_000;

/// The one row of facts about the library itself.
#[derive(Debug, Clone, FromRow)]
pub(crate) struct Settings {
    /// Tells this library's text index from another's.
    #[sqlx(try_from = "LossyText")]
    pub(crate) id: String,
    /// Which starter content was last taken in.
    pub(crate) starter: Option<LossyText>,
    /// When every list of Open5e was last stored, RFC 3339.
    pub(crate) open5e_synced_at: Option<LossyText>,
    /// What was saved when a damaged database was replaced by this one.
    pub(crate) recovery: Option<LossyText>,
    /// Whether the user wants no network but for an explicit fetch.
    pub(crate) offline: bool,
    /// Whether calls of tools are noted.
    pub(crate) keeps_activity: bool,
}

impl Store {
    /// The facts about the library; made when it is new.
    pub(crate) async fn settings(&self) -> Result<Settings> {
        let select = "SELECT id, starter, open5e_synced_at, recovery, offline, keeps_activity FROM library";
        let found =
            sqlx::query_as(select).fetch_optional(&self.reader).await.map_err(|error| self.error(error))?;
        if let Some(settings) = found {
            return Ok(settings);
        }
        sqlx::query("INSERT OR IGNORE INTO library (one, id) VALUES (1, lower(hex(randomblob(16))))")
            .execute(&self.writer)
            .await
            .map_err(|error| self.error(error))?;
        sqlx::query_as(select).fetch_one(&self.writer).await.map_err(|error| self.error(error))
    }

    /// Notes what was saved from a damaged database, or repaired in it, before what was noted earlier.
    pub(crate) async fn record_recovery(&self, words: &str) -> Result<()> {
        let earlier = self.settings().await?.recovery.map(|words| format!(" {}", words.as_str()));
        let words = excerpt(&format!("{words}{}", earlier.unwrap_or_default()), MAX_RECOVERY_CHARS);
        self.set(sqlx::query("UPDATE library SET recovery = ?").bind(words)).await
    }

    /// Switches the network off or on, but for an explicit fetch.
    pub(crate) async fn set_offline(&self, offline: bool) -> Result<()> {
        self.settings().await?;
        self.set(sqlx::query("UPDATE library SET offline = ?").bind(offline)).await
    }

    async fn set(
        &self,
        query: sqlx::query::Query<'_, sqlx::Sqlite, sqlx::sqlite::SqliteArguments>,
    ) -> Result<()> {
        query.execute(&self.writer).await.map_err(|error| self.error(error))?;
        Ok(())
    }
}
