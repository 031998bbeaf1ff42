//! `lorekeeper-mcp documents`: lists the documents, or shows one.

use clap::Args;
use lore::ingest::orcbrew::ImportReport;
use lore::model::{Document, Provider};
use lore::{Library, SourceReport};
use serde::Serialize;

use super::context::Context;
use super::exit_status::NOT_FOUND;
use super::output::{print, print_json};
use super::{import_report, source_report};
use crate::protocol::text_table::{documents_table, table};

#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// Only this document, by key or name, with the complete import report of each of its files
    document: Vec<String>,
    /// Only documents from this source: open5e_v2, open5e_v1, dnd5e_api, srd, orcbrew
    #[arg(long)]
    source: Option<Provider>,
    /// With a document: the source of each field, and every field in which sources differ
    #[arg(long, requires = "document")]
    report: bool,
}

/// A document with its reports.
#[derive(Serialize)]
struct DocumentReport {
    #[serde(flatten)]
    document: Document,
    imports: Vec<ImportReport>,
    #[serde(skip_serializing_if = "Option::is_none")]
    sources: Option<SourceReport>,
}

/// Lists the documents, or shows the one that the arguments name.
pub(super) async fn run(context: &Context, arguments: &Arguments) -> anyhow::Result<u8> {
    let library = context.library.library().await?;
    if !arguments.document.is_empty() {
        return show(library, &arguments.document.join(" "), arguments.report, context.json).await;
    }
    let documents = library.documents(arguments.source).await?;
    if context.json {
        return print_json(&documents);
    }
    if documents.is_empty() {
        return print("No documents found in cache\n");
    }
    print(&documents_table(&documents))
}

async fn show(library: &Library, name: &str, with_sources: bool, json: bool) -> anyhow::Result<u8> {
    let document = match library.document(name).await {
        Err(error @ lore::Error::NoSuchDocument { .. }) => {
            print(&format!("{}.\n", capitalise(&error.to_string())))?;
            return Ok(NOT_FOUND);
        }
        other => other?,
    };
    let imports = library.import_reports(&document.document_key).await?;
    let sources =
        if with_sources { Some(library.source_report(&document.document_key).await?) } else { None };
    if json {
        return print_json(&DocumentReport { document, imports, sources });
    }
    let facts = [
        ("name", Some(document.document_name)),
        ("key", Some(document.document_key.to_string())),
        ("source", Some(document.source_api.to_string())),
        ("entries", Some(document.entity_count.to_string())),
        ("publisher", document.publisher),
        ("licence", document.license),
        ("notice", document.notice),
        ("game system", document.game_system),
        ("address", document.url),
        ("updated", Some(document.updated_at)),
        ("files", document.import.map(|import| import.files.join(", "))),
    ];
    let rows = facts.into_iter().filter_map(|(name, fact)| Some(vec![name.to_owned(), fact?]));
    print(&table(&[], rows))?;
    for report in &imports {
        print(&format!("\nImported {} from {}", report.imported_at, import_report::text(report)))?;
    }
    if let Some(sources) = sources {
        print(&source_report::text(&sources))?;
    }
    Ok(0)
}

fn capitalise(sentence: &str) -> String {
    let mut letters = sentence.chars();
    letters.next().into_iter().flat_map(char::to_uppercase).chain(letters).collect()
}
