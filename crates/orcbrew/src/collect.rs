//! The books and items of a file, whatever its shape.

use std::collections::HashMap;
use std::hash::{BuildHasher, RandomState};

use super::edn::{CONTENT_TYPES, Map, Notice, Notices, Value, content_type, first_chars};
use super::lines::Lines;
use super::{Book, Item, LONGEST_BOOK};
use crate::model::{excerpt, fold, title_case};

/// The longest name of a content type, in characters.
const LONGEST_TYPE: usize = 100;

/// What was found in the values of a file.
#[derive(Debug, Default)]
pub(super) struct Found {
    /// The books that hold something.
    pub(super) books: Vec<Book>,
    /// Items that are none, each with its book, its content type and its key, and the place in the text.
    pub(super) unusable: Vec<Refused>,
    /// Whether there was a book or a content type at all, if only an empty one.
    pub(super) anything: bool,
}

/// An item that is none.
#[derive(Debug)]
pub(super) struct Refused {
    pub(super) book: String,
    pub(super) content_type: String,
    pub(super) key: String,
    pub(super) at: usize,
    pub(super) reason: String,
}

/// An item on its way.
struct Raw<'a> {
    content_type: String,
    key: String,
    disabled: bool,
    at: usize,
    value: Value<'a>,
}

/// A book on its way. Its name may be missing.
#[derive(Default)]
struct RawBook<'a> {
    name: String,
    items: Vec<Raw<'a>>,
}

/// What the values of a file were read of.
#[derive(Debug, Clone, Copy)]
pub(super) struct Origin<'a> {
    /// The text.
    pub(super) text: &'a str,
    /// Its lines.
    pub(super) lines: &'a Lines,
    /// What a book without a name is called.
    pub(super) file_name: &'a str,
    /// Whether its brackets or quotation marks were not in order.
    pub(super) damaged: bool,
}

/// Collects the books.
pub(super) fn collect<'a>(values: Vec<Value<'a>>, origin: Origin<'a>, notices: &mut Notices) -> Found {
    let Origin { text, lines, file_name, damaged } = origin;
    let mut walk = Walk { text, books: Vec::new(), anything: false, notices };
    if values.len() > 1 {
        let what = format!("the file holds {} values one after another; each was read", values.len());
        walk.notices.push(Notice::new(0, what));
    }
    for value in values {
        walk.container(value, "", false);
    }
    let Walk { books, anything, .. } = walk;
    let mut found = Found { anything, ..Found::default() };
    let mut by_name: HashMap<String, usize> = HashMap::new();
    // Of each book, which of its items stand under a content type and key.
    let mut seen: Vec<HashMap<u64, Vec<usize>>> = Vec::new();
    let hashes = RandomState::new();
    for book in books {
        let name = book.name_or(file_name, damaged);
        let place = *by_name.entry(fold(&name)).or_insert_with(|| {
            found.books.push(Book { name, ..Book::default() });
            seen.push(HashMap::new());
            found.books.len() - 1
        });
        let (Some(into), Some(seen)) = (found.books.get_mut(place), seen.get_mut(place)) else { continue };
        for raw in book.items {
            if !notices.goes_on() {
                return found;
            }
            let Raw { content_type, key, disabled, at, value } = raw;
            let key = if damaged { whole_key(key, &value) } else { key };
            let Value::Map(map) = value else {
                let reason = format!("it is {} where its fields should be", in_words(&value));
                found.unusable.push(Refused { book: into.name.clone(), content_type, key, at, reason });
                continue;
            };
            let fields = map.into_json();
            let whole = hashes.hash_one((&content_type, &key, &fields));
            let fields_of = |item: &Item| item.fields.value();
            let item = Item { content_type, key, line: lines.line_of(at), disabled, fields: fields.into() };
            let is_here =
                |place: &usize, alike: &dyn Fn(&Item) -> bool| into.items.get(*place).is_some_and(alike);
            let same = seen.entry(whole).or_default();
            let is_same = |other: &Item| other.is_called_like(&item) && fields_of(other) == fields_of(&item);
            if same.iter().any(|place| is_here(place, &is_same)) {
                into.repeated += 1;
                continue;
            }
            same.push(into.items.len());
            let namesakes = seen.entry(hashes.hash_one((&item.content_type, &item.key))).or_default();
            if namesakes.iter().any(|place| is_here(place, &|other| other.is_called_like(&item))) {
                let Item { content_type, key, .. } = &item;
                notices.push(Notice::new(
                    at,
                    format!("`{key}` stands in {content_type} more than once with different content; each was kept"),
                ));
            } else {
                namesakes.push(into.items.len());
            }
            into.items.push(item);
        }
    }
    found.books.retain(|book| !book.items.is_empty());
    found
}

