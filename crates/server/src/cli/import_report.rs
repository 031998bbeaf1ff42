//! The text of an import report.

use lore::ingest::orcbrew::{BookOutcome, BookReport, ImportReport, ItemProblem, Repair};

use crate::protocol::text_table::table;

/// The number of lines listed for each repair.
const MAX_REPAIR_LINES: usize = 5;

/// Returns a complete report as text.
pub(super) fn text(report: &ImportReport) -> String {
    let stored = if report.dry_run { "would be stored" } else { "stored" };
    let rejected = report.rejected.len();
    let mut text = format!(
        "{} ({})\nEntries: {} read, {} {stored}, {rejected} rejected",
        report.file, report.path, report.read, report.stored
    );
    if report.repeated > 0 {
        text.push_str(&format!("; {} are exact duplicates", report.repeated));
    }
    text.push_str(&format!(" ({:.1} s)\n\n", report.seconds));
    let rows = report.books.iter().map(|book| {
        let key = book.document_key.as_ref().map(ToString::to_string).unwrap_or_default();
        let BookReport { stored, added, changed, unchanged, removed, .. } = book;
        let mut row = vec![book.name.clone(), key, outcome(book.what).to_owned()];
        row.extend([stored, added, changed, unchanged, removed].map(ToString::to_string));
        row
    });
    let header = ["Book", "Key", "Outcome", "Entries", "New", "Changed", "Unchanged", "Removed"];
    text.push_str(&table(&header, rows));
    let kinds: Vec<String> = report.kinds.iter().map(|(kind, count)| format!("{count} {kind}")).collect();
    if !kinds.is_empty() {
        text.push_str(&format!("\nEntries by kind: {}\n", kinds.join(", ")));
    }
    let mut list = |title: &str, lines: Vec<String>| {
        if !lines.is_empty() {
            text.push_str(&format!("\n{title} ({}):\n  {}\n", lines.len(), lines.join("\n  ")));
        }
    };
    list("Repaired", repairs(report));
    list("Unusable fields", report.notes.iter().map(location_and_reason).collect());
    list("Rejected entries", report.rejected.iter().map(location_and_reason).collect());
    let conflicts = report
        .conflicts
        .iter()
        .map(|conflict| format!("{}, {} {}: {}", conflict.book, conflict.kind, conflict.name, conflict.what));
    list("Different entries under one key", conflicts.collect());
    list("Notes", report.messages.clone());
    if report.dry_run {
        text.push_str("\nThis was a dry run; nothing was changed.\n");
    }
    text.push('\n');
    text
}

/// Returns each repair once, with the first lines where it was made.
fn repairs(report: &ImportReport) -> Vec<String> {
    let mut repairs: Vec<(&str, Vec<String>)> = Vec::new();
    for Repair { line, what } in &report.repairs {
        match repairs.iter_mut().find(|(other, _)| other == what) {
            Some((_, lines)) => lines.push(line.to_string()),
            None => repairs.push((what, vec![line.to_string()])),
        }
    }
    let text = repairs.into_iter().map(|(what, mut lines)| {
        let noun = if lines.len() == 1 { "line" } else { "lines" };
        let more = match lines.len().saturating_sub(MAX_REPAIR_LINES) {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        lines.truncate(MAX_REPAIR_LINES);
        format!("{noun} {}{more}: {what}", lines.join(", "))
    });
    text.collect()
}

fn location_and_reason(item: &ItemProblem) -> String {
    format!("{}, {} {} (line {}): {}", item.book, item.content_type, item.key, item.line, item.reason)
}

fn outcome(fate: BookOutcome) -> &'static str {
    match fate {
        BookOutcome::New => "new",
        BookOutcome::Updated => "updated",
        BookOutcome::Merged => "merged",
        BookOutcome::Replaced => "replaced",
        BookOutcome::KeptBoth => "kept both",
        BookOutcome::Empty => "empty",
        BookOutcome::Removed => "removed",
    }
}
