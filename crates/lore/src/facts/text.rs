//! The text of an entry as facts are read from it.

use std::ops::Range;

/// The maximum length of a quotation, in characters.
const MAX_QUOTE_CHARS: usize = 80;

/// The labels of lines that the fields of an entry repeat.
const FIELD_LABELS: [&str; 20] = [
    "Armor Class",
    "Hit Points",
    "Speed",
    "Saving Throws",
    "Skills",
    "Damage Resistances",
    "Damage Immunities",
    "Damage Vulnerabilities",
    "Condition Immunities",
    "Senses",
    "Languages",
    "Challenge",
    "Proficiency",
    "Gear",
    "Casting Time",
    "Range",
    "Components",
    "Duration",
    "Classes",
    "Properties",
];

/// The text of an entry without emphasis, lore and lines that repeat its fields.
pub(super) struct Text(String);

impl Text {
    /// Reads a body in Markdown.
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

    /// Returns the sentence around a place: before and after it.
    pub(super) fn around(&self, range: &Range<usize>) -> (&str, &str) {
        let before = self.0.get(..range.start).unwrap_or_default();
        let after = self.0.get(range.end..).unwrap_or_default();
        let start = sentence_start(before);
        let end = sentence_end(after);
        (before.get(start..).unwrap_or_default(), after.get(..end).unwrap_or_default())
    }

    /// Returns the words around a place, as a quotation.
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

/// Cuts words to the length of a quotation, between words.
pub(super) fn quote(words: &str) -> String {
    let words = words.split_whitespace().collect::<Vec<_>>().join(" ");
    let Some((cut, _)) = words.char_indices().nth(MAX_QUOTE_CHARS) else { return words };
    let head = words.get(..cut).unwrap_or_default();
    head.rsplit_once(' ').map_or(head, |(head, _)| head).to_owned()
}

/// Returns a text without emphasis.
pub(super) fn plain(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    push_plain(&mut plain, text);
    plain
}

/// Adds a line without emphasis and with plain apostrophes and spaces.
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

/// Returns the place after the last end of a sentence. `5 ft.` is none.
fn sentence_start(before: &str) -> usize {
    let mut end = before.len();
    while let Some(at) = before.get(..end).and_then(|text| text.rfind(['.', '\n', '|', '!', '?'])) {
        if is_end(before, at) {
            return at + 1;
        }
        end = at;
    }
    0
}

fn sentence_end(after: &str) -> usize {
    after
        .match_indices(['.', '\n', '|', '!', '?'])
        .map(|(at, _)| at)
        .find(|at| is_end(after, *at))
        .unwrap_or(after.len())
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
