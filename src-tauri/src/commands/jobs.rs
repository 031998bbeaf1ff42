use std::time::Duration;

use tauri::ipc::Channel;
use tauri::{AppHandle, State, WebviewWindow};

use super::Watchers;
use crate::incoming;
use crate::jobs::Jobs;
use crate::page::jobs::{Job, Problem};

/// The least time between two notes to the page.
const PAUSE: Duration = Duration::from_millis(100);

/// Sends the jobs now and after changes.
#[tauri::command]
pub(crate) fn watch_jobs(
    window: WebviewWindow,
    jobs: State<'_, Jobs>,
    watchers: State<'_, Watchers>,
    channel: Channel<Vec<Job>>,
) {
    let mut jobs = jobs.watch();
    let task = tauri::async_runtime::spawn(async move {
        while channel.send(jobs.now()).is_ok() {
            tokio::time::sleep(PAUSE).await;
            if !jobs.changed().await {
                return;
            }
        }
    });
    watchers.replace(window.label(), "jobs", task);
}

/// Fetches documents of Open5e; none named: everything. `allow_removals` tells whether what Open5e no longer lists may go.
#[tauri::command]
pub(crate) fn start_sync(jobs: State<'_, Jobs>, documents: Vec<String>, allow_removals: bool) {
    jobs.sync(documents, allow_removals);
}

/// Lets the user pick files and imports them; false when none was picked.
#[tauri::command]
pub(crate) async fn pick_imports(app: AppHandle) -> bool {
    incoming::pick(&app).await
}

/// Cancels a job that waits or runs.
#[tauri::command]
pub(crate) fn cancel_job(jobs: State<'_, Jobs>, id: u32) -> Result<(), Problem> {
    jobs.cancel(id)
}

/// Forgets a job that has ended.
#[tauri::command]
pub(crate) fn close_job(jobs: State<'_, Jobs>, id: u32) -> Result<(), Problem> {
    jobs.close(id)
}
