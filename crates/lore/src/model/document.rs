use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::DocumentKey;

/// The notice that the licence of SRD 5.1 asks to be shown wherever its content is.
pub const SRD_2014_NOTICE: &str = "This work includes material taken from the System Reference Document 5.1 (“SRD 5.1”) by Wizards of the Coast LLC and available at https://dnd.wizards.com/resources/systems-reference-document. The SRD 5.1 is licensed under the Creative Commons Attribution 4.0 International License available at https://creativecommons.org/licenses/by/4.0/legalcode.";

/// The notice that the licence of SRD 5.2.1 asks to be shown wherever its content is.
pub const SRD_2024_NOTICE: &str = "This work includes material from the System Reference Document 5.2.1 (“SRD 5.2.1”) by Wizards of the Coast LLC, available at https://www.dndbeyond.com/srd. The SRD 5.2.1 is licensed under the Creative Commons Attribution 4.0 International License, available at https://creativecommons.org/licenses/by/4.0/legalcode.";

/// Cites a page of a document, the System Reference Documents by the names that players have for them: `SRD 5.2.1, p. 177`.
#[must_use]
pub(crate) fn citation(key: &DocumentKey, provider: Provider, name: &str, page: u16) -> String {
    let short = match key.as_str() {
        _ if provider == Provider::OrcBrew => name,
        "srd-2014" => "SRD 5.1",
        "srd-2024" => "SRD 5.2.1",
        _ => name,
    };
    format!("{short}, p. {page}")
}

/// Where a document's entries came from.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, schemars::JsonSchema,
)]
pub enum Provider {
    /// The second version of the Open5e API.
    #[serde(rename = "open5e_v2")]
    Open5eV2,
    /// The first version of the Open5e API.
    #[serde(rename = "open5e_v1")]
    Open5eV1,
    /// The D&D 5e API, whose format the starter library has.
    #[serde(rename = "dnd5e_api")]
    Dnd5eApi,
    /// The pages of a System Reference Document, read into the starter content.
    #[serde(rename = "srd")]
    Srd,
    /// A homebrew file of the user's.
    #[serde(rename = "orcbrew")]
    OrcBrew,
}

/// The text names no provider; holds that text.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("there is no source called `{0}`")]
pub struct UnknownProvider(pub String);

impl Provider {
    /// Every provider.
    pub const ALL: [Provider; 5] =
        [Provider::Open5eV2, Provider::Open5eV1, Provider::Dnd5eApi, Provider::Srd, Provider::OrcBrew];

    /// The provider's lasting name, such as `open5e_v2`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Provider::Open5eV2 => "open5e_v2",
            Provider::Open5eV1 => "open5e_v1",
            Provider::Dnd5eApi => "dnd5e_api",
            Provider::Srd => "srd",
            Provider::OrcBrew => "orcbrew",
        }
    }

    /// Whether it is fetched from Open5e.
    #[must_use]
    pub const fn is_open5e(self) -> bool {
        matches!(self, Provider::Open5eV2 | Provider::Open5eV1)
    }
}

impl fmt::Display for Provider {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl FromStr for Provider {
    type Err = UnknownProvider;

    fn from_str(text: &str) -> Result<Self, UnknownProvider> {
        Provider::ALL
            .into_iter()
            .find(|provider| provider.as_str() == text)
            .ok_or_else(|| UnknownProvider(text.to_owned()))
    }
}

/// A document as a source hands it over.
#[derive(Debug, Clone, PartialEq)]
pub struct NewDocument {
    /// Its key.
    pub key: DocumentKey,
    /// Its title.
    pub name: String,
    /// Where it came from.
    pub provider: Provider,
    /// Who published it.
    pub publisher: Option<String>,
    /// The names of its licences, such as `CC-BY-4.0, OGL 1.0a`.
    pub license: Option<String>,
    /// The words its licence asks to be shown with its content.
    pub notice: Option<String>,
    /// The game system, such as `5th Edition 2014`.
    pub game_system: Option<String>,
    /// Where a person can read about it.
    pub url: Option<String>,
    /// What it is, in a few sentences.
    pub description: Option<String>,
}

/// A document of the library.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Document {
    /// The key by which tools filter, such as `srd-2014`.
    pub document_key: DocumentKey,
    /// The title.
    pub document_name: String,
    /// Where it came from.
    pub source_api: Provider,
    /// How many entries the library holds of it.
    pub entity_count: u64,
    /// Who published it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub publisher: Option<String>,
    /// The names of its licences.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub license: Option<String>,
    /// The words its licence asks to be shown with its content.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub notice: Option<String>,
    /// The game system, such as `5th Edition 2014`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub game_system: Option<String>,
    /// Where a person can read about it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
    /// When it was last replaced (RFC 3339).
    pub updated_at: String,
    /// Present when only what was asked for is here; a sync fetches all of it.
    #[serde(default, skip_serializing_if = "is_false")]
    pub partial: bool,
    /// Of a document from the user's own files: which they are, and how the import went.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub import: Option<ImportSummary>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks for this signature")]
fn is_false(value: &bool) -> bool {
    !value
}

/// How the import of a document from the user's own files went, in numbers.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct ImportSummary {
    /// The names of the files.
    pub files: Vec<String>,
    /// When the last of them was imported (RFC 3339).
    pub imported_at: String,
    /// How many places in the files were mended.
    pub repairs: usize,
    /// How many fields of its entries could not be used.
    pub notes: usize,
    /// How many of its entries could not be kept.
    pub rejected: usize,
    /// How many of its entries stand beside another under the same key.
    pub conflicts: usize,
}
