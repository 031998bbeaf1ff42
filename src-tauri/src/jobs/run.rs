//! One job, from the call of its tool to its report.

use std::path::Path;
use std::time::{Duration, Instant};

use rmcp::model::{JsonObject, ProgressNotificationParam};
use serde::de::DeserializeOwned;
use serde_json::json;
use tokio::sync::watch;

use super::queue::Queue;
use crate::envelope::Answer;
use crate::library_client::{LibraryClient, ToolCall};
use crate::page::jobs::{JobKind, JobState, NamedDocument};
use crate::pass_through::PassThrough;
use crate::problem::Problem;
use crate::server_types::{Export, ImportAnswer, ImportReport, SyncAnswer};

/// The least time between two changes of a job's progress.
const PROGRESS_INTERVAL: Duration = Duration::from_millis(100);

/// Runs a job to its end, and returns the state that it ends in.
pub(super) async fn run(
    client: &LibraryClient,
    id: u32,
    kind: &JobKind,
    queue: &watch::Sender<Queue>,
) -> JobState {
    let result = match kind {
        JobKind::Sync { documents, allow_removals } => {
            sync(client, id, documents, *allow_removals, queue).await
        }
        JobKind::Import { path, .. } => import(client, id, path, queue).await,
        JobKind::Export { request, path, .. } => export(client, id, request, path, queue).await,
    };
    match result {
        Ok(state) => state,
        Err(problem) if problem.code == "cancelled" => JobState::Cancelled,
        Err(problem) => JobState::Failed { problem: explain(kind, problem) },
    }
}

async fn sync(
    client: &LibraryClient,
    id: u32,
    documents: &[NamedDocument],
    allow_removals: bool,
    queue: &watch::Sender<Queue>,
) -> Result<JobState, Problem> {
    // The tool takes null for all documents. The user pressed the button: fresh answers are fetched again.
    let keys = documents.iter().map(|document| &document.key).collect::<Vec<_>>();
    let documents = (!keys.is_empty()).then_some(keys);
    let arguments = json!({ "documents": documents, "force": true, "allow_removals": allow_removals });
    let call = client.start_call("sync_open5e", arguments).await?;
    let Answer { value, message } = finish::<SyncAnswer>(call, id, queue).await?;
    let message = message.unwrap_or_else(|| "Everything is up to date.".to_owned());
    Ok(JobState::Synced { message, report: value.report, notes: value.notes.unwrap_or_default() })
}

async fn import(
    client: &LibraryClient,
    id: u32,
    path: &str,
    queue: &watch::Sender<Queue>,
) -> Result<JobState, Problem> {
    let call = client.start_call("import_orcbrew", json!({ "path": path })).await?;
    let Answer { value, message } = finish::<ImportAnswer>(call, id, queue).await?;
    let mut reports = Vec::new();
    for report in value.files {
        reports.push(whole_report(client, report).await);
    }
    let refused = value.refused.into_iter().flatten().map(|file| file.error).collect();
    Ok(JobState::Imported { message: message.unwrap_or_else(|| "Imported.".to_owned()), reports, refused })
}

async fn export(
    client: &LibraryClient,
    id: u32,
    request: &JsonObject,
    path: &str,
    queue: &watch::Sender<Queue>,
) -> Result<JobState, Problem> {
    let call = client.start_call("export_entries", request.clone().into()).await?;
    let Answer { value, message } = finish::<Export>(call, id, queue).await?;
    disk::write(Path::new(path), value.content.as_bytes())
        .map_err(|error| Problem::system(&format!("`{path}` could not be written"), error))?;
    Ok(JobState::Exported { message: message.unwrap_or_else(|| "Exported.".to_owned()) })
}

