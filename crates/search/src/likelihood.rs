//! How likely a score is an answer, and how likely the library has one at all: logistic functions of a few
//! numbers, fitted to one half of the judged queries of `tests/relevance` by `scripts/fit-ranking`.

use super::words::query_words;

/// How likely the first entry answers a query, by its score: what `scripts/fit-ranking` found.
const ANSWERS: [f64; 2] = [-4.81, 15.88];
/// How likely the library has an answer at all, by the [`query_numbers`].
const HAS_ANSWER: [f64; 5] = [-0.003, 28.147, -18.548, 2.105, -19.15];
/// The likelihood below which an answer says that the library seems to have nothing.
pub const MIN_LIKELIHOOD: f64 = 0.5;
/// The likelihood from which the first entry counts as the answer, whatever else the query is near to.
const SURE_LIKELIHOOD: f64 = 0.85;

/// A logistic regression by the weights of some numbers, the first of which is 1.
fn logistic<const N: usize>(weights: [f64; N], numbers: [f64; N]) -> f64 {
    let sum: f64 = weights.into_iter().zip(numbers).map(|(weight, number)| weight * number).sum();
    1.0 / (1.0 + (-sum).exp())
}

/// Returns how likely an entry with a score answers the query, from 0 to 1.
pub fn likelihood(score: f64) -> f64 {
    if score >= 1.0 { 1.0 } else { logistic(ANSWERS, [1.0, score]) }
}

/// Returns whether an entry with a score is surely the answer: that the library has none is not said then.
pub fn is_sure(score: f64) -> bool {
    likelihood(score) >= SURE_LIKELIHOOD
}

/// Returns whether the library seems to have no answer to a query, by the score of its best entry, the share
/// of unknown words, and the nearness to the other topics.
pub fn seems_to_have_nothing(query: &str, best_score: f64, unknown_words: f64, other_topics: f64) -> bool {
    let numbers = query_numbers(query, best_score, unknown_words, other_topics);
    !is_sure(best_score) && logistic(HAS_ANSWER, numbers) < MIN_LIKELIHOOD
}

/// Returns the numbers by which it is judged whether there is an answer to a query.
pub fn query_numbers(query: &str, best_score: f64, unknown_words: f64, other_topics: f64) -> [f64; 5] {
    #[expect(clippy::cast_precision_loss, reason = "a handful of words")]
    let words = query_words(query, usize::MAX).len() as f64;
    [1.0, best_score, unknown_words, words.max(1.0).ln(), other_topics]
}
