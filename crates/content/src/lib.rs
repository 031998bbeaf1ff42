//! Entries and what is read from them: the model, fields, facts, everyday words, passages and questions.

mod enums;
pub mod error;
pub mod everyday;
pub mod facts;
pub mod fields;
pub mod model;
pub mod passages;
pub mod progress;
pub mod query;
mod spelling;
