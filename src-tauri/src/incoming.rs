//! Files that come from outside the page: dropped on the window, picked, or given to the app when it is started.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use tauri::{AppHandle, DragDropEvent, Manager, Window};
use tauri_plugin_dialog::DialogExt;
use url::Url;

use crate::jobs::Jobs;
use crate::page::settings::Wish;
use crate::window;
use crate::wishes::Wishes;

/// The endings of files that can be imported, besides those that are only named by themselves.
const ENDINGS: [&str; 2] = ["orcbrew", "zip"];
/// The same for the file picker: `.edn` is how some people keep theirs.
const PICKED: [&str; 3] = ["orcbrew", "zip", "edn"];
/// How many files of one folder are taken at most.
const FOLDER_LIMIT: usize = 500;
/// The argument with which the app starts without its window.
pub(crate) const HIDDEN: &str = "--hidden";

/// What the app was started with.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct Arguments {
    /// Whether the window stays hidden.
    pub(crate) hidden: bool,
    /// Files to import.
    pub(crate) files: Vec<PathBuf>,
}

impl Arguments {
    /// Reads the arguments after the program's name; paths are as from a folder.
    pub(crate) fn read(arguments: impl IntoIterator<Item = String>, folder: &Path) -> Self {
        let mut read = Self::default();
        for argument in arguments {
            if argument == HIDDEN {
                read.hidden = true;
            } else if let Some(file) = file_of(&argument) {
                read.files.push(folder.join(file));
            }
        }
        read
    }
}

/// A path, or the path of a `file:` address; none for an option.
fn file_of(argument: &str) -> Option<PathBuf> {
    if argument.starts_with("file:") {
        return Url::parse(argument).ok()?.to_file_path().ok();
    }
    (!argument.is_empty() && !argument.starts_with('-')).then(|| PathBuf::from(argument))
}

/// Imports files, and shows the library.
pub(crate) fn import(app: &AppHandle, files: &[PathBuf]) {
    if files.is_empty() {
        return;
    }
    app.state::<Jobs>().import(files);
    app.state::<Wishes>().send(Wish::ShowLibrary);
}

/// Lets the user pick files and imports them; false when none was picked.
pub(crate) async fn pick(app: &AppHandle) -> bool {
    let (picked, waiting) = tokio::sync::oneshot::channel();
    let mut dialog = app.dialog().file().set_title("Import homebrew").add_filter("Homebrew", &PICKED);
    dialog = dialog.add_filter("All files", &["*"]);
    if let Some(main) = app.get_webview_window(window::MAIN).filter(|main| main.is_visible().unwrap_or(false))
    {
        dialog = dialog.set_parent(&main);
    }
    dialog.pick_files(move |files| {
        let _ = picked.send(files);
    });
    let files = waiting.await.ok().flatten().unwrap_or_default();
    let files: Vec<PathBuf> = files.into_iter().filter_map(|file| file.into_path().ok()).collect();
    import(app, &files);
    !files.is_empty()
}

/// Follows files that are held over the main window, and imports them when they are dropped.
pub(crate) fn dragged(window: &Window, event: &DragDropEvent) {
    if window.label() != window::MAIN {
        return;
    }
    let app = window.app_handle();
    let wishes = app.state::<Wishes>();
    match event {
        DragDropEvent::Enter { paths, .. } if !paths.is_empty() => {
            wishes.send(Wish::DragOver { files: u32::try_from(paths.len()).unwrap_or(u32::MAX) });
        }
        DragDropEvent::Leave => wishes.send(Wish::DragEnd),
        DragDropEvent::Drop { paths, .. } => {
            wishes.send(Wish::DragEnd);
            let (app, paths) = (app.clone(), paths.clone());
            // A folder may be slow to read.
            tauri::async_runtime::spawn_blocking(move || import(&app, &importable(&paths)));
        }
        _ => {}
    }
}

/// The files among dropped things: files as they are, and of a folder those in it that can be imported.
fn importable(dropped: &[PathBuf]) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for path in dropped {
        if path.is_dir() {
            files.extend(of_folder(path));
        } else {
            files.push(path.clone());
        }
    }
    files
}

fn of_folder(folder: &Path) -> Vec<PathBuf> {
    let entries = match std::fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) => {
            tracing::warn!(folder = %folder.display(), %error, "a dropped folder could not be read");
            return Vec::new();
        }
    };
    let is_wanted = |path: &PathBuf| {
        let ending = path.extension().and_then(OsStr::to_str).unwrap_or_default();
        ENDINGS.iter().any(|wanted| ending.eq_ignore_ascii_case(wanted)) && path.is_file()
    };
    let mut files: Vec<PathBuf> =
        entries.filter_map(|entry| Some(entry.ok()?.path())).filter(is_wanted).collect();
    files.sort();
    files.truncate(FOLDER_LIMIT);
    files
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arguments_are_paths_from_the_folder_and_addresses_of_files() {
        let given =
            ["--hidden", "book.orcbrew", "/far/away.zip", "file:///my%20books/a.orcbrew", "--unknown", ""];
        let read = Arguments::read(given.map(str::to_owned), Path::new("/home"));
        let files = ["/home/book.orcbrew", "/far/away.zip", "/my books/a.orcbrew"].map(PathBuf::from);
        assert_eq!(read, Arguments { hidden: true, files: files.to_vec() });
    }

    #[test]
    fn of_a_folder_only_what_can_be_imported_is_taken() {
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
