//! Reading of folders, and packing of their homebrew into an archive.

use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use orcbrew::CancelCheck;
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

use crate::error::{Error, Result};
use crate::files::{MAX_FILES, ReadFiles};
use crate::format::Format;
use crate::gathering::Gathering;

const MAX_DEPTH: usize = 32;
/// Folders of other programs within folders of homebrew.
const OTHER_FOLDERS: [&str; 5] = [".git", ".github", ".trash", "__MACOSX", "node_modules"];

/// `absolute` names the folder in the result.
pub(crate) fn read_folder(
    path: &Path,
    absolute: &str,
    formats: &[&'static Format],
    cancel: &CancelCheck,
) -> Result<ReadFiles> {
    let unreadable = |source| Error::Unreadable { path: path.to_owned(), source };
    let mut gathering = Gathering::new(path, absolute, formats, cancel);
    let mut names = Vec::new();
    let complete = list(path, "", 0, &mut names).map_err(unreadable)?;
    if !complete {
        gathering.fail(None, format!("it holds more than {MAX_FILES} files or {MAX_DEPTH} folders within each other; import its folders one by one"));
    }
    for name in names {
        if !gathering.takes(&name) {
            continue;
        }
        let file = path.join(&name);
        let opened = disk::patiently(|| File::open(disk::exact(&file)));
        let read = match opened {
            Ok(file) => gathering.read(file)?,
            Err(error) => Err(error),
        };
        match read {
            Ok(bytes) => gathering.add(name, bytes)?,
            Err(error) => {
                gathering.fail(Some(&name), format!("it cannot be read ({})", disk::reason(&error)))
            }
        }
    }
    gathering.finish(None)
}

/// Lists the files of a folder by their paths in it, in order, and returns true if that is all of them. Links
/// are not followed.
fn list(folder: &Path, prefix: &str, depth: usize, names: &mut Vec<String>) -> io::Result<bool> {
    if depth > MAX_DEPTH {
        return Ok(false);
    }
    let mut entries: Vec<(String, bool)> = Vec::new();
    for entry in std::fs::read_dir(disk::exact(folder))? {
        let entry = entry?;
        let kind = entry.file_type()?;
        // A name that is not Unicode could not be found again.
        if let Ok(name) = entry.file_name().into_string()
            && (kind.is_dir() || kind.is_file())
        {
            entries.push((name, kind.is_dir()));
        }
    }
    entries.sort_unstable();
    let mut complete = true;
    for (name, is_folder) in entries {
        let path = if prefix.is_empty() { name.clone() } else { format!("{prefix}/{name}") };
        if is_folder && !OTHER_FOLDERS.contains(&name.as_str()) {
            complete &= list(&folder.join(&name), &path, depth + 1, names)?;
        } else if !is_folder && names.len() < MAX_FILES {
            names.push(path);
        } else {
            complete &= is_folder;
        }
    }
    Ok(complete)
}

/// Packs files of a folder, given by their paths in it, into an archive, which is read as the folder is.
///
/// # Errors
/// If a file cannot be read or the archive cannot be written.
pub fn pack(folder: &Path, members: &[String], target: &File) -> io::Result<()> {
    let top = folder.file_name().map(|name| name.to_string_lossy().into_owned());
    let top = top.unwrap_or_else(|| "homebrew".to_owned());
    let mut archive = ZipWriter::new(target);
    for name in members {
        archive.start_file(format!("{top}/{name}"), SimpleFileOptions::default())?;
        let file: PathBuf = folder.join(name);
        io::copy(&mut File::open(disk::exact(&file))?, &mut archive)?;
    }
    archive.finish()?.flush()
}
