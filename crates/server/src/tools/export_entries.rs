//! The tool `export_entries`.

use lore::export::{Export, ExportFormat, Selection};
use schemars::JsonSchema;
use serde::Deserialize;

use super::BrowseEntries;
use crate::protocol::progress;
use crate::protocol::registry::{Failure, Success, Tool, ToolRequest};

#[derive(Debug, Deserialize, JsonSchema)]
pub(crate) struct ExportEntries {
    /// The entries, by `uri`. Without them and `found`, the pins.
    uris: Option<Vec<String>>,
    /// All entries that this request of `browse_entries` finds.
    found: Option<BrowseEntries>,
    /// The format.
    format: ExportFormat,
}

impl Tool for ExportEntries {
    const NAME: &'static str = "export_entries";
    const TITLE: &'static str = "Export entries";
    const DESCRIPTION: &'static str = "Returns entries with their licences as the content of a file: as Markdown, as a page to print, or for another program. Example: \
        {\"format\": \"print\", \"uris\": [\"lore://entry/srd-2024/spell/fireball\"]}.";
    const IS_FOR_ASSISTANTS: bool = false;
    type Value = Export;

    async fn call(self, request: ToolRequest<'_>) -> Result<Success<Export>, Failure> {
        let selection = match (self.uris, self.found) {
            (Some(uris), _) => Selection::Addresses(uris),
            (None, Some(found)) => Selection::Found(Box::new(found.browse()?)),
            (None, None) => Selection::Pins,
        };
        let job = progress::job(&request).await;
        let export = request.session.library().await?.export(&selection, self.format, &job).await?;
        Ok(Success { message: Some(export.to_string()), ..Success::of(export) })
    }
}
