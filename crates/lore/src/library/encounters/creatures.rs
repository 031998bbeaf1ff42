//! The creatures of the library as candidates for encounters.

use std::collections::{BTreeSet, HashMap};

use content::error::Result;
use content::facts::Facts;
use content::fields::creature::{ENVIRONMENT, TYPE};
use content::fields::{Field, Value};
use content::model::{AbilityScores, Creature, Details, Edition, Kind, entry_address};
use store::{CreatureRow, DocumentRow, Store};
use tabletop::encounter::{Candidate, EncounterCreature, shared_name};

use crate::library::aside::aside;

/// By name. Creatures of `preferred` documents are preferred; one with unreadable fields is left out.
pub(super) async fn creatures(store: &Store, preferred: &[i64]) -> Result<Vec<Candidate>> {
    let preferred = preferred.to_vec();
    let documents = store.documents().await?;
    let rows = store.creatures().await?;
    aside(move || {
        let mut candidates: Vec<Candidate> =
            rows.into_iter().filter_map(|row| candidate(row, &documents, &preferred)).collect();
        share_environments(&mut candidates);
        candidates
    })
    .await
}

fn candidate(row: CreatureRow, documents: &[DocumentRow], preferred: &[i64]) -> Option<Candidate> {
    let place = documents.iter().position(|document| document.id == row.document_id)?;
    let document = documents.get(place)?;
    let edition = document.edition();
    let details = Details::read(Kind::Creature, &row.details).ok()?;
    let texts = |field: &'static Field| -> Vec<String> {
        let stored = field.values(&details, &Facts::default()).into_iter().map(|value| field.stored(value));
        stored.filter_map(|value| if let Value::Text(text) = value { Some(text) } else { None }).collect()
    };
    let (creature_type, environments) = (texts(&TYPE).pop(), texts(&ENVIRONMENT));
    let Details::Creature(creature) = &details else { return None };
    let key = document.key.as_str();
    let mut srds = [Edition::Of2024, Edition::Of2014].into_iter().map(Edition::srd);
    let among_others = srds.position(|srd| srd == Some(key)).unwrap_or(2 + place);
    let is_other = usize::from(!preferred.contains(&row.document_id));
    let preference = is_other * (2 + documents.len()) + among_others;
    Some(Candidate {
        id: row.id,
        document: row.document_id,
        creature_type,
        environments,
        shared_name: shared_name(&row.name),
        preference,
        theme_place: None,
        creature: EncounterCreature {
            count: 1,
            challenge_rating: creature.challenge_rating,
            xp: creature.experience_points,
            initiative: initiative(creature),
            document_key: document.key.clone(),
            document_name: document.name.clone(),
            edition,
            uri: entry_address(key, Kind::Creature, &row.slug),
            lair_xp: creature.lair_experience_points,
            is_legendary: creature.legendary_actions.is_some() || creature.lair_experience_points.is_some(),
            name: row.name,
        },
    })
}

/// Returns the stat block's bonus, which the 2014 rules do not print, or the Dexterity modifier.
fn initiative(creature: &Creature) -> Option<i32> {
    let of_dexterity = || creature.ability_scores.map(|scores| AbilityScores::modifier(scores.dexterity));
    creature.initiative_bonus.or_else(of_dexterity)
}

/// Gives each creature the environments of the same creature in other documents: SRD 5.2.1 states none.
fn share_environments(candidates: &mut [Candidate]) {
    let mut shared: HashMap<String, BTreeSet<String>> = HashMap::new();
    for candidate in candidates.iter() {
        let places = shared.entry(candidate.shared_name.clone()).or_default();
        places.extend(candidate.environments.iter().cloned());
    }
    for candidate in candidates {
        if let Some(places) = shared.get(&candidate.shared_name) {
            candidate.environments = places.iter().cloned().collect();
        }
    }
}

/// Keeps, of the same creature in several documents, the one of the preferred document. The order stays.
pub(super) fn one_of_each(candidates: Vec<Candidate>) -> Vec<Candidate> {
    let mut preferred: HashMap<String, (usize, i64)> = HashMap::new();
    for candidate in &candidates {
        let own = (candidate.preference, candidate.id);
        let best = preferred.entry(candidate.shared_name.clone()).or_insert(own);
        *best = own.min(*best);
    }
    let is_preferred = |candidate: &Candidate| {
        preferred.get(&candidate.shared_name).is_some_and(|(_, id)| *id == candidate.id)
    };
    candidates.into_iter().filter(is_preferred).collect()
}
