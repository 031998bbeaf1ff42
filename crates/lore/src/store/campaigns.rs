//! Campaigns, one of which may be chosen.

use sqlx::{FromRow, SqliteConnection};

use super::{LossyText, Store};
use crate::error::Result;
use crate::model::{Campaign, DocumentKey, Edition};

/// A stored campaign.
#[derive(Debug, FromRow)]
pub(crate) struct CampaignRow {
    name: LossyText,
    edition: Option<LossyText>,
    documents: LossyText,
    is_chosen: bool,
}

impl CampaignRow {
    /// Returns the campaign, and whether it is chosen.
    fn read(self) -> (Campaign, bool) {
        (read_campaign(self.name, self.edition.as_ref(), self.documents.as_str()), self.is_chosen)
    }
}

/// Returns a campaign as its columns describe it. What is damaged does not limit.
pub(super) fn read_campaign(name: LossyText, edition: Option<&LossyText>, documents: &str) -> Campaign {
    let edition: Option<Edition> = edition.and_then(|edition| edition.as_str().parse().ok());
    let documents: Vec<DocumentKey> = serde_json::from_str(documents).unwrap_or_default();
    Campaign { name: name.into(), edition, documents }
}

/// Replaces the documents that count in a campaign.
pub(super) async fn set_documents(
    connection: &mut SqliteConnection,
    campaign: &Campaign,
) -> Result<(), sqlx::Error> {
    sqlx::query("UPDATE campaigns SET documents = ? WHERE name = ?")
        .bind(serde_json::to_string(&campaign.documents).unwrap_or_default())
        .bind(campaign.name.clone())
        .execute(connection)
        .await
        .map(drop)
}

impl Store {
    /// Returns every campaign by name, and whether it is the chosen one.
    pub(crate) async fn campaigns(&self) -> Result<Vec<(Campaign, bool)>> {
        let query = sqlx::query("SELECT name, edition, documents, is_chosen FROM campaigns ORDER BY name");
        let rows: Vec<CampaignRow> = self.all(query).await?;
        Ok(rows.into_iter().map(CampaignRow::read).collect())
    }

    /// Stores a campaign, replacing one of its name, and chooses it if that is wanted.
    pub(crate) async fn save_campaign(&self, campaign: &Campaign, is_chosen: bool) -> Result<()> {
        let error = |error| self.error(error);
        let mut transaction = self.begin().await?;
        if is_chosen {
            sqlx::query("UPDATE campaigns SET is_chosen = 0")
                .execute(&mut *transaction)
                .await
                .map_err(error)?;
        }
        sqlx::query(
            "INSERT INTO campaigns (name, edition, documents, is_chosen) VALUES (?, ?, ?, ?)
             ON CONFLICT (name) DO UPDATE SET name = excluded.name, edition = excluded.edition,
                documents = excluded.documents, is_chosen = max(is_chosen, excluded.is_chosen)",
        )
        .bind(campaign.name.clone())
        .bind(campaign.edition.map(Edition::as_str))
        .bind(serde_json::to_string(&campaign.documents).unwrap_or_default())
        .bind(is_chosen)
        .execute(&mut *transaction)
        .await
        .map_err(error)?;
        self.commit(transaction).await
    }

    /// Chooses a campaign by its name in any case, or none. Returns false if there is no such campaign.
    pub(crate) async fn choose_campaign(&self, name: Option<&str>) -> Result<bool> {
        let error = |error| self.error(error);
        let mut transaction = self.begin().await?;
        sqlx::query("UPDATE campaigns SET is_chosen = 0").execute(&mut *transaction).await.map_err(error)?;
        if let Some(name) = name {
            let chosen = sqlx::query("UPDATE campaigns SET is_chosen = 1 WHERE name = ?")
                .bind(name.to_owned())
                .execute(&mut *transaction)
                .await
                .map_err(error)?;
            if chosen.rows_affected() == 0 {
                // The transaction is rolled back, so that the choice stays.
                return Ok(false);
            }
        }
        self.commit(transaction).await?;
        Ok(true)
    }

    /// Deletes a campaign. Returns false if there is none of that name.
    pub(crate) async fn delete_campaign(&self, name: &str) -> Result<bool> {
        let deleted = sqlx::query("DELETE FROM campaigns WHERE name = ?")
            .bind(name.to_owned())
            .execute(&self.writer)
            .await
            .map_err(|error| self.error(error))?;
        Ok(deleted.rows_affected() > 0)
    }
}
