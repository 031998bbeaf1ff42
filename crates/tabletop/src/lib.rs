//! What is made of entries: lists, encounters, rolls, own entries, comparisons, ratings and exports.

pub mod browse;
pub mod compare;
pub mod dice;
pub mod encounter;
pub mod export;
pub mod own;
mod random;
pub mod rating;

#[cfg(test)]
#[path = "../../../tests/resources.rs"]
mod resources;
