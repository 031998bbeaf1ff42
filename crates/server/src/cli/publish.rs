//! `lorekeeper-mcp publish`: a snapshot of the library for servers that only read.

use anyhow::Context as _;
use clap::Args;
use lore::Choice;
use lore::progress::{Job, Step};
use serde_json::json;
use snapshots::{FORMAT, Location, Manifest, PublishedDocument, publish};

use super::context::Context;
use super::progress::with_progress;

#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// Where to: s3://BUCKET/PREFIX, gs://BUCKET/PREFIX, az://CONTAINER/PREFIX or a folder
    address: String,
    /// A book of your own or of unknown licence, which you may pass on all the same
    #[arg(long, value_name = "BOOK")]
    include: Vec<String>,
}

/// What was sent before an interruption is not sent again.
pub(super) async fn run(context: &Context, arguments: Arguments) -> anyhow::Result<u8> {
    let location = Location::open(&arguments.address)?;
    let library = context.library.library().await?;
    let folder = tempfile::tempdir().context("no folder for the snapshot")?;
    let work = async |job: &Job| {
        let progress = |done: u64, all: u64| job.report(Step::Exporting, done, all);
        let snapshot = library.snapshot(folder.path(), &Choice::Public(arguments.include), job).await?;
        let manifest = Manifest {
            format: FORMAT,
            program: env!("CARGO_PKG_VERSION").to_owned(),
            schema: snapshot.schema,
            made: chrono::Utc::now(),
            documents: snapshot.documents.iter().map(published).collect(),
            files: Vec::new(),
        };
        let publication = publish(&location, folder.path(), manifest, &progress).await?;
        anyhow::Ok((snapshot, publication))
    };
    let (snapshot, publication) = with_progress(async |job| {
        tokio::select! {
            done = work(job) => done,
            () = job.cancellation().cancelled() => Err(lore::Error::Cancelled.into()),
        }
    })
    .await?;
    let names = |documents: &[lore::model::Document]| -> Vec<String> {
        documents.iter().map(|document| document.document_name.clone()).collect()
    };
    context.show(&json!({
        "address": location.to_string(),
        "documents": names(&snapshot.documents),
        "left_out": names(&snapshot.left_out),
        "bytes": publication.manifest.bytes(),
        "sent_bytes": publication.sent_bytes,
    }))?;
    if !snapshot.left_out.is_empty() {
        context.print_words(
            "\nWhat is left out is your own, or its licence is unknown. If you may pass one on, name it with `--include`.\n",
        )?;
    }
    Ok(0)
}

fn published(document: &lore::model::Document) -> PublishedDocument {
    PublishedDocument {
        key: document.document_key.to_string(),
        name: document.document_name.clone(),
        license: document.license.clone(),
        notice: document.notice.clone(),
    }
}
