//! The tool `import_orcbrew`.

use lore::ImportRequest;
use lore::ingest::orcbrew::{BookOutcome, ImportPolicy, ImportReport, ImportedFiles};
use lore::model::{counted, excerpt, in_one_line, shown};
use rmcp::model::ToolAnnotations;
use schemars::JsonSchema;
use serde::Deserialize;

use crate::protocol::arguments;
use crate::protocol::consent::Question;
use crate::protocol::envelope::{Failure, Success};
use crate::protocol::file_path::{self, downloads};
use crate::protocol::progress;
use crate::protocol::registry::{Tool, writing};
use crate::protocol::session::{Session, ToolRequest};

/// The maximum number of lines of each list of a report. The library keeps the whole report.
const MAX_LINES: usize = 20;
/// The maximum number of files of an archive that are reported.
const MAX_FILES: usize = 30;
/// The maximum number of items that a message lists, and the maximum length of each.
const MAX_LISTED: usize = 3;
const MAX_SENTENCE_CHARS: usize = 200;
/// The maximum length of a path in a question.
const MAX_PATH_CHARS: usize = 300;

pub(crate) struct ImportOrcbrew;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Arguments {
    /// The file on the user's computer: an `.orcbrew` file, or a `.zip` of such files.
    path: String,
    /// The treatment of a book that has the name of a document from another file: `merge` keeps the entries of
    /// both, `replace` keeps only the new ones, `keep_both` makes a separate document; default `merge`.
    #[serde(default, deserialize_with = "arguments::optional_name")]
    policy: Option<ImportPolicy>,
    /// True to only report what an import would do; nothing is changed.
    dry_run: Option<bool>,
}

impl Tool for ImportOrcbrew {
    const NAME: &'static str = "import_orcbrew";
    const TITLE: &'static str = "Import homebrew";
    const DESCRIPTION: &'static str = concat!(
        "Imports a homebrew file of the user (`.orcbrew`, from OrcPub or Dungeon Master's Vault, or a `.zip` of such files); each book in it \
        becomes a document that every lookup finds. Damaged files are repaired; the result says what could not be read. Importing a file again \
        updates its books. Use the path that the user gives. Example: {\"path\": \"",
        downloads!(),
        "ember-book.orcbrew\"}."
    );
    const WHEN_SHORTENED: &'static str =
        "The whole report is the resource lore://import/{document}, with the key of one of the documents.";
    type Arguments = Arguments;
    type Value = ImportedFiles;

    /// Destructive because it removes entries that the file no longer has, and with `replace` those of another file.
    fn annotations() -> ToolAnnotations {
        writing(true, true)
    }

    async fn question(_: &Session, arguments: &Arguments) -> Result<Option<Question>, Failure> {
        let removes = arguments.policy == Some(ImportPolicy::Replace) && arguments.dry_run != Some(true);
        Ok(removes.then(|| {
            let path = excerpt(&in_one_line(&arguments.path), MAX_PATH_CHARS);
            let text = format!(
                "Import {path} and delete the entries that other files added to books with the same names?"
            );
            Question { id: format!("replace by {path}"), text }
        }))
    }

    async fn call(request: ToolRequest<'_>, arguments: Arguments) -> Result<Success<ImportedFiles>, Failure> {
        if arguments.path.trim().is_empty() {
            return Err(Failure::invalid("path", "`path` is empty; give the path of the file to import."));
        }
        let path = file_path::parse(&arguments.path).map_err(|reason| Failure::invalid("path", &reason))?;
        let path = request.session.folder().join(path);
        let options = ImportRequest {
            policy: arguments.policy.unwrap_or_default(),
            dry_run: arguments.dry_run.unwrap_or(false),
        };
        let job = progress::job(&request).await;
        let imported = request.session.library().await?.import_orcbrew(&path, options, &job).await?;
        let messages = messages(&imported);
        let ImportedFiles { mut files, mut refused } = imported;
        // The more files there are, the fewer lines each report gets.
        let lines = (3 * MAX_LINES / files.len().max(1)).clamp(MAX_LISTED, MAX_LINES);
        let is_shortened = files.len() > MAX_FILES || files.iter().any(|report| report.lines() > lines);
        let instruction = is_shortened.then(|| {
            format!("The lists are shortened (`left_out` says by how much). {}", Self::WHEN_SHORTENED)
        });
        files.truncate(MAX_FILES);
        refused.truncate(MAX_LINES);
        let files = files.into_iter().map(|report| report.shortened(lines)).collect();
        Ok(Success { instruction, ..Success::of(ImportedFiles { files, refused }) }.with_messages(&messages))
    }
}

/// Describes an import in sentences.
fn messages(imported: &ImportedFiles) -> Vec<String> {
    let ImportedFiles { files, refused } = imported;
    let listed = files.iter().take(2 * MAX_LISTED);
    let mut messages: Vec<String> = listed.map(|report| message(report, files.len() > 1)).collect();
    if files.len() > messages.len() {
        let entries = counted(files.iter().map(|report| report.stored).sum(), "entry", "entries");
        messages.push(format!("In total {entries} from {} files.", files.len()));
    }
    if !refused.is_empty() {
        let number = counted(refused.len() as u64, "file", "files");
        let errors: Vec<String> = refused.iter().map(|refused| sentence(&refused.error)).collect();
        messages.push(format!("{number} in the archive could not be imported: {}.", first(&errors)));
    }
    messages
}

/// Describes the import of one file for a game master.
fn message(report: &ImportReport, names_file: bool) -> String {
    let ImportReport { repairs, rejected, notes, conflicts, .. } = report;
    let books =
        report.books.iter().filter(|book| !matches!(book.what, BookOutcome::Empty | BookOutcome::Removed));
    let books: Vec<String> = books
        .map(|book| match &book.document_key {
            Some(key) => {
                let stored = counted(book.stored, "entry", "entries");
                format!("{} ({stored}, key `{key}`, homebrew)", quote(&book.name))
            }
            None => quote(&book.name),
        })
        .collect();
    let verb = if report.dry_run { "Would import" } else { "Imported" };
    let file = if names_file { format!(" of {}", quote(&report.file)) } else { String::new() };
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
    let rejected = rejected
        .iter()
        .map(|lost| format!("{} in {}: {}", quote(&lost.key), quote(&lost.book), sentence(&lost.reason)));
    add("entry could not be read:", "entries could not be read:", rejected.collect());
    let notes = notes.iter().map(|note| format!("{}: {}", quote(&note.key), sentence(&note.reason)));
    add("field could not be used:", "fields could not be used:", notes.collect());
    let conflicts =
        conflicts.iter().map(|conflict| format!("{} in {}", quote(&conflict.name), quote(&conflict.book)));
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

/// Lists the first items, and how many more there are.
fn first(items: &[String]) -> String {
    let listed = items.iter().take(MAX_LISTED).cloned().collect::<Vec<_>>().join("; ");
    match items.len().saturating_sub(MAX_LISTED) {
        0 => listed,
        more => format!("{listed}; and {more} more"),
    }
}

/// Quotes a name from the file.
fn quote(name: &str) -> String {
    format!("`{}`", shown(name))
}

/// Shortens a sentence that may quote the file: one line, without its full stop.
fn sentence(text: &str) -> String {
    excerpt(in_one_line(text).trim_end_matches('.'), MAX_SENTENCE_CHARS)
}
