use serde::Deserialize;
use serde_json::{Value, json};
use tauri::State;

use crate::jobs::ToldImport;
use crate::managed_server::ManagedServer;
use crate::page::jobs::{ImportReport, Problem};
use crate::page::library::{Call, Document, Open5eDocument, Open5eDocuments};

/// The library's documents.
#[tauri::command]
pub(crate) async fn documents(server: State<'_, ManagedServer>) -> Result<Vec<Document>, Problem> {
    Ok(server.client()?.ask("list_documents", json!({})).await?.value)
}

/// The answer of `list_open5e`.
#[derive(Deserialize)]
struct Offered {
    documents: Vec<Open5eDocument>,
}

/// What Open5e offers.
#[tauri::command]
pub(crate) async fn open5e_documents(server: State<'_, ManagedServer>) -> Result<Open5eDocuments, Problem> {
    let answer = server.client()?.ask::<Offered>("list_open5e", json!({})).await?;
    Ok(Open5eDocuments { documents: answer.value.documents, message: answer.message })
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
pub(crate) async fn import_reports(
    server: State<'_, ManagedServer>,
    key: String,
) -> Result<Vec<ImportReport>, Problem> {
    let reports = server.client()?.read::<Vec<ToldImport>>(&format!("lore://import/{key}")).await?;
    Ok(reports.into_iter().map(ImportReport::from).collect())
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
pub(crate) async fn activity(server: State<'_, ManagedServer>) -> Result<Vec<Call>, Problem> {
    server.client()?.read("lore://activity").await
}
