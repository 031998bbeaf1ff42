//! The settings of a library, and facts about it as a whole.

use content::error::Result;
use content::model::{Campaign, excerpt};
use sqlx::FromRow;

use super::Store;
use super::campaigns::read_campaign;
use super::sql::sql;
use super::transaction::Transaction;

const MAX_RECOVERY_CHARS: usize = 2_000;

/// The settings and facts about the library as a whole, with the chosen campaign.
#[derive(Debug, Clone, FromRow)]
pub struct Settings {
    /// The projection's id, which its text index repeats.
    pub id: String,
    /// The version of the imported starter content.
    pub starter: Option<String>,
    /// The program that read the other sources.
    pub readers: Option<String>,
    /// The time of the last complete Open5e sync (RFC 3339).
    pub open5e_synced_at: Option<String>,
    /// What was done about damage.
    pub recovery: Option<String>,
    pub offline: bool,
    pub keeps_activity: bool,
    /// True if the projection follows the user's own content.
    pub is_in_step: bool,
    campaign: Option<String>,
    edition: Option<String>,
    documents: Option<String>,
}

impl Settings {
    /// Returns the chosen campaign.
    pub fn campaign(&self) -> Option<Campaign> {
        let documents = self.documents.as_deref().unwrap_or_default();
        Some(read_campaign(self.campaign.clone()?, self.edition.as_deref(), documents))
    }
}

impl Store {
    /// Returns the settings.
    pub async fn settings(&self) -> Result<Settings> {
        self.row(sql!(
            "SELECT l.id, l.starter, l.readers, l.open5e_synced_at, s.recovery, s.offline, s.keeps_activity,
                l.revision = s.revision AS is_in_step, c.name AS campaign, c.edition, c.documents
             FROM library l JOIN settings s LEFT JOIN campaigns c ON c.is_chosen"
        ))
        .await
    }

    /// Records what was recovered or repaired, before earlier notices.
    pub async fn record_recovery(&self, words: &str) -> Result<()> {
        let earlier = self.settings().await?.recovery.map(|words| format!(" {words}"));
        let words = excerpt(&format!("{words}{}", earlier.unwrap_or_default()), MAX_RECOVERY_CHARS);
        self.run(sql!("UPDATE settings SET recovery = ?", [words])).await
    }

    /// Switches offline mode on or off.
    pub async fn set_offline(&self, offline: bool) -> Result<()> {
        self.run(sql!("UPDATE settings SET offline = ?", [offline])).await
    }

    /// Records that every source was read by this program.
    pub async fn record_readers(&self, readers: &str) -> Result<()> {
        let sql = "UPDATE library SET readers = ?, revision = (SELECT revision FROM settings)";
        self.run(sql!(sql, [readers])).await
    }
}

impl Transaction {
    /// Notes a change of the user's own content that the projection follows in the same transaction. Each
    /// database keeps its count, so that one that lost its half of a transaction is noticed.
    pub(super) async fn advance(&mut self) -> Result<()> {
        self.run(sql!("UPDATE settings SET revision = revision + 1")).await?;
        self.run(sql!("UPDATE library SET revision = revision + 1")).await
    }
}
