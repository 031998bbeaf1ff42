//! The salvaging reader, for brackets in disorder: it finds every item by the fields that it must have.

use crate::edn::{Map, Notices, Value, content_type, is_blank, is_word_end, item_at};

const MIN_BUDGET_BYTES: usize = 1 << 20;
/// The number of times that the whole text may be read in search of items, beyond the minimum.
const BUDGET_READINGS: usize = 4;

type Pairs<'a> = Vec<(Value<'a>, Value<'a>)>;

/// Finds complete items, `:key {… :option-pack …}`, each under the last book and content type before it.
pub(crate) fn salvage<'a>(text: &'a str, notices: &mut Notices) -> Vec<Value<'a>> {
    let mut books = Books::default();
    let mut budget = MIN_BUDGET_BYTES + BUDGET_READINGS * text.len();
    let mut at = 0;
    while let Some(opening) = text.get(at..).and_then(|rest| memchr::memchr(b'{', rest.as_bytes())) {
        if !notices.continues() {
            break;
        }
        let bracket = at + opening;
        at = bracket + 1;
        let before = text.get(..bracket).unwrap_or_default().trim_end_matches(is_blank);
        if let Some(name) = before.strip_suffix('"').and_then(|before| before.rsplit('"').next()) {
            let inside = text.get(at..).unwrap_or_default().trim_start_matches(is_blank);
            if inside.starts_with(":orcpub.dnd.e5/") {
                books.end_book(bracket);
                books.name = name;
            }
            continue;
        }
        let word = before.rsplit(is_word_end).next().unwrap_or_default();
        let Some(key) = word.strip_prefix(':').filter(|key| !key.is_empty()) else { continue };
        if content_type(key).is_some() {
            books.end_type(bracket);
            books.items = Some((Value::Keyword(key.into()), Vec::new()));
            continue;
        }
        let Some((_, items)) = &mut books.items else { continue };
        if let Some((map, end)) = item_at(text, bracket, &mut budget, notices) {
            items.push((Value::Keyword(key.into()), Value::Map(map)));
            at = end;
        }
    }
    books.end_book(0);
    vec![Value::Map(Map { at: 0, pairs: books.complete })]
}

#[derive(Default)]
struct Books<'a> {
    complete: Pairs<'a>,
    name: &'a str,
    /// The complete content types of the current book.
    types: Pairs<'a>,
    /// The current content type and its items.
    items: Option<(Value<'a>, Pairs<'a>)>,
}

impl Books<'_> {
    fn end_type(&mut self, at: usize) {
        self.types.extend(self.items.take().map(|(key, pairs)| (key, Value::Map(Map { at, pairs }))));
    }

    fn end_book(&mut self, at: usize) {
        self.end_type(at);
        if !self.types.is_empty() {
            let pairs = std::mem::take(&mut self.types);
            self.complete.push((Value::String(self.name.into()), Value::Map(Map { at, pairs })));
        }
    }
}
