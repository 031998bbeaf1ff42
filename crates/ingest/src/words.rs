//! Small texts shared by sources.

use content::model::fold;

use crate::markdown::clean_markdown;

/// An apostrophe joins words; every other mark separates them.
pub(super) fn words(text: &str) -> Vec<String> {
    let folded = fold(text).replace(['\'', '’'], "");
    let words = folded.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    words.map(str::to_owned).collect()
}

/// Returns the words but `armor`, so that `Half Plate Armor` and `Half-Plate` are equal.
pub(super) fn without_armor(name: &str) -> Vec<String> {
    let mut words = words(name);
    words.retain(|word| word != "armor");
    words
}

/// Returns the letters and digits of a Markdown text, which are equal for two spellings.
pub(super) fn plain(text: &str) -> String {
    words(&clean_markdown(text)).join(" ")
}

#[cfg(test)]
mod tests;
