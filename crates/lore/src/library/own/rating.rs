//! The challenge rating of a creature that the user writes.

use std::collections::hash_map::{Entry, HashMap};

use super::OwnEntries;
use super::change::EntryChange;
use crate::error::Result;
use crate::model::{ChallengeRating, Details, Edition, Kind, Record};
use crate::rating::{Measures, estimate};
use crate::store::StatBlockRow;

/// The creatures of the documents with which the drafts of one change are compared, as far as they were read. Reading one
/// means to parse hundreds of stat blocks, which a change of as many drafts does once.
#[derive(Default)]
pub(super) struct KnownRatings(HashMap<&'static str, Vec<(ChallengeRating, Measures)>>);

impl OwnEntries {
    /// Adds the estimated challenge rating of a creature, for the edition of its stat block, or else that of the campaign,
    /// or else 2024; and a warning if the creature states another.
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
            None => self.entries.store.settings().await?.campaign().and_then(|campaign| campaign.edition),
        };
        let edition = preferred.unwrap_or(Edition::Of2024);
        let Some(document) = edition.srd() else { return Ok(()) };
        let known = match ratings.0.entry(document) {
            Entry::Occupied(known) => known.into_mut(),
            Entry::Vacant(unread) => {
                let rows = self.entries.store.stat_blocks(document).await?;
                unread.insert(rows.iter().filter_map(measured).collect())
            }
        };
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

/// Returns the challenge rating and the numbers of a creature that has all of them.
fn measured(row: &StatBlockRow) -> Option<(ChallengeRating, Measures)> {
    let details = Details::read(Kind::Creature, &row.details).ok()?;
    let measures = Measures::of(&details, &row.body)?;
    match details {
        Details::Creature(creature) => Some((creature.challenge_rating?, measures)),
        _ => None,
    }
}
