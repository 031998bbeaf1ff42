//! Regular expressions that are constants of the program.

use std::sync::LazyLock;

use regex::Regex;

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
