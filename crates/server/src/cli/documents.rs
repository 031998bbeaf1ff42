//! `lorekeeper-mcp documents`: lists the documents, or shows one.

use clap::Args;
use lore::ingest::orcbrew::ImportReport;
use lore::model::{Document, Provider, capitalised};
use lore::{Library, SourceReport};
use serde::Serialize;

use super::context::{Context, NOT_FOUND};
use crate::protocol::text_table::documents_table;

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

#[derive(Serialize)]
struct DocumentReport {
    #[serde(flatten)]
    document: Document,
    imports: Vec<ImportReport>,
    #[serde(skip_serializing_if = "Option::is_none")]
    sources: Option<SourceReport>,
}

pub(super) async fn run(context: &Context, arguments: &Arguments) -> anyhow::Result<u8> {
    let library = context.library.library().await?;
    if !arguments.document.is_empty() {
        return report(context, library, &arguments.document.join(" "), arguments.report).await;
    }
    let documents = library.documents(arguments.source).await?;
    context.answer(&documents, || match documents.as_slice() {
        [] => "No documents found in cache\n".to_owned(),
        documents => documents_table(documents),
    })
}

async fn report(context: &Context, library: &Library, name: &str, with_sources: bool) -> anyhow::Result<u8> {
    let document = match library.document(name).await {
        Err(error @ lore::Error::NoSuchDocument { .. }) => {
            context.print(&format!("{}.\n", capitalised(&error.to_string())))?;
            return Ok(NOT_FOUND);
        }
        other => other?,
    };
    let imports = library.import_reports(&document.document_key).await?;
    let sources =
        if with_sources { Some(library.source_report(&document.document_key).await?) } else { None };
    context.show(&DocumentReport { document, imports, sources })
}
