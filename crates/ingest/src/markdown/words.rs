//! Small texts: lists, ordinals, plurals.

use content::model::{ABILITIES, fold, grouped, ordinal};

/// Returns the full name of an ability, given in any form and case.
pub fn ability_in_full(name: &str) -> Option<&'static str> {
    let wanted = fold(name);
    ABILITIES.into_iter().find(|ability| {
        let folded = fold(ability);
        folded == wanted || folded.get(..3) == Some(wanted.as_str())
    })
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

/// Formats a price in gold pieces, in the largest coin without a fraction: `1,500 gp`, `5 sp`, `1 cp`.
pub fn coins(gold: f64) -> String {
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a price is not a negative number, and casting saturates"
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

/// Joins words with a conjunction before the last: `a and b`, `a, b, and c`.
pub(crate) fn joined(words: &[String], conjunction: &str) -> String {
    match words {
        [one, two] => format!("{one} {conjunction} {two}"),
        [start @ .., last] if !start.is_empty() => format!("{}, {conjunction} {last}", start.join(", ")),
        words => words.concat(),
    }
}

#[cfg(test)]
mod tests;
