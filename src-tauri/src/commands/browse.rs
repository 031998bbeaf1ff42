use serde_json::json;
use tauri::State;

use crate::managed_server::ManagedServer;
use crate::page::browse::{BrowseAnswer, BrowseRequest};
use crate::page::entry::WholeEntry;
use crate::page::jobs::Problem;

/// What matches.
#[tauri::command]
pub(crate) async fn browse(
    server: State<'_, ManagedServer>,
    request: BrowseRequest,
) -> Result<BrowseAnswer, Problem> {
    let mut arguments = serde_json::to_value(request)
        .map_err(|error| Problem::system("The question could not be put", error))?;
    if let Some(arguments) = arguments.as_object_mut() {
        arguments.retain(|_, value| !value.is_null());
    }
    Ok(server.client()?.ask("browse_entries", arguments).await?.value)
}

/// One entry, with everything around it.
#[tauri::command]
pub(crate) async fn read_entry(server: State<'_, ManagedServer>, uri: String) -> Result<WholeEntry, Problem> {
    Ok(server.client()?.ask("read_entry", json!({ "uri": uri })).await?.value)
}
