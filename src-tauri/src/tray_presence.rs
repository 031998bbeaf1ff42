//! Whether a tray icon can be seen. On Linux an icon can be created on a desktop that shows none.

use tauri::AppHandle;

pub(crate) const TRAY_ID: &str = "main";

pub(crate) async fn is_visible(app: &AppHandle) -> bool {
    app.tray_by_id(TRAY_ID).is_some() && desktop_shows_tray().await
}

#[cfg(not(target_os = "linux"))]
async fn desktop_shows_tray() -> bool {
    true
}

#[cfg(target_os = "linux")]
async fn desktop_shows_tray() -> bool {
    query_tray_host().await.unwrap_or_else(|error| {
        tracing::debug!(%error, "no tray on this desktop");
        false
    })
}

#[cfg(target_os = "linux")]
async fn query_tray_host() -> zbus::Result<bool> {
    const WATCHER: &str = "org.kde.StatusNotifierWatcher";
    let bus = zbus::Connection::session().await?;
    if !zbus::fdo::DBusProxy::new(&bus).await?.name_has_owner(WATCHER.try_into()?).await? {
        return Ok(false);
    }
    let watcher = zbus::Proxy::new(&bus, WATCHER, "/StatusNotifierWatcher", WATCHER).await?;
    // A watcher without this property is assumed to have a host.
    Ok(watcher.get_property("IsStatusNotifierHostRegistered").await.unwrap_or(true))
}
