//! Names and texts from outside: how they are compared, shortened, shown and cleaned.

mod names;
mod plain;

use std::sync::LazyLock;

use regex::Regex;

pub use names::{
    capitalised, clean, counted, excerpt, fold, grouped, in_one_line, is_invisible, ordinal, quoted, shown,
    title_case,
};
pub use plain::{into_plain, is_unwanted, plain, plain_json};

/// A regular expression that is a constant of the program. It is compiled when it is first used.
pub type Pattern = LazyLock<Regex>;

/// Makes a [`Pattern`].
#[macro_export]
macro_rules! pattern {
    ($expression:expr) => {
        std::sync::LazyLock::new(|| $crate::pattern($expression))
    };
}

/// Compiles a regular expression that is a constant of the program.
///
/// # Panics
/// If the expression is invalid.
#[expect(clippy::expect_used, reason = "every pattern is a constant that a test compiles")]
pub fn pattern(expression: &str) -> Regex {
    Regex::new(expression).expect("a valid pattern")
}
