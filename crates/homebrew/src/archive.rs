//! Reading of zip archives.

use std::io::Cursor;

use orcbrew::describe_document;
use zip::ZipArchive;

use crate::error::Result;
use crate::files::MAX_FILES;
use crate::gathering::Gathering;

impl Gathering<'_> {
    /// Adds the files of an archive. Returns what it is if it is a document of another kind.
    pub(crate) fn unpack(&mut self, bytes: Vec<u8>) -> Result<Option<String>> {
        let document = describe_document(&bytes);
        let opened = ZipArchive::new(Cursor::new(bytes));
        let mut archive = opened
            .map_err(|error| self.refusal(format!("it is a zip archive that cannot be opened ({error})")))?;
        self.is_archive = true;
        for index in 0..archive.len().min(MAX_FILES) {
            self.check_cancelled()?;
            let member = match archive.by_index(index) {
                Ok(member) => member,
                Err(error) => {
                    self.fail(None, format!("file {} in it cannot be opened ({error})", index + 1));
                    continue;
                }
            };
            let name = member.name().map_or_else(|_| format!("file {}", index + 1), |name| name.into_owned());
            let name = name.replace('\\', "/");
            if !member.is_file() || !self.takes(&name) {
                continue;
            }
            // The size stated in the archive may be wrong, so the extracted bytes are counted.
            match self.read(member)? {
                Ok(bytes) => self.add(name, bytes)?,
                Err(error) => {
                    self.fail(Some(&name), format!("it cannot be extracted from the archive ({error})"))
                }
            }
        }
        if archive.has_duplicate_names() {
            self.fail(None, "it holds several files of the same name, of which only the last was read; extract the others and import them");
        }
        if archive.len() > MAX_FILES {
            let number = archive.len();
            self.fail(None, format!(
                "it holds {number} files, of which only the first {MAX_FILES} were examined; extract the others and import them"
            ));
        }
        Ok(document.map(|document| format!("it is not homebrew but {document}")))
    }
}
