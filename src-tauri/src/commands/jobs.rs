//! Commands about syncs, imports and exports.

use rmcp::model::JsonObject;
use tauri::ipc::Channel;
use tauri::{AppHandle, State, WebviewWindow};

use super::watch;
use crate::incoming_files;
use crate::jobs::job::NamedDocument;
use crate::jobs::{Jobs, Queue};
use crate::problem::Problem;

/// Sends the jobs now and after changes.
#[tauri::command]
pub(crate) fn watch_jobs(window: WebviewWindow, jobs: State<'_, Jobs>, channel: Channel<Queue>) {
    watch(&window, "jobs", jobs.watch(), channel);
}

/// Starts a sync of these documents of Open5e, or of all for an empty list. `allow_removals` permits removing what Open5e no
/// longer lists.
#[tauri::command]
pub(crate) fn start_sync(jobs: State<'_, Jobs>, documents: Vec<NamedDocument>, allow_removals: bool) {
    jobs.sync(documents, allow_removals);
}

/// Lets the user pick files and imports them; returns false if none was picked.
#[tauri::command]
pub(crate) async fn pick_imports(app: AppHandle) -> bool {
    incoming_files::pick(&app).await
}

/// Lets the user choose a file, and exports entries to it; returns false if none was chosen.
#[tauri::command]
pub(crate) async fn export_entries(
    app: AppHandle,
    jobs: State<'_, Jobs>,
    request: JsonObject,
    name: String,
    extension: String,
) -> Result<bool, Problem> {
    let path = incoming_files::choose_target(&app, "Export", &format!("{name}.{extension}")).await;
    if let Some(path) = &path {
        jobs.export(request, path);
    }
    Ok(path.is_some())
}

/// Cancels a waiting or running job.
#[tauri::command]
pub(crate) fn cancel_job(jobs: State<'_, Jobs>, id: u32) -> Result<(), Problem> {
    jobs.cancel(id)
}

/// Removes a job that has ended.
#[tauri::command]
pub(crate) fn close_job(jobs: State<'_, Jobs>, id: u32) -> Result<(), Problem> {
    jobs.close(id)
}
