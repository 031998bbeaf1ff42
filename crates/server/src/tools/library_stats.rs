//! The tool `library_stats`.

use lore::Stats;
use schemars::JsonSchema;
use serde::Deserialize;

use crate::protocol::registry::{Failure, Success, Tool, ToolRequest};

#[derive(Debug, Deserialize, JsonSchema)]
pub(crate) struct LibraryStats {}

impl Tool for LibraryStats {
    const NAME: &'static str = "library_stats";
    const TITLE: &'static str = "Library statistics";
    const DESCRIPTION: &'static str = "Returns statistics of the library: entries by kind, documents, sizes on disk, the state of the text index and of semantic \
        search, the last sync with Open5e, the cached queries to it. Example: {}.";
    const IS_FOR_ASSISTANTS: bool = false;
    type Value = Stats;

    async fn call(self, request: ToolRequest<'_>) -> Result<Success<Stats>, Failure> {
        Ok(Success::of(request.session.library().await?.stats().await?))
    }
}
