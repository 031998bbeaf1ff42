//! Search by words: the text index, its queries, and the ranking of entries.

mod guard;
mod index_query;
mod partial_name;
mod named_kinds;
mod ranking;
mod schema;
mod spelling;
mod text_index;
mod words;

pub(crate) use index_query::{IndexQuery, Typos, WordScope, has_named_parts};
pub(crate) use partial_name::{best_partial_match, is_near};
pub(crate) use ranking::{Origin, RankInput, ScoredEntry, rank};
#[cfg(test)]
pub(crate) use ranking::{Features, WEIGHTS, Weights, features, rank_by};
pub(crate) use text_index::{Candidate, TextIndex};
pub(crate) use words::searchable;
