//! Both System Reference Documents as read from their pages, in the format of `scripts/srd/README.md`.

#[cfg(test)]
mod tests;

use std::io;
use std::path::Path;

use content::error::{Error, Result};
use content::model::{
    DocumentKey, NewDocument, OwnEntry, Provider, Record, SRD_2014_NOTICE, SRD_2024_NOTICE, Slug,
};
use serde::Deserialize;
use serde_json::Value;

use super::json::Object;
use super::written::record_of;
use super::{Batch, Sources};

const FILE: &str = "records.json";

/// A System Reference Document.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Book {
    /// SRD 5.1.
    Of2014,
    /// SRD 5.2.1.
    Of2024,
}

#[derive(Deserialize)]
struct BookRecord {
    slug: String,
    page: u16,
    #[serde(default)]
    has_variants: bool,
    #[serde(flatten)]
    entry: OwnEntry,
}

/// Reads the book of 2014 or 2024 from its folder in the starter content, named by the document's key.
///
/// # Errors
/// If the file is missing or contains no list of objects; the error names it.
pub fn read(starter: &Path, book: Book) -> Result<Batch> {
    let document = document(book);
    let path = starter.join(document.key.as_str()).join(FILE);
    let text = std::fs::read(&path).map_err(|source| Error::file(&path, source))?;
    let records: Vec<Value> = serde_json::from_slice(&text).map_err(|problem| {
        let problem = format!("this is not a list of objects: {problem}");
        Error::file(&path, io::Error::new(io::ErrorKind::InvalidData, problem))
    })?;
    Ok(batch_of(document, &records))
}

fn batch_of(document: NewDocument, records: &[Value]) -> Batch {
    let key = document.key.clone();
    let mut batch = Batch::default();
    batch.add_document(document);
    for value in records {
        batch.count_object(key.as_str());
        let name = Object::new(value).text("name").unwrap_or("(no name)");
        batch.add(key.as_str(), name, record(&key, value).map_err(|error| error.to_string()));
    }
    batch
}

fn record(document: &DocumentKey, value: &Value) -> serde_json::Result<Record> {
    let BookRecord { slug, page, has_variants, entry } = BookRecord::deserialize(value)?;
    let sources = Sources { has_variants, ..Sources::default() }.stored();
    Ok(Record { page: Some(page), sources, ..record_of(&entry, document, &Slug::new(&slug))? })
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
