//! Names of well-known things that no open book has: of other books and games, and of everyday life. A
//! library can have them only from the user's own files.

use std::collections::HashMap;
use std::sync::LazyLock;

use super::analysis::{self, searchable};

/// One thing a line: `mind flayer | illithid`.
const NAMES: &str = include_str!("not_open.txt");

/// The longest name and the names by their words: each with the name to show.
static BY_WORDS: LazyLock<(usize, HashMap<String, &str>)> = LazyLock::new(|| {
    let lines = NAMES.lines().filter(|line| !line.starts_with('#'));
    let names = lines.flat_map(|line| line.split(" | ")).map(|name| (words(name).join(" "), name.trim()));
    let names: HashMap<String, &str> = names.filter(|(words, _)| !words.is_empty()).collect();
    (names.keys().map(|name| name.split(' ').count()).max().unwrap_or(0), names)
});

/// Words after a name that make it a comparison: who wants a blade in the style of a game wants a blade.
const COMPARISONS: [&str; 4] = ["style", "styled", "esque", "type"];

/// Words listed after a name that is also an ordinary word: alone, it is meant only if a text says no more.
const SORTS: [&str; 8] = ["spell", "feat", "feature", "class", "subclass", "background", "game", "rpg"];

/// Returns the longest name in a text that no open book has and the text does not only compare with.
pub fn named_in(text: &str) -> Option<&'static str> {
    let words = words(text);
    let (longest, names) = &*BY_WORDS;
    (1..=*longest).rev().find_map(|count| {
        words.windows(count).enumerate().find_map(|(place, part)| {
            let is_compared =
                words.get(place + count).is_some_and(|next| COMPARISONS.contains(&next.as_str()));
            let part = part.join(" ");
            names.get(&part).or_else(|| names.get(part.strip_suffix('s')?)).copied().filter(|_| !is_compared)
        })
    })
}

/// Returns a name in no open book that a text is without its sort: `Sharpshooter` for `sharpshooter feat`.
pub fn named_by(text: &str) -> Option<&'static str> {
    let text = words(text).join(" ");
    SORTS.iter().find_map(|sort| BY_WORDS.1.get(&format!("{text} {sort}")).copied())
}

/// Returns whether the name of an entry has all the words of a name in a row, or is it without its sort.
pub fn has_name(entry: &str, name: &str) -> bool {
    let (entry, name) = (words(entry), words(name));
    let is_sorted = |sort: &String, base: &[String]| SORTS.contains(&sort.as_str()) && entry == base;
    name.split_last().is_some_and(|(sort, base)| is_sorted(sort, base))
        || !name.is_empty() && entry.windows(name.len()).any(|part| part == name)
}

fn words(text: &str) -> Vec<String> {
    analysis::words(&searchable(text)).map(str::to_owned).collect()
}

#[cfg(test)]
mod tests;
