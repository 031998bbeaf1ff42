//! What a snapshot consists of.

use std::collections::{BTreeMap, HashSet};
use std::path::{Component, Path};

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

/// The version of the manifest's form. It changes when programs that know only earlier ones would misread it.
pub const FORMAT: u32 = 1;
/// The largest size of a part; a transfer that is cut off loses at most one.
pub(crate) const PART_BYTES: usize = 8 << 20;
/// A library has a few dozen files.
const MAX_FILES: usize = 1_000;
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
    pub made: DateTime<Utc>,
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
    pub fn bytes(&self) -> u64 {
        self.files.iter().map(|file| file.bytes).sum()
    }

    pub(crate) fn parts(&self) -> BTreeMap<&str, u64> {
        self.files.iter().flat_map(PublishedFile::sized_parts).collect()
    }

    /// A manifest from elsewhere decides what is fetched, and which files are written here.
    pub(crate) fn fault(&self, readable: &Readable) -> Option<String> {
        if self.format > FORMAT || self.schema > readable.schema {
            return Some(newer(&self.program));
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

pub(crate) fn newer(program: &str) -> String {
    format!("was made by a newer LoreKeeper ({program}); update this one")
}

impl PublishedFile {
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

    fn sized_parts(&self) -> impl Iterator<Item = (&str, u64)> {
        let rests = (0..self.bytes).step_by(PART_BYTES).map(|offset| self.bytes - offset);
        let sizes = rests.map(|rest| rest.min(PART_BYTES as u64));
        self.parts.iter().map(String::as_str).zip(sizes)
    }
}

#[cfg(test)]
mod tests;
