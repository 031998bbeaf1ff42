//! Commands about the library and its documents.

use serde_json::{Value, json};
use tauri::State;

use crate::envelope::Answer;
use crate::managed_server::ManagedServer;
use crate::problem::Problem;

/// Returns the library's documents.
#[tauri::command]
pub(crate) async fn documents(server: State<'_, ManagedServer>) -> Result<Value, Problem> {
    Ok(server.client()?.call_tool("list_documents", json!({})).await?.value)
}

/// Returns the documents that Open5e offers. The message says why Open5e could not be queried.
#[tauri::command]
pub(crate) async fn open5e_documents(server: State<'_, ManagedServer>) -> Result<Answer<Value>, Problem> {
    server.client()?.call_tool("list_open5e", json!({})).await
}

/// Deletes a document. The page has asked the user for consent.
#[tauri::command]
pub(crate) async fn delete_document(server: State<'_, ManagedServer>, key: String) -> Result<(), Problem> {
    let arguments = json!({ "document": key, "confirm": "DELETE_DOCUMENT" });
    server.client()?.call_tool::<Value>("delete_document", arguments).await?;
    server.refresh();
    Ok(())
}

/// Returns the reports of the imports that a homebrew document comes from.
#[tauri::command]
pub(crate) async fn import_reports(server: State<'_, ManagedServer>, key: String) -> Result<Value, Problem> {
    server.client()?.read_resource(&format!("lore://import/{key}")).await
}

/// Changes what the user keeps for the table, by the arguments of the server's tool, and returns all of it.
#[tauri::command]
pub(crate) async fn keep(server: State<'_, ManagedServer>, change: Value) -> Result<Answer<Value>, Problem> {
    let answer = server.keep(change).await?;
    Ok(Answer { value: serde_json::to_value(answer.value).unwrap_or_default(), message: answer.message })
}

/// Clears the cache of answers from Open5e. The page has asked the user for consent.
#[tauri::command]
pub(crate) async fn clear_cache(server: State<'_, ManagedServer>) -> Result<(), Problem> {
    server.client()?.call_tool::<Value>("clear_cache", json!({ "confirm": "CLEAR_CACHE" })).await?;
    server.refresh();
    Ok(())
}

/// Returns the last tool calls, newest first.
#[tauri::command]
pub(crate) async fn activity(server: State<'_, ManagedServer>) -> Result<Value, Problem> {
    server.client()?.read_resource("lore://activity").await
}
