use clap::Args;
use lore::ingest::orcbrew::{
    BookOutcome, BookReport, ImportPolicy, ImportReport, ImportedFiles, ItemProblem, Repair, UnreadableFile,
};
use lore::{Error, ImportRequest};

use super::bar::Watched;
use super::output::{print, print_json, table};
use super::{FAILED, STOPPED};
use crate::process::lazy_library::LazyLibrary;
use crate::process::terminal::print_error;
use crate::protocol::file_path;

#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// `.orcbrew` files, or `.zip` archives of such files
    #[arg(required = true, value_name = "FILE")]
    files: Vec<String>,
    /// What happens to a book that another file brought before: merge, replace, keep_both
    #[arg(long, default_value_t)]
    policy: ImportPolicy,
    /// Only tell what would be done
    #[arg(long)]
    dry_run: bool,
}

/// Imports files, each in a transaction of its own, with a bar on a terminal; Ctrl+C stops it. What fails does not
/// stop the others; the exit status is 2 then.
pub(super) async fn run(library: &LazyLibrary, arguments: Arguments, json: bool) -> anyhow::Result<u8> {
    let library = library.library().await?;
    let request = ImportRequest { policy: arguments.policy, dry_run: arguments.dry_run };
    let watched = Watched::new();
    let (mut all, mut status) = (ImportedFiles::default(), 0);
    for file in &arguments.files {
        match library.import_orcbrew(&file_path::read(file), request, &watched.job).await {
            Ok(of_file) => {
                for refused in &of_file.refused {
                    watched.done();
                    print_error(&format!("error: {}", refused.error));
                    status = FAILED;
                }
                all.files.extend(of_file.files);
                all.refused.extend(of_file.refused);
            }
            Err(error) => {
                watched.done();
                failed(file, &error);
                all.refused.push(UnreadableFile::from(&error));
                status = FAILED;
                if matches!(error, Error::Cancelled) {
                    status = STOPPED;
                    break;
                }
            }
        }
    }
    watched.done();
    if json {
        print_json(&all)?;
        return Ok(status);
    }
    for report in &all.files {
        print(&in_text(report))?;
    }
    Ok(status)
}

fn failed(file: &str, error: &Error) {
    // Some errors name the file themselves.
    let words = match error.to_string() {
        words if words.contains(file) => words,
        words => format!("{file}: {words}"),
    };
    print_error(&format!("error: {words}\n{}", error.advice()));
}

/// A whole report for a person to read.
pub(super) fn in_text(report: &ImportReport) -> String {
    let stored = if report.dry_run { "would be stored" } else { "stored" };
    let rejected = report.rejected.len();
    let mut text = format!(
        "{} ({})\nEntries: {} read, {} {stored}, {rejected} rejected",
        report.file, report.path, report.read, report.stored
    );
    if report.repeated > 0 {
        text.push_str(&format!("; {} stand in it a second time, word for word", report.repeated));
    }
    text.push_str(&format!(" ({:.1} s)\n\n", report.seconds));
    let rows = report.books.iter().map(|book| {
        let key = book.document_key.as_ref().map(ToString::to_string).unwrap_or_default();
        let BookReport { stored, added, changed, unchanged, removed, .. } = book;
        let mut row = vec![book.name.clone(), key, in_a_word(book.what).to_owned()];
        row.extend([stored, added, changed, unchanged, removed].map(ToString::to_string));
        row
    });
    let head = ["Book", "Key", "What", "Entries", "New", "Changed", "Unchanged", "Removed"];
    text.push_str(&table(&head, rows));
    let kinds: Vec<String> = report.kinds.iter().map(|(kind, count)| format!("{count} {kind}")).collect();
    if !kinds.is_empty() {
        text.push_str(&format!("\nEntries by kind: {}\n", kinds.join(", ")));
    }
    let mut list = |head: &str, lines: Vec<String>| {
        if !lines.is_empty() {
            text.push_str(&format!("\n{head} ({}):\n  {}\n", lines.len(), lines.join("\n  ")));
        }
    };
    list("Mended", repairs(report));
    list("Fields that could not be used", report.notes.iter().map(place_and_reason).collect());
    list("Entries that could not be kept", report.rejected.iter().map(place_and_reason).collect());
    let conflicts = report.conflicts.iter();
    let conflicts = conflicts
        .map(|conflict| format!("{}, {} {}: {}", conflict.book, conflict.kind, conflict.name, conflict.what));
    list("Different entries under one key", conflicts.collect());
    list("To know", report.messages.clone());
    if report.dry_run {
        text.push_str("\nThis was a dry run; nothing was changed.\n");
    }
    text.push('\n');
    text
}

/// What was mended, each thing once with the first lines on which it was.
fn repairs(report: &ImportReport) -> Vec<String> {
    const SHOWN: usize = 5;
    let mut places: Vec<(&str, Vec<String>)> = Vec::new();
    for Repair { line, what } in &report.repairs {
        match places.iter_mut().find(|(other, _)| other == what) {
            Some((_, lines)) => lines.push(line.to_string()),
            None => places.push((what, vec![line.to_string()])),
        }
    }
    let told = places.into_iter().map(|(what, lines)| {
        let word = if lines.len() == 1 { "line" } else { "lines" };
        let more = match lines.len().saturating_sub(SHOWN) {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        let first: Vec<String> = lines.into_iter().take(SHOWN).collect();
        format!("{word} {}{more}: {what}", first.join(", "))
    });
    told.collect()
}

fn place_and_reason(lost: &ItemProblem) -> String {
    format!("{}, {} {} (line {}): {}", lost.book, lost.content_type, lost.key, lost.line, lost.reason)
}

fn in_a_word(fate: BookOutcome) -> &'static str {
    match fate {
        BookOutcome::New => "new",
        BookOutcome::Updated => "updated",
        BookOutcome::Merged => "merged",
        BookOutcome::Replaced => "replaced",
        BookOutcome::KeptBoth => "kept beside",
        BookOutcome::Empty => "empty",
        BookOutcome::Removed => "removed",
    }
}
