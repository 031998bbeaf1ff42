//! `lorekeeper-mcp export`: writes entries to a file.

use anyhow::Context as _;
use clap::Args;
use lore::browse::{Browse, FieldFilter};
use lore::export::{Export, ExportFormat, Selection};
use lore::fields::origin::DOCUMENT;
use lore::model::Kind;

use super::context::{Context, NOT_FOUND};
use super::entry_name::{address, kinds};
use super::progress::with_progress;
use crate::protocol::file_path;

#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// The entries: names, or addresses as DOCUMENT/KIND/SLUG
    #[arg(value_name = "ENTRY")]
    entries: Vec<String>,
    /// The pinned entries, in their order
    #[arg(long, conflicts_with_all = ["entries", "search", "kinds", "documents"])]
    pins: bool,
    /// All entries that these words find
    #[arg(long, value_name = "WORDS", conflicts_with = "entries")]
    search: Option<String>,
    /// All entries of this kind, such as `creature`; may be repeated
    #[arg(long = "kind", value_name = "KIND", conflicts_with = "entries")]
    kinds: Vec<String>,
    /// All entries of this document, by key; may be repeated
    #[arg(long = "document", value_name = "KEY", conflicts_with = "entries")]
    documents: Option<Vec<String>>,
    /// The format: `markdown`, `print`, `improved-initiative`, `fantasy-statblocks`, `orcbrew`, `5etools` or
    /// `foundry`
    #[arg(long = "as", value_name = "FORMAT")]
    format: ExportFormat,
    /// The file to write
    #[arg(long = "to", value_name = "FILE")]
    file: String,
}

pub(super) async fn run(context: &Context, arguments: Arguments) -> anyhow::Result<u8> {
    let Arguments { entries, pins, search, kinds: kind_names, documents, format, file } = arguments;
    let path = file_path::parse(&file).map_err(anyhow::Error::msg)?;
    let library = context.library.library().await?;
    let selection = if pins {
        Selection::Pins
    } else if entries.is_empty() {
        let of_documents = documents.map(|documents| FieldFilter::including(&DOCUMENT, documents));
        Selection::Found(Box::new(Browse {
            query: search.unwrap_or_default(),
            kinds: kinds(&kind_names)?,
            filters: of_documents.into_iter().collect(),
            ..Browse::default()
        }))
    } else {
        let taken = Kind::ALL.into_iter().filter(|kind| format.takes(kind.family())).collect::<Vec<_>>();
        let mut addresses = Vec::new();
        for name in &entries {
            let Some(address) = address(context, name, Some(taken.clone())).await? else {
                return Ok(NOT_FOUND);
            };
            addresses.push(address);
        }
        Selection::Addresses(addresses)
    };
    let export = with_progress(async |job| library.export(&selection, format, job).await).await?;
    disk::write(&path, export.content.as_bytes())
        .with_context(|| format!("{} could not be written", path.display()))?;
    let export = Export { content: String::new(), ..export };
    context.answer(&export, || format!("{export}\n"))
}
