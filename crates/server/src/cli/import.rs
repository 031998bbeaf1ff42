//! `lorekeeper-mcp import`: imports homebrew.

use clap::Args;
use lore::ingest::orcbrew::{ImportPolicy, ImportedFiles, UnreadableFile};
use lore::{Error, ImportRequest};

use super::context::{CANCELLED, Context, FAILED};
use super::progress::with_progress;
use crate::process::terminal::print_error;
use crate::protocol::file_path;

#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// Homebrew of OrcPub, 5etools, Foundry VTT and other programs: files, folders, `.zip` archives
    #[arg(required = true, value_name = "PATH")]
    files: Vec<String>,
    /// What to do with a book that another file contained: merge, replace, keep_both
    #[arg(long, default_value_t)]
    policy: ImportPolicy,
    /// Only report what an import would do
    #[arg(long)]
    dry_run: bool,
}

/// Imports each file in its own transaction. If one fails, the others go on; the exit status is then 2.
pub(super) async fn run(context: &Context, arguments: Arguments) -> anyhow::Result<u8> {
    let request = ImportRequest { policy: arguments.policy, dry_run: arguments.dry_run };
    let (mut imported, mut errors, mut status) = (ImportedFiles::default(), Vec::new(), 0);
    let opened = with_progress(async |job| {
        let library = context.library.library().await?;
        for file in &arguments.files {
            let imported_file = match file_path::parse(file) {
                Ok(path) => library.import_orcbrew(&path, request, job).await,
                Err(reason) => Err(Error::Invalid(reason)),
            };
            match imported_file {
                Ok(ImportedFiles { files, refused }) => {
                    errors.extend(refused.iter().map(|refused| refused.error.clone()));
                    imported.files.extend(files);
                    imported.refused.extend(refused);
                }
                Err(error) => {
                    errors.push(error_text(file, &error));
                    imported.refused.push(UnreadableFile::from(&error));
                    if matches!(error, Error::Cancelled) {
                        status = CANCELLED;
                        break;
                    }
                }
            }
        }
        Ok::<_, Error>(())
    });
    opened.await?;
    if !errors.is_empty() && status == 0 {
        status = FAILED;
    }
    errors.iter().for_each(|error| print_error(&format!("error: {error}")));
    if context.json {
        context.print_json(&imported)?;
    } else {
        // The errors are printed already.
        context.show(&imported.files)?;
    }
    Ok(status)
}

fn error_text(file: &str, error: &Error) -> String {
    let advice = error.advice();
    match error.to_string() {
        text if text.contains(file) => format!("{text}\n{advice}"),
        text => format!("{file}: {text}\n{advice}"),
    }
}
