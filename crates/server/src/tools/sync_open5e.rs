//! The tool `sync_open5e`.

use lore::model::counted;
use lore::{SyncOutcome, SyncRequest};
use schemars::JsonSchema;
use serde::Deserialize;

use crate::protocol::progress;
use crate::protocol::registry::{Failure, Success, Tool, ToolRequest, Writing};

#[derive(Debug, Deserialize, JsonSchema)]
pub(crate) struct SyncOpen5e {
    /// Only these documents, by Open5e key, such as `srd-2024` or `tob`; default all.
    documents: Option<Vec<String>>,
    /// True to fetch even if everything was fetched within the last seven days.
    force: Option<bool>,
    /// True to remove entries that Open5e no longer lists, however many. Set it only when the user agreed,
    /// after a call without it failed with `removals_not_allowed` and listed what would be removed.
    allow_removals: Option<bool>,
}

impl Tool for SyncOpen5e {
    const NAME: &'static str = "sync_open5e";
    const TITLE: &'static str = "Fetch content from Open5e";
    const DESCRIPTION: &'static str = "Downloads or updates open content from Open5e: all of it, or some documents (books) by key. Takes up to minutes. Does nothing \
        if all was fetched within seven days, unless `force`. If much would be removed it changes nothing and lists it; ask the user \
        before `allow_removals`. Examples: {}; {\"documents\": [\"srd-2024\"]}.";
    const WHEN_SHORTENED: &'static str =
        "The counts are complete; `lorekeeper-mcp sync --json` prints the full lists.";
    const WRITES: Option<Writing> = Some(Writing { is_destructive: false, is_idempotent: true });
    const OPEN_WORLD: bool = true;
    type Value = SyncOutcome;

    async fn call(self, request: ToolRequest<'_>) -> Result<Success<SyncOutcome>, Failure> {
        // Before the library is opened, because the first time takes seconds.
        let job = progress::job(&request).await;
        let is_from_window = request.is_from_window();
        let library = request.session.library().await?;
        let allow_removals = self.allow_removals.unwrap_or(false);
        let request = SyncRequest {
            documents: self.documents,
            // The call that asked for consent has just fetched everything.
            force: self.force.unwrap_or(false) || allow_removals,
            allow_removals,
            client: request.session.lazy_library.open5e()?,
        };
        let mut synced = library.sync_open5e(&request, &job).await?;
        let mut message = match &synced.report {
            None => format!("Everything was fetched at {}, so nothing was fetched again.", synced.fetched_at),
            Some(report) => format!(
                "Stored {} of {} ({} new, {} changed, {} removed); {} could not be read.",
                counted(report.stored, "entry", "entries"),
                counted(report.documents.len() as u64, "document", "documents"),
                report.added,
                report.changed,
                report.removed,
                report.rejected.len()
            ),
        };
        message.extend(synced.notes.iter().flat_map(|note| [" ", note]));
        let report = synced.report.as_mut().filter(|report| !is_from_window && !report.left_out.is_empty());
        if let Some(report) = report {
            // Nobody asks an assistant for a hundred names.
            report.left_out.clear();
            message.push_str(" `lorekeeper-mcp documents KEY --report` lists the entries that are left out.");
        }
        Ok(Success { message: Some(message), ..Success::of(synced) })
    }
}
