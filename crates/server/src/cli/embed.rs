//! `lorekeeper-mcp embed`: prepares the library for search by meaning.

use std::path::PathBuf;

use super::context::Context;
use super::progress::with_progress;

#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    /// Export the vectors to a file that ships with the starter content; for those who build LoreKeeper
    #[arg(long, value_name = "FILE", hide = true)]
    export: Option<PathBuf>,
    /// Export the vectors of the everyday words of other books, too
    #[arg(long, requires = "export", hide = true)]
    other_books: bool,
}

/// What was computed before Ctrl+C is kept.
pub(super) async fn run(context: &Context, arguments: &Arguments) -> anyhow::Result<u8> {
    if let Some(file) = &arguments.export {
        let for_other_books = arguments.other_books;
        let count = with_progress(async |job| {
            context.library.library().await?.export_vectors(file, for_other_books, job).await
        });
        return context.print(&format!("{} vectors are in {}.\n", count.await?, file.display()));
    }
    let embedded = with_progress(async |job| context.library.library().await?.embed(job).await).await?;
    context.show(&embedded)
}
