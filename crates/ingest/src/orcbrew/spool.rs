//! Records between their conversion and the transaction that stores them. A million of them would take
//! gigabytes of memory, and converting them while they are stored would keep other writers waiting.

use std::io::{self, Read, Seek, SeekFrom, Write};
use std::ops::Range;
use std::sync::{Arc, Mutex, PoisonError};

use content::error::{Error, Result};
use content::facts::Facts;
use content::model::{Details, DocumentKey, Homebrew, Record, RecordKey};
use tempfile::SpooledTempFile;

/// The size from which records are kept in a temporary file, in bytes.
const MAX_IN_MEMORY: usize = 16 << 20;

/// The records of an import.
#[derive(Debug, Clone)]
pub struct Spool(Arc<Mutex<SpooledTempFile>>);

/// The content of a record beside its key: name, body, fields, page, raw record, and the facts about it.
type Content = (String, String, String, Option<u16>, String, Facts);

impl Default for Spool {
    fn default() -> Self {
        Self(Arc::new(Mutex::new(tempfile::spooled_tempfile(MAX_IN_MEMORY))))
    }
}

impl Spool {
    /// Returns the record's place.
    pub(super) fn add(&self, record: Record) -> Result<Range<u64>> {
        let (facts, fields) = (Facts::of_record(&record), record.stored_fields()?);
        let content: Content = (record.name, record.body, fields, record.page, record.raw, facts);
        let bytes = serde_json::to_vec(&content)?;
        let write = |file: &mut SpooledTempFile| {
            let start = file.seek(SeekFrom::End(0))?;
            file.write_all(&bytes)?;
            Ok(start..start + bytes.len() as u64)
        };
        self.with(write).map_err(|error| Error::file(std::env::temp_dir(), error))
    }

    pub(super) fn get(&self, place: &Range<u64>, key: &RecordKey) -> Option<(Record, Facts)> {
        let mut bytes = vec![0; usize::try_from(place.end - place.start).ok()?];
        let read = |file: &mut SpooledTempFile| {
            file.seek(SeekFrom::Start(place.start))?;
            file.read_exact(&mut bytes)
        };
        self.with(read).ok()?;
        let (name, body, fields, page, raw, facts): Content = serde_json::from_slice(&bytes).ok()?;
        let record = Record {
            document: DocumentKey::new(""),
            kind: key.kind,
            slug: key.slug.clone(),
            details: Details::read(key.kind, &fields).ok()?,
            homebrew: Homebrew::read(&fields),
            name,
            body,
            page,
            raw,
        };
        Some((record, facts))
    }

    fn with<T>(&self, act: impl FnOnce(&mut SpooledTempFile) -> io::Result<T>) -> io::Result<T> {
        act(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}
