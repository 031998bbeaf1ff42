//! What a provider needs of the host that it is for.

use std::io;

/// The holder of a named token.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Person {
    /// The name of the token.
    pub name: String,
    /// The hash of the token. Another token of that name is somebody else's.
    pub token_sha256: String,
}

/// What a provider needs of the host: private files, and who may sign in.
pub trait Host: Send + Sync {
    /// Reads a private file; `None` if there is none.
    ///
    /// # Errors
    /// When it cannot be read.
    fn read(&self, file: &str) -> io::Result<Option<Vec<u8>>>;
    /// Writes or replaces a private file.
    ///
    /// # Errors
    /// When it cannot be written.
    fn write(&self, file: &str, content: &[u8]) -> io::Result<()>;
    /// Returns the holder of a named token that is valid now.
    ///
    /// # Errors
    /// When the tokens cannot be read.
    fn person(&self, token: &str) -> io::Result<Option<Person>>;
    /// Returns whether a person's token is still valid.
    fn is_current(&self, person: &Person) -> bool;
}
