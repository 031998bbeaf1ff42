//! Sign-ins: which program may read for which person. Each has one refresh token, which every use replaces.

use std::io;
use std::time::Duration;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use subtle::ConstantTimeEq as _;

use super::codes::Allowed;
use super::host::Person;
use super::secret::{hash, secret};

/// The seconds for which an access token is valid.
pub(super) const ACCESS_SECONDS: i64 = 3600;
/// The time after which a sign-in that nobody used ends.
const UNUSED_LIFETIME: Duration = Duration::from_hours(90 * 24);
/// The time in which the refresh token from before is accepted, too: the answer with the new one may have been lost on the way.
const REPLACED_LIFETIME: Duration = Duration::from_secs(30);
/// The largest number of sign-ins of a person; the oldest ends.
const MAX_OF_PERSON: usize = 50;

/// A program that may read for a person.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct Grant {
    id: String,
    person: Person,
    client_id: String,
    client: String,
    created: Timestamp,
    /// When the refresh token was made.
    refreshed: Timestamp,
    refresh_sha256: String,
    /// The refresh token before that.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    replaced_sha256: Option<String>,
}

/// The sign-ins of a provider, oldest first.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Grants {
    sign_ins: Vec<Grant>,
}

/// A sign-in with a new refresh token.
#[derive(Debug)]
pub(super) struct Issued {
    pub(super) id: String,
    pub(super) person: Person,
    pub(super) client_id: String,
    pub(super) refresh_token: String,
}

impl Grants {
    /// Begins a sign-in.
    pub(super) fn begin(&mut self, id: &str, allowed: Allowed, now: Timestamp) -> io::Result<Issued> {
        let Allowed { client_id, client, person, .. } = allowed;
        let of_person = |grant: &Grant| grant.person == person;
        if self.sign_ins.iter().filter(|grant| of_person(grant)).count() >= MAX_OF_PERSON
            && let Some(oldest) = self.sign_ins.iter().position(of_person)
        {
            self.sign_ins.remove(oldest);
        }
        let refresh_token = secret()?;
        self.sign_ins.push(Grant {
            id: id.to_owned(),
            person: person.clone(),
            client_id: client_id.clone(),
            client,
            created: now,
            refreshed: now,
            refresh_sha256: hash(&refresh_token),
            replaced_sha256: None,
        });
        Ok(Issued { id: id.to_owned(), person, client_id, refresh_token: joined(id, &refresh_token) })
    }

    /// Replaces a refresh token. A token that was replaced long before is somebody's copy, so that its sign-in ends.
    pub(super) fn refresh(
        &mut self,
        token: &str,
        client_id: &str,
        now: Timestamp,
    ) -> io::Result<Option<Issued>> {
        let Some((id, secret_part)) = token.split_once('.') else { return Ok(None) };
        let Some(position) = self.sign_ins.iter().position(|grant| grant.id == id) else { return Ok(None) };
        let presented = hash(secret_part);
        let Some(grant) = self.sign_ins.get_mut(position).filter(|grant| grant.client_id == client_id) else {
            return Ok(None);
        };
        let is = |hash: &str| bool::from(hash.as_bytes().ct_eq(presented.as_bytes()));
        let is_retry = grant.replaced_sha256.as_deref().is_some_and(is)
            && grant.refreshed.duration_until(now).unsigned_abs() < REPLACED_LIFETIME;
        if !is(&grant.refresh_sha256) && !is_retry {
            tracing::warn!(
                client = grant.client,
                "a sign-in was ended, because an old refresh token of it was used"
            );
            self.sign_ins.remove(position);
            return Ok(None);
        }
        let next = secret()?;
        let before = std::mem::replace(&mut grant.refresh_sha256, hash(&next));
        if !is_retry {
            grant.replaced_sha256 = Some(before);
            grant.refreshed = now;
        }
        Ok(Some(Issued {
            id: grant.id.clone(),
            person: grant.person.clone(),
            client_id: grant.client_id.clone(),
            refresh_token: joined(&grant.id, &next),
        }))
    }

