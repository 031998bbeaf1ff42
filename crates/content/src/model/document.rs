//! Documents and their providers.

use serde::{Deserialize, Serialize};

use super::{DocumentKey, OWN_LICENSE};
use crate::enums::named;

/// The notice that the licence of SRD 5.1 requires wherever its content is shown.
pub const SRD_2014_NOTICE: &str = "This work includes material taken from the System Reference Document 5.1 (“SRD 5.1”) by Wizards of the Coast LLC and available at https://dnd.wizards.com/resources/systems-reference-document. The SRD 5.1 is licensed under the Creative Commons Attribution 4.0 International License available at https://creativecommons.org/licenses/by/4.0/legalcode.";

/// The notice that the licence of SRD 5.2.1 requires wherever its content is shown.
pub const SRD_2024_NOTICE: &str = "This work includes material from the System Reference Document 5.2.1 (“SRD 5.2.1”) by Wizards of the Coast LLC, available at https://www.dndbeyond.com/srd. The SRD 5.2.1 is licensed under the Creative Commons Attribution 4.0 International License, available at https://creativecommons.org/licenses/by/4.0/legalcode.";

/// Returns the short name of a document: `SRD 5.2.1` for a System Reference Document, else its title.
pub fn short_title<'a>(key: &DocumentKey, provider: Provider, title: &'a str) -> &'a str {
    match key.as_str() {
        _ if provider.is_homebrew() => title,
        "srd-2014" => "SRD 5.1",
        "srd-2024" => "SRD 5.2.1",
        _ => title,
    }
}

/// Returns the citation of a page, such as `SRD 5.2.1, p. 177`.
pub fn citation(key: &DocumentKey, provider: Provider, title: &str, page: u16) -> String {
    format!("{}, p. {page}", short_title(key, provider, title))
}

named! {
    /// The origin of a document's entries.
    pub enum Provider: "source" {
        /// The second version of the Open5e API.
        Open5eV2 = "open5e_v2",
        /// The first version of the Open5e API.
        Open5eV1 = "open5e_v1",
        /// SRD 5.1, the starter content of 2014, under the name of the API that it once came from.
        Dnd5eApi = "dnd5e_api",
        /// The pages of a System Reference Document, as starter content.
        Srd = "srd",
        /// The user's OrcBrew files.
        OrcBrew = "orcbrew",
        /// The user, who wrote the entries here.
        Own = "own",
    }
}

impl Provider {
    /// Returns true for both versions of Open5e.
    pub const fn is_open5e(self) -> bool {
        matches!(self, Provider::Open5eV2 | Provider::Open5eV1)
    }

    /// Returns true for the starter content, which has the System Reference Documents.
    pub const fn is_bundled(self) -> bool {
        matches!(self, Provider::Dnd5eApi | Provider::Srd)
    }

    /// Returns true for what is the user's own: imported files, and entries written here.
    pub const fn is_homebrew(self) -> bool {
        matches!(self, Provider::OrcBrew | Provider::Own)
    }
}

/// A document as supplied by a source.
#[derive(Debug, Clone, PartialEq)]
pub struct NewDocument {
    /// Its key.
    pub key: DocumentKey,
    /// Its title.
    pub name: String,
    /// Its provider.
    pub provider: Provider,
    /// Its publisher.
    pub publisher: Option<String>,
    /// The names of its licences, such as `CC-BY-4.0, OGL 1.0a`.
    pub license: Option<String>,
    /// The notice that its licence requires.
    pub notice: Option<String>,
    /// The game system, such as `5th Edition 2014`.
    pub game_system: Option<String>,
    /// A web page about it.
    pub url: Option<String>,
    /// A short description.
    pub description: Option<String>,
}

impl NewDocument {
    /// Returns a book of an imported file, which says no more about itself.
    pub fn homebrew(key: DocumentKey, name: String) -> Self {
        Self::of_the_user(key, name, Provider::OrcBrew, UNKNOWN_LICENCE)
    }

    /// A book that the user writes.
    pub fn own(key: DocumentKey, name: String) -> Self {
        Self::of_the_user(key, name, Provider::Own, OWN_LICENSE)
    }

    fn of_the_user(key: DocumentKey, name: String, provider: Provider, license: &str) -> Self {
        Self {
            key,
            name,
            provider,
            publisher: None,
            license: Some(license.to_owned()),
            notice: None,
            game_system: None,
            url: None,
            description: None,
        }
    }
}

/// The licence of homebrew: its file cannot say.
const UNKNOWN_LICENCE: &str = "unknown (your file)";

/// A document of the library.
#[serde_with_macros::skip_serializing_none]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Document {
    /// The key used in filters, such as `srd-2014`.
    pub document_key: DocumentKey,
    /// The title.
    pub document_name: String,
    /// The provider.
    pub source_api: Provider,
    /// The number of entries in the library.
    pub entity_count: u64,
    /// The publisher.
    pub publisher: Option<String>,
    /// The names of its licences.
    pub license: Option<String>,
    /// The notice that its licence requires.
    pub notice: Option<String>,
    /// The game system, such as `5th Edition 2014`.
    pub game_system: Option<String>,
    /// A web page about it.
    pub url: Option<String>,
    /// The time of the last update (RFC 3339).
    pub updated_at: String,
    /// Present if only on-demand answers are stored; a sync fetches the rest.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub partial: bool,
    /// For homebrew: its files and the result of their import.
    pub import: Option<ImportSummary>,
}

impl Document {
    /// Returns its licence, unless it is unknown.
    pub fn known_licence(&self) -> Option<&str> {
        self.license.as_deref().filter(|licence| *licence != UNKNOWN_LICENCE)
    }
}

/// The summary of a homebrew document's import.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct ImportSummary {
    /// The names of the files.
    pub files: Vec<String>,
    /// The time of the last import (RFC 3339).
    pub imported_at: String,
    /// The number of repairs.
    pub repairs: usize,
    /// The number of unusable fields.
    pub notes: usize,
    /// The number of rejected entries.
    pub rejected: usize,
    /// The number of entries with the same key as another.
    pub conflicts: usize,
}
