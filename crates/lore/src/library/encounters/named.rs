//! The creatures that a request names.

use content::error::{Error, Result, in_range};
use content::model::{ENTRY_ADDRESS, Kind, shown};
use content::query::{Entry, Limit, Match, NameLookup};
use tabletop::encounter::{Candidate, CountedName, EncounterCreature, words};

use crate::Library;
use crate::library::document_filter::Scope;

const MAX_NAME_CHARS: i64 = 300;

impl Library {
    /// No creature is returned twice. Fails if a name or an address means no creature, or several.
    pub(super) async fn named_creatures(
        &self,
        list: &[CountedName],
        all: &[Candidate],
        scope: &Scope,
    ) -> Result<Vec<Candidate>> {
        let mut named: Vec<Candidate> = Vec::new();
        for CountedName { name, count } in list {
            let found = match by_address(name, all) {
                Some(candidate) => candidate,
                None => self.creature_of_name(name, all, scope).await?,
            };
            match named.iter_mut().find(|other| other.id == found.id) {
                Some(other) => other.creature.count = other.creature.count.saturating_add(*count),
                None => named.push(Candidate {
                    creature: EncounterCreature { count: *count, ..found.creature.clone() },
                    ..found.clone()
                }),
            }
        }
        Ok(named)
    }

    /// Finds the creature of a name: of those in several documents that the request wants, the one of the
    /// 2024 rules if it is among them, or else the one of the 2014 rules. They may have other names there.
    async fn creature_of_name<'a>(
        &self,
        name: &str,
        all: &'a [Candidate],
        scope: &Scope,
    ) -> Result<&'a Candidate> {
        in_range::<i64>("the length of a creature's name", name.chars().count(), 1..=MAX_NAME_CHARS)?;
        let lookup = NameLookup {
            name: name.to_owned(),
            kinds: Some(vec![Kind::Creature]),
            documents: scope.named.clone(),
            edition: scope.edition,
            limit: Limit::default(),
        };
        let answer = self.by_any_name(&lookup).await?;
        let best = answer.entries.iter().take(answer.best_matches);
        let mut found: Vec<&Candidate> = best
            .filter_map(|entry| all.iter().find(|candidate| candidate.creature.uri == entry.uri))
            .collect();
        if found.iter().any(|candidate| is_called(candidate, name)) {
            // `Giant Rats` are no Giant Rat (Diseased).
            found.retain(|candidate| is_called(candidate, name));
        }
        let Some(first) = found.iter().copied().min_by_key(|candidate| candidate.preference) else {
            let why: String = answer.messages.iter().map(|message| format!(". {message}")).collect();
            return Err(Error::Invalid(format!("the library has no creature `{}`{why}", shown(name))));
        };
        let has_name = answer.matched.is_some_and(Match::is_of_the_name);
        if !has_name && found.iter().any(|other| other.shared_name != first.shared_name) {
            let mut names: Vec<_> = found.iter().map(|candidate| candidate.creature.name.as_str()).collect();
            names.dedup();
            return Err(Error::not_found("the library has no creature of the name", name, &names));
        }
        let wanted = scope.document_ids(&self.store, &mut Vec::new()).await?.flatten();
        let is_wanted = |candidate: &&Candidate| {
            candidate.shared_name == first.shared_name
                && wanted.as_ref().is_none_or(|wanted| wanted.contains(&candidate.document))
        };
        let place = |candidate: &Candidate| {
            let is_it = |entry: &Entry| entry.uri == candidate.creature.uri;
            answer.entries.iter().position(is_it).unwrap_or(usize::MAX)
        };
        let same = all.iter().filter(is_wanted);
        Ok(same.min_by_key(|candidate| (candidate.preference, place(candidate))).unwrap_or(first))
    }
}

/// Returns true if a creature has a name, in singular or plural.
fn is_called(candidate: &Candidate, name: &str) -> bool {
    words(&candidate.creature.name) == words(name)
}

fn by_address<'a>(text: &str, all: &'a [Candidate]) -> Option<&'a Candidate> {
    let place = text.strip_prefix(ENTRY_ADDRESS).unwrap_or(text);
    all.iter().find(|candidate| candidate.creature.uri.strip_prefix(ENTRY_ADDRESS) == Some(place))
}
