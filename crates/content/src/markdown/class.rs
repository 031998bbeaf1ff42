//! Renders classes.

use crate::model::CharacterOption;

use super::clean::bold_headings;
use super::words::levels_in_words;
use super::{Body, Part, Table};

/// A feature of a class.
#[derive(Debug, Clone)]
pub struct Feature {
    /// Its name.
    pub name: String,
    /// The levels at which it is gained, lowest first.
    pub levels: Vec<u8>,
    /// Clean.
    pub text: String,
}

/// The parts of a class body besides its fields.
#[derive(Debug, Default)]
pub struct ClassSheet<'a> {
    /// The introduction (clean).
    pub text: String,
    /// Proficiencies and the like: label and value.
    pub facts: Vec<(&'a str, String)>,
    /// The table of levels.
    pub table: Table,
    /// Notes under the table: label and text.
    pub notes: Vec<Part>,
    /// The features, in order.
    pub features: Vec<Feature>,
}

impl ClassSheet<'_> {
    /// Renders the body of a class or subclass.
    pub fn to_markdown(&self, class: &CharacterOption) -> String {
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
