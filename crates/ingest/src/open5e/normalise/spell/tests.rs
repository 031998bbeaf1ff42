use super::*;

#[test]
fn a_save_is_one_that_the_text_calls_for() {
    let save = |text, given: &str| saving_throw(text, Some(&given.to_owned()), Rolls::of(text).saves);
    assert_eq!(save("It must make a Wisdom saving throw.", "wisdom").as_deref(), Some("wisdom"));
    assert_eq!(save("It must make a Wisdom saving throw.", "charisma").as_deref(), Some("wisdom"));
    assert_eq!(save("It has advantage on Dexterity saving throws.", "dexterity"), None);
    assert_eq!(save("On a failed save it sleeps.", "wisdom").as_deref(), Some("wisdom"));
}
