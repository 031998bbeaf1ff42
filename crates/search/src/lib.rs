//! Search by words: the text index, its queries, and the ranking of entries.

mod analysis;
mod associations;
mod correction;
mod coverage;
mod guard;
mod likelihood;
mod name_list;
mod named_kinds;
mod named_sources;
mod not_open;
mod other_topics;
mod partial_name;
mod plain_conditions;
mod ranking;
mod schema;
mod spelling;
mod terms;
mod text_index;
mod words;

pub use analysis::searchable;
pub use associations::{Associations, words_of_line, words_of_text};
pub use coverage::Coverage;
pub use likelihood::{MIN_LIKELIHOOD, is_sure, likelihood, query_numbers, seems_to_have_nothing};
pub use name_list::{listed_names, possible_names};
pub use named_sources::NamedSources;
pub use not_open::{has_name, named_by as not_open_name_of, named_in as not_open_name};
pub use other_topics::nearness_to_other_topics;
pub use partial_name::{PartialMatch, TypedName, best_partial_match};
pub use plain_conditions::PlainConditions;
pub use ranking::{Origin, Parts, RankInput, ScoredEntry, WEIGHTS, features, rank, rank_by};
pub use text_index::{Candidate, IndexQuery, TextIndex, Typos, WordScope, has_named_parts};

#[cfg(test)]
#[path = "../../../tests/resources.rs"]
mod resources;
