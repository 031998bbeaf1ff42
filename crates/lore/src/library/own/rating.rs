//! The challenge rating of a creature that the user writes.

use content::error::Result;
use content::model::{Details, Edition, Record};
use tabletop::rating::{Measures, estimate};

use super::change::EntryChange;
use super::known_ratings::KnownRatings;
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
