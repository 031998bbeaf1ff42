//! A workaround for NVIDIA's driver on Linux: with it, WebKitGTK's usual renderer can leave the window blank
//! (<https://github.com/tauri-apps/tauri/issues/8462>).

use std::ffi::{OsStr, OsString};
use std::os::unix::process::CommandExt as _;
use std::path::Path;
use std::process::Command;

/// With `1`, WebKitGTK draws without DMA-BUF; with `0`, as usual.
const SETTING: &str = "WEBKIT_DISABLE_DMABUF_RENDERER";
/// Exists while NVIDIA's own driver is loaded.
const DRIVER: &str = "/proc/driver/nvidia/version";

/// Starts the app anew, in the same process, if it needs the other renderer and the user has chosen none. Otherwise returns.
pub(crate) fn restart_with_other_renderer() {
    let Ok(program) = std::env::current_exe() else { return };
    let chosen = std::env::var_os(SETTING);
    if let Some(mut app) = restart(Path::new(DRIVER), chosen.as_deref(), &program, std::env::args_os()) {
        let error = app.exec();
        tracing::warn!(%error, "the window may stay blank, because the app could not set {SETTING}");
    }
}

/// Returns the command that starts the app with the other renderer, if NVIDIA's driver is loaded and no renderer chosen.
fn restart(
    driver: &Path,
    chosen: Option<&OsStr>,
    program: &Path,
    mut arguments: impl Iterator<Item = OsString>,
) -> Option<Command> {
    if chosen.is_some() || !driver.exists() {
        return None;
    }
    let mut app = Command::new(program);
    if let Some(name) = arguments.next() {
        app.arg0(name);
    }
    app.args(arguments).env(SETTING, "1");
    Some(app)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Restarts a shell in place of the app, which prints the setting and its arguments.
    fn restarted(driver: &Path, chosen: Option<&str>) -> Option<String> {
        let arguments =
            ["sh", "-c", "echo $WEBKIT_DISABLE_DMABUF_RENDERER $0", "--hidden"].map(OsString::from);
        let app = restart(driver, chosen.map(OsStr::new), Path::new("/bin/sh"), arguments.into_iter());
        app.map(|mut app| String::from_utf8(app.output().unwrap().stdout).unwrap())
    }

    #[test]
    fn the_window_is_drawn_without_dma_buf_where_nvidias_driver_is_loaded() {
        let driver = tempfile::NamedTempFile::new().unwrap();
        assert_eq!(restarted(driver.path(), None).as_deref(), Some("1 --hidden\n"));
        assert_eq!(restarted(&driver.path().join("missing"), None), None);
        // The user's choice counts, and an app that was restarted is not restarted again.
        for chosen in ["0", "1"] {
            assert_eq!(restarted(driver.path(), Some(chosen)), None);
        }
    }
}
