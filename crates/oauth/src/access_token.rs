//! Access tokens: JWTs whose issuer, audience, time and signature are checked (RFC 9068, RFC 8725).

use jsonwebtoken::errors::ErrorKind;
use jsonwebtoken::jwk::{Jwk, JwkSet};
use jsonwebtoken::{AlgorithmFamily, DecodingKey, Header, Validation, decode, decode_header};
use serde::Deserialize;

const LEEWAY_SECONDS: u64 = 60;
const MAX_TOKEN_BYTES: usize = 16 << 10;

/// What a token says beyond what [`checked`] checks.
#[derive(Debug, Clone, Deserialize)]
pub(crate) struct Claims {
    pub(crate) sub: String,
    scope: Option<Scopes>,
    /// The name of `scope` with some issuers.
    scp: Option<Scopes>,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(untagged)]
enum Scopes {
    Text(String),
    List(Vec<String>),
}

impl Claims {
    pub(crate) fn has_scope(&self, wanted: &str) -> bool {
        [&self.scope, &self.scp].into_iter().flatten().any(|scopes| match scopes {
            Scopes::Text(text) => text.split_ascii_whitespace().any(|scope| scope == wanted),
            Scopes::List(list) => list.iter().any(|scope| scope == wanted),
        })
    }
}

/// Why a token is not accepted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Refusal {
    /// There is no token.
    Missing,
    /// A sentence about the token.
    Invalid(&'static str),
    /// It lacks the scope.
    Scope(String),
    /// The issuer's keys are unknown, because it cannot be reached.
    Unavailable(String),
}

/// None of the keys has signed the token; the issuer may have newer ones.
pub(crate) const UNKNOWN_KEY: Refusal = Refusal::Invalid("the token is not signed by the issuer");

pub(crate) fn checked(token: &str, keys: &JwkSet, issuer: &str, audience: &str) -> Result<Claims, Refusal> {
    if token.len() > MAX_TOKEN_BYTES {
        return Err(Refusal::Invalid("the token is too long"));
    }
    let header = decode_header(token).map_err(|_| Refusal::Invalid("this is not an access token"))?;
    if header.alg.family() == AlgorithmFamily::Hmac {
        return Err(Refusal::Invalid("the token is signed with a shared secret, which is not accepted"));
    }
    let mut validation = Validation::new(header.alg);
    validation.leeway = LEEWAY_SECONDS;
    validation.validate_nbf = true;
    validation.set_issuer(&[issuer]);
    validation.set_audience(&[audience]);
    validation.set_required_spec_claims(&["exp", "iss", "aud", "sub"]);
    let mut refusal = UNKNOWN_KEY;
    for key in keys.keys.iter().filter(|key| is_for(key, &header)) {
        let Ok(key) = DecodingKey::from_jwk(key) else { continue };
        match decode(token, &key, &validation) {
            Ok(decoded) => return Ok(decoded.claims),
            Err(error) => match error.kind() {
                ErrorKind::InvalidSignature | ErrorKind::InvalidAlgorithm => {}
                kind => refusal = Refusal::Invalid(reason(kind)),
            },
        }
    }
    Err(refusal)
}

fn is_for(key: &Jwk, header: &Header) -> bool {
    let is_named = header.kid.is_none() || key.common.key_id == header.kid;
    let algorithm = key.common.key_algorithm.map(|algorithm| algorithm.to_string());
    is_named && algorithm.is_none_or(|algorithm| algorithm == format!("{:?}", header.alg))
}

fn reason(kind: &ErrorKind) -> &'static str {
    match kind {
        ErrorKind::ExpiredSignature => "the token has expired, or the clocks of issuer and server differ",
        ErrorKind::ImmatureSignature => {
            "the token is not valid yet, or the clocks of issuer and server differ"
        }
        ErrorKind::InvalidAudience => "the token is for another server",
        ErrorKind::InvalidIssuer => "the token is from another issuer",
        _ => "the token is malformed, or lacks one of iss, sub, aud and exp",
    }
}
