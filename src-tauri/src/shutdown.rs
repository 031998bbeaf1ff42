//! The end of the app: first the servers, then the app itself.

use tauri::{AppHandle, Manager};

use crate::http_server::HttpServer;
use crate::managed_server::ManagedServer;
use crate::share_server::ShareServer;

/// Stops all servers. When this returns, their processes are gone.
pub(crate) async fn stop_servers(app: &AppHandle) {
    // An app that could not start has none.
    if let (Some(managed), Some(http), Some(share)) =
        (app.try_state::<ManagedServer>(), app.try_state::<HttpServer>(), app.try_state::<ShareServer>())
    {
        tokio::join!(managed.stop(), http.stop(), share.stop());
    }
}

pub(crate) fn quit(app: &AppHandle) {
    let app = app.clone();
    tauri::async_runtime::spawn(async move {
        stop_servers(&app).await;
        app.exit(0);
    });
}
