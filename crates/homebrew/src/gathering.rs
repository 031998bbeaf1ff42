//! Sorts the files of a folder or an archive by their formats.

use std::io::Read;
use std::path::{Path, PathBuf};

use orcbrew::{CancelCheck, Repair};

use crate::classify::{Classified, classify, plain_name, reads};
use crate::error::{Error, Result};
use crate::files::{Content, MAX_BYTES, ReadFiles, SourceFile, is_archive};
use crate::format::Format;
use crate::source::File;

const MAX_REASONS: usize = 5;

/// Files of which the content is no homebrew, and which may be large.
const OTHER_FILES: [&str; 26] = [
    "png", "jpg", "jpeg", "webp", "gif", "svg", "bmp", "ico", "mp3", "ogg", "opus", "wav", "flac", "webm",
    "mp4", "mov", "pdf", "ttf", "otf", "woff", "woff2", "css", "js", "mjs", "map", "html",
];
/// Files that are to be homebrew, so that it is reported if they are not.
const EXPECTED: [&str; 3] = ["orcbrew", "edn", "json"];
/// JSON that accompanies homebrew.
const MANIFESTS: [&str; 9] = [
    "module.json", "system.json", "world.json", "package.json", "package-lock.json", "manifest.json",
    "tsconfig.json", "_index.json", "appearance.json",
];

pub(crate) struct Gathering<'a> {
    /// The folder or archive, as errors name it.
    path: &'a Path,
    absolute: &'a str,
    formats: &'a [&'static Format],
    cancel: &'a CancelCheck,
    read: ReadFiles,
    spread: Vec<Spread>,
    /// True for an archive, whose files may all be in one folder.
    pub(crate) is_archive: bool,
    is_foundry_database: bool,
    /// How much more may be read.
    bytes_left: u64,
}

/// The files of a format that spreads a book over many.
struct Spread {
    format: &'static Format,
    files: Vec<File>,
    /// The names and hashes of the files.
    hashes: Vec<String>,
    repairs: Vec<Repair>,
}

