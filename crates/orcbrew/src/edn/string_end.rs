//! Where a text ends when quotation marks are missing or stand in it without an escape: what is around a mark tells
//! whether it begins a text, ends one, or is a letter of it.

use super::number::number;
use super::scan::is_blank;

/// Where a text stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    /// The value of a field; behind it stands another field or the end of the map.
    Field,
    /// A key; behind it stands its value.
    Key,
    /// Among other values, or anywhere else.
    Among,
}

/// Where the text that begins at `start`, behind its mark, ends, and whether its marks are in order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Extent {
    /// The place behind its last letter.
    pub(super) end: usize,
    /// Where reading goes on.
    pub(super) next: usize,
    /// What is wrong with its marks.
    pub(super) problem: Option<Problem>,
}

/// What is wrong with the quotation marks of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Problem {
    /// It has no mark at its end.
    NoEnd,
    /// There are marks in it without an escape.
    MarksWithin,
}

/// How many quotation marks a text may have in it. Looking at more of them would take a time that grows with their square.
const MOST_MARKS: usize = 64;
/// How far behind a text that has lost its first mark its last one is looked for, in bytes.
const FARTHEST_MARK: usize = 16 << 10;

/// The closing mark of a text that begins at `start` without a mark, if it is not far.
pub(super) fn mark_behind(text: &str, start: usize) -> Option<usize> {
    let farthest = text.len().min(start + FARTHEST_MARK);
    let near = text.get(..text.floor_char_boundary(farthest))?;
    let mut from = start;
    for _ in 0..MOST_MARKS {
        let mark = super::text::end_of_text(near, from)?;
        if begins_a_value(text.get(start..mark)?) {
            return None;
        }
        if can_follow(text.get(mark + 1..)?, Place::Field) {
            return Some(mark);
        }
        from = mark + 1;
    }
    None
}

/// Finds the end of a text.
pub(super) fn extent(text: &str, start: usize, place: Place) -> Extent {
    let mut problem = None;
    let mut from = start;
    for _ in 0..MOST_MARKS {
        let Some(mark) = super::text::end_of_text(text, from) else { break };
        let so_far = text.get(start..mark).unwrap_or_default();
        let behind = text.get(mark + 1..).unwrap_or_default();
        if begins_a_value(so_far)
            && let Some(length) = end_before_field(so_far)
        {
            return Extent { end: start + length, next: start + length, problem: Some(Problem::NoEnd) };
        }
        if can_follow(behind, place) {
            return Extent { end: mark, next: mark + 1, problem };
        }
        problem = Some(Problem::MarksWithin);
        from = mark + 1;
    }
    // Without a mark that can be its end, the text ends before the next field, or with the file.
    let rest = text.get(start..).unwrap_or_default();
    let length = end_before_field(rest)
        .unwrap_or_else(|| rest.trim_end_matches(|c| is_blank(c) || matches!(c, '}' | ']' | ')')).len());
    Extent { end: start + length, next: start + length, problem: Some(Problem::NoEnd) }
}

/// Whether a mark behind these letters begins the value of a field: they end in a keyword and a blank.
pub(super) fn begins_a_value(before: &str) -> bool {
    let without_blanks = before.trim_end_matches(is_blank);
    if without_blanks.len() == before.len() {
        return false;
    }
    let word = without_blanks.rsplit(|c| is_blank(c) || is_opening(c)).next().unwrap_or_default();
    word.strip_prefix(':').is_some_and(|name| name.starts_with(is_letter) && !name.ends_with([':', '.']))
}

/// The length of a text that has swallowed a field: up to the first keyword in it, without what stands between.
fn end_before_field(text: &str) -> Option<usize> {
    let mut before = ' ';
    for (at, letter) in text.char_indices() {
        let begins_word = is_blank(before) || is_opening(before) || at == 0;
        if letter == ':' && begins_word && text.get(at + 1..).is_some_and(|name| name.starts_with(is_letter))
        {
            return Some(
                text.get(..at)?.trim_end_matches(|c| is_blank(c) || is_opening(c) || is_closing(c)).len(),
            );
        }
        before = letter;
    }
    None
}

