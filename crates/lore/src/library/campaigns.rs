//! The campaigns and which of them is chosen.

use content::error::{Error, Result, in_range};
use content::model::{Campaign, DocumentKey, Edition, in_one_line};

use super::Library;
use super::document_filter::choose;

const MAX_NAME_CHARS: i64 = 80;
const MAX_CAMPAIGNS: usize = 100;

/// What is to be changed in a campaign; absent values stay.
#[derive(Debug, Clone, Default)]
pub struct CampaignChange {
    /// The name of the campaign, which is created if there is none.
    pub name: String,
    /// The edition whose entries come first; `Some(None)` for none.
    pub edition: Option<Option<Edition>>,
    /// Keys or names of the documents that count; an empty list stands for all.
    pub documents: Option<Vec<String>>,
}

/// Every campaign.
#[derive(Debug, Clone, Default, PartialEq, Eq, serde::Serialize, schemars::JsonSchema)]
pub struct Campaigns {
    /// The name of the chosen campaign.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub chosen: Option<String>,
    /// The campaigns, by name.
    pub campaigns: Vec<Campaign>,
}

impl Library {
    /// Returns every campaign, and which one is chosen.
    pub async fn campaigns(&self) -> Result<Campaigns> {
        let rows = self.store.campaigns().await?;
        let chosen = rows.iter().find(|(_, is_chosen)| *is_chosen).map(|(campaign, _)| campaign.name.clone());
        Ok(Campaigns { chosen, campaigns: rows.into_iter().map(|(campaign, _)| campaign).collect() })
    }

    /// Creates or changes a campaign, and chooses it. Lookups, searches and browsing then keep to it.
    ///
    /// # Errors
    /// When the name is empty or too long, a document is unknown, or there are too many campaigns.
    pub async fn change_campaign(&self, change: &CampaignChange) -> Result<Campaign> {
        let name = in_one_line(change.name.trim());
        in_range::<i64>("the length of a campaign's name", name.chars().count(), 1..=MAX_NAME_CHARS)?;
        let others = self.campaigns().await?.campaigns;
        let known = others.iter().find(|campaign| campaign.name.eq_ignore_ascii_case(&name));
        if known.is_none() && others.len() >= MAX_CAMPAIGNS {
            return Err(Error::TooMany(MAX_CAMPAIGNS, "campaigns; delete one that is over"));
        }
        let mut campaign = known.cloned().unwrap_or(Campaign { name, edition: None, documents: Vec::new() });
        if let Some(edition) = change.edition {
            campaign.edition = edition;
        }
        if let Some(documents) = &change.documents {
            campaign.documents = self.document_keys(documents).await?;
        }
        self.store.save_campaign(&campaign).await?;
        self.store.back_up().await;
        Ok(campaign)
    }

    /// Chooses a campaign by its name in any case, or none.
    ///
    /// # Errors
    /// When there is no such campaign.
    pub async fn choose_campaign(&self, name: Option<&str>) -> Result<()> {
        if self.store.choose_campaign(name.map(str::trim)).await? {
            return Ok(());
        }
        self.no_such_campaign(name.unwrap_or_default()).await
    }

    /// Deletes a campaign. Nothing else is deleted.
    ///
    /// # Errors
    /// When there is no such campaign.
    pub async fn delete_campaign(&self, name: &str) -> Result<()> {
        if self.store.delete_campaign(name.trim()).await? {
            return Ok(());
        }
        self.no_such_campaign(name).await
    }

    async fn no_such_campaign(&self, name: &str) -> Result<()> {
        let names: Vec<String> =
            self.campaigns().await?.campaigns.into_iter().map(|campaign| campaign.name).collect();
        Err(Error::not_found("there is no campaign", name, &names))
    }

    async fn document_keys(&self, texts: &[String]) -> Result<Vec<DocumentKey>> {
        let rows = self.store.documents().await?;
        let chosen = choose(texts, &rows);
        if !chosen.unknown.is_empty() {
            return Err(Error::Invalid(chosen.message.unwrap_or_default()));
        }
        let key_of = |id: &i64| rows.iter().find(|row| row.id == *id).map(|row| row.key.clone());
        Ok(chosen.ids.iter().filter_map(key_of).collect())
    }
}
