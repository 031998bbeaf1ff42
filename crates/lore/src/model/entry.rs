use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::{
    CharacterOption, Creature, DocumentKey, Encounter, Equipment, Family, Homebrew, Kind, Rule, Slug, Spell,
};

/// One entry as a source hands it over, ready to be stored.
#[derive(Debug, Clone, PartialEq)]
pub struct Record {
    /// The document it belongs to.
    pub document: DocumentKey,
    /// What it is.
    pub kind: Kind,
    /// Its name within the document and kind.
    pub slug: Slug,
    /// Its name as printed.
    pub name: String,
    /// The whole entry as Markdown, as a person reads it: a creature's is a complete stat block. The name is
    /// not repeated as a heading.
    pub body: String,
    /// The fields of its kind.
    pub details: Details,
    /// The page of the book that it stands on, where that is known.
    pub page: Option<u16>,
    /// What an entry of a homebrew file says of itself; of other sources nothing.
    pub homebrew: Homebrew,
    /// The object as the source gave it, as JSON.
    pub raw: String,
}

/// The place of a record in its document, and the hash by which it is seen whether it changed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct RecordKey {
    /// What it is.
    pub(crate) kind: Kind,
    /// Its name within the document and kind.
    pub(crate) slug: Slug,
    /// The SHA-256 of everything else that is stored of it.
    pub(crate) hash: [u8; 32],
}

/// The SHA-256 of what is stored of an entry, each part with its length before it.
pub(crate) fn content_hash<'a>(parts: impl IntoIterator<Item = &'a str>) -> [u8; 32] {
    let mut hash = Sha256::new();
    for part in parts {
        hash.update((part.len() as u64).to_le_bytes());
        hash.update(part);
    }
    hash.finalize().into()
}

impl Record {
    /// Its key.
    ///
    /// # Errors
    /// When a field cannot be written as JSON; says so in a sentence.
    pub(crate) fn key(&self) -> Result<RecordKey, String> {
        let details = self.stored_fields().map_err(|error| format!("{}: {error}", self.slug))?;
        let page = self.page.map(|page| page.to_string()).unwrap_or_default();
        let hash = content_hash([self.name.as_str(), &self.body, &details, &self.raw, &page]);
        Ok(RecordKey { kind: self.kind, slug: self.slug.clone(), hash })
    }

    /// The fields as they are stored, as JSON: those of the kind, and what homebrew says of itself.
    ///
    /// # Errors
    /// When a field cannot be written as JSON.
    pub(crate) fn stored_fields(&self) -> Result<String, serde_json::Error> {
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

/// The fields of an entry, by the family its kind belongs to.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(untagged)]
pub enum Details {
    /// Of a spell.
    Spell(Spell),
    /// Of a creature.
    Creature(Box<Creature>),
    /// Of a weapon, armor, magic item or item.
    Equipment(Box<Equipment>),
    /// Of a class, subclass, race, subrace, background, feat, class option or trait.
    CharacterOption(CharacterOption),
    /// Of an encounter.
    Encounter(Encounter),
    /// Of everything else.
    Rule(Rule),
}

impl Details {
    /// Reads stored fields back; the kind says which family they are of.
    ///
    /// # Errors
    /// When the JSON is not of that family.
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

    /// The family of kinds whose fields these are.
    #[must_use]
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
