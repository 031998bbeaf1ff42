//! The records made from each object of a list.

use std::collections::BTreeSet;

use content::model::{DocumentKey, Record};

use super::objects::{KeyedRecord, Objects, document_of, key_of};
use crate::Batch;
use crate::json::Object;

/// The documents whose entries are wanted; `None` for all.
#[derive(Clone, Copy)]
pub(super) struct Wanted<'a>(pub(super) Option<&'a BTreeSet<DocumentKey>>);

impl Wanted<'_> {
    pub(super) fn has(self, document: &DocumentKey) -> bool {
        self.0.is_none_or(|only| only.contains(document))
    }

    /// Returns true for an object of another document; false if it names none.
    pub(super) fn lacks_document_of(self, object: Object<'_>) -> bool {
        document_of(object).is_ok_and(|document| !self.has(&document))
    }
}

pub(super) struct Entries<'a> {
    pub(super) batch: Batch,
    pub(super) objects: &'a Objects,
    pub(super) wanted: Wanted<'a>,
}

impl<'a> Entries<'a> {
    pub(super) fn each(&mut self, endpoint: &str, record: impl Fn(Object<'a>) -> Result<Record, String>) {
        self.each_many(endpoint, |object| vec![(key_of(object), record(object))]);
    }

    pub(super) fn each_many(&mut self, endpoint: &str, records: impl Fn(Object<'a>) -> Vec<KeyedRecord>) {
        let wanted = self.wanted;
        self.add(endpoint, |it| if wanted.lacks_document_of(it) { Vec::new() } else { records(it) });
    }

    /// An object without records is counted as folded.
    pub(super) fn add(&mut self, endpoint: &str, records: impl Fn(Object<'a>) -> Vec<KeyedRecord>) {
        for object in self.objects.list(endpoint) {
            let records = records(object);
            if records.is_empty() {
                self.batch.count_folded(endpoint);
                continue;
            }
            self.batch.count_object(endpoint);
            for (key, record) in records {
                self.batch.add(endpoint, &key, record);
            }
        }
    }
}
