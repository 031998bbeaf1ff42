//! Templates of folders that tests copy.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use tempfile::TempDir;

use crate::template::{Draft, Template};

/// A template of one file, and a count of how often it was made.
struct OneFile {
    _folder: TempDir,
    template: PathBuf,
    source: PathBuf,
    made: AtomicUsize,
}

impl OneFile {
    fn new() -> Self {
        let folder = TempDir::new().unwrap();
        let source = folder.path().join("source");
        fs::write(&source, "old").unwrap();
        Self { template: folder.path().join("template"), source, made: AtomicUsize::new(0), _folder: folder }
    }

    fn open(&self) -> Result<Template, Draft> {
        Template::open_in(&self.template, &[&self.source])
    }

    /// Makes the template if it is missing, and returns the text of the file in a copy.
    fn copied(&self) -> String {
        let template = self.open().unwrap_or_else(|draft| {
            self.made.fetch_add(1, Ordering::Relaxed);
            fs::create_dir(&draft.folder).unwrap();
            // Time for others to ask.
            std::thread::sleep(Duration::from_millis(100));
            fs::copy(&self.source, draft.folder.join("file")).unwrap();
            draft.complete()
        });
        let copy = TempDir::new().unwrap();
        template.copy_to(&copy.path().join("below"));
        fs::read_to_string(copy.path().join("below/file")).unwrap()
    }
}

fn names(folder: &Path) -> Vec<String> {
    let files = fs::read_dir(folder).unwrap();
    files.map(|file| file.unwrap().file_name().into_string().unwrap()).collect()
}

#[test]
fn a_template_is_made_once_and_copied_by_all_who_wait() {
    let file = OneFile::new();
    std::thread::scope(|scope| {
        let copied = || assert_eq!(file.copied(), "old");
        let threads: Vec<_> = (0..8).map(|_| scope.spawn(copied)).collect();
        threads.into_iter().for_each(|thread| thread.join().unwrap());
    });
    assert_eq!(file.made.into_inner(), 1);
}

#[test]
fn a_template_of_changed_files_replaces_the_old_one() {
    let file = OneFile::new();
    assert_eq!(file.copied(), "old");
    fs::write(&file.source, "newer").unwrap();
    assert_eq!(file.copied(), "newer");
    assert_eq!(names(&file.template).len(), 2, "the lock and one version: {:?}", names(&file.template));
}

#[test]
fn a_template_that_was_given_up_is_made_by_the_next() {
    let file = OneFile::new();
    let Err(draft) = file.open() else { panic!("it is there already") };
    fs::create_dir(&draft.folder).unwrap();
    fs::write(draft.folder.join("rest"), "").unwrap();
    drop(draft);
    assert_eq!(file.copied(), "old");
}
