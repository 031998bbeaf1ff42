use super::*;

#[test]
fn sizes_and_speeds_are_read_from_words() {
    assert_eq!(sizes("Medium (tall) or Small (short)").as_deref(), Some("Medium or Small"));
    assert_eq!(sizes("As you like."), None);
    assert_eq!(first_number("Your base walking speed is 25 feet, or 30."), Some(25));
}
