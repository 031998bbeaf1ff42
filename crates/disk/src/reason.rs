//! Errors of the system in words.

use std::fmt::Display;

/// Returns an error of the system without its number: `Connection refused`, not `Connection refused (os error 111)`.
#[must_use]
pub fn reason(error: &impl Display) -> String {
    let text = error.to_string();
    match text.rsplit_once(" (os error ") {
        Some((words, number)) if number.trim_end_matches(')').parse::<i32>().is_ok() => words.to_owned(),
        _ => text,
    }
}

#[cfg(test)]
mod tests {
    use std::io;

    use super::*;

    #[test]
    fn the_number_of_an_error_is_left_out() {
        let error = io::Error::from_raw_os_error(2);
        assert!(error.to_string().ends_with("(os error 2)"), "{error}");
        assert_eq!(format!("{} (os error 2)", reason(&error)), error.to_string());
        for text in ["no such book", "two (os error two)", "one (os error 1) of two"] {
            assert_eq!(reason(&text), text);
        }
    }
}
