//! The text of an entry as facts are read from it.

use std::ops::Range;

use super::pattern::{Found, Pattern};

const MAX_QUOTE_CHARS: usize = 80;
/// How many bytes a sentence reaches before and after a place in it. Farther text has no bearing on it.
const MAX_REACH: usize = 600;
/// In bytes. Each match can cost a look at the whole part, so time grows with the square of its length.
const MAX_PART: usize = 4_096;

const FIELD_LABELS: [&str; 20] = [
    "Armor Class", "Hit Points", "Speed", "Saving Throws", "Skills", "Damage Resistances",
    "Damage Immunities", "Damage Vulnerabilities", "Condition Immunities", "Senses", "Languages",
    "Challenge", "Proficiency", "Gear", "Casting Time", "Range", "Components", "Duration", "Classes",
    "Properties",
];

/// The text of an entry without emphasis, lore and lines that repeat its fields.
pub(super) struct Text(String);

impl Text {
    pub(super) fn of(body: &str) -> Self {
        let mut plain = String::with_capacity(body.len());
        let mut in_lore = false;
        for line in body.lines() {
            if let Some(heading) = line.strip_prefix("### ") {
                in_lore = heading == "Description";
            }
            let label = line.strip_prefix("- **").or_else(|| line.strip_prefix(" -  **"));
            let is_field = label.is_some_and(|label| FIELD_LABELS.iter().any(|it| label.starts_with(it)));
            if in_lore || is_field || line.starts_with("| STR") || line.starts_with("**Environments**") {
                continue;
            }
            push_plain(&mut plain, line);
            plain.push('\n');
        }
        Self(plain)
    }

    pub(super) fn as_str(&self) -> &str {
        &self.0
    }

    pub(super) fn matches(&self, pattern: &'static Pattern) -> impl Iterator<Item = Found<'_>> {
        parts(&self.0).flat_map(|(start, part)| pattern.captures_from(start, part))
    }

    /// Returns the sentence around a place: before and after it.
    pub(super) fn around(&self, range: &Range<usize>) -> (&str, &str) {
        let (before, after) = self.beside(range);
        let start = sentence_start(before);
        let end = sentence_end(after);
        (before.get(start..).unwrap_or_default(), after.get(..end).unwrap_or_default())
    }

    /// Returns the text before and after a place, as far as a sentence reaches.
    pub(super) fn beside(&self, range: &Range<usize>) -> (&str, &str) {
        let start = self.0.ceil_char_boundary(range.start.saturating_sub(MAX_REACH));
        let end = self.0.floor_char_boundary(range.end.saturating_add(MAX_REACH));
        let (before, after) = (self.0.get(start..range.start), self.0.get(range.end..end));
        (before.unwrap_or_default(), after.unwrap_or_default())
    }

    pub(super) fn words(&self, range: &Range<usize>) -> String {
        let (before, after) = self.around(range);
        let place = self.0.get(range.clone()).unwrap_or_default();
        let room = MAX_QUOTE_CHARS.saturating_sub(place.chars().count());
        let kept = before.chars().count().min(room * 2 / 3);
        let mut start = before.len() - before.chars().rev().take(kept).map(char::len_utf8).sum::<usize>();
        if start > 0 {
            start += before.get(start..).and_then(|rest| rest.find(' ')).map_or(0, |at| at + 1);
        }
        format!("{}{place}{after}", before.get(start..).unwrap_or_default())
    }
}

/// Nearly every text is one part; a longer one is cut after a line, else after a word.
fn parts(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut start = 0;
    std::iter::from_fn(move || {
        let rest = text.get(start..).filter(|rest| !rest.is_empty())?;
        let part = first_part(rest);
        let found = (start, part);
        start += part.len();
        Some(found)
    })
}

pub(super) fn first_part(text: &str) -> &str {
    if text.len() <= MAX_PART {
        return text;
    }
    let head = text.get(..text.floor_char_boundary(MAX_PART)).unwrap_or_default();
    let end = head.rfind('\n').or_else(|| head.rfind(' ')).map_or(head.len(), |at| at + 1);
    head.get(..end).unwrap_or_default()
}

pub(super) fn quote(words: &str) -> String {
    let mut quoted = String::new();
    for word in words.split_whitespace() {
        if !quoted.is_empty() {
            quoted.push(' ');
        }
        quoted.extend(word.chars().take(MAX_QUOTE_CHARS + 1));
        if let Some((cut, _)) = quoted.char_indices().nth(MAX_QUOTE_CHARS) {
            quoted.truncate(cut);
            quoted.truncate(quoted.rfind(' ').unwrap_or(cut));
            break;
        }
    }
    quoted
}

pub(super) fn plain(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    push_plain(&mut plain, text);
    plain
}

fn push_plain(plain: &mut String, line: &str) {
    for c in line.chars() {
        match c {
            '*' | '_' | '\\' => {}
            '’' => plain.push('\''),
            '–' | '−' | '•' => plain.push('-'),
            ' ' if plain.ends_with(' ') => {}
            c => plain.push(c),
        }
    }
}

const STOPS: [char; 5] = ['.', '\n', '|', '!', '?'];

/// Returns the place after the last end of a sentence. `5 ft.` is none.
fn sentence_start(before: &str) -> usize {
    let mut ends = before.rmatch_indices(STOPS).map(|(at, _)| at);
    ends.find(|at| is_end(before, *at)).map_or(0, |at| at + 1)
}

fn sentence_end(after: &str) -> usize {
    let mut ends = after.match_indices(STOPS).map(|(at, _)| at);
    ends.find(|at| is_end(after, *at)).unwrap_or(after.len())
}

fn is_end(text: &str, at: usize) -> bool {
    if text.as_bytes().get(at) != Some(&b'.') {
        return true;
    }
    let head = text.get(..at).unwrap_or_default();
    let is_abbreviation = ["ft", "vs", " lb"].iter().any(|word| head.ends_with(word));
    let is_inside = text.as_bytes().get(at + 1).is_some_and(u8::is_ascii_alphanumeric);
    !is_abbreviation && !is_inside
}
