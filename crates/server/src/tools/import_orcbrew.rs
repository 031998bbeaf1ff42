use lore::ImportRequest;
use lore::ingest::orcbrew::{BookOutcome, ImportPolicy, ImportReport, ImportedFiles};
use lore::model::{excerpt, in_one_line, shown};
use rmcp::RoleServer;
use rmcp::model::ToolAnnotations;
use rmcp::service::RequestContext;
use schemars::JsonSchema;
use serde::Deserialize;

use crate::protocol::arguments;
use crate::protocol::consent::Question;
use crate::protocol::envelope::{Failure, Success};
use crate::protocol::file_path;
use crate::protocol::following::followed;
use crate::protocol::registry::Tool;
use crate::server::Server;

/// How many lines of each list an assistant gets; the whole report is in the library.
const LINES: usize = 20;
/// How many files of an archive an assistant gets a report of.
const FILES: usize = 30;
/// How many things a message tells one by one, and how many characters of each.
const TOLD: usize = 3;
const SENTENCE: usize = 200;

pub(crate) struct ImportOrcbrew;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Arguments {
    /// The file on the user's computer: an `.orcbrew` file, or a `.zip` of such files.
    path: String,
    /// What happens to a book whose name is that of a document which another file brought: `merge` keeps the entries of
    /// both, `replace` keeps only the new ones, `keep_both` makes a document of its own. `merge` unless said.
    #[serde(default, deserialize_with = "arguments::optional_name")]
    policy: Option<ImportPolicy>,
    /// Only tell what would be done; nothing is changed then.
    dry_run: Option<bool>,
}

impl Tool for ImportOrcbrew {
    const NAME: &'static str = "import_orcbrew";
    const TITLE: &'static str = "Import homebrew";
    const DESCRIPTION: &'static str = "Imports a homebrew file of OrcPub or Dungeon Master's Vault (`.orcbrew`, or a `.zip` of such files) into the user's library: \
        each book in it becomes a document that every lookup finds. Damaged files are mended as far as they can be; the answer says what was mended and what \
        could not be read. Importing a file again brings its books up to date: entries that it holds no more are removed. Stored whole or not at all; reports \
        progress and can be cancelled. Use the path that the user gives. Examples: {\"path\": \"/home/gm/Downloads/ember-book.orcbrew\"}; \
        {\"path\": \"~/homebrew.zip\", \"dry_run\": true}; {\"path\": \"C:\\\\Users\\\\gm\\\\book.orcbrew\", \"policy\": \"keep_both\"}.";
    const WHEN_CUT: &'static str =
        "The whole report is the resource lore://import/{document}, with the key of one of the documents.";
    type Arguments = Arguments;
    type Value = ImportedFiles;

    /// Destructive because entries that the file holds no more go, and with `replace` those of another file.
    fn annotations() -> ToolAnnotations {
        ToolAnnotations::with_title(Self::TITLE)
            .read_only(false)
            .destructive(true)
            .idempotent(true)
            .open_world(false)
    }

    async fn question(_: &Server, arguments: &Arguments) -> Result<Option<Question>, Failure> {
        let removes = arguments.policy == Some(ImportPolicy::Replace) && arguments.dry_run != Some(true);
        Ok(removes.then(|| {
            let path = excerpt(&in_one_line(&arguments.path), 300);
            Question {
                about: format!("replace by {path}"),
                words: format!(
                    "Import {path} and delete what other files brought of the books that have the same names?"
                ),
            }
        }))
    }

    async fn call(
        server: &Server,
        arguments: Arguments,
        context: RequestContext<RoleServer>,
    ) -> Result<Success<ImportedFiles>, Failure> {
        if arguments.path.trim().is_empty() {
            return Err(Failure::invalid("path", "`path` is empty; give the path of the file to import."));
        }
        let path = server.folder().join(file_path::read(&arguments.path));
        let request = ImportRequest {
            policy: arguments.policy.unwrap_or_default(),
            dry_run: arguments.dry_run.unwrap_or(false),
        };
        let job = followed(server, &context).await;
        let imported = server.library().await?.import_orcbrew(&path, request, &job).await?;
        let messages = messages(&imported);
        let ImportedFiles { mut files, mut refused } = imported;
        // Of many files each has to be told in fewer lines.
        let lines = (3 * LINES / files.len().max(1)).clamp(TOLD, LINES);
        let left_out = files.len() > FILES || files.iter().any(|report| report.lines() > lines);
        let instruction = left_out.then(|| {
            "The lists are shortened (`left_out` says by how much). The whole report is the resource lore://import/{document}, \
             with the key of one of the documents."
                .to_owned()
        });
        files.truncate(FILES);
        refused.truncate(LINES);
        let files = files.into_iter().map(|report| report.shortened(lines)).collect();
        Ok(Success { instruction, ..Success::of(ImportedFiles { files, refused }) }.with_messages(&messages))
    }
}

