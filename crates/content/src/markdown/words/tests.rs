use super::*;

#[test]
fn numbers_read_as_a_person_writes_them() {
    assert_eq!(levels_in_words(&[4, 8, 12]), "4th, 8th and 12th level");
    assert_eq!([coins(1500.0), coins(0.5), coins(0.01), coins(0.15)], ["1,500 gp", "5 sp", "1 cp", "15 cp"]);
}

#[test]
fn abilities_have_one_name() {
    assert_eq!(ability_in_full("STR"), Some("Strength"));
    assert_eq!(ability_in_full("wisdom"), Some("Wisdom"));
    assert_eq!(ability_in_full("luck"), None);
}

#[test]
fn a_conjunction_precedes_the_last_word() {
    let words: Vec<String> = ["a", "b", "c"].map(str::to_owned).to_vec();
    assert_eq!(joined(&words, "or"), "a, b, or c");
}
