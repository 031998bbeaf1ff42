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

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Fault {
    /// None of the keys has signed it; the issuer may have newer ones.
    UnknownKey,
    Invalid(&'static str),
}

pub(crate) fn checked(token: &str, keys: &JwkSet, issuer: &str, audience: &str) -> Result<Claims, Fault> {
    if token.len() > MAX_TOKEN_BYTES {
        return Err(Fault::Invalid("the token is too long"));
    }
    let header = decode_header(token).map_err(|_| Fault::Invalid("this is not an access token"))?;
    if header.alg.family() == AlgorithmFamily::Hmac {
        return Err(Fault::Invalid("the token is signed with a shared secret, which is not accepted"));
    }
    let mut validation = Validation::new(header.alg);
    validation.leeway = LEEWAY_SECONDS;
    validation.validate_nbf = true;
    validation.set_issuer(&[issuer]);
    validation.set_audience(&[audience]);
    validation.set_required_spec_claims(&["exp", "iss", "aud", "sub"]);
    let mut fault = Fault::UnknownKey;
    for key in keys.keys.iter().filter(|key| is_for(key, &header)) {
        let Ok(key) = DecodingKey::from_jwk(key) else { continue };
        match decode(token, &key, &validation) {
            Ok(decoded) => return Ok(decoded.claims),
            Err(error) => match error.kind() {
                ErrorKind::InvalidSignature | ErrorKind::InvalidAlgorithm => {}
                kind => fault = Fault::Invalid(reason(kind)),
            },
        }
    }
    Err(fault)
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
