//! The mathematics of JWTs, by ring, which TLS uses here, too. Only signatures by a private key are known:
//! with a shared secret, everyone who can check a token could also make one.

use jsonwebtoken::crypto::{CryptoProvider, JwtVerifier, KeyUtils};
use jsonwebtoken::errors::{ErrorKind, Result};
use jsonwebtoken::{Algorithm, AlgorithmFamily, DecodingKey, DecodingKeyKind};
use ring::signature as by_ring;
use signature::{Error, Verifier};

/// Everything that this crate asks of [`jsonwebtoken`]. It signs nothing.
static PROVIDER: CryptoProvider = CryptoProvider {
    signer_factory: |_, _| Err(ErrorKind::UnsupportedAlgorithm.into()),
    verifier_factory: verifier,
    key_utils: KeyUtils::new_unimplemented(),
};

pub(crate) fn install() {
    // An error means that it is installed already: nothing else in this process installs one.
    let _ = PROVIDER.install_default();
}

struct RingVerifier {
    algorithm: Algorithm,
    check: Check,
    key: DecodingKey,
}

#[derive(Clone, Copy)]
enum Check {
    Plain(&'static dyn by_ring::VerificationAlgorithm),
    Rsa(&'static by_ring::RsaParameters),
}

fn verifier(algorithm: &Algorithm, key: &DecodingKey) -> Result<Box<dyn JwtVerifier>> {
    let check = match algorithm {
        _ if key.family() == AlgorithmFamily::Hmac => return Err(ErrorKind::UnsupportedAlgorithm.into()),
        Algorithm::ES256 => Check::Plain(&by_ring::ECDSA_P256_SHA256_FIXED),
        Algorithm::ES384 => Check::Plain(&by_ring::ECDSA_P384_SHA384_FIXED),
        Algorithm::EdDSA => Check::Plain(&by_ring::ED25519),
        Algorithm::RS256 => Check::Rsa(&by_ring::RSA_PKCS1_2048_8192_SHA256),
        Algorithm::RS384 => Check::Rsa(&by_ring::RSA_PKCS1_2048_8192_SHA384),
        Algorithm::RS512 => Check::Rsa(&by_ring::RSA_PKCS1_2048_8192_SHA512),
        Algorithm::PS256 => Check::Rsa(&by_ring::RSA_PSS_2048_8192_SHA256),
        Algorithm::PS384 => Check::Rsa(&by_ring::RSA_PSS_2048_8192_SHA384),
        Algorithm::PS512 => Check::Rsa(&by_ring::RSA_PSS_2048_8192_SHA512),
        _ => return Err(ErrorKind::UnsupportedAlgorithm.into()),
    };
    Ok(Box::new(RingVerifier { algorithm: *algorithm, check, key: key.clone() }))
}

impl Verifier<Vec<u8>> for RingVerifier {
    fn verify(&self, message: &[u8], signature: &Vec<u8>) -> std::result::Result<(), Error> {
        let verified = match (self.check, self.key.kind()) {
            (Check::Plain(check), DecodingKeyKind::SecretOrDer(key)) => {
                by_ring::UnparsedPublicKey::new(check, key).verify(message, signature)
            }
            (Check::Rsa(check), DecodingKeyKind::RsaModulusExponent { n, e }) => {
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
