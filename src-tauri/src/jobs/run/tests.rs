use super::*;

#[test]
fn a_step_is_read_from_the_message() {
    assert_eq!(step("storing: 120 of 4000"), Some(("storing", 120.0, Some(4000.0))));
    assert_eq!(step("waiting"), None);
    assert_eq!(step("storing: many of them"), None);
}
