use rmcp::model::JsonObject;
use serde_json::{Value, json};
use tauri::State;

use crate::envelope::Answer;
use crate::managed_server::ManagedServer;
use crate::page::jobs::Problem;

/// Returns the entries that match, with what the server says beside them.
#[tauri::command]
pub(crate) async fn browse(
    server: State<'_, ManagedServer>,
    request: JsonObject,
) -> Result<Answer<Value>, Problem> {
    server.client()?.ask("browse_entries", request.into()).await
}

/// Returns one entry, with everything around it.
#[tauri::command]
pub(crate) async fn read_entry(server: State<'_, ManagedServer>, uri: String) -> Result<Value, Problem> {
    Ok(server.client()?.ask("read_entry", json!({ "uri": uri })).await?.value)
}
