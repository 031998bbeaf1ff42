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
