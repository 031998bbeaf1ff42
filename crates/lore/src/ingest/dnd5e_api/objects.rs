//! The objects to normalise with their pages, and the records made from them.

use std::collections::BTreeMap;
use std::path::Path;

use serde_json::Value;

use crate::error::Result;
use crate::ingest::Batch;
use crate::ingest::json::{Object, read_json};
use crate::model::{Details, DocumentKey, Homebrew, Kind, Record, Slug};

/// The key of the document.
pub(super) const DOCUMENT: &str = "srd-2014";

/// The SRD 5.1 pages of the objects, if the starter content has them.
#[derive(Debug, Default)]
pub struct Pages {
    /// Pages by file and index.
    entries: BTreeMap<String, BTreeMap<String, u16>>,
    /// Pages of headings by index of their section.
    headings: BTreeMap<String, BTreeMap<String, u16>>,
}

impl Pages {
    pub(super) fn read(folder: &Path) -> Result<Self> {
        let file = |name: &str| read_json(&folder.join(DOCUMENT).join(name), "an object of pages");
        Ok(Self { entries: file("pages.json")?, headings: file("headings.json")? })
    }

    pub(super) fn of(&self, file: &str, index: &str) -> Option<u16> {
        self.entries.get(file)?.get(index).copied()
    }

    pub(super) fn of_heading(&self, section: &str, heading: &str) -> Option<u16> {
        self.headings.get(section)?.get(heading).copied()
    }
}

/// All objects by file name.
#[derive(Clone, Copy)]
pub(super) struct Objects<'a>(pub(super) &'a BTreeMap<String, Vec<Value>>);

impl<'a> Objects<'a> {
    pub(super) fn list(self, file: &str) -> impl Iterator<Item = Object<'a>> + use<'a> {
        self.0.get(file).into_iter().flatten().map(Object::new)
    }

    /// Returns the object of a file with this index.
    pub(super) fn find(self, file: &str, index: &str) -> Option<Object<'a>> {
        self.list(file).find(|object| object.text("index") == Some(index))
    }
}

/// The records so far, and the pages of the objects.
pub(super) struct Entries<'p> {
    pub(super) batch: Batch,
    pub(super) pages: &'p Pages,
}

impl Entries<'_> {
    /// Adds one record for each object of a file.
    pub(super) fn each<'a>(
        &mut self,
        file: &str,
        objects: impl Iterator<Item = Object<'a>>,
        record: impl Fn(Object<'a>) -> Result<Record, String>,
    ) {
        for object in objects {
            self.one(file, object, record(object));
        }
    }

    pub(super) fn one(&mut self, file: &str, object: Object<'_>, record: Result<Record, String>) {
        let index = object.text("index").unwrap_or("(no index)");
        let page = self.pages.of(file, index);
        self.batch.count_object(file);
        self.batch.add(file, index, record.map(|record| Record { page, ..record }));
    }
}

/// Creates the record of an object. Its slug is the API's index.
pub(super) fn entry(
    object: Object<'_>,
    kind: Kind,
    name: &str,
    details: Details,
    body: String,
) -> Result<Record, String> {
    Ok(Record {
        document: DocumentKey::new(DOCUMENT),
        kind,
        slug: Slug::new(object.needed_text("index")?),
        name: name.to_owned(),
        body,
        details,
        page: None,
        homebrew: Homebrew::default(),
        raw: object.value().to_string(),
    })
}
