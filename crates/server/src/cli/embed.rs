use std::path::PathBuf;

use super::output::{print, print_json};
use super::progress_bar::Watched;
use crate::process::lazy_library::LazyLibrary;

/// What `embed` is called with.
#[derive(Debug, clap::Args)]
pub(super) struct EmbedArguments {
    /// Write the vectors into a file that comes with the starter content; for those who build LoreKeeper
    #[arg(long, value_name = "FILE", hide = true)]
    export: Option<PathBuf>,
}

/// Gives every entry its vectors, with a bar on a terminal; Ctrl+C stops it, and what was done stays done.
pub(super) async fn run(library: &LazyLibrary, arguments: &EmbedArguments, json: bool) -> anyhow::Result<u8> {
    let watched = Watched::new();
    let library = library.library().await?;
    if let Some(file) = &arguments.export {
        let exported = library.export_vectors(file, &watched.job).await;
        watched.done();
        return print(&format!("{} vectors are in {}.\n", exported?, file.display()));
    }
    let embedded = library.embed(&watched.job).await;
    watched.done();
    let embedded = embedded?;
    if json {
        return print_json(&embedded);
    }
    if embedded.entries == 0 && embedded.computed == 0 {
        return print("Every entry can be found by meaning already.\n");
    }
    print(&format!(
        "{} entries can now be found by meaning: {} passages computed, {} known before ({:.1} s, {}).\n",
        embedded.entries, embedded.computed, embedded.reused, embedded.seconds, embedded.model
    ))
}
