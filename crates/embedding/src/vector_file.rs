//! A file of vectors that were made beforehand, each under the hash of its text.

use std::collections::HashMap;
use std::io;
use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::hash::sha256_hex;

/// The version of the file format.
const FORMAT: u32 = 1;
const MAX_HEADER_BYTES: usize = 1024;
const HASH_BYTES: usize = 16;
const SCALE_BYTES: usize = 4;

/// Stored vectors by the hash of their text.
pub type VectorsByHash = HashMap<[u8; HASH_BYTES], Vec<u8>>;

/// The first line of the file, as JSON. The hash and the stored form of each vector follow it.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Header {
    format: u32,
    /// The model's identity, which includes its hash and the format of passages.
    model: String,
    dimension: usize,
    vectors: usize,
    /// The hash of everything after this line, in hexadecimal digits.
    sha256: String,
}

/// Reads the vectors of a model.
///
/// # Errors
/// [`io::ErrorKind::NotFound`] without a file; [`io::ErrorKind::InvalidData`] for another model, another format or
/// damage.
pub fn read_vector_file(path: &Path, identity: &str, dimension: usize) -> io::Result<VectorsByHash> {
    parse(&std::fs::read(path)?, identity, dimension)
        .map_err(|reason| io::Error::new(io::ErrorKind::InvalidData, reason))
}

fn parse(bytes: &[u8], identity: &str, dimension: usize) -> Result<VectorsByHash, String> {
    let end = bytes.iter().take(MAX_HEADER_BYTES).position(|byte| *byte == b'\n');
    let (header, rest) = bytes.split_at(end.ok_or("it has no header")?);
    let header: Header =
        serde_json::from_slice(header).map_err(|error| format!("its header is damaged: {error}"))?;
    let body = rest.get(1..).unwrap_or_default();
    if header.format != FORMAT {
        return Err(format!("its format is {}, not {FORMAT}", header.format));
    }
    if (header.model.as_str(), header.dimension) != (identity, dimension) {
        return Err(format!("its vectors are of {}, not of {identity}", header.model));
    }
    if header.sha256 != sha256_hex(body) {
        return Err("it is damaged (its SHA-256 differs)".to_owned());
    }
    let records = body.chunks_exact(HASH_BYTES + SCALE_BYTES + dimension);
    if !records.remainder().is_empty() || records.len() != header.vectors {
        return Err(format!("it does not have {} vectors", header.vectors));
    }
    let vector = |record: &[u8]| {
        let (hash, bytes) = record.split_first_chunk()?;
        Some((*hash, bytes.to_vec()))
    };
    Ok(records.filter_map(vector).collect())
}

/// Writes the vectors of a model in the order of their hashes.
///
/// # Errors
/// If the file cannot be written; an older file stays.
pub fn write_vector_file(
    path: &Path,
    identity: &str,
    dimension: usize,
    vectors: &VectorsByHash,
) -> io::Result<()> {
    let mut sorted: Vec<_> = vectors.iter().collect();
    sorted.sort();
    let body: Vec<u8> =
        sorted.into_iter().flat_map(|(hash, bytes)| hash.iter().chain(bytes)).copied().collect();
    let header = Header {
        format: FORMAT,
        model: identity.to_owned(),
        dimension,
        vectors: vectors.len(),
        sha256: sha256_hex(&body),
    };
    let mut bytes = serde_json::to_vec(&header)?;
    bytes.push(b'\n');
    bytes.extend(body);
    let part = path.with_extension("part");
    std::fs::write(&part, bytes)?;
    disk::rename(&part, path)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn vectors() -> VectorsByHash {
        (0..3_u8).map(|n| ([n; HASH_BYTES], vec![0, 0, 128, 63, n, 7])).collect()
    }

    #[test]
    fn a_written_file_is_read_unchanged() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("vectors.bin");
        let missing = read_vector_file(&path, "plum@1/2", 2).unwrap_err();
        assert_eq!(missing.kind(), io::ErrorKind::NotFound);
        write_vector_file(&path, "plum@1/2", 2, &vectors()).unwrap();
        let first = std::fs::read(&path).unwrap();
        assert_eq!(read_vector_file(&path, "plum@1/2", 2).unwrap(), vectors());
        write_vector_file(&path, "plum@1/2", 2, &vectors()).unwrap();
        assert_eq!(std::fs::read(&path).unwrap(), first, "equal vectors make an equal file");
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[test]
    fn another_model_and_any_damage_are_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("vectors.bin");
        write_vector_file(&path, "plum@1/2", 2, &vectors()).unwrap();
        let error = read_vector_file(&path, "pear@1/2", 2).unwrap_err().to_string();
        assert!(error.contains("plum@1") && error.contains("pear@1"), "{error}");
        let whole = std::fs::read(&path).unwrap();
        for at in 0..whole.len() {
            let mut damaged = whole.clone();
            damaged[at] ^= 1;
            std::fs::write(&path, damaged).unwrap();
            assert!(read_vector_file(&path, "plum@1/2", 2).is_err(), "byte {at}");
            std::fs::write(&path, &whole[..at]).unwrap();
            assert!(read_vector_file(&path, "plum@1/2", 2).is_err(), "{at} bytes");
        }
    }
}
