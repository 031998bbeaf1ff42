//! The creatures whose numbers those of a draft are compared with.

use std::collections::hash_map::{Entry, HashMap};

use content::error::Result;
use content::model::{ChallengeRating, Details, Kind};
use store::Store;
use tabletop::rating::Measures;

/// Reading a document means parsing hundreds of stat blocks, which a change of as many drafts does once.
#[derive(Default)]
pub(super) struct KnownRatings(HashMap<&'static str, Vec<(ChallengeRating, Measures)>>);

impl KnownRatings {
    pub(super) async fn of(
        &mut self,
        document: &'static str,
        store: &Store,
    ) -> Result<&[(ChallengeRating, Measures)]> {
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
    match details {
        Details::Creature(creature) => Some((creature.challenge_rating?, measures)),
        _ => None,
    }
}
