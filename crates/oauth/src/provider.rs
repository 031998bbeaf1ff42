//! A small issuer for a single host without an identity provider. Who has a named token of the host enters it once on the page
//! on which they allow a program, and the program gets tokens of its own. Revoking the named token ends them all.

mod clients;
mod codes;
mod consent;
mod endpoints;
mod grants;
mod host;
mod locks;
mod parameters;
mod secret;
mod signing_key;

use std::io;
use std::sync::Mutex;

use jiff::Timestamp;
use jsonwebtoken::jwk::JwkSet;

use self::clients::Clients;
use self::codes::Codes;
use self::grants::{Grants, Issued};
pub use self::host::{Host, Person};
use self::locks::lock;
use self::signing_key::SigningKey;
use crate::address::PublicAddress;
use crate::ring_crypto;

/// The file of the key in the host's folder.
const KEY_FILE: &str = "sign-in-key";
/// The file of the sign-ins in the host's folder.
const GRANTS_FILE: &str = "sign-ins.json";

/// An issuer of access tokens for one server.
pub struct Provider {
    address: PublicAddress,
    /// What clients ask to read, for the page of consent.
    name: String,
    host: Box<dyn Host>,
    key: SigningKey,
    clients: Clients,
    codes: Mutex<Codes>,
    grants: Mutex<Grants>,
}

impl Provider {
    /// The scope of every token.
    pub const SCOPE: &'static str = "library:read";

    /// Opens the provider of a host. Its key and its sign-ins are kept in private files.
    ///
    /// # Errors
    /// When a file cannot be read or written, or is damaged.
    pub fn open(address: PublicAddress, name: &str, host: Box<dyn Host>) -> io::Result<Self> {
        ring_crypto::install();
        let key = match host.read(KEY_FILE)? {
            Some(content) => SigningKey::parse(&content).ok_or_else(|| damaged(KEY_FILE))?,
            None => {
                let (key, content) = SigningKey::generate()?;
                host.write(KEY_FILE, &content)?;
                key
            }
        };
        let grants = match host.read(GRANTS_FILE)? {
            Some(content) => serde_json::from_slice(&content).map_err(|_| damaged(GRANTS_FILE))?,
            None => Grants::default(),
        };
        let clients = Clients::new(&key, address.is_loopback()).map_err(io::Error::other)?;
        Ok(Self {
            address,
            name: name.to_owned(),
            host,
            key,
            clients,
            codes: Mutex::default(),
            grants: Mutex::new(grants),
        })
    }

    /// Returns the provider's name, which tokens have as `iss`.
    pub(crate) fn issuer(&self) -> &str {
        self.address.origin()
    }

    /// Returns the keys with which the provider signs.
    pub(crate) fn keys(&self) -> &JwkSet {
        self.key.public()
    }

    /// Returns whose a sign-in is, if it has not ended.
    pub(crate) fn signed_in(&self, id: &str) -> Option<Person> {
        let person = lock(&self.grants).person(id)?;
        self.host.is_current(&person).then_some(person)
    }

    /// Stores a change of the sign-ins before anybody gets to know of it.
    fn change<T>(&self, change: impl FnOnce(&mut Grants, Timestamp) -> T) -> io::Result<T> {
        let mut grants = lock(&self.grants);
        let mut changed = grants.clone();
        let now = Timestamp::now();
        changed.forget_unused(now, |person| self.host.is_current(person));
        let result = change(&mut changed, now);
        if changed != *grants {
            self.host.write(GRANTS_FILE, &serde_json::to_vec_pretty(&changed)?)?;
            *grants = changed;
        }
        drop(grants);
        Ok(result)
    }

    /// Returns the answer that gives a client its tokens.
    fn tokens(&self, issued: &Issued, now: Timestamp) -> io::Result<serde_json::Value> {
        let claims = serde_json::json!({
            "iss": self.issuer(),
            "sub": issued.person.name,
            "aud": self.address.resource(),
            "exp": now.as_second() + grants::ACCESS_SECONDS,
            "iat": now.as_second(),
            "jti": uuid::Uuid::new_v4().to_string(),
            "client_id": issued.client_id,
            "scope": Self::SCOPE,
            "sid": issued.id,
        });
        Ok(serde_json::json!({
            "access_token": self.key.sign(&claims)?,
            "token_type": "Bearer",
            "expires_in": grants::ACCESS_SECONDS,
            "refresh_token": issued.refresh_token,
            "scope": Self::SCOPE,
        }))
    }
}

fn damaged(file: &str) -> io::Error {
    let message = format!("`{file}` is damaged; without it, everybody signs in again: move it away");
    io::Error::new(io::ErrorKind::InvalidData, message)
}
