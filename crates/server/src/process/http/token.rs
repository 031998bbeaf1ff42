//! The bearer token of HTTP clients: one line in a file that only the user can read.

use std::io;
use std::path::{Path, PathBuf};

use subtle::ConstantTimeEq as _;

use crate::process::private_file;

const TOKEN_FILE: &str = "http-token";
pub(super) const RANDOM_BYTES: usize = 32;
/// The randomness of a short token, valid for an evening: with 20 attempts a second, nobody guesses it.
const SHORT_RANDOM_BYTES: usize = 10;
/// The length from which a user's own token is accepted.
const MIN_TOKEN_CHARS: usize = 16;

pub(crate) struct Token(String);

impl Token {
    pub(crate) fn path(home: &Path) -> PathBuf {
        home.join(TOKEN_FILE)
    }

    pub(crate) fn read_or_create(home: &Path) -> io::Result<Self> {
        match Self::read(home) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Self::create(home),
            other => other,
        }
    }

    pub(crate) fn read(home: &Path) -> io::Result<Self> {
        let path = Self::path(home);
        let text = disk::patiently(|| std::fs::read_to_string(&path))?;
        if private_file::is_open_to_others(&path)? {
            tracing::warn!(file = %path.display(), "other users could read the token; `lorekeeper-mcp token --new` creates another");
            private_file::close_to_others(&path)?;
        }
        let token = text.trim();
        if token.len() < MIN_TOKEN_CHARS || !token.bytes().all(|byte| byte.is_ascii_graphic()) {
            let message = format!(
                "it holds no token of at least {MIN_TOKEN_CHARS} letters, digits and signs; `lorekeeper-mcp token --new` creates one"
            );
            return Err(io::Error::new(io::ErrorKind::InvalidData, message));
        }
        Ok(Self(token.to_owned()))
    }

    /// Replaces the token that there is. Running servers use the new one from the next request on.
    pub(crate) fn create(home: &Path) -> io::Result<Self> {
        Self::store(home, random_token(RANDOM_BYTES)?)
    }

    /// The token fits into an address that people may have to type.
    pub(crate) fn create_short(home: &Path) -> io::Result<Self> {
        Self::store(home, random_token(SHORT_RANDOM_BYTES)?)
    }

    fn store(home: &Path, token: String) -> io::Result<Self> {
        lore::make_private_folder(home)?;
        private_file::write(&Self::path(home), format!("{token}\n").as_bytes())?;
        Ok(Self(token))
    }

    /// Compares with a client's token in constant time.
    pub(crate) fn matches(&self, other: &str) -> bool {
        self.0.as_bytes().ct_eq(other.as_bytes()).into()
    }

    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }
}

pub(super) fn random_token(bytes: usize) -> io::Result<String> {
    let mut random = vec![0; bytes];
    getrandom::fill(&mut random).map_err(io::Error::other)?;
    Ok(disk::hex(&random))
}

#[cfg(test)]
mod tests;
