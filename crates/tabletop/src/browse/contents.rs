//! The contents of a document.

use content::fields::{Field, creature, equipment, spell};
use content::model::{Family, Kind};
use serde::Serialize;

use super::entry::CatalogueEntry;
use super::snapshot::BrowseSnapshot;

/// An entry in the contents of its document.
#[derive(Debug, Clone, PartialEq, Serialize, schemars::JsonSchema)]
pub struct ContentsEntry {
    /// The address of the whole entry.
    pub uri: String,
    /// The name.
    pub name: String,
    /// The kind.
    pub kind: Kind,
    /// The chapter of a rule; the class or race of a character option.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub parent: Option<String>,
    /// The groups that it is listed in: the classes of a spell, the type of a creature, the category of
    /// equipment.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub groups: Vec<String>,
    /// The level of a spell, such as `3rd level`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub level: Option<String>,
}

impl BrowseSnapshot {
    /// Lists the entries of a document in the order of its pages; `None` if there is no such document.
    pub fn contents(&self, document: &str) -> Option<Vec<ContentsEntry>> {
        let position = self.documents.iter().position(|other| other.key.as_str() == document)?;
        let is_of_it = |entry: &&CatalogueEntry| entry.document == position;
        let mut entries: Vec<&CatalogueEntry> = self.entries.iter().filter(is_of_it).collect();
        entries.sort_by_key(|entry| (entry.page.is_none(), entry.page, entry.id));
        Some(entries.into_iter().map(|entry| self.contents_entry(entry)).collect())
    }

    fn contents_entry(&self, entry: &CatalogueEntry) -> ContentsEntry {
        let labels = |field: &Field| -> Vec<String> {
            let values = entry.values.iter().filter_map(|value| self.values.get(*value));
            values.filter(|value| value.field == field).map(|value| value.label.clone()).collect()
        };
        let family = entry.kind.family();
        ContentsEntry {
            uri: self.uri(entry),
            name: entry.name.clone(),
            kind: entry.kind,
            parent: entry.parent.clone(),
            groups: match family {
                Family::Spell => labels(&spell::CLASS),
                Family::Creature => labels(&creature::TYPE),
                Family::Equipment => labels(&equipment::CATEGORY),
                _ => Vec::new(),
            },
            level: labels(&spell::LEVEL).pop().filter(|_| family == Family::Spell),
        }
    }
}
