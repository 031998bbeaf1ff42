//! Folders that take long to make. The first test that needs one makes it, and every other copies it, whether
//! they run in one process or each in its own.

use std::fs::{self, File, OpenOptions};
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::path::{Path, PathBuf};

/// The file that is locked while a template is made or used.
const LOCK_FILE: &str = "lock";

/// A folder for tests to copy. Nobody removes it as long as this value exists.
pub(crate) struct Template {
    pub(crate) folder: PathBuf,
    _lock: File,
}

/// A template that must be made first. Other processes wait until it is complete or abandoned.
pub(crate) struct Draft {
    pub(crate) folder: PathBuf,
    complete: PathBuf,
    lock: File,
}

impl Template {
    /// Returns the template of a name, or its draft if none was made of these files as they are now.
    pub(crate) fn open(name: &str, made_from: &[&Path]) -> Result<Self, Draft> {
        let program = std::env::current_exe().unwrap();
        // Cargo builds tests in `target/debug/deps`, or in `target/TRIPLE/debug/deps`.
        let folder = program.ancestors().nth(3).unwrap().join("tmp").join("templates").join(name);
        fs::create_dir_all(&folder).unwrap();
        let lock = folder.join(LOCK_FILE);
        let lock = OpenOptions::new().create(true).truncate(false).read(true).write(true).open(lock).unwrap();
        let complete = folder.join(version(made_from));
        lock.lock_shared().unwrap();
        if complete.is_dir() {
            return Ok(Self { folder: complete, _lock: lock });
        }
        lock.unlock().unwrap();
        lock.lock().unwrap();
        let draft = Draft { folder: complete.with_extension("draft"), complete, lock };
        if draft.complete.is_dir() {
            // Another test made it meanwhile.
            return Ok(draft.shared());
        }
        for old in fs::read_dir(&folder).unwrap().map(Result::unwrap) {
            if old.file_name() != LOCK_FILE {
                disk::remove_dir_all(&old.path()).unwrap();
            }
        }
        Err(draft)
    }

    pub(crate) fn copy_to(&self, folder: &Path) {
        copy(&self.folder, folder);
    }
}

impl Draft {
    pub(crate) fn complete(self) -> Template {
        disk::rename(&self.folder, &self.complete).unwrap();
        self.shared()
    }

    fn shared(self) -> Template {
        self.lock.unlock().unwrap();
        self.lock.lock_shared().unwrap();
        Template { folder: self.complete, _lock: self.lock }
    }
}

fn version(files: &[&Path]) -> String {
    let mut hasher = DefaultHasher::new();
    for file in files {
        let state = fs::metadata(file).ok().map(|file| (file.len(), file.modified().ok()));
        (file, state).hash(&mut hasher);
    }
    format!("{:016x}", hasher.finish())
}

/// Sockets and links are left out.
pub(crate) fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    fs::set_permissions(to, fs::metadata(from).unwrap().permissions()).unwrap();
    for file in fs::read_dir(from).unwrap().map(Result::unwrap) {
        let (kind, copied) = (file.file_type().unwrap(), to.join(file.file_name()));
        if kind.is_dir() {
            copy(&file.path(), &copied);
        } else if kind.is_file() {
            fs::copy(file.path(), copied).unwrap();
        }
    }
}
