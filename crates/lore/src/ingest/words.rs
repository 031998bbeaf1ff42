//! Small texts shared by sources.

use std::collections::BTreeSet;

use crate::model::fold;

/// Returns the words of a text in lower case. An apostrophe joins, every other mark separates.
pub(super) fn words(text: &str) -> Vec<String> {
    let folded = fold(text).replace(['\'', '’'], "");
    let words = folded.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    words.map(str::to_owned).collect()
}

/// Returns the share of common words of two texts, from 0 to 1 (the Jaccard index).
pub(super) fn share_in_common(one: &BTreeSet<String>, other: &BTreeSet<String>) -> f64 {
    let (shared, all) = (one.intersection(other).count(), one.union(other).count().max(1));
    #[expect(clippy::cast_precision_loss, reason = "texts have far fewer words than 2^52")]
    let share = shared as f64 / all as f64;
    share
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_in_common_are_counted_once() {
        assert_eq!(words("The cook’s plum-pie, +1"), ["the", "cooks", "plum", "pie", "1"]);
        let of = |text: &str| -> BTreeSet<String> { words(text).into_iter().collect() };
        assert!((share_in_common(&of("plum pie"), &of("plum jam, plum")) - 1.0 / 3.0).abs() < 1e-9);
        assert!(share_in_common(&of(""), &of("")) < 1e-9);
    }
}
