//! Entries that the user writes.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::{Edition, Kind};

/// The licence of the books that the user writes.
pub const OWN_LICENSE: &str = "your own";

/// The entry of which an own entry is a changed copy. The licence of its book goes with it.
#[serde_with_macros::skip_serializing_none]
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct CopiedFrom {
    /// The name of the entry.
    pub name: String,
    /// The title of its document.
    pub document_name: String,
    /// Its address.
    pub uri: String,
    /// The names of that document's licences.
    pub license: Option<String>,
    /// The notice that the licence requires.
    pub notice: Option<String>,
}

impl CopiedFrom {
    /// Returns the licence in words.
    pub fn license_in_words(&self) -> &str {
        self.license.as_deref().unwrap_or("licence unknown")
    }
}

/// An entry as the user wrote it: what is stored of an own entry, and what is exported as JSON.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct OwnEntry {
    /// Its kind.
    pub kind: Kind,
    /// Its name.
    pub name: String,
    /// The fields of its kind. Those of a creature include the parts of its stat block.
    #[serde(default)]
    pub fields: Map<String, Value>,
    /// Its text as Markdown.
    #[serde(default)]
    pub text: String,
    /// The entry of which it is a changed copy.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub copied_from: Option<Box<CopiedFrom>>,
}

const EDITION: &str = "edition";

impl OwnEntry {
    /// Returns the edition of the rules for which it is written, if its author says so.
    pub fn edition(&self) -> Option<Edition> {
        self.fields.get(EDITION)?.as_str()?.parse().ok()
    }

    /// Sets the edition of the rules for which it is written, unless that is another system or unknown.
    pub fn set_edition(&mut self, edition: Edition) {
        if edition != Edition::Other {
            self.fields.insert(EDITION.to_owned(), edition.as_str().into());
        }
    }
}
