//! One job, from the call of its tool to its report.

use std::time::{Duration, Instant};

use rmcp::model::ProgressNotificationParam;
use serde::de::DeserializeOwned;
use serde_json::json;
use tokio::sync::watch;

use super::queue::Queue;
use super::report::{ImportReport, Imported, Synced, step};
use crate::envelope::Answer;
use crate::library_client::{Call, LibraryClient};
use crate::page::jobs::{JobKind, JobState, Problem};

/// The least time between two changes of a job's progress.
const PAUSE: Duration = Duration::from_millis(100);

/// Does a job and says how it ended.
pub(super) async fn work(
    client: &LibraryClient,
    id: u32,
    what: &JobKind,
    queue: &watch::Sender<Queue>,
) -> JobState {
    let done = match what {
        JobKind::Sync { documents, allow_removals } => {
            sync(client, id, documents, *allow_removals, queue).await
        }
        JobKind::Import { path, .. } => import(client, id, path, queue).await,
    };
    match done {
        Ok(state) => state,
        Err(problem) if problem.code == "cancelled" => JobState::Cancelled,
        Err(problem) => JobState::Failed { problem: while_at(what, problem) },
    }
}

async fn sync(
    client: &LibraryClient,
    id: u32,
    documents: &[String],
    allow_removals: bool,
    queue: &watch::Sender<Queue>,
) -> Result<JobState, Problem> {
    // The user pressed the button: what was fetched not long ago is fetched again.
    // None named is all of them, which the tool takes as null.
    let documents = (!documents.is_empty()).then_some(documents);
    let arguments = json!({ "documents": documents, "force": true, "allow_removals": allow_removals });
    let call = client.call("sync_open5e", arguments).await?;
    let Answer { value, message } = followed::<Synced>(call, id, queue).await?;
    let message = message.unwrap_or_else(|| "Everything is here.".to_owned());
    Ok(JobState::Synced { message, report: value.report })
}

async fn import(
    client: &LibraryClient,
    id: u32,
    path: &str,
    queue: &watch::Sender<Queue>,
) -> Result<JobState, Problem> {
    let call = client.call("import_orcbrew", json!({ "path": path })).await?;
    let Answer { value, message } = followed::<Imported>(call, id, queue).await?;
    let mut reports = Vec::new();
    for report in value.files {
        let whole = if report.is_short() { whole(client, &report).await } else { None };
        reports.push(whole.unwrap_or(report).value);
    }
    Ok(JobState::Imported { message: message.unwrap_or_else(|| "It is imported.".to_owned()), reports })
}

/// The report whose lists were shortened for an assistant, as the library keeps it.
async fn whole(client: &LibraryClient, short: &ImportReport) -> Option<ImportReport> {
    for document in short.documents() {
        match client.read::<Vec<ImportReport>>(&format!("lore://import/{document}")).await {
            Ok(reports) => {
                if let Some(whole) = reports.into_iter().find(|report| report.is_same(short)) {
                    return Some(whole);
                }
            }
            Err(problem) => {
                tracing::warn!(document, code = problem.code, "a whole report could not be read");
            }
        }
    }
    None
}

/// Waits for a call, shows its progress, and cancels it when the user wants that.
async fn followed<T: DeserializeOwned>(
    mut call: Call,
    id: u32,
    queue: &watch::Sender<Queue>,
) -> Result<Answer<T>, Problem> {
    let mut news = queue.subscribe();
    let mut cancelled = false;
    let mut last = None;
    loop {
        let tell = |note: ProgressNotificationParam| {
            if last.is_none_or(|last: Instant| last.elapsed() >= PAUSE) {
                last = Some(Instant::now());
                queue.send_if_modified(|queue| tell(queue, id, &note));
            }
        };
        tokio::select! {
            biased;
            answer = call.answer(tell) => return answer,
            _ = news.wait_for(|queue| queue.is_cancelling(id)), if !cancelled => cancelled = true,
        }
        call.cancel().await;
    }
}

/// Notes in the queue what a note of progress says.
fn tell(queue: &mut Queue, id: u32, note: &ProgressNotificationParam) -> bool {
    let words = note.message.as_deref().unwrap_or("working");
    let (step, done, total) = match step(words) {
        Some((step, done, total)) => (step, done, Some(total).filter(|total| *total > 0.0)),
        None => (words, note.progress, note.total),
    };
    queue.progress(id, step.to_owned(), done, total)
}

/// What a problem means in the middle of a job.
fn while_at(what: &JobKind, problem: Problem) -> Problem {
    if problem != Problem::server_ended() {
        return problem;
    }
    let (message, advice) = match what {
        JobKind::Sync { .. } => (
            "The library's server ended while it fetched.",
            "Start it again: what was fetched is kept, and it goes on from there.",
        ),
        JobKind::Import { .. } => (
            "The library's server ended while it imported.",
            "Import the file again; a file is stored as a whole or not at all, and importing it twice changes nothing.",
        ),
    };
    Problem::new(&problem.code, message, advice)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_dead_server_means_is_told_for_each_sort_of_job() {
        let sync = while_at(
            &JobKind::Sync { documents: Vec::new(), allow_removals: false },
            Problem::server_ended(),
        );
        assert!(sync.advice.contains("goes on"));
        let what = JobKind::Import { path: "/a".to_owned(), file: "a".to_owned() };
        assert!(while_at(&what, Problem::server_ended()).advice.contains("again"));
        assert_eq!(while_at(&what, Problem::slow()), Problem::slow());
    }
}
