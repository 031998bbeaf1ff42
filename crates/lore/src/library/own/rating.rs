//! The challenge rating of a creature that the user writes.

use std::collections::hash_map::{Entry, HashMap};

use content::error::Result;
use content::model::{ChallengeRating, Details, Edition, Kind, Record};
use store::Store;
use tabletop::rating::{Measures, estimate};

use super::change::EntryChange;
use crate::Library;

impl Library {
    /// The edition is that of the stat block, or else that of the campaign, or else 2024.
    pub(super) async fn add_rating(
        &self,
        answer: &mut EntryChange,
        record: &Record,
        edition: Option<Edition>,
        ratings: &mut KnownRatings,
    ) -> Result<()> {
        let Details::Creature(creature) = &record.details else { return Ok(()) };
        let Some(measures) = Measures::of(&record.details, &record.body) else { return Ok(()) };
        let preferred = match edition {
            Some(_) => edition,
            None => self.store.settings().await?.campaign().and_then(|campaign| campaign.edition),
        };
        let edition = preferred.unwrap_or(Edition::Of2024);
        let Some(document) = edition.srd() else { return Ok(()) };
        let known = ratings.of(document, &self.store).await?;
        let Some(estimated) = estimate(&measures, known, edition) else { return Ok(()) };
        let rating = estimated.challenge_rating;
        if let Some(stated) = creature.challenge_rating.filter(|stated| *stated != rating) {
            let warning = format!("Its challenge rating is {stated}; its numbers are usual for {rating}.");
            answer.warnings.push(warning);
        }
        answer.estimated = Some(estimated);
        Ok(())
    }
}

/// The creatures whose numbers those of a draft are compared with, by document. Reading a document means
/// parsing hundreds of stat blocks, which a change of as many drafts does once.
#[derive(Default)]
pub(super) struct KnownRatings(HashMap<&'static str, Vec<(ChallengeRating, Measures)>>);

impl KnownRatings {
    async fn of(&mut self, document: &'static str, store: &Store) -> Result<&[(ChallengeRating, Measures)]> {
        Ok(match self.0.entry(document) {
            Entry::Occupied(known) => known.into_mut(),
            Entry::Vacant(unread) => {
                let rows = store.stat_blocks(document).await?;
                unread.insert(rows.iter().filter_map(measured).collect())
            }
        })
    }
}

fn measured((details, body): &(String, String)) -> Option<(ChallengeRating, Measures)> {
    let details = Details::read(Kind::Creature, details).ok()?;
    let measures = Measures::of(&details, body)?;
    let Details::Creature(creature) = details else { return None };
    Some((creature.challenge_rating?, measures))
}
