//! Names and texts from outside: how they are compared, shortened, shown and cleaned.

mod names;
#[cfg(feature = "patterns")]
mod patterns;
#[cfg(feature = "patterns")]
mod plain;

pub use names::{
    capitalised, clean, counted, excerpt, fold, grouped, in_one_line, is_invisible, ordinal, quoted, shown,
    title_case,
};
#[cfg(feature = "patterns")]
pub use patterns::{Pattern, pattern};
#[cfg(feature = "patterns")]
pub use plain::{into_plain, is_unwanted, plain, plain_json};
