//! Renders classes.

use super::clean::bold_headings;
use super::words::levels_in_words;
use super::{Body, Part, Table};
use crate::model::CharacterOption;

/// A feature in the body of a class or subclass.
#[derive(Debug, Clone)]
pub(crate) struct Feature {
    /// Its name.
    pub(crate) name: String,
    /// The levels at which it is gained, lowest first.
    pub(crate) levels: Vec<u8>,
    /// Its text (clean).
    pub(crate) text: String,
    /// The options it offers.
    pub(crate) options: Vec<Part>,
}

/// The parts of a class body besides its fields.
#[derive(Debug, Default)]
pub(crate) struct ClassSheet<'a> {
    /// The introduction (clean).
    pub(crate) text: String,
    /// Proficiencies and the like: label and value.
    pub(crate) facts: Vec<(&'a str, String)>,
    /// The level table.
    pub(crate) table: Table,
    /// Notes under the table: label and text.
    pub(crate) notes: Vec<Part>,
    /// The features.
    pub(crate) features: Vec<Feature>,
}

impl ClassSheet<'_> {
    /// Renders the body. A subclass names its class.
    pub(crate) fn to_markdown(&self, class: &CharacterOption) -> String {
        let mut body = Body::default();
        if let Some(parent) = &class.parent {
            body.italic(&format!("{parent} subclass"));
        }
        body.block(&self.text).facts(self.facts.iter().map(|(label, value)| (*label, Some(value.clone()))));
        let table = self.table.to_markdown();
        if !table.is_empty() {
            body.heading("Levels").block(&table);
        }
        body.parts(&self.notes);
        for feature in &self.features {
            body.heading(&feature.name)
                .italic(&feature.levels_in_words())
                .block(&bold_headings(&feature.text, 1));
            body.parts(&feature.options);
        }
        body.finish()
    }
}

impl Feature {
    /// Returns `3rd level` or `4th, 8th and 12th level`; empty without levels.
    pub(crate) fn levels_in_words(&self) -> String {
        levels_in_words(&self.levels)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_class_shows_its_levels_and_features() {
        let mut table = Table::new(["Level", "Proficiency Bonus", "Features"]);
        table.row(["1st", "+2", "Taste"]);
        let sheet = ClassSheet {
            text: "Cooks cook.".into(),
            facts: vec![("Hit Dice", "1d8 per cook level".into())],
            table,
            notes: Vec::new(),
            features: vec![Feature {
                name: "Taste".into(),
                levels: vec![1, 5, 9],
                text: "You taste.".into(),
                options: vec![Part::new("Sweet", "Sugar.")],
            }],
        };
        insta::assert_snapshot!(sheet.to_markdown(&CharacterOption::default()));
    }

    #[test]
    fn a_subclass_names_its_class() {
        let details = CharacterOption { parent: Some("Cook".into()), ..CharacterOption::default() };
        assert_eq!(ClassSheet::default().to_markdown(&details), "*Cook subclass*");
    }
}
