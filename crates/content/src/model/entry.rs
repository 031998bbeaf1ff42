//! Records: entries ready to be stored.

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::{
    CharacterOption, Creature, DocumentKey, Encounter, Equipment, Family, Homebrew, Kind, Rule, Slug, Spell,
};

/// A normalised entry, ready to be stored.
#[derive(Debug, Clone, PartialEq)]
pub struct Record {
    /// Its document.
    pub document: DocumentKey,
    /// Its kind.
    pub kind: Kind,
    /// Its unique name within document and kind.
    pub slug: Slug,
    /// Its printed name.
    pub name: String,
    /// The whole entry as Markdown, for a creature a complete stat block, without the name as a heading.
    pub body: String,
    /// The fields of its kind.
    pub details: Details,
    /// The page of the book, if known.
    pub page: Option<u16>,
    /// Additional data of homebrew.
    pub homebrew: Homebrew,
    /// What is kept of its sources, as JSON; of an own entry, the entry as it was written.
    pub sources: Option<String>,
}

/// The identity of a record in its document, and the hash that detects changes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RecordKey {
    /// Its kind.
    pub kind: Kind,
    /// Its unique name within document and kind.
    pub slug: Slug,
    /// The SHA-256 of its remaining content.
    pub hash: [u8; 32],
}

/// Returns the SHA-256 of an entry's content, each part preceded by its length.
pub fn content_hash<'a>(parts: impl IntoIterator<Item = &'a str>) -> [u8; 32] {
    let mut hash = Sha256::new();
    for part in parts {
        hash.update((part.len() as u64).to_le_bytes());
        hash.update(part);
    }
    hash.finalize().into()
}

impl Record {
    /// Returns its key.
    ///
    /// # Errors
    /// If a field cannot be written as JSON; as a sentence.
    pub fn key(&self) -> Result<RecordKey, String> {
        let details = self.stored_fields().map_err(|error| format!("{}: {error}", self.slug))?;
        let page = self.page.map(|page| page.to_string()).unwrap_or_default();
        let sources = self.sources.as_deref().unwrap_or_default();
        let hash = content_hash([self.name.as_str(), &self.body, &details, sources, &page]);
        Ok(RecordKey { kind: self.kind, slug: self.slug.clone(), hash })
    }

    /// Returns the stored form of the fields as JSON: those of the kind, and those of homebrew.
    pub fn stored_fields(&self) -> Result<String, serde_json::Error> {
        #[derive(Serialize)]
        struct Fields<'a> {
            #[serde(flatten)]
            details: &'a Details,
            #[serde(flatten)]
            homebrew: &'a Homebrew,
        }
        if self.homebrew == Homebrew::default() {
            return serde_json::to_string(&self.details);
        }
        serde_json::to_string(&Fields { details: &self.details, homebrew: &self.homebrew })
    }
}

/// The fields of an entry, by family of kinds.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(untagged)]
pub enum Details {
    /// Fields of a spell.
    Spell(Spell),
    /// Fields of a creature.
    Creature(Box<Creature>),
    /// Fields of a weapon, armor, magic item or item.
    Equipment(Box<Equipment>),
    /// Fields of a class, subclass, race, subrace, background, feat, class option or trait.
    CharacterOption(CharacterOption),
    /// Fields of an encounter.
    Encounter(Encounter),
    /// Fields of any other kind.
    Rule(Rule),
}

impl Details {
    /// Parses stored fields of a kind.
    pub fn read(kind: Kind, json: &str) -> Result<Self, serde_json::Error> {
        Ok(match kind.family() {
            Family::Spell => Details::Spell(serde_json::from_str(json)?),
            Family::Creature => Details::Creature(serde_json::from_str(json)?),
            Family::Equipment => Details::Equipment(serde_json::from_str(json)?),
            Family::CharacterOption => Details::CharacterOption(serde_json::from_str(json)?),
            Family::Encounter => Details::Encounter(serde_json::from_str(json)?),
            Family::Rule => Details::Rule(serde_json::from_str(json)?),
        })
    }

    /// Returns the name of the mundane item that a magic item is made from.
    pub fn base_item(&self) -> Option<&str> {
        match self {
            Details::Equipment(equipment) => equipment.base_item.as_deref(),
            _ => None,
        }
    }

    /// Returns the family of these fields.
    pub fn family(&self) -> Family {
        match self {
            Details::Spell(_) => Family::Spell,
            Details::Creature(_) => Family::Creature,
            Details::Equipment(_) => Family::Equipment,
            Details::CharacterOption(_) => Family::CharacterOption,
            Details::Encounter(_) => Family::Encounter,
            Details::Rule(_) => Family::Rule,
        }
    }
}
