//! What is made of entries: lists for the window, encounters, own entries, comparisons, ratings and exports.

pub mod browse;
pub mod compare;
pub mod encounter;
pub mod export;
pub mod own;
pub mod rating;

#[cfg(test)]
#[path = "../../../tests/resources.rs"]
mod resources;
