//! A second look at a file whose brackets are in disorder: every item is looked for by what it must have, whatever
//! stands around it.

use super::edn::{Map, Notices, Value, content_type, is_blank, item_at};

/// How often a text is read at most, looking for items at every bracket.
const FUEL: usize = 4;
/// How much is read at least, in bytes.
const LEAST_FUEL: usize = 1 << 20;

/// Finds whole items: `:key {… :option-pack …}`, each under the book and the content type that were named last.
pub(super) fn salvage<'a>(text: &'a str, notices: &mut Notices) -> Vec<Value<'a>> {
    let mut books: Vec<(Value<'a>, Value<'a>)> = Vec::new();
    let mut book = Value::Text("".into());
    let mut types: Vec<(Value<'a>, Value<'a>)> = Vec::new();
    let mut current: Option<(Value<'a>, Vec<(Value<'a>, Value<'a>)>)> = None;
    // What looks like an item and is none is read in vain: no more of the text than this, all in all.
    let mut fuel = LEAST_FUEL + FUEL * text.len();
    let mut at = 0;
    while let Some(opening) = text.get(at..).and_then(|rest| memchr::memchr(b'{', rest.as_bytes())) {
        if !notices.goes_on() {
            break;
        }
        let bracket = at + opening;
        at = bracket + 1;
        let before = text.get(..bracket).unwrap_or_default().trim_end_matches(is_blank);
        if let Some(name) = before.strip_suffix('"').and_then(|before| before.rsplit('"').next()) {
            let inside = text.get(at..).unwrap_or_default().trim_start_matches(is_blank);
            if inside.starts_with(":orcpub.dnd.e5/") {
                types.extend(current.take().map(|(key, items)| (key, map_of(bracket, items))));
                if !types.is_empty() {
                    books.push((book, map_of(bracket, std::mem::take(&mut types))));
                }
                book = Value::Text(name.into());
            }
            continue;
        }
        let word = before.rsplit(|c: char| is_blank(c) || "{}[]()\"".contains(c)).next().unwrap_or_default();
        let Some(key) = word.strip_prefix(':').filter(|key| !key.is_empty()) else { continue };
        if content_type(key).is_some() {
            types.extend(current.take().map(|(key, items)| (key, map_of(bracket, items))));
            current = Some((Value::Keyword(key.into()), Vec::new()));
            continue;
        }
        let Some((_, items)) = &mut current else { continue };
        if let Some((map, end)) = item_at(text, bracket, &mut fuel, notices) {
            items.push((Value::Keyword(key.into()), Value::Map(map)));
            at = end;
        }
    }
    types.extend(current.map(|(key, items)| (key, map_of(0, items))));
    if !types.is_empty() {
        books.push((book, map_of(0, types)));
    }
    vec![map_of(0, books)]
}

fn map_of<'a>(at: usize, pairs: Vec<(Value<'a>, Value<'a>)>) -> Value<'a> {
    Value::Map(Map { at, pairs })
}
