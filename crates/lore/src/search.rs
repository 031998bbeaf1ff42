//! Search by words: the text index, what is asked of it, and the order of what it finds.

mod index;
mod question;
mod ranking;
mod words;

pub(crate) use index::{Candidate, TextIndex};
pub(crate) use question::{Question, Where};
pub use ranking::Ranking;
pub(crate) use ranking::{Contender, Origin, Scored, rank};
pub(crate) use words::prepared;
