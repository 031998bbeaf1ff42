//! Homebrew files that are dropped on the window, picked in a dialog, or named on the app's command line.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

use tauri::{AppHandle, DragDropEvent, Manager, Window};
use tauri_plugin_dialog::DialogExt;
use url::Url;

use crate::jobs::Jobs;
use crate::page::settings::ShellEvent;
use crate::shell_events::ShellEvents;
use crate::window;

/// The extensions of the files that are taken from a dropped folder.
const FOLDER_EXTENSIONS: [&str; 2] = ["orcbrew", "zip"];
/// The extensions that the file dialog offers; some people save homebrew as `.edn`.
const DIALOG_EXTENSIONS: [&str; 3] = ["orcbrew", "zip", "edn"];
/// The number of files that are taken from one folder.
const MAX_FILES_PER_FOLDER: usize = 500;
/// The option that starts the app without its window.
pub(crate) const HIDDEN_OPTION: &str = "--hidden";
/// The option that shows the quick look instead of the window: desktops with Wayland bind keys to it.
pub(crate) const QUICK_LOOK_OPTION: &str = "--quick-look";
/// The option that ends the running app and waits for it.
const QUIT_OPTION: &str = "--quit";
/// The option with which [`QUIT_OPTION`] starts the program again, to reach the running app.
pub(crate) const FORWARD_QUIT_OPTION: &str = "--forward-quit";

/// The command line of the app.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct Arguments {
    /// The window stays hidden.
    pub(crate) hidden: bool,
    /// The quick look is shown instead of the window.
    pub(crate) quick_look: bool,
    /// The running app is ended.
    pub(crate) quit: bool,
    /// The running app ends itself.
    pub(crate) forward_quit: bool,
    /// Files to import.
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

/// Imports files and opens the library.
pub(crate) fn import(app: &AppHandle, files: &[PathBuf]) {
    if files.is_empty() {
        return;
    }
    app.state::<Jobs>().import(files);
    app.state::<ShellEvents>().send(ShellEvent::ShowLibrary);
}

/// Lets the user pick files and imports them; returns false if none was picked.
pub(crate) async fn pick(app: &AppHandle) -> bool {
    let (sender, picked) = tokio::sync::oneshot::channel();
    let mut dialog =
        app.dialog().file().set_title("Import homebrew").add_filter("Homebrew", &DIALOG_EXTENSIONS);
    dialog = dialog.add_filter("All files", &["*"]);
    if let Some(main) = app.get_webview_window(window::MAIN).filter(|main| main.is_visible().unwrap_or(false))
    {
        dialog = dialog.set_parent(&main);
    }
    dialog.pick_files(move |files| {
        let _ = sender.send(files);
    });
    let files = picked.await.ok().flatten().unwrap_or_default();
    let files: Vec<PathBuf> = files.into_iter().filter_map(|file| file.into_path().ok()).collect();
    import(app, &files);
    !files.is_empty()
}

/// Reports a drag of files over the main window to the page, and imports files that are dropped.
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

/// Returns the files to import: dropped files as they are, and the homebrew files of dropped folders.
fn importable(dropped: &[PathBuf]) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for path in dropped {
        if path.is_dir() {
            files.extend(files_in(path));
        } else {
            files.push(path.clone());
        }
    }
    files
}

fn files_in(folder: &Path) -> Vec<PathBuf> {
    let entries = match std::fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) => {
            tracing::warn!(folder = %folder.display(), %error, "a dropped folder could not be read");
            return Vec::new();
        }
    };
    let is_homebrew = |path: &PathBuf| {
        let extension = path.extension().and_then(OsStr::to_str).unwrap_or_default();
        FOLDER_EXTENSIONS.iter().any(|known| extension.eq_ignore_ascii_case(known)) && path.is_file()
    };
    let mut files: Vec<PathBuf> =
        entries.filter_map(|entry| Some(entry.ok()?.path())).filter(is_homebrew).collect();
    files.sort();
    files.truncate(MAX_FILES_PER_FOLDER);
    files
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arguments_are_relative_paths_and_file_urls() {
        let root = if cfg!(windows) { "C:/" } else { "/" };
        let path = |below: &str| PathBuf::from(format!("{root}{below}"));
        let (absolute, url) =
            (path("far/away.zip"), Url::from_file_path(path("my books/ä.orcbrew")).unwrap());
        let arguments =
            ["--hidden", "book.orcbrew", absolute.to_str().unwrap(), url.as_str(), "--unknown", ""];
        let parsed = Arguments::parse(arguments, &path("home"));
        let files = vec![path("home/book.orcbrew"), absolute, path("my books/ä.orcbrew")];
        assert_eq!(parsed, Arguments { hidden: true, files, ..Arguments::default() });
    }

    #[test]
    fn options_of_quitting_are_no_files() {
        let parsed = Arguments::parse(["--quit", "--forward-quit"], Path::new(""));
        assert_eq!(parsed, Arguments { quit: true, forward_quit: true, ..Arguments::default() });
    }

    #[cfg(unix)]
    #[test]
    fn an_argument_that_is_no_text_is_a_path() {
        use std::os::unix::ffi::OsStringExt;

        let name = OsString::from_vec(b"b\xffok.orcbrew".to_vec());
        let parsed = Arguments::parse([name.clone()], Path::new("/home"));
        assert_eq!(parsed.files, [Path::new("/home").join(name)]);
    }

    #[test]
    fn only_homebrew_files_are_taken_from_a_folder() {
        let folder = tempfile::tempdir().unwrap();
        for name in ["b.ORCBREW", "a.zip", "notes.txt", "deep.orcbrew/inner.orcbrew"] {
            let file = folder.path().join(name);
            std::fs::create_dir_all(file.parent().unwrap()).unwrap();
            std::fs::write(file, "").unwrap();
        }
        let single = folder.path().join("notes.txt");
        let taken =
            importable(&[folder.path().to_owned(), single.clone(), PathBuf::from("/is/gone.orcbrew")]);
        let expected =
            [folder.path().join("a.zip"), folder.path().join("b.ORCBREW"), single, "/is/gone.orcbrew".into()];
        assert_eq!(taken, expected);
    }
}
