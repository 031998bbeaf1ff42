//! Starting the app, hidden, when the user logs in.

use std::path::Path;

use auto_launch::{AutoLaunch, AutoLaunchBuilder, WindowsEnableMode};
use tauri::AppHandle;
#[cfg(target_os = "linux")]
use tauri::Manager;

use crate::incoming_files::HIDDEN_OPTION;
use crate::problem::Problem;

pub(crate) fn is_enabled(app: &AppHandle) -> bool {
    entry(app).and_then(|entry| entry.is_enabled().map_err(unchanged)).unwrap_or_else(|problem| {
        tracing::debug!(problem.message, "whether the app starts at login is unknown");
        false
    })
}

pub(crate) fn set(app: &AppHandle, enabled: bool) -> Result<(), Problem> {
    let entry = entry(app)?;
    let result = match (enabled, entry.is_enabled()) {
        (true, _) => entry.enable(),
        // Disabling fails if it is not enabled.
        (false, Ok(false)) => Ok(()),
        (false, _) => entry.disable(),
    };
    result.map_err(unchanged)
}

/// Returns the entry by which the system starts the app: a desktop file, launch agent or registry value.
fn entry(app: &AppHandle) -> Result<AutoLaunch, Problem> {
    let program =
        std::env::current_exe().map_err(|error| Problem::system("The app's program was not found", error))?;
    // An AppImage is started by its file, not by the program that is mounted from it.
    #[cfg(target_os = "linux")]
    let program = app.env().appimage.map_or(program, Into::into);
    AutoLaunchBuilder::new()
        .set_app_name(&app.package_info().name)
        .set_app_path(&command(&program, cfg!(target_os = "macos")))
        .set_args(&[HIDDEN_OPTION])
        .set_windows_enable_mode(WindowsEnableMode::CurrentUser)
        .build()
        .map_err(unchanged)
}

/// Returns the program as the entry names it: quoted, for spaces in its path, except in an agent's list.
fn command(program: &Path, is_list: bool) -> String {
    let program = program.display();
    if is_list { program.to_string() } else { format!("\"{program}\"") }
}

fn unchanged(error: auto_launch::Error) -> Problem {
    Problem::system("Starting at login could not be changed", error)
}

#[cfg(test)]
mod tests;
