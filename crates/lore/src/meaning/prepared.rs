//! Vectors that were made beforehand: a file with those of the starter content's passages, each by the hash of its text.

use std::collections::HashMap;
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::model::Model;

/// The form of the file.
const FORMAT: u32 = 1;
/// The most bytes that the head may have.
const LONGEST_HEAD: usize = 1024;
/// Bytes of a hash.
const HASH: usize = 16;
/// Bytes of a scale.
const SCALE: usize = 4;

/// Vectors as they are stored, by the hash of the text that they were made of.
pub(crate) type Known = HashMap<[u8; HASH], Vec<u8>>;

/// The first line of the file, as JSON. After it stand, for each vector, the hash of its text and its stored form.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Head {
    format: u32,
    /// The identity of the model, which names its hash and the form of its passages.
    model: String,
    dimension: usize,
    vectors: usize,
    /// Of everything after this line, in hexadecimal digits.
    sha256: String,
}

/// Reads the vectors that a model made; `None` when there is no file.
///
/// # Errors
/// Says in a sentence why the file is of no use: another model, another form, or damage.
pub(crate) fn read_prepared(path: &Path, model: &Model) -> Result<Option<Known>, String> {
    let bytes = match std::fs::read(path) {
        Ok(bytes) => bytes,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(error.to_string()),
    };
    let end = bytes.iter().take(LONGEST_HEAD).position(|byte| *byte == b'\n').ok_or("it has no head")?;
    let (head, rest) = bytes.split_at(end);
    let head: Head = serde_json::from_slice(head).map_err(|error| format!("its head is damaged: {error}"))?;
    let body = rest.get(1..).unwrap_or_default();
    if head.format != FORMAT {
        return Err(format!("it has the form {}, not {FORMAT}", head.format));
    }
    if (head.model.as_str(), head.dimension) != (model.identity().as_str(), model.dimension()) {
        return Err(format!("its vectors are of {}, not of {}", head.model, model.identity()));
    }
    if head.sha256 != sha256(body) {
        return Err("it is damaged (its SHA-256 is not the expected one)".to_owned());
    }
    let length = HASH + SCALE + head.dimension;
    let records = body.chunks_exact(length);
    if !records.remainder().is_empty() || records.len() != head.vectors {
        return Err(format!("it does not have {} vectors", head.vectors));
    }
    let vector = |record: &[u8]| {
        let (hash, bytes) = record.split_first_chunk()?;
        Some((*hash, bytes.to_vec()))
    };
    Ok(Some(records.filter_map(vector).collect()))
}

/// Writes the file, in the order of the hashes.
///
/// # Errors
/// When it cannot be written; an older file stays then.
pub(crate) fn write_prepared(path: &Path, model: &Model, vectors: &Known) -> std::io::Result<()> {
    let mut sorted: Vec<_> = vectors.iter().collect();
    sorted.sort();
    let body: Vec<u8> =
        sorted.into_iter().flat_map(|(hash, bytes)| hash.iter().chain(bytes)).copied().collect();
    let head = Head {
        format: FORMAT,
        model: model.identity(),
        dimension: model.dimension(),
        vectors: vectors.len(),
        sha256: sha256(&body),
    };
    let mut bytes = serde_json::to_vec(&head)?;
    bytes.push(b'\n');
    bytes.extend(body);
    let part = path.with_extension("part");
    std::fs::write(&part, bytes)?;
    std::fs::rename(part, path)
}

fn sha256(bytes: &[u8]) -> String {
    let digest = ring::digest::digest(&ring::digest::SHA256, bytes);
    digest.as_ref().iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::meaning::model::{Manifest, Pooling};

    fn model(name: &str) -> Model {
        let manifest = Manifest {
            name: name.to_owned(),
            file: "plum.onnx".to_owned(),
            sha256: None,
            dimension: 2,
            pooling: Pooling::Mean,
            query_prefix: String::new(),
            passage_prefix: String::new(),
            tokens: 64,
        };
        Model { folder: "plums".into(), manifest }
    }

    fn vectors() -> Known {
        (0..3_u8).map(|n| ([n; HASH], vec![0, 0, 128, 63, n, 7])).collect()
    }

    #[test]
    fn what_is_written_is_read_again() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("vectors.bin");
        assert_eq!(read_prepared(&path, &model("plum")), Ok(None));
        write_prepared(&path, &model("plum"), &vectors()).unwrap();
        let first = std::fs::read(&path).unwrap();
        assert_eq!(read_prepared(&path, &model("plum")), Ok(Some(vectors())));
        write_prepared(&path, &model("plum"), &vectors()).unwrap();
        assert_eq!(std::fs::read(&path).unwrap(), first, "equal vectors make an equal file");
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[test]
    fn another_model_and_any_damage_are_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("vectors.bin");
        write_prepared(&path, &model("plum"), &vectors()).unwrap();
        let error = read_prepared(&path, &model("pear")).unwrap_err();
        assert!(error.contains("plum@unknown") && error.contains("pear@unknown"), "{error}");
        let whole = std::fs::read(&path).unwrap();
        for at in 0..whole.len() {
            let mut damaged = whole.clone();
            damaged[at] ^= 1;
            std::fs::write(&path, damaged).unwrap();
            assert!(read_prepared(&path, &model("plum")).is_err(), "byte {at}");
            std::fs::write(&path, &whole[..at]).unwrap();
            assert!(read_prepared(&path, &model("plum")).is_err(), "{at} bytes");
        }
    }
}