/// Whether the mark before these letters can be the end of a text.
fn can_follow(behind: &str, place: Place) -> bool {
    let rest = behind.trim_start_matches(is_blank);
    let Some(first) = rest.chars().next() else { return true };
    match first {
        '}' | ']' | ')' => true,
        ':' => rest.get(1..).is_some_and(|name| name.starts_with(is_letter)),
        ';' => rest.len() < behind.len(),
        '#' if place == Place::Field => rest.starts_with("#_"),
        '"' if place == Place::Field => false,
        '"' => rest.len() < behind.len(),
        '{' | '[' | '(' | '#' | '^' => place != Place::Field,
        _ => {
            let end = rest.find(|c: char| is_blank(c) || "\"{}[]();".contains(c)).unwrap_or(rest.len());
            let word = rest.get(..end).unwrap_or_default();
            rest.starts_with("nil nil")
                || place != Place::Field
                    && (matches!(word, "nil" | "true" | "false" | "NaN") || number(word).is_some())
        }
    }
}

fn is_opening(letter: char) -> bool {
    matches!(letter, '{' | '[' | '(')
}

fn is_closing(letter: char) -> bool {
    matches!(letter, '}' | ']' | ')')
}

fn is_letter(letter: char) -> bool {
    letter.is_alphanumeric()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str, place: Place) -> (&str, &str, Option<Problem>) {
        let found = extent(text, 1, place);
        (text.get(1..found.end).unwrap(), text.get(found.next..).unwrap(), found.problem)
    }

    #[test]
    fn a_text_in_order_ends_at_its_mark() {
        assert_eq!(read(r#""a b", :level 3"#, Place::Field), ("a b", ", :level 3", None));
        assert_eq!(read(r#""a b" {:x 1}"#, Place::Key), ("a b", " {:x 1}", None));
        assert_eq!(read(r#""a" "b"]"#, Place::Among), ("a", " \"b\"]", None));
    }

    #[test]
    fn a_mark_within_a_text_stays_in_it() {
        let within = Some(Problem::MarksWithin);
        assert_eq!(
            read(r#""say "friend" and", :b 1"#, Place::Field),
            ("say \"friend\" and", ", :b 1", within)
        );
        assert_eq!(read(r#""roll "1d6" twice"}"#, Place::Field), ("roll \"1d6\" twice", "}", within));
        assert_eq!(read(r#""Bolt"", :b 1"#, Place::Field), ("Bolt\"", ", :b 1", within));
        assert_eq!(read(r#""see "(below)" now"}"#, Place::Field), ("see \"(below)\" now", "}", within));
    }

    #[test]
    fn a_text_that_lost_its_end_does_not_swallow_the_next_fields() {
        let lost = Some(Problem::NoEnd);
        assert_eq!(
            read(r#""Bolt, :level 3, :school "evocation"}"#, Place::Field),
            ("Bolt", ", :level 3, :school \"evocation\"}", lost)
        );
        assert_eq!(read(r#""Bolt}} "#, Place::Field), ("Bolt", "}} ", lost));
        assert_eq!(read(r#""cut in the mid"#, Place::Field), ("cut in the mid", "", lost));
        assert_eq!(
            read("\"Book {:orcpub.dnd.e5/spells {:a {:name \"A\"}}}", Place::Key),
            ("Book", " {:orcpub.dnd.e5/spells {:a {:name \"A\"}}}", lost)
        );
    }

    #[test]
    fn prose_with_colons_is_no_field() {
        assert!(!begins_a_value("the creature says: "));
        assert!(!begins_a_value("at 3:00 "));
        assert!(begins_a_value("Bolt, :school "));
        assert!(begins_a_value("{:name\n   "));
    }
}
