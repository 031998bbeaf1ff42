use lore::{SyncOutcome, SyncRequest};
use rmcp::RoleServer;
use rmcp::model::ToolAnnotations;
use rmcp::service::RequestContext;
use schemars::JsonSchema;
use serde::Deserialize;

use crate::protocol::envelope::{Failure, Success};
use crate::protocol::following::followed;
use crate::protocol::registry::Tool;
use crate::server::Server;

pub(crate) struct SyncOpen5e;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Arguments {
    /// Only these documents, by their Open5e key, such as `srd-2024` or `tob`; all of them unless said.
    documents: Option<Vec<String>>,
    /// Fetch even if everything was fetched within the last seven days.
    force: Option<bool>,
    /// Remove entries that Open5e no longer lists, however many they are. Set this only when the user agreed, after a call
    /// without it failed with `removals_not_allowed` and said what would be removed; default false.
    allow_removals: Option<bool>,
}

impl Tool for SyncOpen5e {
    const NAME: &'static str = "sync_open5e";
    const TITLE: &'static str = "Fetch content from Open5e";
    const DESCRIPTION: &'static str = "Fetches open content from Open5e into the user's library and replaces the documents it belongs to. Takes from seconds to \
        minutes; reports progress; can be cancelled, and then goes on next time where it stopped. Does nothing when everything was fetched within the last \
        seven days, unless `force` is true. When a document would lose more than a twentieth of its entries or every entry of a kind, \
        nothing is changed and the error says what would go: ask the user, and repeat the call with `allow_removals` only if they agree. Examples: {}; {\"documents\": [\"srd-2024\"]}.";
    const WHEN_CUT: &'static str =
        "The counts are of everything; the whole lists are printed by `lorekeeper-mcp sync --json`.";
    type Arguments = Arguments;
    type Value = SyncOutcome;

    fn annotations() -> ToolAnnotations {
        ToolAnnotations::with_title(Self::TITLE)
            .read_only(false)
            .destructive(false)
            .idempotent(true)
            .open_world(true)
    }

    async fn call(
        server: &Server,
        arguments: Arguments,
        context: RequestContext<RoleServer>,
    ) -> Result<Success<SyncOutcome>, Failure> {
        // Before the library is opened, which takes seconds the first time.
        let job = followed(server, &context).await;
        let library = server.library().await?;
        let allow_removals = arguments.allow_removals.unwrap_or(false);
        let request = SyncRequest {
            documents: arguments.documents,
            // Who allows removals was asked a moment ago.
            force: arguments.force.unwrap_or(false) || allow_removals,
            allow_removals,
            client: crate::process::lazy_library::open5e()?,
        };
        let synced = library.sync_open5e(&request, &job).await?;
        let mut message = match &synced.report {
            None => format!("Everything was fetched at {}; nothing was fetched again.", synced.fetched_at),
            Some(report) => format!(
                "Stored {} entries of {} documents ({} new, {} changed, {} removed); {} could not be read.",
                report.stored,
                report.documents.len(),
                report.added,
                report.changed,
                report.removed,
                report.rejected.len()
            ),
        };
        for note in &synced.notes {
            message.push(' ');
            message.push_str(note);
        }
        Ok(Success { message: Some(message), ..Success::of(synced) })
    }
}
