//! Commands about syncs, imports and exports.

use rmcp::model::JsonObject;
use tauri::ipc::Channel;
use tauri::{AppHandle, State, WebviewWindow};

use super::watch;
use crate::incoming_files;
use crate::jobs::job::{JobKind, NamedDocument};
use crate::jobs::{Jobs, Queue};
use crate::problem::Problem;

#[tauri::command]
pub(crate) fn watch_jobs(window: WebviewWindow, jobs: State<'_, Jobs>, channel: Channel<Queue>) {
    watch(&window, "jobs", jobs.watch(), channel);
}

#[tauri::command]
pub(crate) fn start_sync(jobs: State<'_, Jobs>, documents: Vec<NamedDocument>, allow_removals: bool) {
    jobs.add(JobKind::Sync { documents, allow_removals });
}

#[tauri::command]
pub(crate) async fn pick_imports(app: AppHandle) -> bool {
    incoming_files::pick(&app).await
}

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

#[tauri::command]
pub(crate) fn cancel_job(jobs: State<'_, Jobs>, id: u32) -> Result<(), Problem> {
    jobs.change(|queue| queue.cancel(id))
}

#[tauri::command]
pub(crate) fn close_job(jobs: State<'_, Jobs>, id: u32) -> Result<(), Problem> {
    jobs.change(|queue| queue.close(id))
}
