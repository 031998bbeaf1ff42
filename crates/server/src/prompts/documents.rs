use std::collections::BTreeSet;
use std::fmt::Write as _;

use lore::model::{Document, DocumentKey, Edition, Provider, excerpt, in_one_line};
use lore::query::Entry;
use lore::{Error, Library};
use rmcp::ErrorData;

use super::content::{content, one_line};
use super::given::{Given, refused};
use crate::protocol::arguments::shown;
use crate::resources::internal;

/// How many licence notices a prompt has; a library has two that ask to be shown.
const NOTICES: usize = 6;
/// How many documents are told one by one.
const TOLD: usize = 12;
/// How many messages of the library are told, and how many characters of each.
const MESSAGES: usize = 2;
const MESSAGE: usize = 200;
/// Where the documents are listed.
pub(super) const DOCUMENTS: &str = "lore://documents";

/// The documents of the library.
#[derive(Debug)]
pub(crate) struct Books(Vec<Document>);

impl Books {
    /// Asks the library for them.
    ///
    /// # Errors
    /// When it cannot be read.
    pub(crate) async fn of(library: &Library) -> Result<Self, ErrorData> {
        Ok(Self(library.documents(None).await.map_err(|error| internal(&error))?))
    }

    /// All of them, those with the most entries first.
    pub(crate) fn all(&self) -> &[Document] {
        &self.0
    }

    /// The edition of a document.
    pub(super) fn edition(&self, key: &DocumentKey) -> Edition {
        let document = self.0.iter().find(|document| document.document_key == *key);
        document.map_or(Edition::Other, edition_of)
    }

    /// Where an entry stands, as a person cites it: title, key, edition.
    pub(super) fn source(&self, entry: &Entry) -> String {
        format!("{} ({})", one_line(&entry.document_name), self.place(&entry.document_key))
    }

    /// Key and edition of a document.
    pub(super) fn place(&self, key: &DocumentKey) -> String {
        let document = self.0.iter().find(|document| document.document_key == *key);
        let own = document.is_some_and(|document| document.source_api == Provider::OrcBrew);
        let edition = match self.edition(key) {
            _ if own => "the user's own homebrew",
            Edition::Of2014 => "2014 rules",
            Edition::Of2024 => "2024 rules",
            Edition::Other => "another system or edition",
        };
        format!("`{key}`, {edition}")
    }

    /// The words that the licences of some documents ask to be shown, as content under a heading; empty when there are none.
    pub(super) fn notices<'a>(&self, keys: impl IntoIterator<Item = &'a DocumentKey>) -> String {
        let keys: BTreeSet<&DocumentKey> = keys.into_iter().collect();
        let used = self.0.iter().filter(|document| keys.contains(&document.document_key));
        let notices: BTreeSet<&str> = used.filter_map(|document| document.notice.as_deref()).collect();
        let notices: Vec<String> =
            notices.into_iter().take(NOTICES).map(|notice| format!("- {notice}")).collect();
        if notices.is_empty() {
            return String::new();
        }
        format!("\n## Licences\n{}", content(DOCUMENTS, &notices.join("\n")))
    }

    /// The keys of the documents that `documents` and `edition` leave; `None` for all of them.
    ///
    /// # Errors
    /// When one of them is not in the library, or none is left.
    pub(super) async fn chosen(
        &self,
        library: &Library,
        given: &Given,
    ) -> Result<Option<Vec<String>>, ErrorData> {
        let edition = match given.get("edition") {
            Some(text) => {
                let edition = shown(text).parse::<Edition>();
                Some(edition.map_err(|error| refused("edition", &error.to_string(), &[]))?)
            }
            None => None,
        };
        let named = match given.get("documents") {
            Some(text) => Some(self.named(library, text).await?),
            None => None,
        };
        let Some(edition) = edition else { return Ok(named) };
        let fits = |document: &Document| {
            let own = document.source_api == Provider::OrcBrew && named.is_none();
            own || edition_of(document) == edition
        };
        let fitting = self.0.iter().filter(|document| fits(document));
        let mut keys: Vec<String> = fitting.map(|document| document.document_key.to_string()).collect();
        if let Some(named) = named {
            keys.retain(|key| named.contains(key));
            if keys.is_empty() {
                let words = format!("none of the documents is of the edition {}", edition.as_str());
                return Err(refused("documents", &words, &[]));
            }
        }
        Ok(Some(keys))
    }

    /// Documents by keys or titles with commas between them; a title may have a comma itself.
    async fn named(&self, library: &Library, text: &str) -> Result<Vec<String>, ErrorData> {
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
}

/// A document by its key or title; the error names the argument and the nearest keys.
pub(super) async fn document(library: &Library, argument: &str, text: &str) -> Result<Document, ErrorData> {
    library.document(text).await.map_err(|error| match error {
        Error::NoSuchDocument { nearest, .. } if nearest.is_empty() => {
            refused(argument, "the library has no documents", &[])
        }
        Error::NoSuchDocument { nearest, .. } => {
            let words = format!("there is no document `{}` in the library", shown(text));
            refused(argument, &words, &nearest.iter().map(|key| shown(key)).collect::<Vec<_>>())
        }
        Error::Invalid(words) => refused(argument, &excerpt(&words, 400), &[]),
        error => internal(&error),
    })
}

/// The edition of a document.
pub(crate) fn edition_of(document: &Document) -> Edition {
    Edition::of(document.game_system.as_deref())
}

/// The documents that were searched, and what the library says of the search, as content.
pub(super) fn searched(chosen: Option<&[String]>, messages: &[String]) -> String {
    let mut text = match chosen {
        None => "Searched: every document of the library.\n".to_owned(),
        Some([]) => "Searched: no document: the library has none of that edition.\n".to_owned(),
        Some(keys) if keys.len() <= TOLD => format!("Searched: `documents` {}.\n", serde_json::json!(keys)),
        Some(keys) => {
            let shown: Vec<String> = keys.iter().take(TOLD).map(|key| format!("`{}`", shown(key))).collect();
            format!("Searched: {} and {} more.\n", shown.join(", "), keys.len() - TOLD)
        }
    };
    for message in messages.iter().take(MESSAGES) {
        let _ = writeln!(text, "Note: {}", excerpt(&in_one_line(message), MESSAGE));
    }
    content(DOCUMENTS, &text)
}

/// How an assistant keeps to the chosen documents.
pub(super) fn narrowing(chosen: Option<&[String]>) -> &'static str {
    match chosen {
        Some(keys) if !keys.is_empty() && keys.len() <= TOLD => {
            " Keep to the chosen books: give every tool the `documents` that were searched."
        }
        _ => "",
    }
}
