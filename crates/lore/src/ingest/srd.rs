//! SRD 5.2.1 as read from its pages: the files of the starter content, whose format `scripts/srd/README.md`
//! describes.

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
    Details, DocumentKey, Homebrew, Kind, NewDocument, Provider, Record, SRD_2024_NOTICE, Slug,
};

/// The key of the document.
const DOCUMENT: &str = "srd-2024";

/// The file names without `.json`, in the order in which their entries get slugs.
const FILES: [&str; 17] = [
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
    "backgrounds",
    "feats",
    "conditions",
    "glossary",
    "rules",
    "weapon-properties",
    "reference",
];

/// Objects by file name, such as `spells`.
#[derive(Debug)]
struct Objects(BTreeMap<&'static str, Vec<Value>>);

impl Objects {
    fn list(&self, file: &str) -> impl Iterator<Item = Object<'_>> {
        self.0.get(file).into_iter().flatten().map(Object::new)
    }
}

/// Reads a folder of these files, such as `spells.json`.
///
/// # Errors
/// If a file is missing or contains no list of objects; the error names it.
pub fn read(folder: &Path) -> Result<Batch> {
    let mut objects = BTreeMap::new();
    for name in FILES {
        objects.insert(name, read_list(&folder.join(format!("{name}.json")))?);
    }
    Ok(normalise(&Objects(objects)))
}

fn normalise(objects: &Objects) -> Batch {
    let mut batch = Batch::default();
    batch.add_document(document());
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
                "species" => origin::species(object),
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
                batch.add(file, object.text("name").unwrap_or("(no name)"), record);
            }
        }
    }
    batch
}

fn document() -> NewDocument {
    NewDocument {
        key: DocumentKey::new(DOCUMENT),
        name: "System Reference Document 5.2.1".to_owned(),
        provider: Provider::Srd,
        publisher: Some("Wizards of the Coast".to_owned()),
        license: Some("CC-BY-4.0".to_owned()),
        notice: Some(SRD_2024_NOTICE.to_owned()),
        game_system: Some("5th Edition 2024".to_owned()),
        url: Some("https://www.dndbeyond.com/srd".to_owned()),
        description: Some("The fifth edition's rules of 2024 that anyone may build on.".to_owned()),
    }
}

/// Creates the record of an object under its own name.
fn entry(object: Object<'_>, kind: Kind, details: Details, body: String) -> Result<Record, String> {
    named(object, kind, object.needed_text("name")?, details, body)
}

/// Creates the record of an object, or a part of one, under a name.
fn named(
    object: Object<'_>,
    kind: Kind,
    name: &str,
    details: Details,
    body: String,
) -> Result<Record, String> {
    Ok(Record {
        document: DocumentKey::new(DOCUMENT),
        kind,
        slug: Slug::new(name),
        name: name.to_owned(),
        body,
        details,
        page: Some(object.integer("page").ok_or("it has no page")?),
        homebrew: Homebrew::default(),
        raw: object.value().to_string(),
    })
}

/// Creates a record whose slug begins with its parent, because its name is not unique.
fn part_of(owner: &str, record: Result<Record, String>) -> Result<Record, String> {
    record.map(|record| Record { slug: Slug::new(&format!("{owner} {}", record.name)), ..record })
}

fn owned(object: Object<'_>, key: &str) -> Option<String> {
    object.text(key).map(str::to_owned)
}
