//! Entries as Markdown.

use content::model::Document;
use content::query::Entry;

use super::licences::{self, Licences};
use super::writer::Writer;

#[derive(Default)]
pub(super) struct Markdown(String);

impl Writer for Markdown {
    fn add(&mut self, entry: &Entry, document: &Document) -> bool {
        let source = licences::source(entry, document);
        self.0.push_str(&format!("# {}\n\n{}\n\n*{source}*\n\n", entry.name, entry.body.trim()));
        true
    }

    fn finish(self: Box<Self>, licences: &Licences) -> String {
        self.0 + &licences.to_markdown()
    }
}
