//! A workaround for NVIDIA's driver on Linux: with it, WebKitGTK's usual renderer can leave the window blank
//! (<https://github.com/tauri-apps/tauri/issues/8462>).

use std::os::unix::process::CommandExt as _;
use std::path::Path;
use std::process::Command;

/// With `1`, WebKitGTK draws without DMA-BUF; with `0`, as usual.
const SETTING: &str = "WEBKIT_DISABLE_DMABUF_RENDERER";
/// Exists while NVIDIA's own driver is loaded.
const DRIVER: &str = "/proc/driver/nvidia/version";

/// Starts the app anew, in the same process, if it needs the other renderer and the user chose none.
pub(crate) fn restart_with_other_renderer() {
    let Ok(program) = std::env::current_exe() else { return };
    if needs_other_renderer(Path::new(DRIVER), std::env::var_os(SETTING).is_some()) {
        let error = Command::new(program).args(std::env::args_os().skip(1)).env(SETTING, "1").exec();
        tracing::warn!(%error, "the window may stay blank, because the app could not set {SETTING}");
    }
}

/// The user's choice counts, and an app that was restarted is not restarted again.
fn needs_other_renderer(driver: &Path, is_chosen: bool) -> bool {
    !is_chosen && driver.exists()
}

#[cfg(test)]
mod tests;
