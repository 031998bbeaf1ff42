//! The documents that Open5e offers.

use serde::Serialize;

use super::freshness::Open5eApi;
use super::options::OnDemandOptions;
use crate::error::Result;
use crate::ingest::open5e::normalise::{Objects, documents};
use crate::ingest::open5e::{Client, ClientOptions};
use crate::model::{Document, DocumentKey, NewDocument};
use crate::store::{DocumentRow, Store};

/// The documents that Open5e offers.
#[derive(Debug, Clone, Default)]
pub struct Open5eDocuments {
    /// The documents by title.
    pub documents: Vec<Open5eDocument>,
    /// The reason why Open5e could not be queried. The documents are then those of the library.
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
    /// A description in a few sentences.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// The number of its entries in the library.
    pub held: u64,
    /// True if the library has all of it, fetched from Open5e.
    pub whole: bool,
}

/// Lists the documents that Open5e offers, with the library's share of each.
pub(super) async fn open5e_documents(
    store: &Store,
    api: &Open5eApi,
    options: ClientOptions,
) -> Result<Open5eDocuments> {
    let rows = store.documents().await?;
    let client = Client::new(OnDemandOptions::of(options).client)?;
    let lists = match api.documents(&client).await {
        Ok(lists) => lists,
        Err(unanswered) => {
            let fetched = rows.into_iter().filter(|row| row.provider.is_open5e());
            return Ok(Open5eDocuments {
                documents: fetched.map(of_row).collect(),
                message: Some(format!(
                    "Open5e could not be queried for its documents ({}). Try again when the computer is online.",
                    unanswered.reason
                )),
            });
        }
    };
    let mut objects = Objects::default();
    for (path, list) in lists.iter() {
        objects.add(path, list.clone());
    }
    let mut documents: Vec<Open5eDocument> =
        documents(&objects).into_iter().map(|document| of_offer(document, &rows)).collect();
    documents.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(Open5eDocuments { documents, message: None })
}

fn of_offer(document: NewDocument, rows: &[DocumentRow]) -> Open5eDocument {
    let stored = rows.iter().find(|row| row.key == document.key).cloned().map(of_row);
    Open5eDocument {
        held: stored.as_ref().map_or(0, |stored| stored.held),
        whole: stored.is_some_and(|stored| stored.whole),
        key: document.key,
        name: document.name,
        publisher: document.publisher,
        license: document.license,
        game_system: document.game_system,
        description: document.description,
    }
}

fn of_row(row: DocumentRow) -> Open5eDocument {
    let whole = row.whole_at.is_some() && row.provider.is_open5e();
    let document = Document::from(row);
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
