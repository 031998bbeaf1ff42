use std::collections::BTreeMap;

use crate::ingest::orcbrew::{BookReport, Conflict, Fate, ImportReport, Prepared, PreparedBook};
use crate::model::{in_one_line, shown};
use crate::store::{ImportHistory, StoredBook};

/// What the import of a file did, in numbers and in words.
pub(super) fn report_of(
    file: Prepared,
    opened: &ImportHistory,
    shelved: &[StoredBook],
    taken_away: &[StoredBook],
) -> ImportReport {
    let mut report = ImportReport {
        messages: messages(&file, opened, taken_away),
        file: file.name,
        path: file.path,
        damaged: file.damaged,
        repairs: file.repairs,
        notes: file.notes,
        rejected: file.rejected,
        repeated: file.repeated,
        read: file.read,
        ..ImportReport::default()
    };
    for (book, shelved) in file.books.iter().zip(shelved) {
        report.conflicts.extend(conflicts(book, shelved));
        report.messages.extend(about_policy(&book.name, shelved.fate));
        add(&mut report, book_report(book.name.clone(), &book.records_by_kind(), shelved));
    }
    for shelved in taken_away {
        let name = shelved.document_name.clone().unwrap_or_default();
        add(&mut report, book_report(name, &BTreeMap::new(), shelved));
    }
    report
}

fn add(report: &mut ImportReport, book: BookReport) {
    report.stored += book.stored;
    report.added += book.added;
    report.changed += book.changed;
    report.unchanged += book.unchanged;
    report.removed += book.removed;
    for (kind, count) in &book.kinds {
        *report.kinds.entry(kind.clone()).or_default() += count;
    }
    report.books.push(book);
}

fn book_report(name: String, kinds: &BTreeMap<String, u64>, shelved: &StoredBook) -> BookReport {
    BookReport {
        name,
        document_key: shelved.document_key.clone(),
        what: shelved.fate,
        kinds: kinds.clone(),
        stored: shelved.changed.added + shelved.changed.changed + shelved.changed.unchanged,
        added: shelved.changed.added,
        changed: shelved.changed.changed,
        unchanged: shelved.changed.unchanged,
        removed: shelved.changed.removed,
    }
}

fn conflicts(book: &PreparedBook, shelved: &StoredBook) -> Vec<Conflict> {
    let conflict = |(position, of_other_file, slug): &(usize, bool, _)| {
        let record = book.records.get(*position)?;
        let other =
            if *of_other_file { "another file holds a different one" } else { "the file holds several" };
        Some(Conflict {
            book: book.name.clone(),
            kind: record.kind,
            slug: record.slug.clone(),
            name: record.name.clone(),
            what: format!("{other} under `{}`; this one stands beside it as `{slug}`", record.slug),
        })
    };
    shelved.conflicts.iter().filter_map(conflict).collect()
}

/// What a person should know, and can choose, where another file has a book of the same name.
fn about_policy(name: &str, fate: Fate) -> Option<String> {
    let (did, other_ways) = match fate {
        Fate::Merged => (
            "the entries of both are in one document now",
            "import it again with the policy `replace` to keep only this one, or `keep_both` to have two documents",
        ),
        Fate::Replaced => ("this one took its place", "import that file again to have both"),
        Fate::KeptBoth => ("this one is a document of its own", "delete one of the two if it is not wanted"),
        _ => return None,
    };
    Some(format!("Another file has a book called `{}`, too: {did}; {other_ways}.", shown(name)))
}

fn messages(file: &Prepared, opened: &ImportHistory, taken_away: &[StoredBook]) -> Vec<String> {
    let mut messages = Vec::new();
    if file.books.iter().all(|book| book.records.is_empty()) {
        messages.push("There is no entry in the file that could be kept.".to_owned());
    }
    if file.damaged {
        let so_far =
            if *opened == ImportHistory::New { "" } else { ", and nothing of an earlier import was removed" };
        messages.push(format!(
            "The file was damaged: brackets or quotation marks are missing. Everything that can be read of it was kept{so_far}."
        ));
    }
    if let ImportHistory::Moved(from) = opened {
        messages.push(format!(
            "The same file was imported before from {}; it counts as moved.",
            in_one_line(from)
        ));
    }
    for book in taken_away {
        let name = shown(book.document_name.as_deref().unwrap_or_default());
        messages.push(match book.fate {
            Fate::Removed => format!("The file does not hold `{name}` any more; it was removed."),
            _ => format!("The file does not hold `{name}` any more; what other files hold of it stays."),
        });
    }
    if file.disabled > 0 {
        let count = file.disabled;
        let entries = if count == 1 { "1 entry is".to_owned() } else { format!("{count} entries are") };
        messages.push(format!(
            "{entries} switched off in the program that wrote the file, and can be found all the same."
        ));
    }
    if *opened == ImportHistory::New {
        messages.push("OrcBrew files never hold magic items or characters.".to_owned());
    }
    messages
}
