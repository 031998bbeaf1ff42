//! Syncs, imports and exports. One job runs at a time; each stays until the user closes its report.

pub(crate) mod job;
mod queue;
mod run;

use std::path::{Path, PathBuf};
use std::time::Duration;

use rmcp::model::JsonObject;
use tauri::{AppHandle, Manager};
use tokio::sync::watch;

use crate::managed_server::ManagedServer;
use crate::problem::Problem;
use job::{JobKind, JobState};
pub(crate) use queue::Queue;

const SERVER_TIMEOUT: Duration = Duration::from_secs(45);

#[derive(Default)]
pub(crate) struct Jobs(watch::Sender<Queue>);

impl Jobs {
    pub(crate) fn watch(&self) -> watch::Receiver<Queue> {
        self.0.subscribe()
    }

    pub(crate) fn import(&self, files: &[PathBuf]) {
        for path in files {
            self.add(JobKind::Import { path: path.to_string_lossy().into_owned(), file: file_name(path) });
        }
    }

    pub(crate) fn export(&self, request: JsonObject, path: &Path) {
        let (path, file) = (path.to_string_lossy().into_owned(), file_name(path));
        self.add(JobKind::Export { request, path, file });
    }

    pub(crate) fn add(&self, kind: JobKind) {
        self.0.send_if_modified(|queue| queue.add(kind));
    }

    pub(crate) fn change(&self, change: impl FnOnce(&mut Queue) -> bool) -> Result<(), Problem> {
        let ended = "This job no longer exists, or it has already ended.";
        let refused = || Problem::refused(ended, "Look at the list of jobs again.");
        self.0.send_if_modified(change).then_some(()).ok_or_else(refused)
    }
}

pub(crate) async fn run_all(app: AppHandle) {
    let jobs = app.state::<Jobs>();
    let server = app.state::<ManagedServer>();
    let mut changes = jobs.0.subscribe();
    loop {
        let mut next = None;
        jobs.0.send_if_modified(|queue| {
            next = queue.start_next();
            next.is_some()
        });
        let Some((id, kind)) = next else {
            if changes.changed().await.is_err() {
                return;
            }
            continue;
        };
        let end = match server.client_within(SERVER_TIMEOUT).await {
            Ok(client) => run::run(&client, id, &kind, &jobs.0).await,
            Err(problem) => Err(problem),
        };
        let end = end.unwrap_or_else(|problem| {
            if problem.code == "cancelled" {
                return JobState::Cancelled;
            }
            tracing::info!(code = problem.code, "a job failed");
            JobState::Failed { problem }
        });
        jobs.0.send_modify(|queue| queue.end(id, end));
        server.refresh();
    }
}

fn file_name(path: &Path) -> String {
    path.file_name().map_or_else(|| path.to_string_lossy(), |name| name.to_string_lossy()).into_owned()
}
