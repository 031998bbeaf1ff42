//! Repairs italics whose marks are a few letters off, such as `th_e Plum_`.

use regex::Captures;
use text::{Pattern, pattern};

/// Matches a mark within a word, with the spaces before the word and what follows it; or any other mark.
static MARK: Pattern = pattern!(r"\\_|(\s*)([\p{L}\p{N}]+)_([\p{L}\p{N}]+)(_?)(\s?)|_");

/// Only lines with an odd number of marks of italics change.
pub(super) fn between_words(text: &str) -> String {
    let line = |line: &str| if is_odd(line) { moved(line) } else { line.to_owned() };
    text.lines().map(line).collect::<Vec<_>>().join("\n")
}

/// Returns true if a mark in a line has no partner. Markdown ignores marks within words.
fn is_odd(line: &str) -> bool {
    let letters: Vec<char> = format!(" {line} ").chars().collect();
    let is_outer = |around: &&[char]| match around {
        [before, '_', after] => *before != '\\' && !(before.is_alphanumeric() && after.is_alphanumeric()),
        _ => false,
    };
    letters.windows(3).filter(is_outer).count() % 2 == 1
}

/// Moves each mark within a word to the nearer end of the word, and removes a lone mark at the line's end.
fn moved(line: &str) -> String {
    let mut is_open = false;
    let moved = MARK.replace_all(line, |found: &Captures<'_>| {
        let Some(word) = found.get(2) else {
            is_open ^= found.get(0).is_some_and(|mark| mark.as_str() == "_");
            return found.get(0).map_or("", |mark| mark.as_str()).to_owned();
        };
        is_open = !is_open;
        let group = |number| found.get(number).map_or("", |it| it.as_str());
        let (space, start, end, mark, gap) = (group(1), word.as_str(), group(3), group(4), group(5));
        let opens = is_open;
        is_open ^= !mark.is_empty();
        let is_at_start = opens && !mark.is_empty() || start.chars().count() < end.chars().count();
        match (opens, is_at_start) {
            (true, true) => format!("{space}_{start}{end}{mark}{gap}"),
            (false, true) => format!("_{space}{start}{end}{mark}{gap}"),
            // An opening mark goes before the next word, a closing one after this word.
            (true, false) if !gap.is_empty() => format!("{space}{start}{end}{gap}_"),
            (_, false) => format!("{space}{start}{end}_{mark}{gap}"),
        }
    });
    match moved.strip_suffix(" _") {
        Some(rest) if is_odd(&moved) => rest.trim_end().to_owned(),
        _ => moved.into_owned(),
    }
}

#[cfg(test)]
mod tests;
