//! Imports described for a game master.

use lore::ingest::orcbrew::{BookOutcome, ImportReport};
use lore::model::{counted, excerpt, in_one_line, quoted};

pub(crate) const MAX_LISTED: usize = 3;
const MAX_SENTENCE_CHARS: usize = 200;

pub(crate) fn import_message(report: &ImportReport, names_file: bool) -> String {
    let ImportReport { repairs, rejected, notes, conflicts, .. } = report;
    let books =
        report.books.iter().filter(|book| !matches!(book.what, BookOutcome::Empty | BookOutcome::Removed));
    let books: Vec<String> = books
        .map(|book| match &book.document_key {
            Some(key) => {
                let stored = counted(book.stored, "entry", "entries");
                format!("{} ({stored}, key `{key}`, homebrew)", quoted(&[&book.name]))
            }
            None => quoted(&[&book.name]),
        })
        .collect();
    let verb = if report.dry_run { "Would import" } else { "Imported" };
    let file = if names_file { format!(" of {}", quoted(&[&report.file])) } else { String::new() };
    let mut sentences = vec![if books.is_empty() {
        format!("{verb} nothing{file}.")
    } else {
        format!(
            "{verb} {} from {}{file}: {}. {} new, {} changed, {} unchanged, {} removed.",
            counted(report.stored, "entry", "entries"),
            counted(books.len() as u64, "book", "books"),
            first(&books),
            report.added,
            report.changed,
            report.unchanged,
            report.removed
        )
    }];
    let mut add = |one: &str, many: &str, items: Vec<String>| {
        if !items.is_empty() {
            sentences.push(format!("{} {}.", counted(items.len() as u64, one, many), first(&items)));
        }
    };
    let repairs = repairs.iter().map(|repair| format!("line {}: {}", repair.line, sentence(&repair.what)));
    add("place in the file was repaired:", "places in the file were repaired:", repairs.collect());
    let rejected = rejected.iter().map(|lost| {
        format!("{} in {}: {}", quoted(&[&lost.key]), quoted(&[&lost.book]), sentence(&lost.reason))
    });
    add("entry could not be read:", "entries could not be read:", rejected.collect());
    let notes = notes.iter().map(|note| format!("{}: {}", quoted(&[&note.key]), sentence(&note.reason)));
    add("field could not be used:", "fields could not be used:", notes.collect());
    let conflicts = conflicts.iter().map(|it| format!("{} in {}", quoted(&[&it.name]), quoted(&[&it.book])));
    add(
        "entry has the same key as a different one:",
        "entries have the same keys as different ones:",
        conflicts.collect(),
    );
    if report.dry_run {
        sentences.push("Nothing was changed.".to_owned());
    }
    sentences.extend(report.messages.iter().cloned());
    sentences.join(" ")
}

pub(crate) fn first(items: &[String]) -> String {
    let listed = items.iter().take(MAX_LISTED).cloned().collect::<Vec<_>>().join("; ");
    match items.len().saturating_sub(MAX_LISTED) {
        0 => listed,
        more => format!("{listed}; and {more} more"),
    }
}

pub(crate) fn sentence(text: &str) -> String {
    excerpt(in_one_line(text).trim_end_matches('.'), MAX_SENTENCE_CHARS)
}
