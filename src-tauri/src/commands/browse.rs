//! Commands that read entries and work with them.

use rmcp::model::JsonObject;
use serde_json::{Value, json};
use tauri::State;

use crate::envelope::Answer;
use crate::managed_server::ManagedServer;
use crate::problem::Problem;

/// Returns the entries that match the request, with the server's message.
#[tauri::command]
pub(crate) async fn browse(
    server: State<'_, ManagedServer>,
    request: JsonObject,
) -> Result<Answer<Value>, Problem> {
    server.client()?.call_tool("browse_entries", request.into()).await
}

/// Plans encounters, or rates one, with the server's message.
#[tauri::command]
pub(crate) async fn plan_encounter(
    server: State<'_, ManagedServer>,
    request: JsonObject,
) -> Result<Answer<Value>, Problem> {
    server.client()?.call_tool("plan_encounter", request.into()).await
}

/// Saves an entry of the user's own, or previews it, with the server's message.
#[tauri::command]
pub(crate) async fn save_entry(
    server: State<'_, ManagedServer>,
    request: JsonObject,
) -> Result<Answer<Value>, Problem> {
    let answer: Answer<Value> = server.client()?.call_tool("save_entry", request.into()).await?;
    if answer.value.get("stored") == Some(&Value::Bool(true)) {
        server.refresh();
    }
    Ok(answer)
}

/// Returns two entries side by side: the fields and words that differ.
#[tauri::command]
pub(crate) async fn compare_entries(
    server: State<'_, ManagedServer>,
    first: String,
    second: String,
) -> Result<Value, Problem> {
    let request = json!({ "uri": first, "compare_with": second });
    Ok(server.client()?.call_tool("read_entry", request).await?.value)
}

/// Returns an entry with its context.
#[tauri::command]
pub(crate) async fn read_entry(server: State<'_, ManagedServer>, uri: String) -> Result<Value, Problem> {
    Ok(server.client()?.call_tool("read_entry", json!({ "uri": uri })).await?.value)
}
