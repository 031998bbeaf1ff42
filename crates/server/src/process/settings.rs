//! Everything that this program reads from its environment, once at the start. It is passed down.

use std::env;
use std::path::{Path, PathBuf};
use std::time::Duration;

use lore::ingest::open5e::ClientOptions;
use lore::{Access, EmbeddingOptions};

use crate::protocol::lazy_library::LibrarySettings;
use crate::protocol::names;

const OPEN5E_VARIABLE: &str = "LOREKEEPER_OPEN5E_URL";
/// Set to anything but `0`, it keeps lookups from querying Open5e.
const OFFLINE_VARIABLE: &str = "LOREKEEPER_OFFLINE";
/// Another embedding model: a folder with a `model.json`, or the name of a model that fastembed knows.
const MODEL_VARIABLE: &str = "LOREKEEPER_MODEL";
/// The folder of the model, its runtime and the starter content.
const RESOURCES_VARIABLE: &str = "LOREKEEPER_RESOURCES";
const SNAPSHOT_SECONDS_VARIABLE: &str = "LOREKEEPER_SNAPSHOT_SECONDS";
/// The log filter, such as `trace` or `lore=debug`.
const LOG_VARIABLE: &str = "LOREKEEPER_LOG";

/// The folders of an installation's resources, relative to the folder of the program.
const RESOURCES_FOLDERS: [&str; 5] = [
    "resources", "../resources", "../Resources/resources", "../lib/lorekeeper/resources",
    "../lib/LoreKeeper/resources",
];

#[derive(Debug, Clone)]
pub(crate) struct Settings {
    pub(crate) library: LibrarySettings,
    pub(crate) resources_folders: Vec<PathBuf>,
    pub(crate) socket_folders: Vec<PathBuf>,
    pub(crate) working_folder: PathBuf,
}

impl Settings {
    pub(crate) fn read(home: Option<PathBuf>) -> Self {
        let resources_folders = resources_folders();
        let chosen_model = env::var(MODEL_VARIABLE).ok().filter(|choice| !choice.trim().is_empty());
        let socket_folders =
            ["XDG_RUNTIME_DIR", "TMPDIR"].into_iter().filter_map(env::var_os).map(PathBuf::from);
        Self {
            library: LibrarySettings {
                home: home.or_else(|| lore::home_folder().ok()),
                starter: starter_folder(&resources_folders),
                embedding: EmbeddingOptions {
                    chosen_model,
                    ..EmbeddingOptions::found_in(&resources_folders)
                },
                open5e: open5e(),
                offline: env::var_os(OFFLINE_VARIABLE).is_some_and(|value| !value.is_empty() && value != "0"),
                access: Access::Change,
            },
            resources_folders,
            socket_folders: socket_folders.chain([PathBuf::from("/tmp")]).collect(),
            working_folder: env::current_dir().unwrap_or_default(),
        }
    }
}

pub(crate) fn tool_prefix() -> Result<String, String> {
    names::prefix_from(env::var_os(names::PREFIX_VARIABLE).as_deref())
}

pub(crate) fn snapshot_interval() -> Option<Duration> {
    Some(Duration::from_secs(env::var(SNAPSHOT_SECONDS_VARIABLE).ok()?.parse().ok()?))
}

pub(crate) fn log_filter() -> Option<String> {
    env::var(LOG_VARIABLE).ok().filter(|filter| !filter.is_empty())
}

/// The one that `LOREKEEPER_RESOURCES` names, else those of an installation and the one of a source tree.
pub(crate) fn resources_folders() -> Vec<PathBuf> {
    if let Some(folder) = env::var_os(RESOURCES_VARIABLE) {
        return vec![PathBuf::from(folder)];
    }
    let Some(program) = env::current_exe().ok().and_then(|program| disk::canonical(&program).ok()) else {
        return Vec::new();
    };
    let folder = program.parent().unwrap_or(Path::new(""));
    // On Windows, this gives every separator and `..` the form that users know.
    let readable = |path: PathBuf| std::path::absolute(&path).unwrap_or(path);
    let mut folders: Vec<PathBuf> =
        RESOURCES_FOLDERS.iter().map(|path| readable(folder.join(path))).collect();
    let target = program.ancestors().find(|folder| folder.ends_with("target"));
    folders.extend(target.and_then(Path::parent).map(|tree| tree.join("resources")));
    folders
}

pub(crate) fn starter_folder(resources_folders: &[PathBuf]) -> Option<PathBuf> {
    resources_folders.iter().map(|folder| folder.join("starter")).find(|folder| folder.is_dir())
}

fn open5e() -> Result<ClientOptions, String> {
    match env::var(OPEN5E_VARIABLE) {
        Ok(base) => Ok(ClientOptions { base, ..ClientOptions::default() }),
        Err(env::VarError::NotPresent) => Ok(ClientOptions::default()),
        Err(error) => Err(format!("{OPEN5E_VARIABLE}: {error}")),
    }
}
