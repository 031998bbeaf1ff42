//! The folders of the app's own log and lock. They are needed before Tauri starts, which knows the others.

use std::path::PathBuf;

use etcetera::BaseStrategy;

/// Returns the folder of files that can be missed: `%LOCALAPPDATA%`, `~/Library/Caches` or `~/.cache`, and in it the app's own.
pub(crate) fn cache(identifier: &str) -> Option<PathBuf> {
    Some(etcetera::base_strategy::choose_native_strategy().ok()?.cache_dir().join(identifier))
}

/// Returns the folder of the log: on macOS where Console looks for it, elsewhere in that of [`cache`].
pub(crate) fn logs(identifier: &str) -> Option<PathBuf> {
    if cfg!(target_os = "macos") {
        return Some(etcetera::home_dir().ok()?.join("Library/Logs").join(identifier));
    }
    Some(cache(identifier)?.join("logs"))
}