/// What importing did, in sentences.
fn messages(imported: &ImportedFiles) -> Vec<String> {
    let ImportedFiles { files, refused } = imported;
    let told = files.iter().take(2 * TOLD);
    let mut messages: Vec<String> = told.map(|report| in_words(report, files.len() > 1)).collect();
    if files.len() > messages.len() {
        let entries = files.iter().map(|report| report.stored).sum();
        messages.push(format!(
            "In all these are {} from {} files.",
            count(entries, "entry", "entries"),
            files.len()
        ));
    }
    if !refused.is_empty() {
        let number = count(refused.len() as u64, "file", "files");
        let errors: Vec<String> = refused.iter().map(|refused| sentence(&refused.error)).collect();
        messages.push(format!("{number} in the archive could not be imported: {}.", first(&errors)));
    }
    messages
}

/// What an import did, as a game master understands it.
fn in_words(report: &ImportReport, name_it: bool) -> String {
    let ImportReport { repairs, rejected, notes, conflicts, .. } = report;
    let kept: Vec<String> = report
        .books
        .iter()
        .filter(|book| !matches!(book.what, BookOutcome::Empty | BookOutcome::Removed))
        .map(|book| match &book.document_key {
            Some(key) => {
                let stored = count(book.stored, "entry", "entries");
                format!("`{}` ({stored}, key `{key}`, homebrew)", shown(&book.name))
            }
            None => format!("`{}`", shown(&book.name)),
        })
        .collect();
    let did = if report.dry_run { "Would import" } else { "Imported" };
    let of = if name_it { format!(" of `{}`", shown(&report.file)) } else { String::new() };
    let mut sentences = vec![if kept.is_empty() {
        format!("{did} nothing{of}.")
    } else {
        format!(
            "{did} {} from {}{of}: {}. {} new, {} changed, {} unchanged, {} removed.",
            count(report.stored, "entry", "entries"),
            count(kept.len() as u64, "book", "books"),
            first(&kept),
            report.added,
            report.changed,
            report.unchanged,
            report.removed
        )
    }];
    let mut tell = |number: usize, one: &str, many: &str, what: Vec<String>| {
        if number > 0 {
            sentences.push(format!("{} {}.", count(number as u64, one, many), first(&what)));
        }
    };
    let mended = repairs.iter().map(|repair| format!("line {}: {}", repair.line, sentence(&repair.what)));
    tell(repairs.len(), "place in the file was mended:", "places in the file were mended:", mended.collect());
    let lost = rejected
        .iter()
        .map(|lost| format!("{} in {}: {}", named(&lost.key), named(&lost.book), sentence(&lost.reason)));
    tell(rejected.len(), "entry could not be read:", "entries could not be read:", lost.collect());
    let noted = notes.iter().map(|note| format!("{}: {}", named(&note.key), sentence(&note.reason)));
    tell(notes.len(), "field could not be used:", "fields could not be used:", noted.collect());
    let twice =
        conflicts.iter().map(|conflict| format!("{} in {}", named(&conflict.name), named(&conflict.book)));
    tell(
        conflicts.len(),
        "entry stands beside a different one under the same key:",
        "entries stand beside different ones under the same key:",
        twice.collect(),
    );
    if report.dry_run {
        sentences.push("Nothing was changed.".to_owned());
    }
    sentences.extend(report.messages.iter().cloned());
    sentences.join(" ")
}

fn count(number: u64, one: &str, many: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { many })
}

/// The first few of a list, and how many more there are.
fn first(all: &[String]) -> String {
    let told = all.iter().take(TOLD).cloned().collect::<Vec<_>>().join("; ");
    if all.len() > TOLD { format!("{told}; and {} more", all.len() - TOLD) } else { told }
}

/// A name from the file.
fn named(name: &str) -> String {
    format!("`{}`", shown(name))
}

/// A sentence about the file, which may quote it: short, in one line, without its full stop.
fn sentence(text: &str) -> String {
    excerpt(in_one_line(text).trim_end_matches('.'), SENTENCE)
}
