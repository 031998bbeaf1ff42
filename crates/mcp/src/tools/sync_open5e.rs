use std::time::{Duration, Instant};

use lore::progress::{CancellationToken, Job, Progress};
use lore::{SyncRequest, Synced};
use rmcp::RoleServer;
use rmcp::model::{ProgressNotificationParam, ProgressToken, ToolAnnotations};
use rmcp::service::{Peer, RequestContext};
use schemars::JsonSchema;
use serde::Deserialize;
use tokio::sync::watch;

use crate::envelope::{Failure, Success};
use crate::registry::Tool;
use crate::server::Server;

/// The least time between two notes of progress.
const PAUSE: Duration = Duration::from_millis(200);
/// A client that does not take a note of progress within this time is gone.
const PATIENCE: Duration = Duration::from_secs(2);

pub(super) struct SyncOpen5e;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Arguments {
    /// Only these documents, by their Open5e key, such as `srd-2024` or `tob`; all of them unless said.
    documents: Option<Vec<String>>,
    /// Fetch even if everything was fetched within the last seven days.
    force: Option<bool>,
}

impl Tool for SyncOpen5e {
    const NAME: &'static str = "sync_open5e";
    const TITLE: &'static str = "Fetch content from Open5e";
    const DESCRIPTION: &'static str = "Fetches open content from Open5e into the user's library and replaces the documents it belongs to. Takes from seconds to \
        minutes; reports progress; can be cancelled, and then goes on next time where it stopped. Does nothing when everything was fetched within the last \
        seven days, unless `force` is true. Examples: {}; {\"documents\": [\"srd-2024\"]}.";
    type Arguments = Arguments;
    type Value = Synced;

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
    ) -> Result<Success<Synced>, Failure> {
        let library = server.library().await?;
        let request = SyncRequest {
            documents: arguments.documents,
            force: arguments.force.unwrap_or(false),
            client: crate::shelf::open5e()?,
        };
        let token = context.meta.get_progress_token();
        let job = followed(context.ct.clone(), token, context.peer);
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

/// A job that stops with the request and sends its progress to a client that asked for it.
fn followed(cancel: CancellationToken, token: Option<ProgressToken>, peer: Peer<RoleServer>) -> Job {
    let Some(token) = token else { return Job::new(cancel, |_| {}) };
    let (news, mut latest) = watch::channel::<Option<Progress>>(None);
    tokio::spawn(async move {
        let mut sent: f64 = 0.0;
        let mut before: f64 = 0.0;
        let mut step = None;
        let mut last = Instant::now() - PAUSE;
        while latest.changed().await.is_ok() {
            tokio::time::sleep(PAUSE.saturating_sub(last.elapsed())).await;
            last = Instant::now();
            let Some(progress) = *latest.borrow_and_update() else { continue };
            // The protocol wants a number that grows: the steps before count with all their units.
            if step != Some(progress.step) {
                step = Some(progress.step);
                before = sent;
            }
            #[expect(clippy::cast_precision_loss, reason = "thousands of entries")]
            let (done, total) = (before + progress.done as f64, before + progress.total as f64);
            if done <= sent {
                continue;
            }
            sent = done;
            let mut note = ProgressNotificationParam::new(token.clone(), done).with_total(total.max(done));
            note.message = Some(format!("{}: {} of {}", progress.step, progress.done, progress.total));
            if tokio::time::timeout(PATIENCE, peer.notify_progress(note)).await.is_err() {
                break;
            }
        }
    });
    Job::new(cancel, move |progress| {
        let _ = news.send(Some(progress));
    })
}
