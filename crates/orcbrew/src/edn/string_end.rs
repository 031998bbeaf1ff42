//! The end of a string whose quotation marks may be missing or unescaped. The text around a mark shows
//! whether the mark opens a string, closes one, or belongs to its contents.

use super::escapes::closing_mark;
use super::number::number;
use super::scanner::{is_blank, is_word_end};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Extent {
    /// The position after the last letter, in bytes.
    pub(super) end: usize,
    /// The position at which reading continues.
    pub(super) next: usize,
    pub(super) problem: Option<&'static str>,
}

const UNTERMINATED: &str = "a text without a closing quotation mark was ended before the next field";
const UNESCAPED_MARKS: &str = "unescaped quotation marks within a text were kept as a part of it";

/// Examining more quotation marks would take time that grows with their square.
const MAX_MARKS: usize = 64;
const MAX_UNOPENED_BYTES: usize = 16 << 10;

const OPENING: [char; 3] = ['{', '[', '('];
const CLOSING: [char; 3] = ['}', ']', ')'];

pub(super) fn end_of_unopened(text: &str, start: usize) -> Option<usize> {
    let limit = text.len().min(start + MAX_UNOPENED_BYTES);
    let near = text.get(..text.floor_char_boundary(limit))?;
    let mut from = start;
    for _ in 0..MAX_MARKS {
        let mark = closing_mark(near, from)?;
        if ends_before_value(text.get(start..mark)?) {
            return None;
        }
        if can_follow(text.get(mark + 1..)?, true) {
            return Some(mark);
        }
        from = mark + 1;
    }
    None
}

/// Another field or the end of the map follows the value of a field.
pub(super) fn extent(text: &str, start: usize, is_field_value: bool) -> Extent {
    let unterminated =
        |length| Extent { end: start + length, next: start + length, problem: Some(UNTERMINATED) };
    let mut problem = None;
    let mut from = start;
    for _ in 0..MAX_MARKS {
        let Some(mark) = closing_mark(text, from) else { break };
        let contents = text.get(start..mark).unwrap_or_default();
        if ends_before_value(contents)
            && let Some(length) = length_before_field(contents)
        {
            return unterminated(length);
        }
        if can_follow(text.get(mark + 1..).unwrap_or_default(), is_field_value) {
            return Extent { end: mark, next: mark + 1, problem };
        }
        problem = Some(UNESCAPED_MARKS);
        from = mark + 1;
    }
    // Without a possible closing mark, the string ends before the next field or with the file.
    let rest = text.get(start..).unwrap_or_default();
    unterminated(
        length_before_field(rest)
            .unwrap_or_else(|| rest.trim_end_matches(|c| is_blank(c) || CLOSING.contains(&c)).len()),
    )
}

/// Returns true if a text ends with a keyword and a blank: a quotation mark then opens the field's value.
pub(super) fn ends_before_value(text: &str) -> bool {
    let without_blanks = text.trim_end_matches(is_blank);
    if without_blanks.len() == text.len() {
        return false;
    }
    let word = without_blanks.rsplit(|c| is_blank(c) || OPENING.contains(&c)).next().unwrap_or_default();
    word.strip_prefix(':').is_some_and(|name| begins_name(name) && !name.ends_with([':', '.']))
}

/// Returns a string's length before a swallowed field: to the first keyword, less blanks and brackets.
fn length_before_field(text: &str) -> Option<usize> {
    let mut before = ' ';
    for (at, letter) in text.char_indices() {
        let begins_word = is_blank(before) || OPENING.contains(&before);
        if letter == ':' && begins_word && text.get(at + 1..).is_some_and(begins_name) {
            let contents = text.get(..at)?;
            let is_outside = |c| is_blank(c) || OPENING.contains(&c) || CLOSING.contains(&c);
            return Some(contents.trim_end_matches(is_outside).len());
        }
        before = letter;
    }
    None
}

/// Returns true if a quotation mark before this text can close a string.
fn can_follow(after: &str, is_field_value: bool) -> bool {
    let rest = after.trim_start_matches(is_blank);
    let Some(first) = rest.chars().next() else { return true };
    let has_blank = rest.len() < after.len();
    match first {
        '}' | ']' | ')' => true,
        ':' => rest.get(1..).is_some_and(begins_name),
        ';' => has_blank,
        '#' if is_field_value => rest.starts_with("#_"),
        '"' => has_blank && !is_field_value,
        '{' | '[' | '(' | '#' | '^' => !is_field_value,
        _ => {
            let word = rest.split(|c| is_word_end(c) || c == ';').next().unwrap_or_default();
            rest.starts_with("nil nil")
                || !is_field_value
                    && (matches!(word, "nil" | "true" | "false" | "NaN") || number(word).is_some())
        }
    }
}

fn begins_name(text: &str) -> bool {
    text.starts_with(char::is_alphanumeric)
}

#[cfg(test)]
mod tests;
