//! Documents for the Foundry VTT system dnd5e: one actor or item, or an adventure of all entries, each as
//! *Import Data* reads it.

use std::collections::BTreeMap;

use content::model::{Document, Edition};
use content::query::Entry;
use homebrew::foundry::write::{Collected, Written, adventure, document, html, journal};
use serde_json::{Value, json};

use super::licences::{self, Licences};
use super::writer::Writer;
use crate::own::written_form;

#[derive(Default)]
pub(super) struct Foundry {
    actors: Vec<Value>,
    items: Vec<Value>,
    /// The pages of each book's journal.
    pages: BTreeMap<String, Vec<Value>>,
}

impl Writer for Foundry {
    fn add(&mut self, entry: &Entry, book: &Document) -> bool {
        let own = written_form(entry.kind, &entry.name, &entry.details, &entry.body);
        let source = source(entry, book);
        let written = Written { details: &entry.details, own: &own, key: &entry.uri, source: &source };
        match document(&written) {
            Some(Collected::Actor(actor)) => self.actors.push(actor),
            Some(Collected::Item(item)) => self.items.push(item),
            Some(Collected::Page(page)) => {
                self.pages.entry(book.document_name.clone()).or_default().push(page);
            }
            None => return false,
        }
        true
    }

    fn finish(self: Box<Self>, licences: &Licences) -> String {
        let Self { mut actors, mut items, pages } = *self;
        let is_single = actors.len() + items.len() == 1 && pages.is_empty();
        let single = if is_single { actors.pop().or_else(|| items.pop()) } else { None };
        if let Some(mut document) = single {
            document["flags"]["lorekeeper"] = json!({ "licences": licences.lines() });
            return format!("{document:#}\n");
        }
        let description: String = licences.lines().iter().map(|line| html(line)).collect();
        let journals = pages.into_iter().map(|(book, pages)| journal(&book, pages)).collect();
        let lists = vec![("actors", actors), ("items", items), ("journal", journals)];
        format!("{:#}\n", adventure("LoreKeeper", &description, lists))
    }
}

fn source(entry: &Entry, document: &Document) -> Value {
    let rules = match Edition::of(document.game_system.as_deref()) {
        Edition::Of2024 => "2024",
        _ => "2014",
    };
    let page = entry.page.map(|page| page.to_string()).unwrap_or_default();
    json!({
        "book": document.document_name, "page": page, "rules": rules,
        "license": document.known_licence().unwrap_or(licences::UNKNOWN),
    })
}