impl<'a> Gathering<'a> {
    pub(crate) fn new(
        path: &'a Path,
        absolute: &'a str,
        formats: &'a [&'static Format],
        cancel: &'a CancelCheck,
    ) -> Self {
        let (read, spread) = (ReadFiles::default(), Vec::new());
        Self {
            path,
            absolute,
            formats,
            cancel,
            read,
            spread,
            is_archive: false,
            is_foundry_database: false,
            bytes_left: MAX_BYTES,
        }
    }

    /// Returns true for a file that may hold homebrew. macOS adds a `._` file for each file.
    pub(crate) fn takes(&mut self, name: &str) -> bool {
        let file = name.rsplit('/').next().unwrap_or_default();
        self.is_foundry_database |= extension(file) == "ldb";
        !file.starts_with("._")
            && extension(file) != "ldb"
            && !OTHER_FILES.contains(&extension(file).as_str())
    }

    pub(crate) fn refusal(&self, reason: String) -> Error {
        Error::not_homebrew(self.path, reason)
    }

    pub(crate) fn fail(&mut self, name: Option<&str>, reason: impl Into<String>) {
        let path = name.map_or_else(|| self.path.to_owned(), |name| path_in(self.path, name));
        self.read.errors.push(Error::not_homebrew(&path, reason));
    }

    /// Reads a file of the folder or archive, as long as all files together are not too large.
    pub(crate) fn read(&mut self, reader: impl Read) -> Result<std::io::Result<Vec<u8>>> {
        let mut bytes = Vec::new();
        if let Err(error) = reader.take(self.bytes_left + 1).read_to_end(&mut bytes) {
            return Ok(Err(error));
        }
        self.bytes_left = self.bytes_left.checked_sub(bytes.len() as u64).ok_or_else(|| {
            let reason =
                "its files are larger than 128 MB together, and no homebrew is; import its parts one by one";
            Error::not_homebrew(self.path, reason)
        })?;
        Ok(Ok(bytes))
    }

    pub(crate) fn check_cancelled(&self) -> Result<()> {
        if (self.cancel)() { Err(Error::Cancelled) } else { Ok(()) }
    }

    /// Adds a file with its path in the folder or archive.
    pub(crate) fn add(&mut self, name: String, bytes: Vec<u8>) -> Result<()> {
        self.check_cancelled()?;
        let file_name = name.rsplit('/').next().unwrap_or_default();
        let is_expected =
            EXPECTED.contains(&extension(file_name).as_str()) && !MANIFESTS.contains(&file_name);
        let path = path_in(self.path, &name);
        if !self.is_archive && is_archive(&bytes) {
            return self.add_archive(&path, name, bytes);
        }
        let hash = disk::sha256(&bytes);
        match classify(&path, bytes, self.formats, self.cancel) {
            Ok(Classified { content: Content::Format { format, mut files }, repair }) if format.is_spread => {
                let spread = self.spread_of(format);
                spread.hashes.push(format!("{name} {hash}"));
                spread.repairs.extend(repair);
                if let Some(mut file) = files.pop() {
                    file.name.clone_from(&name);
                    spread.files.push(file);
                }
            }
            Ok(Classified { content, repair }) => {
                let path = format!("{}!{name}", self.absolute);
                let name = plain_name(file_name);
                let repairs = repair.into_iter().collect();
                self.read.files.push(SourceFile { path, name, hash, content, repairs, folder: None });
            }
            Err(Error::Cancelled) => return Err(Error::Cancelled),
            Err(error) => {
                self.read.errors.extend(Some(error).filter(|_| is_expected));
                return Ok(());
            }
        }
        self.read.members.push(name);
        Ok(())
    }

    /// Adds the homebrew in an archive that is in a folder.
    fn add_archive(&mut self, path: &Path, name: String, bytes: Vec<u8>) -> Result<()> {
        let absolute = format!("{}!{name}", self.absolute);
        let mut inner = Gathering::new(path, &absolute, self.formats, self.cancel);
        inner.bytes_left = self.bytes_left;
        let document = inner.unpack(bytes);
        self.bytes_left = inner.bytes_left;
        match document.and_then(|document| inner.finish(document)) {
            Ok(read) => {
                self.read.files.extend(read.files);
                self.read.errors.extend(read.errors);
                self.read.members.push(name);
            }
            Err(Error::Cancelled) => return Err(Error::Cancelled),
            // Many kinds of documents are archives, too.
            Err(error) if extension(&name) == "zip" => self.read.errors.push(error),
            Err(_) => {}
        }
        Ok(())
    }

    fn spread_of(&mut self, format: &'static Format) -> &mut Spread {
        let place = self.spread.iter().position(|it| std::ptr::eq(it.format, format));
        let place = place.unwrap_or_else(|| {
            let (files, hashes, repairs) = (Vec::new(), Vec::new(), Vec::new());
            self.spread.push(Spread { format, files, hashes, repairs });
            self.spread.len() - 1
        });
        #[expect(clippy::indexing_slicing, reason = "found or pushed above")]
        &mut self.spread[place]
    }

    /// `instead` says what an archive is if it holds no homebrew.
    pub(crate) fn finish(mut self, instead: Option<String>) -> Result<ReadFiles> {
        for Spread { format, mut files, mut hashes, repairs } in std::mem::take(&mut self.spread) {
            files.sort_unstable_by(|one, other| one.name.cmp(&other.name));
            let folder = self.is_archive.then(|| without_common_folder(&mut files)).flatten();
            if folder.is_some() {
                hashes = hashes
                    .iter()
                    .filter_map(|line| line.split_once('/').map(|(_, rest)| rest.to_owned()))
                    .collect();
            }
            hashes.sort_unstable();
            let file_name = self.path.file_name().map(|name| name.to_string_lossy().into_owned());
            self.read.files.push(SourceFile {
                path: format!("{} ({})", self.absolute, format.name),
                name: plain_name(&file_name.unwrap_or_else(|| self.absolute.to_owned())),
                hash: disk::sha256(hashes.join("\n").as_bytes()),
                content: Content::Format { format, files },
                repairs,
                folder,
            });
        }
        if !self.read.files.is_empty() {
            return Ok(self.read);
        }
        let Self { path, mut read, is_foundry_database, formats, .. } = self;
        Err(match read.errors.len() {
            0 if is_foundry_database => Error::not_homebrew(
                path,
                "its compendia are databases of Foundry VTT; unpack them with Foundry's command `fvtt package unpack`, or export single documents in Foundry, and import those",
            ),
            0 => Error::not_homebrew(
                path,
                instead.unwrap_or_else(|| format!("there is no homebrew in it; {}", reads(formats))),
            ),
            1 => read.errors.remove(0),
            count => {
                let reasons: Vec<String> =
                    read.errors.iter().take(MAX_REASONS).map(ToString::to_string).collect();
                Error::not_homebrew(
                    path,
                    format!("none of its {count} files can be read: {}", reasons.join("; ")),
                )
            }
        })
    }
}

/// If all files are in one folder, removes it from their names and returns it.
fn without_common_folder(files: &mut [File]) -> Option<String> {
    let (folder, _) = files.first()?.name.split_once('/')?;
    let folder = format!("{folder}/");
    if !files.iter().all(|file| file.name.starts_with(&folder)) {
        return None;
    }
    for file in files {
        file.name.drain(..folder.len());
    }
    Some(folder.trim_end_matches('/').to_owned())
}

/// The name may look like an absolute path.
fn path_in(folder: &Path, name: &str) -> PathBuf {
    let mut path = folder.as_os_str().to_owned();
    for part in name.split('/').filter(|part| !part.is_empty()) {
        path.push(std::path::MAIN_SEPARATOR_STR);
        path.push(part);
    }
    path.into()
}

fn extension(name: &str) -> String {
    Path::new(name)
        .extension()
        .map(|extension| extension.to_string_lossy().to_lowercase())
        .unwrap_or_default()
}
