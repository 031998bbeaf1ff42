//! Renders classes.

use content::model::CharacterOption;

use super::clean::bold_headings;
use super::words::levels_in_words;
use super::{Body, Part, Table};

#[derive(Debug, Clone)]
pub(crate) struct Feature {
    pub(crate) name: String,
    /// The levels at which it is gained, lowest first.
    pub(crate) levels: Vec<u8>,
    /// Clean.
    pub(crate) text: String,
}

/// The parts of a class body besides its fields.
#[derive(Debug, Default)]
pub(crate) struct ClassSheet<'a> {
    /// The introduction (clean).
    pub(crate) text: String,
    /// Proficiencies and the like: label and value.
    pub(crate) facts: Vec<(&'a str, String)>,
    pub(crate) table: Table,
    /// Notes under the table: label and text.
    pub(crate) notes: Vec<Part>,
    pub(crate) features: Vec<Feature>,
}

impl ClassSheet<'_> {
    pub(crate) fn to_markdown(&self, class: &CharacterOption) -> String {
        let mut body = Body::default();
        if let Some(parent) = &class.parent {
            body.italic(&format!("{parent} subclass"));
        }
        body.block(&self.text).facts(self.facts.iter().cloned());
        let table = self.table.to_markdown();
        if !table.is_empty() {
            body.heading("Levels").block(&table);
        }
        body.parts(&self.notes);
        for feature in &self.features {
            body.heading(&feature.name)
                .italic(&levels_in_words(&feature.levels))
                .block(&bold_headings(&feature.text, 1));
        }
        body.finish()
    }
}
