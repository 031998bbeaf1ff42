//! Authorization codes: each is for one client, one use and two minutes.

use std::collections::HashMap;
use std::time::Duration;

use base64::Engine as _;
use base64::prelude::BASE64_URL_SAFE_NO_PAD as BASE64;
use jiff::Timestamp;
use ring::digest::{SHA256, digest};
use subtle::ConstantTimeEq as _;

use super::host::Person;
use super::secret::{hash, secret};

/// The time in which a client has to use a code.
const LIFETIME: Duration = Duration::from_mins(2);
/// The time for which a used code is remembered, to notice that somebody has copied it.
const MEMORY: Duration = Duration::from_hours(1);
/// The largest number of codes at once.
const MAX_CODES: usize = 10_000;

/// What a person has allowed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Allowed {
    pub(super) client_id: String,
    /// The client's name, for lists.
    pub(super) client: String,
    pub(super) redirect_uri: String,
    /// The hash of the client's verifier (RFC 7636).
    pub(super) challenge: String,
    pub(super) person: Person,
}

struct Code {
    allowed: Allowed,
    made: Timestamp,
    /// The sign-in that the code was used for.
    used_for: Option<String>,
}

/// The codes of a provider, by their hashes.
#[derive(Default)]
pub(super) struct Codes(HashMap<String, Code>);

/// Why a code is not accepted.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum CodeFault {
    /// It is unknown, too old, or not for this client.
    Invalid(&'static str),
    /// It was used before, for this sign-in. Whoever did that may have copied it.
    Used(String),
}

impl Codes {
    /// Returns a code for what a person has allowed.
    pub(super) fn make(&mut self, allowed: Allowed, now: Timestamp) -> std::io::Result<String> {
        self.0.retain(|_, code| code.made.duration_until(now).unsigned_abs() < MEMORY);
        if self.0.len() >= MAX_CODES {
            return Err(std::io::Error::other("too many sign-ins at once"));
        }
        let code = secret()?;
        self.0.insert(hash(&code), Code { allowed, made: now, used_for: None });
        Ok(code)
    }

    /// Returns what a code allows, and marks it as used for a sign-in.
    pub(super) fn take(
        &mut self,
        code: &str,
        client_id: &str,
        redirect_uri: Option<&str>,
        verifier: &str,
        sign_in: &str,
        now: Timestamp,
    ) -> Result<Allowed, CodeFault> {
        let code = self.0.get_mut(&hash(code)).ok_or(CodeFault::Invalid("the code is unknown"))?;
        if let Some(sign_in) = &code.used_for {
            return Err(CodeFault::Used(sign_in.clone()));
        }
        if code.made.duration_until(now).unsigned_abs() > LIFETIME {
            return Err(CodeFault::Invalid("the code is too old"));
        }
        let allowed = &code.allowed;
        if allowed.client_id != client_id {
            return Err(CodeFault::Invalid("the code is another client's"));
        }
        if redirect_uri.is_some_and(|uri| uri != allowed.redirect_uri) {
            return Err(CodeFault::Invalid("the redirect_uri is not the one that the code was sent to"));
        }
        let challenge = BASE64.encode(digest(&SHA256, verifier.as_bytes()).as_ref());
        if !bool::from(challenge.as_bytes().ct_eq(allowed.challenge.as_bytes())) {
            return Err(CodeFault::Invalid("the code_verifier does not match"));
        }
        code.used_for = Some(sign_in.to_owned());
        Ok(code.allowed.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const VERIFIER: &str = "a-verifier-of-at-least-forty-three-characters-x";

    fn allowed() -> Allowed {
        Allowed {
            client_id: "plum".to_owned(),
            client: "Plum".to_owned(),
            redirect_uri: "https://plum.example/back".to_owned(),
            challenge: BASE64.encode(digest(&SHA256, VERIFIER.as_bytes()).as_ref()),
            person: Person { name: "Fig".to_owned(), token_sha256: "0".to_owned() },
        }
    }

    #[test]
    fn a_code_is_for_one_client_and_one_use_and_two_minutes() {
        let mut codes = Codes::default();
        let now = Timestamp::now();
        let code = codes.make(allowed(), now).unwrap();
        for (client, uri, verifier, seconds, reason) in [
            ("fig", None, VERIFIER, 1, "another client"),
            ("plum", Some("https://plum.example/other"), VERIFIER, 1, "redirect_uri"),
            ("plum", None, "another-verifier", 1, "code_verifier"),
            ("plum", None, VERIFIER, 121, "too old"),
            ("plum", None, VERIFIER, -121, "too old"),
        ] {
            let at = now + jiff::SignedDuration::from_secs(seconds);
            let fault = codes.take(&code, client, uri, verifier, "one", at).unwrap_err();
            assert!(matches!(fault, CodeFault::Invalid(why) if why.contains(reason)), "{fault:?}");
        }
        let uri = Some("https://plum.example/back");
        assert_eq!(codes.take(&code, "plum", uri, VERIFIER, "one", now), Ok(allowed()));
        assert_eq!(
            codes.take(&code, "plum", uri, VERIFIER, "two", now),
            Err(CodeFault::Used("one".to_owned()))
        );
        assert_eq!(
            codes.take("x", "plum", uri, VERIFIER, "two", now),
            Err(CodeFault::Invalid("the code is unknown"))
        );
    }
}