/// Returns the whole of a report that the server may have shortened. The documents of its books have it.
async fn whole_report(
    client: &LibraryClient,
    report: PassThrough<ImportReport>,
) -> PassThrough<ImportReport> {
    if report.fields.left_out.as_ref().is_none_or(|left_out| left_out.is_empty()) {
        return report;
    }
    for document in report.fields.books.iter().filter_map(|book| book.document_key.as_deref()) {
        let uri = format!("lore://import/{document}");
        match client.read_resource::<Vec<PassThrough<ImportReport>>>(&uri).await {
            Ok(reports) => {
                if let Some(whole) = reports.into_iter().find(|whole| is_same(&whole.fields, &report.fields))
                {
                    return whole;
                }
            }
            Err(problem) => {
                tracing::warn!(document, code = problem.code, "an import report could not be read");
            }
        }
    }
    report
}

/// Tells whether two reports are of the same import.
fn is_same(one: &ImportReport, other: &ImportReport) -> bool {
    (&one.path, &one.file, &one.imported_at) == (&other.path, &other.file, &other.imported_at)
}

/// Waits for the answer to a call, publishes its progress, and cancels it when the user cancels the job.
async fn finish<T: DeserializeOwned>(
    mut call: ToolCall,
    id: u32,
    queue: &watch::Sender<Queue>,
) -> Result<Answer<T>, Problem> {
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

/// Returns the step, the amount done, and the total of a progress notification. The message of a step with numbers of its own
/// reads `storing: 120 of 4000`.
fn progress_of(progress: &ProgressNotificationParam) -> (&str, f64, Option<f64>) {
    let message = progress.message.as_deref().unwrap_or("working");
    step(message).unwrap_or((message, progress.progress, progress.total))
}

fn step(message: &str) -> Option<(&str, f64, Option<f64>)> {
    let (step, numbers) = message.rsplit_once(": ")?;
    let (done, total) = numbers.split_once(" of ")?;
    Some((step, done.parse().ok()?, Some(total.parse().ok()?).filter(|total| *total > 0.0)))
}

/// Returns the problem as it should be shown: the end of the server means something else for each kind of job.
fn explain(kind: &JobKind, problem: Problem) -> Problem {
    if problem != Problem::server_ended() {
        return problem;
    }
    let (message, advice) = match kind {
        JobKind::Sync { .. } => (
            "The library's server ended during the sync.",
            "Start the sync again: it resumes where it was interrupted.",
        ),
        JobKind::Import { .. } => (
            "The library's server ended during the import.",
            "Import the file again. A file is stored as a whole or not at all, and importing it twice changes nothing.",
        ),
        JobKind::Export { .. } => {
            ("The library's server ended during the export.", "Export again. No file was written.")
        }
    };
    Problem::new(&problem.code, message, advice)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_end_of_the_server_is_explained_for_each_kind_of_job() {
        let sync = JobKind::Sync { documents: Vec::new(), allow_removals: false };
        assert!(explain(&sync, Problem::server_ended()).advice.contains("resumes"));
        let import = JobKind::Import { path: "/a".to_owned(), file: "a".to_owned() };
        assert!(explain(&import, Problem::server_ended()).advice.contains("again"));
        assert_eq!(explain(&import, Problem::slow()), Problem::slow());
    }

    #[test]
    fn reports_of_the_same_import_are_recognised() {
        let json = json!({
            "file": "ember.orcbrew", "path": "/books/ember.orcbrew", "imported_at": "2026-11-21T10:00:00Z",
            "books": [{ "name": "Ember", "document_key": "ember" }, { "name": "Empty" }], "left_out": { "repairs": 12 }
        });
        let report: ImportReport = serde_json::from_value(json).unwrap();
        assert!(is_same(&report, &report.clone()));
        let other = ImportReport { imported_at: "2026-11-22T10:00:00Z".to_owned(), ..report.clone() };
        assert!(!is_same(&report, &other));
    }

    #[test]
    fn a_step_is_read_from_the_message() {
        assert_eq!(step("storing: 120 of 4000"), Some(("storing", 120.0, Some(4000.0))));
        assert_eq!(step("waiting"), None);
        assert_eq!(step("storing: many of them"), None);
    }
}
