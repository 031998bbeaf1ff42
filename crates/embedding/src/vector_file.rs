//! A file of vectors that were made beforehand, each under the hash of its text.

use std::collections::{BTreeSet, HashMap};
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

const FORMAT: u32 = 1;
const MAX_HEADER_BYTES: u64 = 1024;
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

/// A file of vectors, of which only the hashes are in memory.
#[derive(Debug)]
pub struct VectorFile {
    path: PathBuf,
    /// The hashes in their order, which is that of the vectors.
    hashes: Vec<[u8; HASH_BYTES]>,
    /// The place of the first vector's hash in the file, in bytes.
    first: u64,
    dimension: usize,
}

impl VectorFile {
    /// Opens a file with vectors of the model whose identity has a beginning, and compares it with its hash.
    ///
    /// # Errors
    /// [`io::ErrorKind::NotFound`]; [`io::ErrorKind::InvalidData`] for another model or format, or damage.
    pub fn open(path: &Path, model: &str, dimension: usize) -> io::Result<Self> {
        let mut file = BufReader::new(File::open(path)?);
        let mut header = Vec::new();
        file.by_ref().take(MAX_HEADER_BYTES).read_until(b'\n', &mut header)?;
        let first = header.len() as u64;
        let header: Header = serde_json::from_slice(&header)
            .map_err(|error| invalid(format!("its header is damaged: {error}")))?;
        if header.format != FORMAT {
            return Err(invalid(format!("its format is {}, not {FORMAT}", header.format)));
        }
        if !header.model.starts_with(model) || header.dimension != dimension {
            return Err(invalid(format!("its vectors are of {}, not of {model}", header.model)));
        }
        let (mut hashes, mut digest) = (Vec::new(), disk::Sha256::default());
        let mut record = vec![0; record_bytes(dimension)];
        while !file.fill_buf()?.is_empty() {
            file.read_exact(&mut record).map_err(|_| invalid("it ends within a vector".to_owned()))?;
            digest.update(&record);
            hashes.extend(record.first_chunk());
        }
        if hashes.len() != header.vectors {
            return Err(invalid(format!("it does not have {} vectors", header.vectors)));
        }
        if header.sha256 != digest.hex() || !hashes.is_sorted() {
            return Err(invalid("it is damaged (its SHA-256 differs)".to_owned()));
        }
        Ok(Self { path: path.to_owned(), hashes, first, dimension })
    }

    /// Returns those vectors of some texts that the file has.
    ///
    /// # Errors
    /// If the file cannot be read any more.
    pub fn vectors<'a>(
        &self,
        hashes: impl Iterator<Item = &'a [u8; HASH_BYTES]>,
    ) -> io::Result<VectorsByHash> {
        let places: BTreeSet<_> = hashes.filter_map(|hash| self.hashes.binary_search(hash).ok()).collect();
        let mut vectors = VectorsByHash::with_capacity(places.len());
        if places.is_empty() {
            return Ok(vectors);
        }
        let mut file = BufReader::new(File::open(&self.path)?);
        let record = record_bytes(self.dimension) as u64;
        let mut at = file.seek(SeekFrom::Start(self.first))?;
        for place in places {
            let Some(hash) = self.hashes.get(place) else { continue };
            // What is buffered is read from the buffer.
            let start = self.first + place as u64 * record + HASH_BYTES as u64;
            file.seek_relative(i64::try_from(start - at).map_err(io::Error::other)?)?;
            let mut vector = vec![0; SCALE_BYTES + self.dimension];
            file.read_exact(&mut vector)?;
            at = start + vector.len() as u64;
            vectors.insert(*hash, vector);
        }
        Ok(vectors)
    }
}

fn record_bytes(dimension: usize) -> usize {
    HASH_BYTES + SCALE_BYTES + dimension
}

fn invalid(reason: String) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, reason)
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
        sha256: disk::sha256(&body),
    };
    let mut bytes = serde_json::to_vec(&header)?;
    bytes.push(b'\n');
    bytes.extend(body);
    let part = path.with_extension("part");
    std::fs::write(&part, bytes)?;
    disk::rename(&part, path)
}

#[cfg(test)]
mod tests;
