//! What a snapshot consists of.

use std::path::{Component, Path};

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

/// The version of the manifest's form. It changes when programs that know only earlier ones would misread it.
pub const FORMAT: u32 = 1;
/// The largest size of a part; a transfer that is cut off loses at most one.
pub(crate) const PART_BYTES: usize = 8 << 20;

/// The description of a snapshot, and the last part of it to be published.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Manifest {
    /// [`FORMAT`] of the program that made it.
    pub format: u32,
    /// The version of that program.
    pub program: String,
    /// The version of the database's schema.
    pub schema: i64,
    /// When the snapshot was made.
    pub made: Timestamp,
    /// The documents in it, with their licences.
    pub documents: Vec<PublishedDocument>,
    /// The files.
    pub files: Vec<PublishedFile>,
}

/// A document of a snapshot.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PublishedDocument {
    /// Its key, such as `srd-2014`.
    pub key: String,
    /// Its title.
    pub name: String,
    /// Its licence, if it is known.
    pub license: Option<String>,
    /// The notice that the licence requires.
    pub notice: Option<String>,
}

/// A file of a snapshot.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PublishedFile {
    /// Its path in the folder, with `/`.
    pub path: String,
    /// Its size.
    pub bytes: u64,
    /// The SHA-256 of each part, in hexadecimal. All but the last have the same size.
    pub parts: Vec<String>,
}

impl Manifest {
    /// Returns the size of all files.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.files.iter().map(|file| file.bytes).sum()
    }

    /// Says what is wrong with a manifest from elsewhere, if anything: it decides which files are written here.
    pub(crate) fn fault(&self, newest_schema: i64) -> Option<String> {
        if self.format > FORMAT || self.schema > newest_schema {
            return Some(format!("was made by a newer LoreKeeper ({}); update this one", self.program));
        }
        if self.schema < newest_schema {
            return Some(format!(
                "was made by an older LoreKeeper ({}); publish it again with the version that serves it",
                self.program
            ));
        }
        let fault = self.files.iter().find_map(PublishedFile::fault);
        fault.or_else(|| self.files.is_empty().then(|| "has no files".to_owned()))
    }
}

impl PublishedFile {
    fn fault(&self) -> Option<String> {
        let is_inside = !self.path.contains('\\')
            && !self.path.is_empty()
            && Path::new(&self.path).components().all(|part| matches!(part, Component::Normal(_)));
        let is_hash = |part: &String| {
            part.len() == 64 && part.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
        };
        let parts = self.bytes.div_ceil(PART_BYTES as u64);
        (!is_inside || !self.parts.iter().all(is_hash) || self.parts.len() as u64 != parts)
            .then(|| format!("is damaged: its file `{}` is described wrongly; publish it again", self.path))
    }
}

/// Returns the SHA-256 of bytes, in hexadecimal.
pub(crate) fn hash(bytes: &[u8]) -> String {
    let digest = ring::digest::digest(&ring::digest::SHA256, bytes);
    digest.as_ref().iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn manifest(path: &str, bytes: u64, parts: &[&str]) -> Manifest {
        let parts = parts.iter().map(|part| part.repeat(64 / part.len())).collect();
        Manifest {
            format: FORMAT,
            program: "9.9.9".to_owned(),
            schema: 12,
            made: Timestamp::UNIX_EPOCH,
            documents: Vec::new(),
            files: vec![PublishedFile { path: path.to_owned(), bytes, parts }],
        }
    }

    #[test]
    fn a_manifest_cannot_write_outside_of_its_folder() {
        assert_eq!(manifest("index-2/a.term", 7, &["0a"]).fault(12), None);
        assert_eq!(manifest("library.db", PART_BYTES as u64 + 1, &["0a", "1b"]).fault(12), None);
        for path in ["", "/etc/passwd", "../x", "a/../../x", "C:\\x", "..\\x", "./x"] {
            let fault = manifest(path, 7, &["0a"]).fault(12);
            assert!(fault.is_some_and(|fault| fault.contains("damaged")), "{path}");
        }
        for (bytes, parts) in
            [(7, &[][..]), (7, &["0a", "1b"]), (7, &["0G"]), (PART_BYTES as u64 + 1, &["0a"])]
        {
            assert!(manifest("a", bytes, parts).fault(12).is_some(), "{bytes} {parts:?}");
        }
    }

    #[test]
    fn a_snapshot_of_another_version_is_refused_with_advice() {
        let ours = manifest("a", 1, &["0a"]);
        assert!(ours.fault(11).unwrap().contains("newer LoreKeeper (9.9.9); update"));
        assert!(ours.fault(13).unwrap().contains("publish it again"));
        let later = Manifest { format: FORMAT + 1, ..ours };
        assert!(later.fault(12).unwrap().contains("newer LoreKeeper"));
    }
}
