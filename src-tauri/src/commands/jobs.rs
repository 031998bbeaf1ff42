//! Commands about syncs, imports and exports.

use std::time::Duration;

use rmcp::model::JsonObject;
use tauri::ipc::Channel;
use tauri::{AppHandle, Manager, State, WebviewWindow};
use tauri_plugin_dialog::DialogExt;

use super::Watchers;
use crate::incoming_files;
use crate::jobs::Jobs;
use crate::page::jobs::{Job, NamedDocument};
use crate::problem::Problem;
use crate::window;

/// The least time between two updates of the page.
const UPDATE_INTERVAL: Duration = Duration::from_millis(100);

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
        while channel.send(jobs.jobs()).is_ok() {
            tokio::time::sleep(UPDATE_INTERVAL).await;
            if !jobs.changed().await {
                return;
            }
        }
    });
    watchers.replace(window.label(), "jobs", task);
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
    let (sender, chosen) = tokio::sync::oneshot::channel();
    let mut dialog = app.dialog().file().set_title("Export").set_file_name(format!("{name}.{extension}"));
    if let Some(main) = app.get_webview_window(window::MAIN) {
        dialog = dialog.set_parent(&main);
    }
    dialog.save_file(move |file| {
        let _ = sender.send(file);
    });
    let path = chosen.await.ok().flatten().and_then(|file| file.into_path().ok());
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
