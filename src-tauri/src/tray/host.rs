//! Whether the desktop shows tray icons. On Linux an icon can be made all the same, and nobody sees it.

#[cfg(not(target_os = "linux"))]
pub(super) async fn is_there() -> bool {
    true
}

/// Asks the program that keeps the desktop's tray icons, if there is one.
#[cfg(target_os = "linux")]
pub(super) async fn is_there() -> bool {
    match ask().await {
        Ok(there) => there,
        Err(error) => {
            tracing::debug!(%error, "no tray on this desktop");
            false
        }
    }
}

#[cfg(target_os = "linux")]
async fn ask() -> zbus::Result<bool> {
    const WATCHER: &str = "org.kde.StatusNotifierWatcher";
    let bus = zbus::Connection::session().await?;
    if !zbus::fdo::DBusProxy::new(&bus).await?.name_has_owner(WATCHER.try_into()?).await? {
        return Ok(false);
    }
    let watcher = zbus::Proxy::new(&bus, WATCHER, "/StatusNotifierWatcher", WATCHER).await?;
    // One that does not say so is taken at its word that it is a watcher.
    Ok(watcher.get_property("IsStatusNotifierHostRegistered").await.unwrap_or(true))
}
