//! Named tokens: one per person or program, to limit and revoke each. Only their hashes are stored.

use std::fs::File;
use std::io;
use std::num::NonZeroU32;
use std::path::{Path, PathBuf};

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use super::token::{RANDOM_BYTES, random_token};
use crate::process::private_file;

const TOKENS_FILE: &str = "http-tokens.json";
const LOCK_FILE: &str = "http-tokens.lock";
/// The beginning of every named token, by which scanners for secrets recognise one.
const PREFIX: &str = "lk_";
const MAX_NAME_CHARS: usize = 60;

/// A token without its secret.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct NamedToken {
    pub(crate) name: String,
    /// The SHA-256 of the token, in hexadecimal.
    pub(crate) sha256: String,
    pub(crate) created: DateTime<Utc>,
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
    pub(crate) fn path(home: &Path) -> PathBuf {
        home.join(TOKENS_FILE)
    }

    /// Returns no tokens if the file does not exist.
    pub(crate) fn read(file: &Path) -> io::Result<Self> {
        Self::parse(&Self::content(file)?)
    }

    pub(super) fn content(file: &Path) -> io::Result<Vec<u8>> {
        match disk::patiently(|| std::fs::read(file)) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Vec::new()),
            read => read,
        }
    }

    pub(super) fn parse(content: &[u8]) -> io::Result<Self> {
        if content.is_empty() {
            return Ok(Self::default());
        }
        serde_json::from_slice(content).map_err(|error| {
            let message =
                format!("it is not a list of tokens as `lorekeeper-mcp token add` writes it ({error})");
            io::Error::new(io::ErrorKind::InvalidData, message)
        })
    }

    /// The token that is returned cannot be shown again.
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
            let token = format!("{PREFIX}{}", random_token(RANDOM_BYTES)?);
            tokens.push(NamedToken {
                name: name.to_owned(),
                sha256: hash(&token),
                created: Utc::now(),
                requests_per_second,
            });
            Ok(token)
        })
    }

    /// Running servers refuse the token from the next request on.
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

/// Tokens are random, so that none can be guessed from its hash.
pub(super) fn hash(token: &str) -> String {
    disk::sha256(token.as_bytes())
}

#[cfg(test)]
mod tests;
