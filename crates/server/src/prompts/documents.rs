//! The documents of the library in prompts: which were searched, their editions and their notices.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use lore::model::{Document, DocumentKey, Edition, excerpt, in_one_line, shown};
use lore::query::Entry;
use lore::{Error, Library};

use super::arguments::{PromptArguments, invalid};
use super::content::{content, one_line};
use crate::protocol::error::RequestError;

/// The maximum number of licence notices in a prompt. The official documents need two.
const MAX_NOTICES: usize = 6;
/// The maximum number of documents that are listed by key.
const MAX_LISTED_DOCUMENTS: usize = 12;
/// The maximum number of the library's messages, and their maximum length.
const MAX_MESSAGES: usize = 2;
const MAX_MESSAGE_CHARS: usize = 200;
/// The address of the list of documents.
pub(super) const DOCUMENTS: &str = "lore://documents";

/// The documents of the library.
#[derive(Debug)]
pub(super) struct LibraryDocuments(Vec<Document>);

impl LibraryDocuments {
    /// Reads the documents.
    ///
    /// # Errors
    /// When the library cannot be read.
    pub(super) async fn read(library: &Library) -> lore::Result<Self> {
        Ok(Self(library.documents(None).await?))
    }

    /// Returns every document, those with the most entries first.
    pub(super) fn all(&self) -> &[Document] {
        &self.0
    }

    /// Returns the edition of a document.
    pub(super) fn edition(&self, key: &DocumentKey) -> Edition {
        self.get(key).map_or(Edition::Other, edition_of)
    }

    /// Returns the source of an entry as a person cites it: title, key, edition.
    pub(super) fn source(&self, entry: &Entry) -> String {
        let key = &entry.document_key;
        let is_homebrew = self.get(key).is_some_and(|document| document.source_api.is_homebrew());
        let edition = match self.edition(key) {
            _ if is_homebrew => "the user's own homebrew",
            Edition::Of2014 => "2014 rules",
            Edition::Of2024 => "2024 rules",
            Edition::Other => "another system or edition",
        };
        format!("{} (`{key}`, {edition})", one_line(&entry.document_name))
    }

    fn get(&self, key: &DocumentKey) -> Option<&Document> {
        self.0.iter().find(|document| document.document_key == *key)
    }

    /// Returns the notices that the licences of some documents require, as content under a heading; empty when there are none.
    pub(super) fn notices<'a>(&self, keys: impl IntoIterator<Item = &'a DocumentKey>) -> String {
        let keys: BTreeSet<&DocumentKey> = keys.into_iter().collect();
        let used = self.0.iter().filter(|document| keys.contains(&document.document_key));
        let notices: BTreeSet<&str> = used.filter_map(|document| document.notice.as_deref()).collect();
        let notices: Vec<String> =
            notices.into_iter().take(MAX_NOTICES).map(|notice| format!("- {notice}")).collect();
        if notices.is_empty() {
            return String::new();
        }
        format!("\n## Licences\n{}", content(DOCUMENTS, &notices.join("\n")))
    }

    /// Returns the keys of the documents that the arguments `documents` and `edition` select; `None` for all documents.
    ///
    /// # Errors
    /// When a document is not in the library, or none is selected.
    pub(super) async fn selected(
        &self,
        library: &Library,
        arguments: &PromptArguments,
    ) -> Result<Option<Vec<String>>, RequestError> {
        let edition = arguments.get("edition").map(|text| shown(text).parse::<Edition>()).transpose();
        let edition = edition.map_err(|error| invalid("edition", &error.to_string(), &[]))?;
        let named = match arguments.get("documents") {
            Some(text) => Some(named(library, text).await?),
            None => None,
        };
        let Some(edition) = edition else { return Ok(named) };
        let matches = |document: &&Document| {
            let is_homebrew = document.source_api.is_homebrew() && named.is_none();
            is_homebrew || edition_of(document) == edition
        };
        let mut keys: Vec<String> =
            self.0.iter().filter(matches).map(|document| document.document_key.to_string()).collect();
        if let Some(named) = named {
            keys.retain(|key| named.contains(key));
            if keys.is_empty() {
                let message = format!("none of the documents is of the edition {}", edition.as_str());
                return Err(invalid("documents", &message, &[]).into());
            }
        }
        Ok(Some(keys))
    }
}

/// Returns the keys of documents by keys or titles with commas between them. A title may contain a comma itself.
async fn named(library: &Library, text: &str) -> Result<Vec<String>, RequestError> {
    if let Ok(document) = library.document(text).await {
        return Ok(vec![document.document_key.to_string()]);
    }
    let mut keys = Vec::new();
    for part in text.split(',').map(str::trim).filter(|part| !part.is_empty()) {
        keys.push(document(library, "documents", part).await?.document_key.to_string());
    }
    keys.dedup();
    Ok(keys)
}

/// Returns a document by its key or title.
///
/// # Errors
/// When there is no such document. The error names the argument and the nearest keys.
pub(super) async fn document(
    library: &Library,
    argument: &str,
    text: &str,
) -> Result<Document, RequestError> {
    library.document(text).await.map_err(|error| match error {
        Error::NoSuchDocument { nearest, .. } if nearest.is_empty() => {
            invalid(argument, "the library has no documents", &[]).into()
        }
        Error::NoSuchDocument { nearest, .. } => {
            let message = format!("there is no document `{}` in the library", shown(text));
            let nearest: Vec<String> = nearest.iter().map(|key| shown(key)).collect();
            invalid(argument, &message, &nearest).into()
        }
        Error::Invalid(message) => invalid(argument, &excerpt(&message, 400), &[]).into(),
        error => error.into(),
    })
}

/// Returns the edition of a document.
fn edition_of(document: &Document) -> Edition {
    Edition::of(document.game_system.as_deref())
}

/// Returns the documents that were searched, and the library's messages about the search, as content.
pub(super) fn searched(selected: Option<&[String]>, messages: &[String]) -> String {
    let mut text = match selected {
        None => "Searched: every document of the library.\n".to_owned(),
        Some([]) => "Searched: no document, because the library has none of that edition.\n".to_owned(),
        Some(keys) if keys.len() <= MAX_LISTED_DOCUMENTS => {
            format!("Searched: `documents` {}.\n", serde_json::json!(keys))
        }
        Some(keys) => {
            let listed = keys.iter().take(MAX_LISTED_DOCUMENTS);
            let listed: Vec<String> = listed.map(|key| format!("`{}`", shown(key))).collect();
            format!("Searched: {} and {} more.\n", listed.join(", "), keys.len() - MAX_LISTED_DOCUMENTS)
        }
    };
    for message in messages.iter().take(MAX_MESSAGES) {
        let _ = writeln!(text, "Note: {}", excerpt(&in_one_line(message), MAX_MESSAGE_CHARS));
    }
    content(DOCUMENTS, &text)
}

/// Returns the instruction to stay within the selected documents.
pub(super) fn narrowing(selected: Option<&[String]>) -> &'static str {
    match selected {
        Some(keys) if !keys.is_empty() && keys.len() <= MAX_LISTED_DOCUMENTS => {
            " Keep to the chosen books: give every tool the `documents` that were searched."
        }
        _ => "",
    }
}
