//! How large a result may be, and what is done with one that would be larger. Nothing is lost silently: whatever is left
//! out is told, with the way to it.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use lore::model::excerpt;
use serde::Serialize;
use serde_json::Value;

/// The most bytes of a result's JSON.
///
/// Claude Code refuses a result of more than 25,000 tokens (`MAX_MCP_OUTPUT_TOKENS`, <https://code.claude.com/docs/en/mcp>), Claude Desktop and
/// claude.ai one of more than 150,000 characters. Answers of these tools have 3.1 to 3.5 bytes a token by the tokenizers that
/// are published (measured on lists of spells and creatures and on class sheets), and newer ones make up to a third more
/// tokens of the same text, which leaves 2.4 bytes. A client reads either the structured content or its copy as text, so the
/// tokens are those of one copy; the characters are counted over both, and the copy is longer by its escapes, which comes to
/// about 130,000.
pub(crate) const LARGEST: usize = 60_000;

/// What of it is kept free for the words beside a list, in bytes.
pub(crate) const WORDS: usize = 4_000;

/// The longest message or instruction beside an answer, in characters.
pub(crate) const LONGEST_WORDS: usize = 2_000;

/// How many bytes of a long text are given at once. Half of what a result may have, for in JSON a text can be twice as long.
pub(crate) const PART: usize = 24_000;

/// What an answer is cut to when a tool's own way did not make it short enough, gentlest first: the longest text in
/// characters, the longest list.
const STEPS: &[(usize, usize)] = &[
    (8_000, 1_000),
    (2_000, 400),
    (1_000, 200),
    (400, 100),
    (200, 50),
    (120, 25),
    (80, 10),
    (40, 3),
    (20, 1),
];

/// How many cuts are told one by one.
const TOLD: usize = 4;
/// The longest name of a field; a longer one comes from outside.
const LONGEST_FIELD: usize = 100;

/// How many bytes a value has as JSON.
pub(crate) fn of(value: &impl Serialize) -> usize {
    let mut counted = Counted(0);
    match serde_json::to_writer(&mut counted, value) {
        Ok(()) => counted.0,
        Err(_) => usize::MAX,
    }
}

/// Counts what is written.
struct Counted(usize);

impl std::io::Write for Counted {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0 = self.0.saturating_add(bytes.len());
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// Cuts long texts and lists of a value until it has at most so many bytes. Gives what was cut, in words; `None` when
/// it was short enough.
pub(crate) fn fit(value: &mut Value, most: usize) -> Option<String> {
    if of(value) <= most {
        return None;
    }
    let mut cuts = Cuts::default();
    for (text, list) in STEPS {
        let before = std::mem::take(&mut cuts.lists);
        cuts = Cuts { text: *text, list: *list, before, ..Cuts::default() };
        cuts.cut(&mut String::new(), value);
        if of(value) <= most {
            break;
        }
    }
    Some(cuts.in_words())
}

/// What was cut, and to what.
#[derive(Default)]
struct Cuts {
    text: usize,
    list: usize,
    texts: usize,
    /// The lists that were cut, with how many of how many they show.
    lists: BTreeMap<String, (usize, usize)>,
    /// The same of the step before.
    before: BTreeMap<String, (usize, usize)>,
}

impl Cuts {
    fn cut(&mut self, place: &mut String, value: &mut Value) {
        let here = place.len();
        match value {
            Value::String(text) if text.len() > self.text && text.chars().nth(self.text).is_some() => {
                *text = excerpt(text, self.text);
                self.texts += 1;
            }
            Value::Array(list) => {
                let all = list.len();
                list.truncate(self.list);
                self.note(place, list.len(), all);
                for (number, item) in list.iter_mut().enumerate() {
                    let _ = write!(place, "[{number}]");
                    self.cut(place, item);
                    place.truncate(here);
                }
            }
            Value::Object(object) => {
                let all = object.len();
                // A type of ours has fewer fields than this; more are a table that came from outside.
                let most = self.list.max(LONGEST_FIELD);
                let mut kept = 0;
                object.retain(|field, _| {
                    kept += 1;
                    field.len() <= LONGEST_FIELD && kept <= most
                });
                self.note(place, object.len(), all);
                for (field, inner) in object.iter_mut() {
                    if here > 0 {
                        place.push('.');
                    }
                    place.push_str(field);
                    self.cut(place, inner);
                    place.truncate(here);
                }
            }
            _ => {}
        }
    }

    /// Notes that a list is shorter than it was.
    fn note(&mut self, place: &str, shown: usize, all: usize) {
        let all = self.before.get(place).map_or(all, |(_, all)| *all);
        if shown < all {
            self.lists.insert(place.to_owned(), (shown, all));
        }
    }

