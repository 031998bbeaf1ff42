//! The mathematics of JWTs, by ring, which TLS uses here, too. Only signatures by a private key are known: with a shared secret,
//! whoever can check a token could also make one.

use std::sync::Once;

use jsonwebtoken::crypto::{CryptoProvider, JwtSigner, JwtVerifier, KeyUtils};
use jsonwebtoken::errors::{ErrorKind, Result};
use jsonwebtoken::{Algorithm, AlgorithmFamily, DecodingKey, DecodingKeyKind, EncodingKey};
use ring::rand::SystemRandom;
use ring::signature as by_ring;
use signature::{Error, Signer, Verifier};

/// Everything that this crate asks of [`jsonwebtoken`].
static PROVIDER: CryptoProvider = CryptoProvider {
    signer_factory: signer,
    verifier_factory: verifier,
    key_utils: KeyUtils::new_unimplemented(),
};

/// Lets [`jsonwebtoken`] use ring.
pub(crate) fn install() {
    static INSTALLED: Once = Once::new();
    INSTALLED.call_once(|| {
        // Nothing else in this process installs one.
        let _ = PROVIDER.install_default();
    });
}

struct RingVerifier {
    algorithm: Algorithm,
    key: DecodingKey,
}

/// Returns ring's check of a signature with a plain public key.
fn check(algorithm: Algorithm) -> Option<&'static dyn by_ring::VerificationAlgorithm> {
    match algorithm {
        Algorithm::ES256 => Some(&by_ring::ECDSA_P256_SHA256_FIXED),
        Algorithm::ES384 => Some(&by_ring::ECDSA_P384_SHA384_FIXED),
        Algorithm::EdDSA => Some(&by_ring::ED25519),
        _ => None,
    }
}

/// Returns ring's check of a signature with the components of an RSA key.
fn rsa_check(algorithm: Algorithm) -> Option<&'static by_ring::RsaParameters> {
    match algorithm {
        Algorithm::RS256 => Some(&by_ring::RSA_PKCS1_2048_8192_SHA256),
        Algorithm::RS384 => Some(&by_ring::RSA_PKCS1_2048_8192_SHA384),
        Algorithm::RS512 => Some(&by_ring::RSA_PKCS1_2048_8192_SHA512),
        Algorithm::PS256 => Some(&by_ring::RSA_PSS_2048_8192_SHA256),
        Algorithm::PS384 => Some(&by_ring::RSA_PSS_2048_8192_SHA384),
        Algorithm::PS512 => Some(&by_ring::RSA_PSS_2048_8192_SHA512),
        _ => None,
    }
}

fn verifier(algorithm: &Algorithm, key: &DecodingKey) -> Result<Box<dyn JwtVerifier>> {
    let is_known = check(*algorithm).is_some() || rsa_check(*algorithm).is_some();
    if !is_known || key.family() == AlgorithmFamily::Hmac {
        return Err(ErrorKind::UnsupportedAlgorithm.into());
    }
    Ok(Box::new(RingVerifier { algorithm: *algorithm, key: key.clone() }))
}

impl Verifier<Vec<u8>> for RingVerifier {
    fn verify(&self, message: &[u8], signature: &Vec<u8>) -> std::result::Result<(), Error> {
        let verified = match (self.key.kind(), check(self.algorithm), rsa_check(self.algorithm)) {
            (DecodingKeyKind::SecretOrDer(key), Some(check), _) => {
                by_ring::UnparsedPublicKey::new(check, key).verify(message, signature)
            }
            (DecodingKeyKind::RsaModulusExponent { n, e }, _, Some(check)) => {
                let key = by_ring::RsaPublicKeyComponents { n: without_zeros(n), e: without_zeros(e) };
                key.verify(check, message, signature)
            }
            _ => Err(ring::error::Unspecified),
        };
        verified.map_err(|_| Error::new())
    }
}

/// Returns a number without the leading zeros that some issuers write and ring refuses.
fn without_zeros(number: &[u8]) -> &[u8] {
    let start = number.iter().position(|byte| *byte != 0).unwrap_or(number.len());
    number.get(start..).unwrap_or_default()
}

impl JwtVerifier for RingVerifier {
    fn algorithm(&self) -> Algorithm {
        self.algorithm
    }
}

struct RingSigner(by_ring::EcdsaKeyPair);

fn signer(algorithm: &Algorithm, key: &EncodingKey) -> Result<Box<dyn JwtSigner>> {
    if *algorithm != Algorithm::ES256 {
        return Err(ErrorKind::UnsupportedAlgorithm.into());
    }
    let pair = by_ring::EcdsaKeyPair::from_pkcs8(
        &by_ring::ECDSA_P256_SHA256_FIXED_SIGNING,
        key.as_bytes(),
        &SystemRandom::new(),
    );
    Ok(Box::new(RingSigner(pair.map_err(|_| ErrorKind::InvalidEcdsaKey)?)))
}

impl Signer<Vec<u8>> for RingSigner {
    fn try_sign(&self, message: &[u8]) -> std::result::Result<Vec<u8>, Error> {
        let signed = self.0.sign(&SystemRandom::new(), message).map_err(|_| Error::new())?;
        Ok(signed.as_ref().to_vec())
    }
}

impl JwtSigner for RingSigner {
    fn algorithm(&self) -> Algorithm {
        Algorithm::ES256
    }
}
