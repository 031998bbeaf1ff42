//! Codes and refresh tokens: random, and kept as hashes only.

use std::io;

use ring::digest::{SHA256, digest};

/// Returns a new secret, in hexadecimal.
pub(super) fn secret() -> io::Result<String> {
    let mut random = [0_u8; 32];
    getrandom::fill(&mut random).map_err(io::Error::other)?;
    Ok(hexadecimal(&random))
}

/// Returns the hash under which a secret is kept. Secrets are random, so that none can be guessed from it.
pub(super) fn hash(secret: &str) -> String {
    hexadecimal(digest(&SHA256, secret.as_bytes()).as_ref())
}

fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
