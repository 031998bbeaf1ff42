//! What a snapshot consists of.

use std::collections::{BTreeMap, HashSet};
use std::path::{Component, Path};

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

/// The version of the manifest's form. It changes when programs that know only earlier ones would misread it.
pub const FORMAT: u32 = 1;
/// The largest size of a part; a transfer that is cut off loses at most one.
pub(crate) const PART_BYTES: usize = 8 << 20;
/// The largest number of files. A library has a few dozen.
const MAX_FILES: usize = 1_000;
/// The largest size of all files.
const MAX_BYTES: u64 = 4 << 30;
/// The largest size of all parts that are in more than one place. Only small files are ever alike.
const MAX_REPEATED_BYTES: u64 = PART_BYTES as u64;

/// What a program can read.
#[derive(Debug, Clone, Copy)]
pub struct Readable {
    /// The version of the database's schema.
    pub schema: i64,
    /// Returns whether a file, by its path with `/`, belongs to a snapshot.
    pub has_file: fn(&str) -> bool,
}

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

    /// Returns the size of each part by its hash.
    pub(crate) fn parts(&self) -> BTreeMap<&str, u64> {
        self.files.iter().flat_map(PublishedFile::sized_parts).collect()
    }

    /// Says what is wrong with a manifest from elsewhere, if anything: it decides what is fetched, and which files are written here.
    pub(crate) fn fault(&self, readable: &Readable) -> Option<String> {
        if self.format > FORMAT || self.schema > readable.schema {
            return Some(format!("was made by a newer LoreKeeper ({}); update this one", self.program));
        }
        if self.schema < readable.schema {
            return Some(format!(
                "was made by an older LoreKeeper ({}); publish it again with the version that serves it",
                self.program
            ));
        }
        if self.files.is_empty() {
            return Some("has no files".to_owned());
        }
        self.excess().or_else(|| {
            let (mut paths, parts) = (HashSet::new(), self.parts());
            let file = self.files.iter().find(|file| {
                !file.is_well_described()
                    || !(readable.has_file)(&file.path)
                    || !paths.insert(file.path.as_str())
                    || file.sized_parts().any(|(part, bytes)| parts.get(part) != Some(&bytes))
            })?;
            Some(format!("is damaged: its file `{}` is described wrongly; publish it again", file.path))
        })
    }

    /// Says which limit the snapshot exceeds, if any.
    pub(crate) fn excess(&self) -> Option<String> {
        if self.files.len() > MAX_FILES {
            return Some(format!("has {} files; at most {MAX_FILES} are read", self.files.len()));
        }
        let all = self.files.iter().fold(0_u64, |all, file| all.saturating_add(file.bytes));
        if all > MAX_BYTES {
            return Some(format!("has {all} bytes; at most {MAX_BYTES} are read"));
        }
        let repeated = all.saturating_sub(self.parts().values().sum());
        (repeated > MAX_REPEATED_BYTES).then(|| {
            format!("repeats {repeated} bytes of its own; at most {MAX_REPEATED_BYTES} may be alike")
        })
    }
}

impl PublishedFile {
    /// Returns whether the path is inside of the folder, and the parts are as many as the size says.
    fn is_well_described(&self) -> bool {
        let is_inside = !self.path.contains('\\')
            && !self.path.is_empty()
            && Path::new(&self.path).components().all(|part| matches!(part, Component::Normal(_)));
        let is_hash = |part: &String| {
            part.len() == 64 && part.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
        };
        let parts = self.bytes.div_ceil(PART_BYTES as u64);
        is_inside && self.parts.iter().all(is_hash) && self.parts.len() as u64 == parts
    }

    /// Returns the parts with their sizes.
    fn sized_parts(&self) -> impl Iterator<Item = (&str, u64)> {
        let rests = (0..self.bytes).step_by(PART_BYTES).map(|offset| self.bytes - offset);
        let sizes = rests.map(|rest| rest.min(PART_BYTES as u64));
        self.parts.iter().map(String::as_str).zip(sizes)
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

    fn readable(schema: i64) -> Readable {
        Readable { schema, has_file: |path| path != "http-token" }
    }

    #[test]
    fn a_manifest_cannot_write_outside_of_its_folder() {
        let fault = |manifest: Manifest| manifest.fault(&readable(12));
        assert_eq!(fault(manifest("index-2/a.term", 7, &["0a"])), None);
        assert_eq!(fault(manifest("library.db", PART_BYTES as u64 + 1, &["0a", "1b"])), None);
        for path in ["", "/etc/passwd", "../x", "a/../../x", "C:\\x", "..\\x", "./x", "http-token"] {
            let fault = fault(manifest(path, 7, &["0a"]));
            assert!(fault.is_some_and(|fault| fault.contains("damaged")), "{path}");
        }
        for (bytes, parts) in
            [(7, &[][..]), (7, &["0a", "1b"]), (7, &["0G"]), (PART_BYTES as u64 + 1, &["0a"])]
        {
            assert!(fault(manifest("a", bytes, parts)).is_some(), "{bytes} {parts:?}");
        }
        let mut twice = manifest("a", 7, &["0a"]);
        twice.files.push(twice.files[0].clone());
        assert!(fault(twice).unwrap().contains("`a`"));
    }

    #[test]
    fn a_manifest_cannot_make_more_of_little() {
        const PART: u64 = PART_BYTES as u64;
        let fault = |files: Vec<PublishedFile>| {
            let manifest = Manifest { files, ..manifest("a", 7, &["0a"]) };
            manifest.fault(&readable(12)).unwrap_or_default()
        };
        let file = |number: usize, bytes: u64, parts: Vec<String>| PublishedFile {
            path: format!("index-2/{number}"),
            bytes,
            parts,
        };
        let distinct = |number: usize| format!("{number:064x}");
        let repeated = |times: usize| {
            vec![file(0, PART * times as u64, vec![distinct(7); times]), file(1, 3, vec![distinct(8)])]
        };
        assert_eq!(fault(repeated(2)), "");
        assert!(fault(repeated(3)).contains("repeats"), "{}", fault(repeated(3)));
        // A part has one size.
        let claimed = vec![file(0, PART, vec![distinct(7)]), file(1, 1, vec![distinct(7)])];
        assert!(fault(claimed).contains("damaged"));
        let empty: Vec<_> = (0..=MAX_FILES).map(|number| file(number, 0, Vec::new())).collect();
        assert!(fault(empty).contains("1001 files"));
        let large = (0..513).map(|number| file(number, PART, vec![distinct(number)])).collect();
        assert!(fault(large).contains("4303355904 bytes"));
        let endless = vec![file(0, u64::MAX, vec![distinct(7)]), file(1, u64::MAX, vec![distinct(8)])];
        assert!(fault(endless).contains("bytes"));
    }

    #[test]
    fn a_snapshot_of_another_version_is_refused_with_advice() {
        let ours = manifest("a", 1, &["0a"]);
        assert!(ours.fault(&readable(11)).unwrap().contains("newer LoreKeeper (9.9.9); update"));
        assert!(ours.fault(&readable(13)).unwrap().contains("publish it again"));
        let later = Manifest { format: FORMAT + 1, ..ours };
        assert!(later.fault(&readable(12)).unwrap().contains("newer LoreKeeper"));
    }
}
