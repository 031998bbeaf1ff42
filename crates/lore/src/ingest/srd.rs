//! Both System Reference Documents as read from their pages: the files of the starter content, whose format
//! `scripts/srd/README.md` describes.

mod class;
mod creature;
mod equipment;
mod magic_item;
mod origin;
mod rule;
mod spell;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::path::Path;

use serde_json::Value;

use super::Batch;
use super::json::{Object, read_list};
use crate::error::Result;
use crate::model::{
    Details, DocumentKey, Homebrew, Kind, NewDocument, Provider, Record, SRD_2014_NOTICE, SRD_2024_NOTICE,
    Slug,
};

/// The file names without `.json`, in the order in which their entries get slugs.
const FILES: [&str; 18] = [
    "spells",
    "creatures",
    "magic-items",
    "weapons",
    "armor",
    "items",
    "classes",
    "subclasses",
    "features",
    "species",
    "traits",
    "backgrounds",
    "feats",
    "conditions",
    "glossary",
    "rules",
    "weapon-properties",
    "reference",
];

/// A System Reference Document.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Book {
    /// SRD 5.1.
    Of2014,
    /// SRD 5.2.1.
    Of2024,
}

/// Objects by file name, such as `spells`.
#[derive(Debug)]
struct Objects(BTreeMap<&'static str, Vec<Value>>);

impl Objects {
    fn list(&self, file: &str) -> impl Iterator<Item = Object<'_>> {
        self.0.get(file).into_iter().flatten().map(Object::new)
    }
}

/// An entry of a book.
struct Entry {
    kind: Kind,
    slug: Slug,
    name: String,
    body: String,
    details: Details,
    page: u16,
    /// The object as the file has it.
    raw: String,
}

/// Reads the book of 2014 or of 2024 from its folder in the starter content, which is named by the document's key.
///
/// # Errors
/// If a file is missing or contains no list of objects; the error names it.
pub fn read(starter: &Path, book: Book) -> Result<Batch> {
    let document = document(book);
    let folder = starter.join(document.key.as_str());
    let mut objects = BTreeMap::new();
    // The older book has no glossary.
    for name in FILES.into_iter().filter(|name| book == Book::Of2024 || *name != "glossary") {
        objects.insert(name, read_list(&folder.join(format!("{name}.json")))?);
    }
    Ok(normalise(document, &Objects(objects)))
}

fn normalise(document: NewDocument, objects: &Objects) -> Batch {
    let key = document.key.clone();
    let mut batch = Batch::default();
    batch.add_document(document);
    for file in FILES {
        for object in objects.list(file) {
            let records = match file {
                "spells" => vec![spell::spell(object)],
                "creatures" => vec![creature::creature(object)],
                "magic-items" => magic_item::magic_items(object, objects),
                "weapons" => vec![equipment::weapon(object)],
                "armor" => vec![equipment::armor(object)],
                "items" if magic_item::is_priced_elsewhere(object, objects) => Vec::new(),
                "items" => vec![equipment::item(object)],
                "classes" => vec![class::class(object, objects)],
                "subclasses" => vec![class::subclass(object, objects)],
                "features" => vec![class::feature(object, objects)],
                "species" => vec![origin::species(object)],
                "traits" => vec![origin::trait_(object)],
                "backgrounds" => vec![origin::background(object)],
                "feats" => vec![origin::feat(object)],
                "conditions" => vec![rule::condition(object)],
                "glossary" => vec![rule::definition(object)],
                "rules" if rule::is_an_item(object, objects) => Vec::new(),
                "rules" => vec![rule::section(object, objects)],
                "weapon-properties" => vec![rule::weapon_property(object)],
                _ => vec![rule::reference(object)],
            };
            if records.is_empty() {
                batch.count_folded(file);
                continue;
            }
            batch.count_object(file);
            for record in records {
                let record = record.map(|entry| entry.into_record(key.clone()));
                batch.add(file, object.text("name").unwrap_or("(no name)"), record);
            }
        }
    }
    batch
}

fn document(book: Book) -> NewDocument {
    let (key, version, year, provider, notice, url) = match book {
        Book::Of2014 => (
            "srd-2014",
            "5.1",
            "2014",
            Provider::Dnd5eApi,
            SRD_2014_NOTICE,
            "https://dnd.wizards.com/resources/systems-reference-document",
        ),
        Book::Of2024 => {
            ("srd-2024", "5.2.1", "2024", Provider::Srd, SRD_2024_NOTICE, "https://www.dndbeyond.com/srd")
        }
    };
    NewDocument {
        key: DocumentKey::new(key),
        name: format!("System Reference Document {version}"),
        provider,
        publisher: Some("Wizards of the Coast".to_owned()),
        license: Some("CC-BY-4.0".to_owned()),
        notice: Some(notice.to_owned()),
        game_system: Some(format!("5th Edition {year}")),
        url: Some(url.to_owned()),
        description: Some(format!("The fifth edition's rules of {year} that anyone may build on.")),
    }
}

impl Entry {
    /// Creates the entry of an object under its own name.
    fn new(object: Object<'_>, kind: Kind, details: Details, body: String) -> Result<Self, String> {
        Self::named(object, kind, object.needed_text("name")?, details, body)
    }

    /// Creates the entry of an object, or a part of one, under a name. An object may state its slug.
    fn named(
        object: Object<'_>,
        kind: Kind,
        name: &str,
        details: Details,
        body: String,
    ) -> Result<Self, String> {
        Ok(Self {
            kind,
            slug: Slug::new(object.text("slug").unwrap_or(name)),
            name: name.to_owned(),
            body,
            details,
            page: object.integer("page").ok_or("it has no page")?,
            raw: object.value().to_string(),
        })
    }

    /// Creates the entry of an object whose name is not unique, so that its slug begins with its parent unless it is stated.
    fn part_of(
        owner: &str,
        object: Object<'_>,
        kind: Kind,
        details: Details,
        body: String,
    ) -> Result<Self, String> {
        let entry = Self::new(object, kind, details, body)?;
        if object.text("slug").is_some() {
            return Ok(entry);
        }
        Ok(Self { slug: Slug::new(&format!("{owner} {}", entry.name)), ..entry })
    }

    fn into_record(self, document: DocumentKey) -> Record {
        let Self { kind, slug, name, body, details, page, raw } = self;
        Record {
            document,
            kind,
            slug,
            name,
            body,
            details,
            page: Some(page),
            homebrew: Homebrew::default(),
            raw,
        }
    }
}

fn owned(object: Object<'_>, key: &str) -> Option<String> {
    object.text(key).map(str::to_owned)
}
