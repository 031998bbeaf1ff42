//! SHA-256 in hexadecimal digits. `ring` is several times as fast as `sha2` on processors without instructions for it.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use ring::digest::{Context, Digest, SHA256, digest};

/// The part of a file that is in memory at once.
const BUFFER_BYTES: usize = 64 * 1024;

/// Returns the SHA-256 of some bytes.
pub(crate) fn sha256_hex(bytes: &[u8]) -> String {
    hex(&digest(&SHA256, bytes))
}

/// Returns the SHA-256 of a file's content.
pub(crate) fn sha256_hex_of_file(path: &Path) -> io::Result<String> {
    let mut file = File::open(path)?;
    let (mut hash, mut buffer) = (Context::new(&SHA256), vec![0; BUFFER_BYTES]);
    loop {
        let length = file.read(&mut buffer)?;
        match buffer.get(..length) {
            None | Some([]) => return Ok(hex(&hash.finish())),
            Some(bytes) => hash.update(bytes),
        }
    }
}

/// Writes a digest in hexadecimal digits.
pub(crate) fn hex(digest: &Digest) -> String {
    digest.as_ref().iter().map(|byte| format!("{byte:02x}")).collect()
}
