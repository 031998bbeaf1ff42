//! The features of the entries found for a query, to which `scripts/fit-ranking` fits the ranking's weights.

use content::error::Result;
use content::model::Kind;
use search::{Parts, WEIGHTS, features, not_open_name, query_numbers, rank_by};
use serde::Serialize;
use store::Selection;

use crate::Library;

/// A query with the entries that are found for it, as the ranking sees them.
#[derive(Debug, Serialize)]
pub struct RankingCase {
    entries: Vec<EntryFeatures>,
    /// The numbers by which it is judged whether the library has an answer.
    numbers: [f64; 5],
    names_missing: bool,
}

#[derive(Debug, Serialize)]
struct EntryFeatures {
    kind: Kind,
    /// The folded name.
    name: String,
    parts: Parts,
    score: f64,
}

impl Library {
    /// Returns the features of the entries of some kinds, or of all, that are found for a query. They are
    /// ranked by `weights`, or by those of the program.
    pub async fn ranking_case(
        &self,
        query: &str,
        kinds: &[Kind],
        weights: Option<Parts>,
    ) -> Result<RankingCase> {
        let selection = Selection { kinds, limit: 10, ..Selection::default() };
        let query = self.read_query(query, true, true, None);
        let found = self.find_to_rank(query, selection, &mut Vec::new()).await?;
        let features = features(&found.words, &found.inputs(&[]));
        let ranked = rank_by(weights.unwrap_or(WEIGHTS), &features);
        let score = ranked.first().map_or(0.0, |best| best.score);
        let unknown_words = self.text.unknown_words(&found.words)?;
        let other_topics = found.other_topics(ranked.first());
        let entries = ranked.iter().filter_map(|scored| {
            let header = found.header(scored)?;
            let entry = features.iter().find(|features| features.entry.id == scored.id)?;
            let (kind, name) = (header.kind, header.name.clone());
            Some(EntryFeatures { kind, name, parts: entry.parts, score: scored.score })
        });
        Ok(RankingCase {
            entries: entries.collect(),
            numbers: query_numbers(&found.words, score, unknown_words, other_topics),
            names_missing: found.missing(not_open_name, score).is_some(),
        })
    }
}
