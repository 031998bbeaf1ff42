//! The documents that Open5e offers.

use content::error::Result;
use content::model::{Document, DocumentKey, NewDocument};
use ingest::open5e::normalise::{Objects, documents};
use ingest::open5e::{Client, ClientOptions};
use serde::Serialize;
use store::DocumentRow;

use super::Library;
use super::options::OnDemandOptions;

/// About how many entries the documents have, by key: the objects of a copy of the API, which does not say.
const SIZES: &str = "srd-2024 1838, srd-2014 1718, vom 1063, a5e-mm 586, deepm 515, a5e-ag 464, \
    tob-2023 408, tob3 397, tob 393, tob2 383, bfrd 362, ccdx 356, toh 239, spells-that-dont-suck 180, \
    deepmx 64, wz 43, kp 31, open5e 22, tdcs 14, a5e-ddg 4, a5e-gpg 2";

/// The documents that Open5e offers.
#[derive(Debug, Clone, Default, Serialize, schemars::JsonSchema)]
#[schemars(rename = "Offered")]
pub struct Open5eDocuments {
    /// Its documents by title.
    pub documents: Vec<Open5eDocument>,
    /// The reason why Open5e could not be queried. The documents are then those of the library.
    #[serde(skip)]
    pub message: Option<String>,
}

/// A document that Open5e offers.
#[serde_with_macros::skip_serializing_none]
#[derive(Debug, Clone, PartialEq, Serialize, schemars::JsonSchema)]
pub struct Open5eDocument {
    /// The key by which it is fetched.
    pub key: DocumentKey,
    /// The title.
    pub name: String,
    /// Who published it.
    pub publisher: Option<String>,
    /// The names of its licences.
    pub license: Option<String>,
    /// The game system, such as `5th Edition 2014`.
    pub game_system: Option<String>,
    /// A description in a few sentences.
    pub description: Option<String>,
    /// About how many entries it has, if that is known.
    pub about_entries: Option<u64>,
    /// The number of its entries in the library.
    pub held: u64,
    /// True if the library has all of it, fetched from Open5e.
    pub whole: bool,
    /// True if the library has it from the pages of the book, as it came with LoreKeeper.
    pub bundled: bool,
}

impl Library {
    /// Lists the documents that Open5e offers, with the library's share of each, requested at most once a
    /// day. If Open5e cannot be reached, the answer says so.
    pub async fn open5e_documents(&self, options: ClientOptions) -> Result<Open5eDocuments> {
        let rows = self.store.documents().await?;
        let client = Client::new(OnDemandOptions::of(options).client)?;
        let lists = match self.api.documents(&client).await {
            Ok(lists) => lists,
            Err(unanswered) => {
                let fetched = rows.into_iter().filter(|row| row.provider.is_open5e());
                return Ok(Open5eDocuments {
                    documents: fetched.map(of_row).collect(),
                    message: Some(format!(
                        "Open5e could not be asked for its list of books ({}). Try again when the computer is online.",
                        unanswered.reason()
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
}

fn of_offer(offer: NewDocument, rows: &[DocumentRow]) -> Open5eDocument {
    let stored = rows.iter().find(|row| row.key == offer.key).cloned().map(of_row);
    Open5eDocument {
        about_entries: about_entries(&offer.key),
        held: stored.as_ref().map_or(0, |stored| stored.held),
        whole: stored.as_ref().is_some_and(|stored| stored.whole),
        bundled: stored.is_some_and(|stored| stored.bundled),
        key: offer.key,
        name: offer.name,
        publisher: offer.publisher,
        license: offer.license,
        game_system: offer.game_system,
        description: offer.description,
    }
}

fn of_row(row: DocumentRow) -> Open5eDocument {
    let whole = row.whole_at.is_some() && row.provider.is_open5e();
    let bundled = row.provider.is_bundled();
    let document = Document::from(row);
    Open5eDocument {
        about_entries: about_entries(&document.document_key),
        key: document.document_key,
        name: document.document_name,
        publisher: document.publisher,
        license: document.license,
        game_system: document.game_system,
        description: None,
        held: document.entity_count,
        whole,
        bundled,
    }
}

fn about_entries(key: &DocumentKey) -> Option<u64> {
    let mut sizes = SIZES.split(", ");
    sizes.find_map(|size| size.strip_prefix(key.as_str())?.strip_prefix(' ')?.parse().ok())
}

#[cfg(test)]
mod tests;
