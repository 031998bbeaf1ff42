//! One job, from the call of its tool to its report.

use std::path::Path;
use std::time::{Duration, Instant};

use rmcp::model::ProgressNotificationParam;
use rmcp::object;
use serde_json::Value;
use tokio::sync::watch;

use super::job::{JobKind, JobState};
use super::queue::Queue;
use crate::library_client::{Answer, LibraryClient, ToolCall};
use crate::problem::Problem;
use crate::server_types::Export;

const PROGRESS_INTERVAL: Duration = Duration::from_millis(100);

pub(super) async fn run(
    client: &LibraryClient,
    id: u32,
    kind: &JobKind,
    queue: &watch::Sender<Queue>,
) -> Result<JobState, Problem> {
    let (tool, arguments) = match kind {
        JobKind::Sync { documents, allow_removals } => {
            let keys = documents.iter().map(|document| &document.key).collect::<Vec<_>>();
            // The tool takes null for all documents. The user pressed the button: answers are fetched anew.
            let documents = (!keys.is_empty()).then_some(keys);
            let arguments =
                object!({ "documents": documents, "force": true, "allow_removals": allow_removals });
            ("sync_open5e", arguments)
        }
        JobKind::Import { path, .. } => ("import_orcbrew", object!({ "path": path })),
        JobKind::Export { request, .. } => ("export_entries", request.clone()),
    };
    let Answer { value, message } = finish(client.start_call(tool, arguments).await?, id, queue).await?;
    let message = |otherwise: &str| message.unwrap_or_else(|| otherwise.to_owned());
    Ok(match kind {
        JobKind::Sync { .. } => {
            JobState::Synced { message: message("Everything is up to date."), outcome: value }
        }
        JobKind::Import { .. } => JobState::Imported { message: message("Imported."), outcome: value },
        JobKind::Export { path, .. } => {
            let export: Export =
                serde_json::from_value(value).map_err(|error| Problem::unknown_answer(tool, error))?;
            disk::write(Path::new(path), export.content.as_bytes())
                .map_err(|error| Problem::system(&format!("`{path}` could not be written"), error))?;
            JobState::Exported { message: message("Exported.") }
        }
    })
}

/// Waits for the answer to a call, publishes its progress, and cancels it when the user cancels the job.
async fn finish(mut call: ToolCall, id: u32, queue: &watch::Sender<Queue>) -> Result<Answer<Value>, Problem> {
    let mut changes = queue.subscribe();
    let mut cancelled = false;
    let mut published = None;
    loop {
        let on_progress = |progress: ProgressNotificationParam| {
            if published.is_none_or(|at: Instant| at.elapsed() >= PROGRESS_INTERVAL) {
                published = Some(Instant::now());
                let (step, done, total) = progress_of(&progress);
                queue.send_if_modified(|queue| queue.progress(id, step.to_owned(), done, total));
            }
        };
        tokio::select! {
            biased;
            answer = call.answer(on_progress) => return answer,
            _ = changes.wait_for(|queue| queue.is_cancelling(id)), if !cancelled => cancelled = true,
        }
        call.cancel().await;
    }
}

/// The message of a step with numbers of its own reads `storing: 120 of 4000`.
fn progress_of(progress: &ProgressNotificationParam) -> (&str, f64, Option<f64>) {
    let message = progress.message.as_deref().unwrap_or("working");
    step(message).unwrap_or((message, progress.progress, progress.total))
}

fn step(message: &str) -> Option<(&str, f64, Option<f64>)> {
    let (step, numbers) = message.rsplit_once(": ")?;
    let (done, total) = numbers.split_once(" of ")?;
    Some((step, done.parse().ok()?, Some(total.parse().ok()?).filter(|total| *total > 0.0)))
}

#[cfg(test)]
mod tests;
