//! The chosen campaign, to which lookups, searches and browsing keep.

use std::collections::HashSet;

use content::error::{Error, Result};
use content::model::{Campaign, DocumentKey, Edition, fold, in_one_line, other_names, quoted, shown};
use content::query::{Entry, nearest};
use store::{DocumentRow, Settings, Store};

use super::Library;
use super::document_filter::choose as documents_meant_by;

const MAX_NAME_CHARS: usize = 80;
const MAX_CAMPAIGNS: usize = 100;
const MAX_SUGGESTIONS: usize = 3;

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

/// What the settings and the chosen campaign mean for a request.
#[derive(Debug, Clone)]
pub(super) struct Scope {
    pub(super) settings: Settings,
    pub(super) campaign: Option<Campaign>,
    /// The ids of the documents of its edition.
    pub(super) preferred: Vec<i64>,
    preferred_keys: HashSet<DocumentKey>,
    /// The keys of the documents that count and are in the library; `None` for all.
    documents: Option<Vec<String>>,
    is_limiting: bool,
}

impl Scope {
    pub(super) async fn read(store: &Store) -> Result<Self> {
        let settings = store.settings().await?;
        let mut scope = Self {
            campaign: settings.campaign(),
            settings,
            preferred: Vec::new(),
            preferred_keys: HashSet::new(),
            documents: None,
            is_limiting: false,
        };
        let Some(campaign) = &scope.campaign else { return Ok(scope) };
        let rows = store.documents().await?;
        let is_preferred =
            |row: &&DocumentRow| campaign.edition == Some(Edition::of(row.game_system.as_deref()));
        let preferred_rows = || rows.iter().filter(is_preferred);
        scope.preferred = preferred_rows().map(|row| row.id).collect();
        scope.preferred_keys = preferred_rows().map(|row| row.key.clone()).collect();
        let keys = rows.iter().map(|row| &row.key).filter(|key| campaign.documents.contains(key));
        scope.documents = (!campaign.documents.is_empty()).then(|| keys.map(ToString::to_string).collect());
        Ok(scope)
    }

    /// A request for another edition is not limited to the campaign's documents.
    pub(super) fn documents(
        &mut self,
        requested: Option<&[String]>,
        edition: Option<Edition>,
    ) -> Option<Vec<String>> {
        let is_other_edition =
            edition.is_some() && self.campaign.as_ref().is_some_and(|campaign| campaign.edition != edition);
        if requested.is_some() || is_other_edition {
            return requested.map(<[String]>::to_vec);
        }
        self.is_limiting = self.documents.is_some();
        self.documents.clone()
    }

    pub(super) fn limiting_campaign(&self) -> Option<&Campaign> {
        self.campaign.as_ref().filter(|_| self.is_limiting)
    }

    /// Marks entries that repeat one of the preferred edition before them.
    pub(super) fn mark_repeats(&self, entries: &mut [Entry]) {
        let mut preferred = HashSet::new();
        for entry in entries {
            let name = (entry.kind, fold(&entry.name));
            if self.preferred_keys.contains(&entry.document_key) {
                let others = other_names(&[entry.kind], &entry.name).into_iter();
                preferred.extend(others.map(|other| (other.kind, fold(&other.name))));
                preferred.insert(name);
            } else if !entry.document_source.is_homebrew() {
                entry.is_repeat = preferred.contains(&name);
            }
        }
    }
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
    /// When the name is empty or too long, a document is unknown, there are too many campaigns.
    pub async fn change_campaign(&self, change: &CampaignChange) -> Result<Campaign> {
        let name = in_one_line(change.name.trim());
        if name.is_empty() || name.chars().count() > MAX_NAME_CHARS {
            return Err(Error::Invalid(format!("a campaign's name has 1 to {MAX_NAME_CHARS} characters")));
        }
        let others = self.campaigns().await?.campaigns;
        let known = others.iter().find(|campaign| campaign.name.eq_ignore_ascii_case(&name));
        if known.is_none() && others.len() >= MAX_CAMPAIGNS {
            return Err(Error::Invalid(format!(
                "there are {MAX_CAMPAIGNS} campaigns already; delete one that is over"
            )));
        }
        let mut campaign = known.cloned().unwrap_or(Campaign { name, edition: None, documents: Vec::new() });
        if let Some(edition) = change.edition {
            campaign.edition = edition;
        }
        if let Some(documents) = &change.documents {
            campaign.documents = self.document_keys(documents).await?;
        }
        self.store.save_campaign(&campaign, true).await?;
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
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let near = nearest(name, &names, MAX_SUGGESTIONS);
        let near = if near.is_empty() { String::new() } else { format!("; there are {}", quoted(&near)) };
        Err(Error::Invalid(format!("there is no campaign `{}`{near}", shown(name))))
    }

    async fn document_keys(&self, texts: &[String]) -> Result<Vec<DocumentKey>> {
        let rows = self.store.documents().await?;
        let chosen = documents_meant_by(texts, &rows);
        if !chosen.unknown.is_empty() {
            return Err(Error::Invalid(chosen.message.unwrap_or_default()));
        }
        let key_of = |id: &i64| rows.iter().find(|row| row.id == *id).map(|row| row.key.clone());
        Ok(chosen.ids.iter().filter_map(key_of).collect())
    }
}
