//! Commands about the library: the tools and resources of the server, as assistants use them, and backups.

use std::path::Path;
use std::time::Duration;

use rmcp::model::JsonObject;
use serde_json::Value;
use tauri::{AppHandle, State, WebviewWindow};

use crate::child_process::run_command;
use crate::incoming_files;
use crate::library_client::Answer;
use crate::managed_server::ManagedServer;
use crate::problem::Problem;
use crate::server_types::PAGE_TOOLS;
use crate::window;

const PAGE_RESOURCES: [&str; 2] = ["lore://activity", "lore://import/"];
/// Time for a backup, or to restore one: every source may be read again.
const BACKUP_TIMEOUT: Duration = Duration::from_secs(15 * 60);

/// The small windows may only call tools that change nothing.
#[tauri::command]
pub(crate) async fn call(
    window: WebviewWindow,
    server: State<'_, ManagedServer>,
    tool: String,
    arguments: JsonObject,
) -> Result<Answer<Value>, Problem> {
    let client = server.client()?;
    let only_reads = client.only_reads(&tool);
    if !PAGE_TOOLS.contains(&tool.as_str()) || !only_reads && window.label() != window::MAIN {
        return Err(Problem::refused(format!("This window may not call {tool}."), "Use the main window."));
    }
    if only_reads { client.call_tool(&tool, arguments).await } else { server.change(&tool, arguments).await }
}

#[tauri::command]
pub(crate) async fn read_resource(server: State<'_, ManagedServer>, uri: String) -> Result<Value, Problem> {
    if !PAGE_RESOURCES.iter().any(|allowed| uri.starts_with(allowed)) {
        return Err(Problem::refused(format!("The window does not read {uri}."), ""));
    }
    server.client()?.read_resource(&uri).await
}

/// Copies what exists nowhere else to a file that the user chooses; returns false if they choose none.
#[tauri::command]
pub(crate) async fn back_up(app: AppHandle, name: String) -> Result<bool, Problem> {
    run_on(&app, "backup", incoming_files::choose_target(&app, "Back up", &name).await.as_deref()).await
}

/// Lets the user pick a backup and restores it beside the running server; returns false if none was picked.
#[tauri::command]
pub(crate) async fn restore(app: AppHandle, server: State<'_, ManagedServer>) -> Result<bool, Problem> {
    let restored = run_on(&app, "restore", incoming_files::pick_backup(&app).await.as_deref()).await;
    server.refresh();
    restored
}

async fn run_on(app: &AppHandle, command: &str, file: Option<&Path>) -> Result<bool, Problem> {
    if let Some(file) = file {
        run_command(app, &[command, &file.to_string_lossy()], BACKUP_TIMEOUT).await?;
    }
    Ok(file.is_some())
}
