//! How people sign in to a server for many people: at an identity provider elsewhere, or here with their named token.

use std::io;
use std::path::PathBuf;
use std::sync::Arc;

use anyhow::Context as _;
use oauth::{Host, Issuer, Person, Provider, PublicAddress, ResourceServer};

use super::credentials::TokenFiles;
use super::named_tokens::{NamedTokens, hash};
use crate::process::private_file;

/// What people sign in to.
const NAME: &str = "this LoreKeeper library";

/// How people sign in.
#[derive(Debug, Clone)]
pub(crate) struct SignIn {
    /// The address under which clients reach the server.
    pub(crate) address: PublicAddress,
    pub(crate) at: SignInAt,
}

/// Where people sign in.
#[derive(Debug, Clone)]
pub(crate) enum SignInAt {
    /// At an identity provider, whose tokens need a scope, if one is named.
    Issuer { name: String, scope: Option<String> },
    /// Here.
    Here,
}

impl SignIn {
    /// Returns what checks the tokens of those who have signed in.
    ///
    /// # Errors
    /// When the issuer is no address, or the files of the sign-ins here cannot be read or written.
    pub(crate) fn resource_server(self, files: &TokenFiles) -> anyhow::Result<ResourceServer> {
        let Self { address, at } = self;
        match at {
            SignInAt::Issuer { name, scope } => {
                let issuer = Issuer::new(&name).map_err(anyhow::Error::msg)?;
                Ok(ResourceServer::with_issuer(address, NAME, issuer, scope))
            }
            SignInAt::Here => {
                lore::make_private_folder(&files.home)?;
                let host = LibraryHost { home: files.home.clone(), named: files.named.clone() };
                let provider = Provider::open(address.clone(), NAME, Box::new(host))
                    .with_context(|| format!("nobody can sign in with {}", disk::shown(&files.home)))?;
                Ok(ResourceServer::with_provider(address, NAME, Arc::new(provider)))
            }
        }
    }
}

/// The folder of a library, whose named tokens say who may sign in.
struct LibraryHost {
    home: PathBuf,
    named: PathBuf,
}

impl Host for LibraryHost {
    fn read(&self, file: &str) -> io::Result<Option<Vec<u8>>> {
        let path = self.home.join(file);
        match disk::patiently(|| std::fs::read(&path)) {
            Ok(content) => {
                if private_file::is_open_to_others(&path)? {
                    private_file::close_to_others(&path)?;
                }
                Ok(Some(content))
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error),
        }
    }

    fn write(&self, file: &str, content: &[u8]) -> io::Result<()> {
        private_file::write(&self.home.join(file), content)
    }

    fn person(&self, token: &str) -> io::Result<Option<Person>> {
        let token_sha256 = hash(token);
        let named = NamedTokens::read(&self.named)?.tokens;
        let holder = named.into_iter().find(|known| known.sha256 == token_sha256);
        Ok(holder.map(|holder| Person { name: holder.name, token_sha256 }))
    }

    fn is_current(&self, person: &Person) -> bool {
        match NamedTokens::read(&self.named) {
            Ok(named) => named.tokens.iter().any(|known| known.sha256 == person.token_sha256),
            Err(error) => {
                tracing::error!(%error, "the tokens cannot be read");
                false
            }
        }
    }
}
