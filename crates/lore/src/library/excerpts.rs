//! Excerpts: the passage of a long entry that answers a query in plain words.

use content::error::Result;
use content::model::{Family, Kind, excerpt};
use content::passages::quotable_passages;
use content::query::Entry;

use super::semantic_search::SemanticSearch;

const MIN_BODY_BYTES: usize = 1_200;
const MAX_EXCERPT_CHARS: usize = 700;

/// Gives a long rule or character option the passage nearest to a query, unless its start is nearer.
pub(super) async fn add_excerpts(
    search: &SemanticSearch,
    query: &[f32],
    entries: &mut [Entry],
) -> Result<()> {
    let Ok(model) = search.embedder.model() else { return Ok(()) };
    let has_sections = |kind: Kind| matches!(kind.family(), Family::Rule | Family::CharacterOption);
    let long = entries
        .iter_mut()
        .filter(|entry| has_sections(entry.kind) && entry.body.len() >= MIN_BODY_BYTES)
        .map(|entry| {
            let Entry { kind, name, details, body, .. } = &*entry;
            let passages = quotable_passages(*kind, name, details, body, model.max_passage_tokens());
            (entry, passages)
        })
        .collect::<Vec<_>>();
    let hashes: Vec<[u8; 16]> =
        long.iter().flat_map(|(_, passages)| passages).map(|(passage, _)| passage.hash).collect();
    let vectors = search.store.known_vectors(&model.identity_prefix(), &hashes).await?;
    for (entry, passages) in long {
        let cosine = |hash: &[u8; 16]| embedding::cosine(vectors.get(hash)?, query);
        let nearest = passages
            .into_iter()
            .filter_map(|(passage, quote)| Some((cosine(&passage.hash)?, quote)))
            .max_by(|(one, _), (other, _)| one.total_cmp(other));
        entry.excerpt = nearest.and_then(|(_, quote)| quote.map(|quote| excerpt(&quote, MAX_EXCERPT_CHARS)));
    }
    Ok(())
}
