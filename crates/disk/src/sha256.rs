//! SHA-256, and bytes in hexadecimal digits. `ring` is several times as fast as `sha2` on processors without
//! instructions for it.

use std::fs::File;
use std::io::{self, Write};
use std::path::Path;

use ring::digest::{Context, SHA256, digest};

/// The SHA-256 of everything that is written to it.
#[derive(Clone)]
pub struct Sha256(Context);

impl Default for Sha256 {
    fn default() -> Self {
        Self(Context::new(&SHA256))
    }
}

impl Sha256 {
    /// Adds bytes.
    pub fn update(&mut self, bytes: &[u8]) {
        self.0.update(bytes);
    }

    /// Returns the hash in hexadecimal digits.
    pub fn hex(self) -> String {
        hex(self.0.finish().as_ref())
    }
}

impl Write for Sha256 {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.update(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Returns the SHA-256 of some bytes in hexadecimal digits.
pub fn sha256(bytes: &[u8]) -> String {
    hex(digest(&SHA256, bytes).as_ref())
}

/// Returns the SHA-256 of a file's content in hexadecimal digits.
pub fn sha256_of_file(path: &Path) -> io::Result<String> {
    let mut hash = Sha256::default();
    io::copy(&mut File::open(path)?, &mut hash)?;
    Ok(hash.hex())
}

/// Returns bytes in hexadecimal digits.
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests;
