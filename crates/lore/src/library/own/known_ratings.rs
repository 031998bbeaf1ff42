//! The creatures whose numbers those of a draft are compared with.

use std::collections::hash_map::{Entry, HashMap};

use content::error::Result;
use content::model::{ChallengeRating, Details, Kind};
use store::Store;
use tabletop::rating::Measures;

/// The creatures of the documents with which the drafts of one change are compared, as far as they were read. Reading one
/// means to parse hundreds of stat blocks, which a change of as many drafts does once.
#[derive(Default)]
pub(super) struct KnownRatings(HashMap<&'static str, Vec<(ChallengeRating, Measures)>>);

impl KnownRatings {
    /// Returns the challenge ratings and numbers of a document's creatures.
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

/// Returns the challenge rating and the numbers of a creature that has all of them.
fn measured((details, body): &(String, String)) -> Option<(ChallengeRating, Measures)> {
    let details = Details::read(Kind::Creature, details).ok()?;
    let measures = Measures::of(&details, body)?;
    match details {
        Details::Creature(creature) => Some((creature.challenge_rating?, measures)),
        _ => None,
    }
}
