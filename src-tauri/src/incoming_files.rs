//! Files that the user names: homebrew that is dropped on the window, picked in a dialog or named on the
//! app's command line, and the files of exports and backups.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

use rfd::AsyncFileDialog;
use tauri::{AppHandle, DragDropEvent, Manager, Window};
use tokio::sync::oneshot;
use url::Url;

use crate::jobs::Jobs;
use crate::shell_events::{ShellEvent, ShellEvents};
use crate::window;

const FOLDER_EXTENSIONS: [&str; 2] = ["orcbrew", "zip"];
/// The extensions that the file dialog offers; some people save homebrew as `.edn`.
const DIALOG_EXTENSIONS: [&str; 3] = ["orcbrew", "zip", "edn"];
const MAX_FILES_PER_FOLDER: usize = 500;
pub(crate) const HIDDEN_OPTION: &str = "--hidden";
/// The option that shows the quick look instead of the window: desktops with Wayland bind keys to it.
pub(crate) const QUICK_LOOK_OPTION: &str = "--quick-look";
const QUIT_OPTION: &str = "--quit";
/// The option with which [`QUIT_OPTION`] starts the program again, to reach the running app.
pub(crate) const FORWARD_QUIT_OPTION: &str = "--forward-quit";

#[derive(Debug, Default, PartialEq)]
pub(crate) struct Arguments {
    pub(crate) hidden: bool,
    pub(crate) quick_look: bool,
    pub(crate) quit: bool,
    pub(crate) forward_quit: bool,
    pub(crate) files: Vec<PathBuf>,
}

impl Arguments {
    /// Parses the arguments after the program's name; paths are relative to the folder.
    pub(crate) fn parse(arguments: impl IntoIterator<Item: Into<OsString>>, folder: &Path) -> Self {
        let mut parsed = Self::default();
        for argument in arguments {
            let argument = argument.into();
            match argument.to_str() {
                Some(HIDDEN_OPTION) => parsed.hidden = true,
                Some(QUICK_LOOK_OPTION) => parsed.quick_look = true,
                Some(QUIT_OPTION) => parsed.quit = true,
                Some(FORWARD_QUIT_OPTION) => parsed.forward_quit = true,
                Some(text) => parsed.files.extend(file_path(text).map(|file| folder.join(file))),
                None => parsed.files.push(folder.join(argument)),
            }
        }
        parsed
    }
}

/// Returns the path that an argument names, plain or as a `file:` URL; `None` for an option.
fn file_path(argument: &str) -> Option<PathBuf> {
    if argument.starts_with("file:") {
        return Url::parse(argument).ok()?.to_file_path().ok();
    }
    (!argument.is_empty() && !argument.starts_with('-')).then(|| PathBuf::from(argument))
}

pub(crate) fn import(app: &AppHandle, files: &[PathBuf]) {
    if files.is_empty() {
        return;
    }
    app.state::<Jobs>().import(files);
    app.state::<ShellEvents>().send(ShellEvent::ShowLibrary);
}

/// Lets the user pick files and imports them; returns false if none was picked.
pub(crate) async fn pick(app: &AppHandle) -> bool {
    let dialog = dialog(app, "Import homebrew");
    let dialog = dialog.add_filter("Homebrew", &DIALOG_EXTENSIONS).add_filter("All files", &["*"]);
    let picked = choice(app, || dialog.pick_files()).await.unwrap_or_default();
    let files: Vec<PathBuf> = picked.iter().map(|file| file.path().to_owned()).collect();
    import(app, &files);
    !files.is_empty()
}

pub(crate) async fn pick_backup(app: &AppHandle) -> Option<PathBuf> {
    let dialog = dialog(app, "Restore").add_filter("Backups", &["db"]);
    Some(choice(app, || dialog.pick_file()).await?.path().to_owned())
}

pub(crate) async fn choose_target(app: &AppHandle, title: &str, name: &str) -> Option<PathBuf> {
    let dialog = dialog(app, title).set_file_name(name);
    Some(choice(app, || dialog.save_file()).await?.path().to_owned())
}

fn dialog(app: &AppHandle, title: &str) -> AsyncFileDialog {
    let dialog = AsyncFileDialog::new().set_title(title).set_can_create_directories(true);
    match app.get_webview_window(window::MAIN).filter(|main| main.is_visible().unwrap_or(false)) {
        Some(main) => dialog.set_parent(&main),
        None => dialog,
    }
}

/// Shows a dialog from the main thread, as macOS requires, and waits for what the user chooses.
async fn choice<T, F>(app: &AppHandle, show: impl FnOnce() -> F + Send + 'static) -> Option<T>
where
    F: Future<Output = Option<T>> + Send + 'static,
{
    let (sender, shown) = oneshot::channel();
    app.run_on_main_thread(move || drop(sender.send(show()))).ok()?;
    shown.await.ok()?.await
}

pub(crate) fn on_drag(window: &Window, event: &DragDropEvent) {
    if window.label() != window::MAIN {
        return;
    }
    let app = window.app_handle();
    let events = app.state::<ShellEvents>();
    match event {
        DragDropEvent::Enter { paths, .. } if !paths.is_empty() => {
            events.send(ShellEvent::DragOver { files: u32::try_from(paths.len()).unwrap_or(u32::MAX) });
        }
        DragDropEvent::Leave => events.send(ShellEvent::DragEnd),
        DragDropEvent::Drop { paths, .. } => {
            events.send(ShellEvent::DragEnd);
            let (app, paths) = (app.clone(), paths.clone());
            // A folder may be slow to read.
            tauri::async_runtime::spawn_blocking(move || import(&app, &importable(&paths)));
        }
        _ => {}
    }
}

fn importable(dropped: &[PathBuf]) -> Vec<PathBuf> {
    let files = |path: &PathBuf| if path.is_dir() { files_in(path) } else { vec![path.clone()] };
    dropped.iter().flat_map(files).collect()
}

fn files_in(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).inspect_err(|error| {
        tracing::warn!(folder = %folder.display(), %error, "a dropped folder could not be read");
    });
    let is_homebrew = |path: &PathBuf| {
        let extension = path.extension().and_then(OsStr::to_str).unwrap_or_default();
        FOLDER_EXTENSIONS.iter().any(|known| extension.eq_ignore_ascii_case(known)) && path.is_file()
    };
    let paths = entries.into_iter().flatten().flatten().map(|entry| entry.path());
    let mut files: Vec<PathBuf> = paths.filter(is_homebrew).collect();
    files.sort();
    files.truncate(MAX_FILES_PER_FOLDER);
    files
}

#[cfg(test)]
mod tests;
