//! Errors of the system in words.

use std::fmt::Display;

/// Returns a system error without its number: `Connection refused`, not `Connection refused (os error 111)`.
pub fn reason(error: &impl Display) -> String {
    let text = error.to_string();
    match text.rsplit_once(" (os error ") {
        Some((words, number)) if number.trim_end_matches(')').parse::<i32>().is_ok() => words.to_owned(),
        _ => text,
    }
}

#[cfg(test)]
mod tests;