    fn in_words(&self) -> String {
        let told = self.lists.iter().take(TOLD);
        let mut told: Vec<String> =
            told.map(|(place, (shown, all))| format!("`{place}` shows {shown} of {all}")).collect();
        if self.lists.len() > TOLD {
            told.push(format!("{} other lists are cut", self.lists.len() - TOLD));
        }
        if self.texts > 0 {
            told.push(format!("{} texts are cut after {} characters (…)", self.texts, self.text));
        }
        format!("The answer was too large for a client and is shortened: {}.", told.join("; "))
    }
}

/// A text in parts of at most so many bytes, cut between paragraphs where that is possible, else between lines, else
/// between words. Joined they are the whole text.
pub(crate) fn parts(text: &str, most: usize) -> Vec<&str> {
    let mut parts = Vec::new();
    let mut rest = text;
    while rest.len() > most {
        let (head, tail) = rest.split_at(end_of_part(rest, most));
        parts.push(head);
        rest = tail;
    }
    if !rest.is_empty() || parts.is_empty() {
        parts.push(rest);
    }
    parts
}

/// Where the first part of a text ends.
fn end_of_part(text: &str, most: usize) -> usize {
    let hard = text.floor_char_boundary(most).max(1);
    let hard = text.ceil_char_boundary(hard);
    let (head, _) = text.split_at(hard);
    // A cut in the first half would make parts of nothing much.
    let good = |mark: &str| head.rfind(mark).map(|at| at + mark.len()).filter(|at| *at > hard / 2);
    ["\n\n", "\n", ". ", " "].into_iter().find_map(good).unwrap_or(hard)
}

/// Leaves out the end of a list so that it has at most so many bytes; the first is always kept. Gives how many are left out.
pub(crate) fn shorten<T: Serialize>(items: &mut Vec<T>, most: usize) -> usize {
    let mut used = 2;
    let fitting = items.iter().take_while(|item| {
        used += of(item) + 1;
        used <= most
    });
    let kept = fitting.count().max(1).min(items.len());
    let left_out = items.len() - kept;
    items.truncate(kept);
    left_out
}

/// A list in parts of at most so many bytes of JSON; what is too large by itself is cut to fit.
pub(crate) fn lists(items: Vec<Value>, most: usize) -> Vec<Vec<Value>> {
    let mut lists: Vec<Vec<Value>> = Vec::new();
    let mut used = usize::MAX;
    for mut item in items {
        fit(&mut item, most.saturating_sub(2));
        let size = of(&item) + 1;
        if used.saturating_add(size) > most || lists.is_empty() {
            lists.push(Vec::new());
            used = 2;
        }
        used += size;
        if let Some(list) = lists.last_mut() {
            list.push(item);
        }
    }
    if lists.is_empty() {
        lists.push(Vec::new());
    }
    lists
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn parts_are_the_whole_text_and_end_between_paragraphs() {
        let text = "One paragraph.\n\nAnother, of more words.\n\nThe last.".repeat(40);
        let parts = parts(&text, 300);
        assert!(parts.len() > 3 && parts.iter().all(|part| part.len() <= 300 && !part.is_empty()));
        assert!(parts.iter().rev().skip(1).all(|part| part.ends_with("\n\n")), "{parts:?}");
        assert_eq!(parts.concat(), text);
        let hard = "é".repeat(1_000);
        assert_eq!(super::parts(&hard, 301).concat(), hard);
        assert!(super::parts(&hard, 301).iter().all(|part| part.len() <= 301));
        assert_eq!(super::parts("", 10), [""]);
        assert_eq!(super::parts("💥💥", 1).concat(), "💥💥", "a character is never cut");
    }

    #[test]
    fn whatever_is_too_large_fits_after_the_cuts_and_they_are_told() {
        let mut map = serde_json::Map::new();
        for number in 0..5_000 {
            map.insert(format!("key {number}"), json!("x".repeat(50)));
        }
        map.insert("k".repeat(100_000), json!(1));
        let monsters = [
            json!({"list": vec![json!({"name": "n".repeat(100_000)}); 500]}),
            json!({"deep": {"list": vec!["ü".repeat(300); 9_000]}}),
            json!({"map": map}),
            json!({"lists": vec![vec![vec!["a"; 300]; 300]; 3]}),
            json!("\u{1}".repeat(3_000_000)),
        ];
        for mut value in monsters {
            let words = fit(&mut value, 10_000).unwrap();
            assert!(of(&value) <= 10_000, "{} {words}", of(&value));
            assert!(words.len() < 1_000 && words.contains(" of ") || words.contains("texts"), "{words}");
        }
        let mut short = json!({"name": "Lantern"});
        assert_eq!((fit(&mut short, 100), short), (None, json!({"name": "Lantern"})));
    }

    #[test]
    fn a_list_in_parts_has_every_item_once() {
        let items: Vec<Value> = (0..1_000).map(|number| json!({"number": number})).collect();
        let lists = lists(items.clone(), 500);
        assert!(lists.len() > 20 && lists.iter().all(|list| of(list) <= 500));
        assert_eq!(lists.concat(), items);
        assert_eq!(super::lists(Vec::new(), 500), [Vec::<Value>::new()]);
    }
}
