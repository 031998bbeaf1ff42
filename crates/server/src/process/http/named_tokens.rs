//! Named tokens: one for each person or program, so that each can be limited and revoked. Only their hashes are stored.

use std::fs::File;
use std::io;
use std::num::NonZeroU32;
use std::path::{Path, PathBuf};

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::token::random_token;
use crate::process::private_file;

/// The name of the file in the library's folder.
const TOKENS_FILE: &str = "http-tokens.json";
/// The name of the file that is locked while the tokens are changed.
const LOCK_FILE: &str = "http-tokens.lock";
/// The beginning of every named token, by which scanners for secrets recognise one.
const PREFIX: &str = "lk_";
/// The longest name of a token.
const MAX_NAME_CHARS: usize = 60;

/// A token without its secret.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct NamedToken {
    /// Whom or what it is for.
    pub(crate) name: String,
    /// The SHA-256 of the token, in hexadecimal.
    pub(crate) sha256: String,
    pub(crate) created: Timestamp,
    /// The sustained rate of requests; `None` for that of every client.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) requests_per_second: Option<NonZeroU32>,
}

/// The named tokens of a library, oldest first.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct NamedTokens {
    pub(crate) tokens: Vec<NamedToken>,
}

impl NamedTokens {
    /// Returns the path of the tokens of the library in `home`.
    pub(crate) fn path(home: &Path) -> PathBuf {
        home.join(TOKENS_FILE)
    }

    /// Reads the tokens of a file; none if it does not exist.
    ///
    /// # Errors
    /// When the file cannot be read, or is not a list of tokens.
    pub(crate) fn read(file: &Path) -> io::Result<Self> {
        match disk::patiently(|| std::fs::read(file)) {
            Ok(content) => Self::parse(&content),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Self::default()),
            Err(error) => Err(error),
        }
    }

    /// Parses the content of a file.
    ///
    /// # Errors
    /// When it is not a list of tokens.
    pub(super) fn parse(content: &[u8]) -> io::Result<Self> {
        serde_json::from_slice(content).map_err(|error| {
            let message =
                format!("it is not a list of tokens as `lorekeeper-mcp token add` writes it ({error})");
            io::Error::new(io::ErrorKind::InvalidData, message)
        })
    }

    /// Creates a token with a new name, and returns it. It cannot be shown again.
    ///
    /// # Errors
    /// When the name is empty, too long or taken, or the file cannot be read or written.
    pub(crate) fn add(
        home: &Path,
        name: &str,
        requests_per_second: Option<NonZeroU32>,
    ) -> io::Result<String> {
        let invalid = |message: String| io::Error::new(io::ErrorKind::InvalidInput, message);
        let name = name.trim();
        if name.is_empty() || name.chars().count() > MAX_NAME_CHARS || name.chars().any(char::is_control) {
            return Err(invalid(format!("a token's name has 1 to {MAX_NAME_CHARS} printable characters")));
        }
        Self::change(home, |tokens| {
            if tokens.iter().any(|token| token.name == name) {
                return Err(invalid(format!("there is already a token for `{name}`; revoke it first")));
            }
            let token = format!("{PREFIX}{}", random_token()?);
            tokens.push(NamedToken {
                name: name.to_owned(),
                sha256: hash(&token),
                created: Timestamp::now(),
                requests_per_second,
            });
            Ok(token)
        })
    }

    /// Revokes the token with a name. Running servers refuse it from the next request on.
    ///
    /// # Errors
    /// When there is no such token, or the file cannot be read or written.
    pub(crate) fn revoke(home: &Path, name: &str) -> io::Result<NamedToken> {
        Self::change(home, |tokens| match tokens.iter().position(|token| token.name == name.trim()) {
            Some(position) => Ok(tokens.remove(position)),
            None => {
                let message =
                    format!("there is no token for `{name}`; `lorekeeper-mcp token list` lists them");
                Err(io::Error::new(io::ErrorKind::NotFound, message))
            }
        })
    }

    /// Changes the tokens while no other process does.
    fn change<T>(home: &Path, change: impl FnOnce(&mut Vec<NamedToken>) -> io::Result<T>) -> io::Result<T> {
        lore::make_private_folder(home)?;
        let lock = File::create(home.join(LOCK_FILE))?;
        lock.lock()?;
        let path = Self::path(home);
        let mut tokens = Self::read(&path)?;
        let changed = change(&mut tokens.tokens)?;
        private_file::write(&path, &serde_json::to_vec_pretty(&tokens)?)?;
        Ok(changed)
    }
}

/// Returns the hash under which a token is stored. Tokens are random, so that none can be guessed from it.
pub(super) fn hash(token: &str) -> String {
    disk::sha256(token.as_bytes())
}

#[cfg(test)]
mod tests;
