//! The settings of a library, and facts about it as a whole.

use sqlx::FromRow;

use super::campaigns::read_campaign;
use super::{LossyText, Store};
use crate::error::Result;
use crate::model::{Campaign, excerpt};

/// The maximum length of the recovery notice, in characters.
const MAX_RECOVERY_CHARS: usize = 2_000;

/// The single row of settings and facts about the library, with the chosen campaign.
#[derive(Debug, Clone, FromRow)]
pub(crate) struct Settings {
    /// The library's id, which its text index repeats.
    #[sqlx(try_from = "LossyText")]
    pub(crate) id: String,
    /// The version of the imported starter content.
    pub(crate) starter: Option<LossyText>,
    /// The time of the last complete Open5e sync (RFC 3339).
    pub(crate) open5e_synced_at: Option<LossyText>,
    /// A summary of what was recovered from a damaged database.
    pub(crate) recovery: Option<LossyText>,
    /// True if only an explicit sync may use the network.
    pub(crate) offline: bool,
    /// True if tool calls are recorded.
    pub(crate) keeps_activity: bool,
    campaign: Option<LossyText>,
    edition: Option<LossyText>,
    documents: Option<LossyText>,
}

impl Settings {
    /// Returns the chosen campaign.
    pub(crate) fn campaign(&self) -> Option<Campaign> {
        let documents = self.documents.as_ref().map_or("", LossyText::as_str);
        Some(read_campaign(self.campaign.clone()?, self.edition.as_ref(), documents))
    }
}

impl Store {
    /// Returns the settings, creating them for a new library.
    pub(crate) async fn settings(&self) -> Result<Settings> {
        let select = "SELECT l.id, l.starter, l.open5e_synced_at, l.recovery, l.offline, l.keeps_activity,
                c.name AS campaign, c.edition, c.documents
             FROM library l LEFT JOIN campaigns c ON c.is_chosen";
        let found = sqlx::query_as(select)
            .fetch_optional(&mut *self.reader().await?)
            .await
            .map_err(|error| self.error(error))?;
        if let Some(settings) = found {
            return Ok(settings);
        }
        sqlx::query("INSERT OR IGNORE INTO library (one, id) VALUES (1, lower(hex(randomblob(16))))")
            .execute(&self.writer)
            .await
            .map_err(|error| self.error(error))?;
        sqlx::query_as(select).fetch_one(&self.writer).await.map_err(|error| self.error(error))
    }

    /// Records what was recovered or repaired, before earlier notices.
    pub(crate) async fn record_recovery(&self, words: &str) -> Result<()> {
        let earlier = self.settings().await?.recovery.map(|words| format!(" {}", words.as_str()));
        let words = excerpt(&format!("{words}{}", earlier.unwrap_or_default()), MAX_RECOVERY_CHARS);
        self.set(sqlx::query("UPDATE library SET recovery = ?").bind(words)).await
    }

    /// Switches offline mode on or off.
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
