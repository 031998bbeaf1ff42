//! The provider's key: it signs access tokens and the ids of clients that register.

use std::io;

use base64::Engine as _;
use base64::prelude::BASE64_URL_SAFE_NO_PAD as BASE64;
use jsonwebtoken::jwk::JwkSet;
use jsonwebtoken::{Algorithm, EncodingKey, Header, encode};
use ring::digest::{SHA256, digest};
use ring::hmac;
use ring::rand::SystemRandom;
use ring::signature::{ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair, KeyPair as _};
use serde_json::{Value, json};

/// A private key of the curve P-256.
pub(super) struct SigningKey {
    private: EncodingKey,
    id: String,
    public: JwkSet,
    description: Value,
    client_ids: hmac::Key,
}

impl SigningKey {
    /// Returns a new key and the content of its file.
    pub(super) fn generate() -> io::Result<(Self, Vec<u8>)> {
        let failed = || io::Error::other("a key could not be made");
        let content = EcdsaKeyPair::generate_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, &SystemRandom::new())
            .map_err(|_| failed())?;
        let content = content.as_ref().to_vec();
        Ok((Self::parse(&content).ok_or_else(failed)?, content))
    }

    /// Returns the key of a file; `None` if it is damaged.
    pub(super) fn parse(content: &[u8]) -> Option<Self> {
        let random = SystemRandom::new();
        let pair = EcdsaKeyPair::from_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, content, &random).ok()?;
        // A point without compression: a byte that says so, and two coordinates.
        let point = pair.public_key().as_ref().get(1..)?;
        let (x, y) = point.split_at_checked(point.len() / 2)?;
        let id = BASE64.encode(digest(&SHA256, point).as_ref());
        let description = json!({"keys": [{
            "kty": "EC", "crv": "P-256", "x": BASE64.encode(x), "y": BASE64.encode(y),
            "use": "sig", "alg": "ES256", "kid": id,
        }]});
        // A key of its own for another purpose, that only who knows the private key knows.
        let derived = hmac::sign(&hmac::Key::new(hmac::HMAC_SHA256, content), b"ids of clients");
        Some(Self {
            private: EncodingKey::from_ec_der(content),
            id,
            public: serde_json::from_value(description.clone()).ok()?,
            description,
            client_ids: hmac::Key::new(hmac::HMAC_SHA256, derived.as_ref()),
        })
    }

    /// Returns the public key, for checks.
    pub(super) const fn public(&self) -> &JwkSet {
        &self.public
    }

    /// Returns the public key as a document (RFC 7517).
    pub(super) const fn description(&self) -> &Value {
        &self.description
    }

    /// Returns the key that signs the ids of clients.
    pub(super) const fn client_ids(&self) -> &hmac::Key {
        &self.client_ids
    }

    /// Returns an access token (RFC 9068).
    pub(super) fn sign(&self, claims: &Value) -> io::Result<String> {
        let mut header = Header::new(Algorithm::ES256);
        header.typ = Some("at+jwt".to_owned());
        header.kid = Some(self.id.clone());
        encode(&header, claims, &self.private).map_err(io::Error::other)
    }
}
