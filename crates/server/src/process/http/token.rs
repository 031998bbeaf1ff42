//! The secret that programs show to be served over HTTP: one line in a file that only the user can read.

use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use subtle::ConstantTimeEq as _;

/// The file's name in the library's folder.
const FILE: &str = "http-token";
/// How much chance is in a token that is made here, in bytes.
const CHANCE: usize = 32;
/// The shortest token that a user may put there instead, in characters.
const SHORTEST: usize = 16;

/// A token.
pub(crate) struct Token(String);

impl Token {
    /// Where the token of a library stands.
    pub(crate) fn place(home: &Path) -> PathBuf {
        home.join(FILE)
    }

    /// The token of a library; made when there is none.
    ///
    /// # Errors
    /// When the file cannot be read or written, or holds no token.
    pub(crate) fn of(home: &Path) -> io::Result<Self> {
        match Self::read(home) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Self::make(home),
            other => other,
        }
    }

    /// The token that stands in the file.
    ///
    /// # Errors
    /// When the file is not there, cannot be read, or holds no token.
    pub(crate) fn read(home: &Path) -> io::Result<Self> {
        let place = Self::place(home);
        let text = std::fs::read_to_string(&place)?;
        close_to_others(&place)?;
        let token = text.trim();
        if token.len() < SHORTEST || !token.bytes().all(|byte| byte.is_ascii_graphic()) {
            let words = format!(
                "{} holds no token of at least {SHORTEST} letters, digits and signs; `lorekeeper-mcp token --new` makes one",
                place.display()
            );
            return Err(io::Error::new(io::ErrorKind::InvalidData, words));
        }
        Ok(Self(token.to_owned()))
    }

    /// Makes another token, in place of the one that was there. Running servers take it with the next request.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub(crate) fn make(home: &Path) -> io::Result<Self> {
        let mut chance = [0; CHANCE];
        getrandom::fill(&mut chance).map_err(io::Error::other)?;
        let token: String = chance.iter().map(|byte| format!("{byte:02x}")).collect();
        lore::make_private_folder(home)?;
        // Temporary files are their user's alone, and stay so when they get their name.
        let mut file = tempfile::NamedTempFile::new_in(home)?;
        writeln!(file, "{token}")?;
        file.as_file().sync_all()?;
        file.persist(Self::place(home))?;
        Ok(Self(token))
    }

    /// Whether this is the token; how long that takes does not tell how much of it is right.
    pub(crate) fn is(&self, given: &str) -> bool {
        self.0.as_bytes().ct_eq(given.as_bytes()).into()
    }

    /// The token as it is shown to its user.
    pub(crate) fn shown(&self) -> &str {
        &self.0
    }
}

/// Takes a token's file from everyone but its user, should it have been opened to others.
#[cfg(unix)]
fn close_to_others(place: &Path) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt as _;

    if std::fs::metadata(place)?.permissions().mode() & 0o077 != 0 {
        tracing::warn!(file = %place.display(), "other users could read the token; `lorekeeper-mcp token --new` makes another");
        std::fs::set_permissions(place, std::fs::Permissions::from_mode(0o600))?;
    }
    Ok(())
}

/// A file in a user's folder is the user's on Windows.
#[cfg(not(unix))]
fn close_to_others(_: &Path) -> io::Result<()> {
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_is_made_once_and_anew_when_that_is_asked_for() {
        let home = tempfile::tempdir().unwrap();
        let first = Token::of(home.path()).unwrap();
        assert_eq!(first.shown().len(), 2 * CHANCE);
        assert!(Token::of(home.path()).unwrap().is(first.shown()));
        let second = Token::make(home.path()).unwrap();
        assert!(!second.is(first.shown()) && Token::read(home.path()).unwrap().is(second.shown()));
        assert!(!second.is("") && !second.is(&format!("{}x", second.shown())));
    }

    #[cfg(unix)]
    #[test]
    fn nobody_else_can_read_the_token_even_where_its_file_was_open_to_others() {
        use std::os::unix::fs::PermissionsExt as _;

        let home = tempfile::tempdir().unwrap();
        let mode = || std::fs::metadata(Token::place(home.path())).unwrap().permissions().mode() & 0o777;
        Token::of(home.path()).unwrap();
        assert_eq!(mode(), 0o600);
        std::fs::set_permissions(Token::place(home.path()), std::fs::Permissions::from_mode(0o644)).unwrap();
        Token::read(home.path()).unwrap();
        assert_eq!(mode(), 0o600);
    }

    #[test]
    fn a_file_without_a_token_is_refused_and_left_as_it_is() {
        let home = tempfile::tempdir().unwrap();
        for text in ["", "short", "a token with spaces in it", "schlüssel-mit-umlauten"] {
            std::fs::write(Token::place(home.path()), text).unwrap();
            let error = Token::of(home.path()).err().unwrap().to_string();
            assert!(error.contains("token --new"), "{error}");
            assert_eq!(std::fs::read_to_string(Token::place(home.path())).unwrap(), text);
        }
        std::fs::write(Token::place(home.path()), "  a-word-of-my-own-choice \r\n").unwrap();
        assert!(Token::of(home.path()).unwrap().is("a-word-of-my-own-choice"));
    }
}