struct Walk<'a, 'n> {
    text: &'a str,
    books: Vec<RawBook<'a>>,
    anything: bool,
    notices: &'n mut Notices,
}

impl<'a> Walk<'a, '_> {
    /// A map of books, of the content types of one, or of both. Depth is bounded by that of the values.
    fn container(&mut self, value: Value<'a>, name: &str, disabled: bool) {
        let map = match value {
            Value::Map(map) => map,
            Value::List(values) | Value::Vector(values) | Value::Set(values) => {
                return values.into_iter().for_each(|value| self.container(value, name, disabled));
            }
            Value::Tagged(_, value) => return self.container(*value, name, disabled),
            Value::Nil => return,
            other => {
                let what = format!("{} outside every book was left out", in_words(&other));
                return self.notices.push(Notice::new(self.place(&other, self.text.len()), what));
            }
        };
        let disabled = disabled || is_disabled(&map);
        let mut book = RawBook { name: first_chars(name, LONGEST_BOOK + 1).to_owned(), items: Vec::new() };
        for (key, value) in map.pairs {
            if !self.notices.goes_on() {
                break;
            }
            match key {
                Value::Text(text) => {
                    self.anything = true;
                    self.container(value, text.trim(), disabled);
                }
                Value::Symbol(word) => self.container(value, word, disabled),
                Value::Keyword(keyword) => match type_of(&keyword, &value) {
                    Some(content_type) => {
                        self.anything = true;
                        let content_type = first_chars(content_type, LONGEST_TYPE).to_owned();
                        self.items(&mut book, &content_type, value, disabled, map.at);
                    }
                    None if keyword == "disabled?" || value == Value::Nil => {}
                    None => {
                        let at = self.place(&Value::Keyword(keyword.clone()), map.at);
                        self.notices.push(Notice::new(
                            at,
                            format!(
                                "`:{}` is no content type and was left out",
                                excerpt(&keyword, LONGEST_TYPE)
                            ),
                        ));
                    }
                },
                _ => {}
            }
        }
        if !book.items.is_empty() {
            self.books.push(book);
        }
    }

    /// The items of a content type: a map by key, or a list.
    fn items(
        &mut self,
        book: &mut RawBook<'a>,
        content_type: &str,
        value: Value<'a>,
        disabled: bool,
        at: usize,
    ) {
        let pairs: Vec<(Value<'a>, Value<'a>)> = match value {
            Value::Map(map) => map.pairs,
            Value::List(values) | Value::Vector(values) | Value::Set(values) => {
                values.into_iter().map(|value| (Value::Nil, value)).collect()
            }
            Value::Nil => return,
            other => {
                let what = format!("{content_type} holds {} instead of items", in_words(&other));
                return self.notices.push(Notice::new(self.place(&other, at), what));
            }
        };
        for (key, value) in pairs {
            if key == Value::Nil && value == Value::Nil {
                continue;
            }
            let place = match &value {
                Value::Map(map) => map.at,
                _ => self.place(&key, at),
            };
            let disabled = disabled || matches!(&value, Value::Map(map) if is_disabled(map));
            let key = match key {
                Value::Nil => key_within(&value),
                key => key.into_key().trim().to_owned(),
            };
            book.items.push(Raw { content_type: content_type.to_owned(), key, disabled, at: place, value });
        }
    }

    /// Where a word stands, as far as it stands in the text as it is.
    fn place(&self, value: &Value<'_>, otherwise: usize) -> usize {
        let word: &str = match value {
            Value::Keyword(text) | Value::Text(text) => text,
            Value::Symbol(word) | Value::Exact(word) => word,
            _ => return otherwise,
        };
        let place = (word.as_ptr() as usize).wrapping_sub(self.text.as_ptr() as usize);
        if place <= self.text.len() { place } else { otherwise }
    }
}

