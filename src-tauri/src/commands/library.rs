use serde_json::{Value, json};
use tauri::State;

use crate::envelope::Answer;
use crate::managed_server::ManagedServer;
use crate::page::jobs::Problem;

/// Returns the library's documents.
#[tauri::command]
pub(crate) async fn documents(server: State<'_, ManagedServer>) -> Result<Value, Problem> {
    Ok(server.client()?.ask("list_documents", json!({})).await?.value)
}

/// Returns what Open5e offers; the message says why it could not be asked, if so.
#[tauri::command]
pub(crate) async fn open5e_documents(server: State<'_, ManagedServer>) -> Result<Answer<Value>, Problem> {
    server.client()?.ask("list_open5e", json!({})).await
}

/// Deletes a document; the page has asked the user.
#[tauri::command]
pub(crate) async fn delete_document(server: State<'_, ManagedServer>, key: String) -> Result<(), Problem> {
    let arguments = json!({ "document": key, "confirm": "DELETE_DOCUMENT" });
    server.client()?.ask::<Value>("delete_document", arguments).await?;
    server.refresh();
    Ok(())
}

/// The reports of the imports that a document of the user's own comes from.
#[tauri::command]
pub(crate) async fn import_reports(server: State<'_, ManagedServer>, key: String) -> Result<Value, Problem> {
    server.client()?.read(&format!("lore://import/{key}")).await
}

/// Forgets what was asked of Open5e and when; the page has asked the user.
#[tauri::command]
pub(crate) async fn clear_cache(server: State<'_, ManagedServer>) -> Result<(), Problem> {
    server.client()?.ask::<Value>("clear_cache", json!({ "confirm": "CLEAR_CACHE" })).await?;
    server.refresh();
    Ok(())
}

/// What was asked last, newest first.
#[tauri::command]
pub(crate) async fn activity(server: State<'_, ManagedServer>) -> Result<Value, Problem> {
    server.client()?.read("lore://activity").await
}
