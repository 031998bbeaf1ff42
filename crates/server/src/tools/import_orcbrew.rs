//! The tool `import_orcbrew`.

use lore::ImportRequest;
use lore::ingest::orcbrew::{ImportPolicy, ImportedFiles};
use lore::model::{counted, excerpt, in_one_line};
use schemars::JsonSchema;
use serde::Deserialize;

use crate::protocol::file_path;
use crate::protocol::import_message::{MAX_LISTED, first, import_message, sentence};
use crate::protocol::progress;
use crate::protocol::registry::{Failure, Question, Session, Success, Tool, ToolRequest, Writing};

/// The library keeps the whole report.
const MAX_LINES: usize = 20;
/// The maximum number of files of an archive that are reported.
const MAX_FILES: usize = 30;
const MAX_PATH_CHARS: usize = 300;

#[derive(Debug, Deserialize, JsonSchema)]
pub(crate) struct ImportOrcbrew {
    /// The file on the user's computer, or a folder or `.zip` of such files.
    path: String,
    /// The treatment of a book that has the name of a document from another file: `merge` keeps the entries
    /// of both, `replace` keeps only the new ones, `keep_both` makes a separate document; default `merge`.
    policy: Option<ImportPolicy>,
    /// True to only report what an import would do; nothing is changed.
    dry_run: Option<bool>,
}

impl Tool for ImportOrcbrew {
    const NAME: &'static str = "import_orcbrew";
    const TITLE: &'static str = "Import homebrew";
    const DESCRIPTION: &'static str = "Imports homebrew of the user: OrcBrew (OrcPub, Dungeon Master's Vault), 5etools JSON, Foundry VTT, Improved Initiative, Fantasy Statblocks, \
        CritterDB, Tetra-cube, 5e-monster-maker, Homebrewery or GM Binder, as a file, a folder or a `.zip`; each book in it \
        becomes a document that every lookup finds. Damaged files are repaired; the result says what could not be read. Importing a file again \
        updates its books. Use the path that the user gives. Example: {\"path\": \"~/Downloads/ember-book.orcbrew\"}.";
    const WHEN_SHORTENED: &'static str =
        "The whole report is the resource lore://import/{document}, with the key of one of the documents.";
    /// Destructive because it removes entries that the file no longer has, and with `replace` those of
    /// another file.
    const WRITES: Option<Writing> = Some(Writing { is_destructive: true, is_idempotent: true });
    type Value = ImportedFiles;

    async fn question(&self, _: &Session) -> Result<Option<Question>, Failure> {
        let removes = self.policy == Some(ImportPolicy::Replace) && self.dry_run != Some(true);
        Ok(removes.then(|| {
            let path = excerpt(&in_one_line(&self.path), MAX_PATH_CHARS);
            let text = format!(
                "Import {path} and delete the entries that other files added to books with the same names?"
            );
            Question { id: format!("replace by {path}"), text }
        }))
    }

    async fn call(self, request: ToolRequest<'_>) -> Result<Success<ImportedFiles>, Failure> {
        if self.path.trim().is_empty() {
            return Err(Failure::invalid("path", "`path` is empty; give the path of the file to import."));
        }
        let path = file_path::parse(&self.path).map_err(|reason| Failure::invalid("path", &reason))?;
        let path = request.session.folder().join(path);
        let options =
            ImportRequest { policy: self.policy.unwrap_or_default(), dry_run: self.dry_run.unwrap_or(false) };
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

fn messages(imported: &ImportedFiles) -> Vec<String> {
    let ImportedFiles { files, refused } = imported;
    let listed = files.iter().take(2 * MAX_LISTED);
    let mut messages: Vec<String> = listed.map(|report| import_message(report, files.len() > 1)).collect();
    if files.len() > messages.len() {
        let entries = counted(files.iter().map(|report| report.stored).sum(), "entry", "entries");
        messages.push(format!("In total {entries} from {} files.", files.len()));
    }
    if !refused.is_empty() {
        let number = counted(refused.len() as u64, "file", "files");
        let errors: Vec<String> = refused.iter().map(|refused| sentence(&refused.error)).collect();
        messages.push(format!("{number} beside these could not be imported: {}.", first(&errors)));
    }
    messages
}
