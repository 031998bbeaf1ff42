//! Small texts: lists, ordinals, plurals.

use crate::model::fold;
pub(crate) use crate::model::{capitalised, grouped, ordinal};

/// Short and full names of the six abilities, in printed order.
const ABILITIES: [(&str, &str); 6] = [
    ("str", "Strength"),
    ("dex", "Dexterity"),
    ("con", "Constitution"),
    ("int", "Intelligence"),
    ("wis", "Wisdom"),
    ("cha", "Charisma"),
];

/// Returns the full name of an ability, given in any form and case.
pub(crate) fn ability_in_full(name: &str) -> Option<&'static str> {
    let wanted = fold(name);
    ABILITIES.iter().find(|(short, full)| *short == wanted || fold(full) == wanted).map(|(_, full)| *full)
}

/// Returns levels in words: `3rd level`, `4th, 8th and 12th level`; empty for none.
pub(crate) fn levels_in_words(levels: &[u8]) -> String {
    let levels: Vec<String> = levels.iter().map(|level| ordinal(*level)).collect();
    match levels.as_slice() {
        [] => String::new(),
        [one] => format!("{one} level"),
        [start @ .., last] => format!("{} and {last} level", start.join(", ")),
    }
}

/// Formats a bonus with its sign: `+3`, `-1`, `+0`.
pub(crate) fn signed(number: i32) -> String {
    format!("{number:+}")
}

/// Formats a price in gold pieces, in the largest coin without a fraction: `1,500 gp`, `5 sp`, `1 cp`.
pub(crate) fn coins(gold: f64) -> String {
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a price is no negative number, and casting saturates"
    )]
    let copper = (gold * 100.0).round() as u64;
    if copper.is_multiple_of(100) {
        format!("{} gp", grouped(copper / 100))
    } else if copper.is_multiple_of(10) {
        format!("{} sp", grouped(copper / 10))
    } else {
        format!("{} cp", grouped(copper))
    }
}

/// Joins alternatives: `a, b, or c`.
pub(crate) fn alternatives(words: &[String]) -> String {
    match words {
        [] => String::new(),
        [one] => one.clone(),
        [one, two] => format!("{one} or {two}"),
        [start @ .., last] => format!("{}, or {last}", start.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_read_as_a_person_writes_them() {
        assert_eq!(
            [ordinal(1), ordinal(2), ordinal(3), ordinal(11), ordinal(20)],
            ["1st", "2nd", "3rd", "11th", "20th"]
        );
        assert_eq!([signed(3), signed(-1), signed(0)], ["+3", "-1", "+0"]);
        assert_eq!(
            [coins(1500.0), coins(0.5), coins(0.01), coins(0.15)],
            ["1,500 gp", "5 sp", "1 cp", "15 cp"]
        );
    }

    #[test]
    fn abilities_have_one_name() {
        assert_eq!(ability_in_full("STR"), Some("Strength"));
        assert_eq!(ability_in_full("wisdom"), Some("Wisdom"));
        assert_eq!(ability_in_full("luck"), None);
    }

    #[test]
    fn alternatives_end_in_or() {
        let words: Vec<String> = ["a", "b", "c"].map(str::to_owned).to_vec();
        assert_eq!(alternatives(&words), "a, b, or c");
    }
}
