//! Search by words: the text index, its queries, and the ranking of entries.

mod analysis;
mod associations;
mod correction;
mod coverage;
mod guard;
mod index_query;
mod likelihood;
mod named_kinds;
mod named_sources;
mod not_open;
mod other_topics;
mod partial_name;
mod ranking;
mod schema;
mod spelling;
mod terms;
mod text_index;
mod words;

pub(crate) use analysis::searchable;
pub(crate) use associations::{Associations, words_of_line, words_of_text};
pub(crate) use coverage::Coverage;
pub(crate) use index_query::{IndexQuery, Typos, WordScope, has_named_parts};
#[cfg(test)]
pub(crate) use likelihood::{ANSWERS, HAS_ANSWER, Logistic, query_numbers};
pub(crate) use likelihood::{MIN_LIKELIHOOD, is_sure, likelihood, seems_to_have_nothing};
pub(crate) use named_sources::NamedSources;
pub(crate) use not_open::{has_name, named_by as not_open_name_of, named_in as not_open_name};
pub(crate) use other_topics::nearness_to_other_topics;
#[cfg(test)]
pub(crate) use other_topics::{other_topics, vector_file as other_topic_vectors};
pub(crate) use partial_name::{TypedName, best_partial_match};
#[cfg(test)]
pub(crate) use ranking::{Features, Parts, WEIGHTS, features, rank_by};
pub(crate) use ranking::{Origin, RankInput, ScoredEntry, rank};
pub(crate) use text_index::{Candidate, TextIndex};
