//! The bearer token of HTTP clients: one line in a file that only the user can read.

use std::io;
use std::path::{Path, PathBuf};

use subtle::ConstantTimeEq as _;

use crate::process::private_file;

/// The name of the file in the library's folder.
const TOKEN_FILE: &str = "http-token";
/// The randomness of a new token.
const RANDOM_BYTES: usize = 32;
/// The randomness of a short token, which is valid for an evening: with 20 attempts a second, nobody guesses it.
const SHORT_RANDOM_BYTES: usize = 10;
/// The length from which a user's own token is accepted.
const MIN_TOKEN_CHARS: usize = 16;

/// A bearer token.
pub(crate) struct Token(String);

impl Token {
    /// Returns the path of the token of the library in `home`.
    pub(crate) fn path(home: &Path) -> PathBuf {
        home.join(TOKEN_FILE)
    }

    /// Reads the token of a library, or creates one if there is none.
    ///
    /// # Errors
    /// When the file cannot be read or written, or holds no valid token.
    pub(crate) fn read_or_create(home: &Path) -> io::Result<Self> {
        match Self::read(home) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Self::create(home),
            other => other,
        }
    }

    /// Reads the token of a library.
    ///
    /// # Errors
    /// When the file is missing, cannot be read, or holds no valid token.
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

    /// Replaces the token with a new one. Running servers use it from the next request on.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub(crate) fn create(home: &Path) -> io::Result<Self> {
        Self::store(home, random_token()?)
    }

    /// Creates a token that fits into an address that people may have to type.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub(crate) fn create_short(home: &Path) -> io::Result<Self> {
        Self::store(home, random_hexadecimal::<SHORT_RANDOM_BYTES>()?)
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

    /// Returns the token as text.
    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }
}

/// Returns a new secret, in hexadecimal.
///
/// # Errors
/// When the system has no random numbers.
pub(super) fn random_token() -> io::Result<String> {
    random_hexadecimal::<RANDOM_BYTES>()
}

fn random_hexadecimal<const BYTES: usize>() -> io::Result<String> {
    let mut random = [0_u8; BYTES];
    getrandom::fill(&mut random).map_err(io::Error::other)?;
    Ok(disk::hex(&random))
}

#[cfg(test)]
mod tests;
