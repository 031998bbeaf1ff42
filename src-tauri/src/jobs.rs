//! Syncs and imports: one at a time, the others wait; each stays until the user closes its report.

mod queue;
mod report;
mod work;

use std::path::{Path, PathBuf};
use std::time::Duration;

use tauri::{AppHandle, Manager};
use tokio::sync::watch;

use crate::managed_server::{ManagedServer, now_ms};
use crate::page::jobs::{Job, JobKind, JobState, Problem};
use queue::Queue;

/// How long a job waits for a server that is being started, before it fails.
const PATIENCE: Duration = Duration::from_secs(45);

/// The jobs of the app.
#[derive(Default)]
pub(crate) struct Jobs(watch::Sender<Queue>);

impl Jobs {
    /// The jobs now, and every change.
    pub(crate) fn watch(&self) -> Watched {
        Watched(self.0.subscribe())
    }

    /// Fetches documents of Open5e; none named: all of them. `allow_removals` tells whether what Open5e no longer lists may go.
    pub(crate) fn sync(&self, documents: Vec<String>, allow_removals: bool) {
        self.add(JobKind::Sync { documents, allow_removals });
    }

    /// Imports files. One that already waits is not added again.
    pub(crate) fn import(&self, files: &[PathBuf]) {
        for path in files {
            self.add(JobKind::Import { path: path.to_string_lossy().into_owned(), file: file_name(path) });
        }
    }

    /// Cancels a job that waits or runs.
    pub(crate) fn cancel(&self, id: u32) -> Result<(), Problem> {
        self.change(|queue| queue.cancel(id))
    }

    /// Forgets a job that has ended.
    pub(crate) fn close(&self, id: u32) -> Result<(), Problem> {
        self.change(|queue| queue.close(id))
    }

    fn add(&self, what: JobKind) {
        self.0.send_if_modified(|queue| queue.add(what, now_ms()));
    }

    fn change(&self, change: impl FnOnce(&mut Queue) -> bool) -> Result<(), Problem> {
        if self.0.send_if_modified(change) {
            Ok(())
        } else {
            Err(Problem::refused(
                "There is no such job, or it is past that.",
                "Look at the list of jobs again.",
            ))
        }
    }
}

/// The jobs as someone looks at them.
pub(crate) struct Watched(watch::Receiver<Queue>);

impl Watched {
    /// The jobs as they are.
    pub(crate) fn now(&mut self) -> Vec<Job> {
        self.0.borrow_and_update().jobs().to_vec()
    }

    /// Waits for a change; false when there will be none.
    pub(crate) async fn changed(&mut self) -> bool {
        self.0.changed().await.is_ok()
    }
}

/// Does the jobs, one after the other, for as long as the app runs.
pub(crate) async fn keep_working(app: AppHandle) {
    let jobs = app.state::<Jobs>();
    let server = app.state::<ManagedServer>();
    let mut news = jobs.0.subscribe();
    loop {
        let mut next = None;
        jobs.0.send_if_modified(|queue| {
            next = queue.start_next();
            next.is_some()
        });
        let Some((id, what)) = next else {
            if news.changed().await.is_err() {
                return;
            }
            continue;
        };
        let end = match server.client_within(PATIENCE).await {
            Ok(client) => work::work(&client, id, &what, &jobs.0).await,
            Err(problem) => JobState::Failed { problem },
        };
        if let JobState::Failed { problem } = &end {
            tracing::info!(code = problem.code, "a job failed");
        }
        jobs.0.send_modify(|queue| queue.end(id, end));
        server.refresh();
    }
}

fn file_name(path: &Path) -> String {
    path.file_name().map_or_else(|| path.to_string_lossy(), |name| name.to_string_lossy()).into_owned()
}
