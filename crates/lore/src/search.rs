//! Search by words: the text index, what is asked of it, and the order of what it finds.

mod guard;
mod index;
mod part;
mod question;
mod ranking;
mod words;

pub(crate) use index::{Candidate, TextIndex};
pub(crate) use part::{best_part, is_near};
pub(crate) use question::{Question, Typos, Where, has_named_parts};
pub use ranking::Ranking;
pub(crate) use ranking::{Contender, Origin, Scored, rank};
pub(crate) use words::prepared;
