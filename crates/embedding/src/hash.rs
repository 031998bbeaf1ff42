//! SHA-256 in hexadecimal digits. `ring` is several times as fast as `sha2` on processors without instructions for it.

use ring::digest::{Digest, SHA256, digest};

/// Returns the SHA-256 of some bytes.
pub(crate) fn sha256_hex(bytes: &[u8]) -> String {
    hex(&digest(&SHA256, bytes))
}

/// Writes a digest in hexadecimal digits.
pub(crate) fn hex(digest: &Digest) -> String {
    digest.as_ref().iter().map(|byte| format!("{byte:02x}")).collect()
}
