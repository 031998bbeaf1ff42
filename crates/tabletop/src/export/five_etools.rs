//! Entries as homebrew JSON of 5etools.

use std::collections::BTreeMap;

use content::model::{Document, Edition};
use content::query::Entry;
use homebrew::five_etools::write::{item, meta, source_id};
use serde_json::{Map, Value};

use super::licences::Licences;
use super::writer::Writer;
use crate::own::written_form;

/// The lists by kind, and the books by their ids.
#[derive(Default)]
pub(super) struct FiveEtools {
    lists: BTreeMap<&'static str, Vec<Value>>,
    books: BTreeMap<String, Document>,
}

impl Writer for FiveEtools {
    fn add(&mut self, entry: &Entry, document: &Document) -> bool {
        let source = source_id(document.document_key.as_str());
        let own = written_form(entry.kind, &entry.name, &entry.details, &entry.body);
        let Some((list, mut item)) = item(&own, &source) else { return false };
        if let Some(page) = entry.page {
            item["page"] = page.into();
        }
        self.lists.entry(list).or_default().push(item);
        self.books.entry(source).or_insert_with(|| document.clone());
        true
    }

    fn finish(self: Box<Self>, _: &Licences) -> String {
        let is_of_2024 =
            |document: &Document| Edition::of(document.game_system.as_deref()) == Edition::Of2024;
        let is_of_2024 = !self.books.is_empty() && self.books.values().all(is_of_2024);
        let books = self.books.into_iter().map(|(id, document)| {
            // The format has no field for a licence, and shows who wrote a book.
            let mut licence = Licences::default();
            licence.add(&document);
            (id, document.document_name, licence.lines())
        });
        let mut file = Map::new();
        file.insert("_meta".to_owned(), meta(&books.collect::<Vec<_>>(), is_of_2024));
        file.extend(self.lists.into_iter().map(|(list, items)| (list.to_owned(), items.into())));
        format!("{:#}\n", Value::Object(file))
    }
}
