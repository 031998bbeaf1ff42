//! Similarity in spelling.

use crate::model::{excerpt, fold};

/// A comparison takes quadratic time. No name is longer.
const MAX_COMPARED_CHARS: usize = 300;

/// The number of near names that a message suggests.
pub const MAX_NEAREST: usize = 3;

/// Returns how similar two texts are in spelling, from 0 to 1 (Jaro–Winkler).
pub fn similarity(text: &str, other: &str) -> f64 {
    similarity_of_folded(&fold(&excerpt(text, MAX_COMPARED_CHARS)), other)
}

fn similarity_of_folded(folded: &str, other: &str) -> f64 {
    strsim::jaro_winkler(folded, &fold(other))
}

/// Returns the candidates that are nearest to a text in spelling, nearest first.
pub fn nearest(text: &str, candidates: &[impl AsRef<str>], max: usize) -> Vec<String> {
    let folded = fold(&excerpt(text, MAX_COMPARED_CHARS));
    let candidates = candidates.iter().map(AsRef::<str>::as_ref);
    let mut scored: Vec<(f64, &str)> =
        candidates.map(|candidate| (similarity_of_folded(&folded, candidate), candidate)).collect();
    scored.sort_by(|a, b| b.0.total_cmp(&a.0).then_with(|| a.1.cmp(b.1)));
    scored.into_iter().take(max).map(|(_, candidate)| candidate.to_owned()).collect()
}