impl RawBook<'_> {
    /// Its name; without one, the pack that all its items name that name one (in a damaged file, most of them), else
    /// the file's name.
    fn name_or(&self, file_name: &str, damaged: bool) -> String {
        let name = self.name.split_whitespace().collect::<Vec<_>>().join(" ");
        if !name.is_empty() {
            return name;
        }
        let mut packs: Vec<&str> = self.items.iter().filter_map(|item| option_pack(&item.value)).collect();
        packs.sort_unstable();
        let most =
            packs.chunk_by(|one, other| one == other).max_by_key(|same| same.len()).unwrap_or_default();
        let needed = if damaged { packs.len() / 2 + 1 } else { packs.len() };
        most.first()
            .filter(|_| most.len() >= needed)
            .map_or_else(|| file_name.to_owned(), |name| (*name).to_owned())
    }
}

fn option_pack<'v>(item: &'v Value<'_>) -> Option<&'v str> {
    let Value::Map(map) = item else { return None };
    match map.get("option-pack") {
        Some(Value::Text(text)) => Some(text.trim()).filter(|name| !name.is_empty()),
        _ => None,
    }
}

/// The content type of a keyword, with its namespace or, in hand-made files, without.
fn type_of<'k>(keyword: &'k str, value: &Value<'_>) -> Option<&'k str> {
    content_type(keyword).or_else(|| {
        (CONTENT_TYPES.contains(&keyword) && matches!(value, Value::Map(_) | Value::Vector(_)))
            .then_some(keyword)
    })
}

fn is_disabled(map: &Map<'_>) -> bool {
    map.get("disabled?") == Some(&Value::Bool(true))
}

/// The key of an item without one: what it calls its key, else its name.
fn key_within(item: &Value<'_>) -> String {
    let Value::Map(map) = item else { return String::new() };
    let text = |field| match map.get(field) {
        Some(Value::Keyword(text) | Value::Text(text)) => Some(text.trim().to_owned()),
        _ => None,
    };
    text("key").or_else(|| text("name")).unwrap_or_default()
}

fn in_words(value: &Value<'_>) -> String {
    match value {
        Value::Nil => "nothing (nil)".to_owned(),
        Value::Bool(_) => "true or false".to_owned(),
        Value::Integer(_) | Value::Float(_) | Value::Exact(_) => "a number".to_owned(),
        Value::Character(_) | Value::Text(_) => "a text".to_owned(),
        Value::Keyword(name) => format!("the word `:{name}`"),
        Value::Symbol(word) => format!("the word “{}”", excerpt(word, 40)),
        Value::List(_) | Value::Vector(_) | Value::Set(_) => "a list".to_owned(),
        Value::Map(_) => "a map".to_owned(),
        Value::Tagged(tag, _) => format!("something tagged {}", title_case(tag)),
    }
}

/// The key of an item of a damaged file: where only a piece of it is left, what the item calls its key.
fn whole_key(key: String, item: &Value<'_>) -> String {
    let Value::Map(map) = item else { return key };
    match map.get("key") {
        Some(Value::Keyword(whole)) if whole.contains(&key) => whole.clone().into_owned(),
        _ => key,
    }
}