    /// Returns whose a sign-in is.
    pub(super) fn person(&self, id: &str) -> Option<Person> {
        self.sign_ins.iter().find(|grant| grant.id == id).map(|grant| grant.person.clone())
    }

    /// Ends a sign-in.
    pub(super) fn end(&mut self, id: &str) {
        self.sign_ins.retain(|grant| grant.id != id);
    }

    /// Ends the sign-in of a refresh token.
    pub(super) fn end_with(&mut self, token: &str) {
        if let Some((id, secret_part)) = token.split_once('.') {
            let presented = hash(secret_part);
            self.sign_ins.retain(|grant| {
                grant.id != id || !bool::from(grant.refresh_sha256.as_bytes().ct_eq(presented.as_bytes()))
            });
        }
    }

    /// Forgets the sign-ins that nobody uses, and those of people whose token was revoked.
    pub(super) fn forget_unused(&mut self, now: Timestamp, is_current: impl Fn(&Person) -> bool) {
        self.sign_ins.retain(|grant| {
            grant.refreshed.duration_until(now).unsigned_abs() < UNUSED_LIFETIME && is_current(&grant.person)
        });
    }
}

fn joined(id: &str, secret: &str) -> String {
    format!("{id}.{secret}")
}

#[cfg(test)]
mod tests {
    use jiff::SignedDuration;

    use super::*;

    fn allowed(name: &str) -> Allowed {
        Allowed {
            client_id: "plum".to_owned(),
            client: "Plum".to_owned(),
            redirect_uri: String::new(),
            challenge: String::new(),
            person: Person { name: name.to_owned(), token_sha256: hash(name) },
        }
    }

    #[test]
    fn a_refresh_token_is_replaced_at_each_use() {
        let mut grants = Grants::default();
        let start = Timestamp::now();
        let at = |seconds: i64| start + SignedDuration::from_secs(seconds);
        let first = grants.begin("one", allowed("Fig"), start).unwrap().refresh_token;
        assert!(grants.refresh(&first, "other", at(1)).unwrap().is_none(), "another client");
        let second = grants.refresh(&first, "plum", at(10)).unwrap().unwrap().refresh_token;
        // The answer was lost: the client tries again.
        let third = grants.refresh(&first, "plum", at(20)).unwrap().unwrap().refresh_token;
        assert_ne!(second, third);
        let fourth = grants.refresh(&third, "plum", at(100)).unwrap().unwrap().refresh_token;
        assert_eq!(grants.person("one").unwrap().name, "Fig");
        // Somebody has a copy of an old one.
        assert!(grants.refresh(&first, "plum", at(200)).unwrap().is_none());
        assert!(grants.refresh(&fourth, "plum", at(201)).unwrap().is_none(), "the sign-in has ended");
        assert_eq!(grants.person("one"), None);
    }

    #[test]
    fn sign_ins_end() {
        let mut grants = Grants::default();
        let now = Timestamp::now();
        for (id, name) in [("one", "Fig"), ("two", "Plum"), ("three", "Plum")] {
            grants.begin(id, allowed(name), now).unwrap();
        }
        grants.forget_unused(now, |person| person.name == "Plum");
        assert!(grants.person("one").is_none() && grants.person("two").is_some());
        grants.end("two");
        let token = grants.begin("four", allowed("Plum"), now).unwrap().refresh_token;
        grants.end_with("four.0000");
        assert!(grants.person("four").is_some());
        grants.end_with(&token);
        assert!(grants.person("two").is_none() && grants.person("four").is_none());
        for id in 0..MAX_OF_PERSON {
            grants.begin(&id.to_string(), allowed("Plum"), now).unwrap();
        }
        assert!(grants.person("three").is_none() && grants.person("0").is_some());
        grants.forget_unused(now + SignedDuration::from_hours(91 * 24), |_| true);
        assert_eq!(grants, Grants::default());
    }
}
