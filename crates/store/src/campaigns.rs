//! Campaigns, one of which may be chosen.

use content::error::Result;
use content::model::{Campaign, DocumentKey, Edition};

use super::Store;
use super::sql::sql;

/// A damaged edition or list of documents limits nothing.
pub(super) fn read_campaign(name: String, edition: Option<&str>, documents: &str) -> Campaign {
    let edition: Option<Edition> = edition.and_then(|edition| edition.parse().ok());
    let documents: Vec<DocumentKey> = serde_json::from_str(documents).unwrap_or_default();
    Campaign { name, edition, documents }
}

impl Store {
    /// Returns every campaign by name, and whether it is the chosen one.
    pub async fn campaigns(&self) -> Result<Vec<(Campaign, bool)>> {
        let query = sql!("SELECT name, edition, documents, is_chosen FROM campaigns ORDER BY name");
        let rows: Vec<(String, Option<String>, String, bool)> = self.all(query).await?;
        let campaign = |(name, edition, documents, is_chosen): (_, Option<String>, String, _)| {
            (read_campaign(name, edition.as_deref(), &documents), is_chosen)
        };
        Ok(rows.into_iter().map(campaign).collect())
    }

    /// Stores a campaign, replacing one of its name, and chooses it.
    pub async fn save_campaign(&self, campaign: &Campaign) -> Result<()> {
        let Campaign { name, edition, documents } = campaign;
        let (edition, documents) = (edition.map(Edition::as_str), serde_json::to_string(documents)?);
        let mut transaction = self.begin().await?;
        transaction.run(sql!("UPDATE campaigns SET is_chosen = 0")).await?;
        let upsert = sql!(
            "INSERT INTO campaigns (name, edition, documents, is_chosen) VALUES (?, ?, ?, 1)
             ON CONFLICT (name) DO UPDATE SET name = excluded.name, edition = excluded.edition,
                documents = excluded.documents, is_chosen = 1",
            [name, edition, documents]
        );
        transaction.run(upsert).await?;
        transaction.commit().await
    }

    /// Chooses a campaign by its name in any case, or none. Returns false if there is no such campaign.
    pub async fn choose_campaign(&self, name: Option<&str>) -> Result<bool> {
        let mut transaction = self.begin().await?;
        transaction.run(sql!("UPDATE campaigns SET is_chosen = 0")).await?;
        let choose = sql!("UPDATE campaigns SET is_chosen = 1 WHERE name = ?", [name]);
        if transaction.count_changed(choose).await? == 0 && name.is_some() {
            // The transaction is rolled back, so that the choice stays.
            return Ok(false);
        }
        transaction.commit().await?;
        Ok(true)
    }

    /// Deletes a campaign. Returns false if there is none of that name.
    pub async fn delete_campaign(&self, name: &str) -> Result<bool> {
        Ok(self.count_changed(sql!("DELETE FROM campaigns WHERE name = ?", [name])).await? > 0)
    }
}
