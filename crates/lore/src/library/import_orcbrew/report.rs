//! The report of an OrcBrew import: counts, conflicts and messages.

use std::collections::BTreeMap;

use content::model::{counted, in_one_line, shown};
use ingest::orcbrew::{BookOutcome, BookReport, Conflict, ImportReport, PreparedBook, PreparedFile};
use store::{ImportHistory, StoredBook};

pub(super) fn report_of(
    file: PreparedFile,
    opened: &ImportHistory,
    stored: &[StoredBook],
    removed: &[StoredBook],
) -> ImportReport {
    let mut report = ImportReport { messages: messages(&file, opened, removed), ..file.report };
    for (book, stored) in file.books.iter().zip(stored) {
        report.conflicts.extend(conflicts(book, stored));
        report.messages.extend(policy_message(&book.name, stored.fate));
        add(&mut report, book.name.clone(), book.records_by_kind(), stored);
    }
    for book in removed {
        add(&mut report, book.document_name.clone().unwrap_or_default(), BTreeMap::new(), book);
    }
    report
}

fn add(report: &mut ImportReport, name: String, kinds: BTreeMap<String, u64>, book: &StoredBook) {
    let changed = &book.changed;
    let stored = changed.added + changed.changed + changed.unchanged;
    report.stored += stored;
    report.added += changed.added;
    report.changed += changed.changed;
    report.unchanged += changed.unchanged;
    report.removed += changed.removed;
    for (kind, count) in &kinds {
        *report.kinds.entry(kind.clone()).or_default() += count;
    }
    report.books.push(BookReport {
        name,
        document_key: book.document_key.clone(),
        what: book.fate,
        kinds,
        stored,
        added: changed.added,
        changed: changed.changed,
        unchanged: changed.unchanged,
        removed: changed.removed,
    });
}

fn conflicts(book: &PreparedBook, stored: &StoredBook) -> Vec<Conflict> {
    let conflict = |(position, of_other_file, slug): &(usize, bool, _)| {
        let (record, _) = book.record(*position)?;
        let other =
            if *of_other_file { "another file holds a different one" } else { "the file holds several" };
        Some(Conflict {
            book: book.name.clone(),
            kind: record.kind,
            slug: record.slug.clone(),
            name: record.name.clone(),
            what: format!("{other} under `{}`; this one is stored beside it as `{slug}`", record.slug),
        })
    };
    stored.conflicts.iter().filter_map(conflict).collect()
}

/// Returns the message about a book that has the name of a book of another file, with the alternatives.
fn policy_message(name: &str, outcome: BookOutcome) -> Option<String> {
    let (done, alternatives) = match outcome {
        BookOutcome::Merged => (
            "the entries of both are in one document now",
            "import it again with the policy `replace` to keep only this one, or `keep_both` to have two documents",
        ),
        BookOutcome::Replaced => ("this one took its place", "import that file again to have both"),
        BookOutcome::KeptBoth => {
            ("this one is a separate document", "delete one of the two if you do not need it")
        }
        _ => return None,
    };
    Some(format!("Another file also has a book called `{}`: {done}; {alternatives}.", shown(name)))
}

fn messages(file: &PreparedFile, opened: &ImportHistory, removed: &[StoredBook]) -> Vec<String> {
    let mut messages = Vec::new();
    if file.books.iter().all(|book| book.keys.is_empty()) {
        messages.push("The file has no entry that could be kept.".to_owned());
    }
    if file.report.damaged {
        let earlier =
            if *opened == ImportHistory::New { "" } else { ", and nothing of an earlier import was removed" };
        messages.push(format!(
            "The file was damaged: brackets or quotation marks are missing. Everything that can be read of it was kept{earlier}."
        ));
    }
    if let ImportHistory::Moved(from) = opened {
        messages.push(format!(
            "The same file was imported before from {}; it counts as moved.",
            in_one_line(from)
        ));
    }
    for book in removed {
        let name = shown(book.document_name.as_deref().unwrap_or_default());
        messages.push(match book.fate {
            BookOutcome::Removed => format!("The file no longer contains `{name}`; it was removed."),
            _ => format!("The file no longer contains `{name}`; its entries from other files stay."),
        });
    }
    if file.disabled > 0 {
        let entries = counted(file.disabled, "entry is", "entries are");
        messages.push(format!(
            "{entries} switched off in the program that wrote the file; lookups find them nevertheless."
        ));
    }
    messages
}
