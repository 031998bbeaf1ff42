use serde::Serialize;

use super::{Library, OnDemand};
use crate::error::Result;
use crate::ingest::open5e::normalise::{Objects, documents};
use crate::ingest::open5e::{Client, ClientOptions};
use crate::model::{DocumentKey, NewDocument};
use crate::store::DocumentRow;

/// What Open5e offers.
#[derive(Debug, Clone, Default)]
pub struct Open5eDocuments {
    /// Its documents by title, each with how much of it the library holds.
    pub documents: Vec<Open5eDocument>,
    /// Why it could not be asked, if so; the documents are those that the library holds of it then.
    pub message: Option<String>,
}

/// A document that Open5e offers.
#[derive(Debug, Clone, PartialEq, Serialize, schemars::JsonSchema)]
pub struct Open5eDocument {
    /// The key by which it is fetched.
    pub key: DocumentKey,
    /// The title.
    pub name: String,
    /// Who published it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub publisher: Option<String>,
    /// The names of its licences.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub license: Option<String>,
    /// The game system, such as `5th Edition 2014`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub game_system: Option<String>,
    /// What it is, in a few sentences.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// How many entries the library holds of it.
    pub held: u64,
    /// Whether those are all of it, fetched from Open5e.
    pub whole: bool,
}

impl Library {
    /// The documents that Open5e offers, asked at most once a day.
    ///
    /// # Errors
    /// When the database cannot be read. That Open5e cannot be reached is no error.
    pub async fn open5e_documents(&self, options: ClientOptions) -> Result<Open5eDocuments> {
        let held = self.store.documents().await?;
        let client = Client::new(OnDemand::of(options).client)?;
        let offered = match self.freshness.documents(&client).await {
            Ok(lists) => lists,
            Err(unanswered) => {
                let fetched = held.iter().filter(|row| row.provider.is_open5e());
                return Ok(Open5eDocuments {
                    documents: fetched.map(|row| of_library(row.clone())).collect(),
                    message: Some(format!(
                        "Open5e could not be asked what it offers ({}). Try again when the computer is online.",
                        unanswered.reason
                    )),
                });
            }
        };
        let mut objects = Objects::default();
        for (path, list) in offered.iter() {
            objects.add(path, list.clone());
        }
        let mut documents: Vec<Open5eDocument> =
            documents(&objects).into_iter().map(|document| offered_by(document, &held)).collect();
        documents.sort_by(|a, b| a.name.cmp(&b.name));
        Ok(Open5eDocuments { documents, message: None })
    }
}

fn offered_by(document: NewDocument, held: &[DocumentRow]) -> Open5eDocument {
    let here = held.iter().find(|row| row.key == document.key).cloned().map(of_library);
    Open5eDocument {
        held: here.as_ref().map_or(0, |here| here.held),
        whole: here.is_some_and(|here| here.whole),
        key: document.key,
        name: document.name,
        publisher: document.publisher,
        license: document.license,
        game_system: document.game_system,
        description: document.description,
    }
}

fn of_library(row: DocumentRow) -> Open5eDocument {
    let whole = row.whole_at.is_some() && row.provider.is_open5e();
    let document = crate::model::Document::from(row);
    Open5eDocument {
        key: document.document_key,
        name: document.document_name,
        publisher: document.publisher,
        license: document.license,
        game_system: document.game_system,
        description: None,
        held: document.entity_count,
        whole,
    }
}
