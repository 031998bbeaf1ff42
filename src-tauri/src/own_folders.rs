//! The folders of the app's own log and lock. They are needed before Tauri starts, which knows the others.

use std::path::PathBuf;

/// Returns the app's folder of expendable files in `%LOCALAPPDATA%`, `~/Library/Caches` or `~/.cache`.
pub(crate) fn cache(identifier: &str) -> Option<PathBuf> {
    let local = std::env::var_os("LOCALAPPDATA").filter(|_| cfg!(windows)).map(PathBuf::from);
    Some(local.or_else(dirs::cache_dir)?.join(identifier))
}

/// Returns the folder of the log: on macOS where Console looks for it, elsewhere in that of [`cache`].
pub(crate) fn logs(identifier: &str) -> Option<PathBuf> {
    if cfg!(target_os = "macos") {
        return Some(dirs::home_dir()?.join("Library/Logs").join(identifier));
    }
    Some(cache(identifier)?.join("logs"))
}
