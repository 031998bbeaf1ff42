//! Entries and what can be read from them: the model, fields, facts, everyday words, passages, Markdown, and
//! the questions that a library answers.

mod enums;
pub mod error;
pub mod everyday;
pub mod facts;
pub mod fields;
pub mod json;
pub mod markdown;
pub mod model;
pub mod passages;
pub mod progress;
pub mod query;
mod spelling;
pub mod stat_block;
pub mod written;
