//! Own entries as records.

use content::model::{CopiedFrom, DocumentKey, Homebrew, OwnEntry, Record, Slug, in_one_line};
use ingest::markdown::Body;
use ingest::written;

/// Returns the record of an own entry, which says where it was copied from and keeps how it was written.
///
/// # Errors
/// If a field does not fit the model. Checked fields fit.
pub fn record_of(entry: &OwnEntry, document: &DocumentKey, slug: &Slug) -> serde_json::Result<Record> {
    let mut record = written::record_of(entry, document, slug)?;
    let origin = entry.copied_from.as_deref().map(origin_line).unwrap_or_default();
    record.body = Body::default().block(&record.body).block(&origin).finish();
    record.homebrew =
        Homebrew { edition: entry.edition(), copied_from: entry.copied_from.clone(), ..Homebrew::default() };
    record.sources = Some(serde_json::to_string(entry)?);
    Ok(record)
}

fn origin_line(origin: &CopiedFrom) -> String {
    let CopiedFrom { name, document_name, .. } = origin;
    let line = format!("Changed from {name}, {document_name} ({})", origin.license_in_words());
    format!("*{}*", in_one_line(&line).replace('*', ""))
}
