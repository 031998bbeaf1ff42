//! Collects the books and items in the values of a text, whatever their arrangement.

use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasher, RandomState};

use text::{excerpt, fold};

use crate::edn::{CONTENT_TYPES, Map, Notices, Value, content_type, first_chars};
use crate::item::{Book, Item, ItemProblem, MAX_BOOK_NAME_CHARS};

const MAX_TYPE_CHARS: usize = 100;
const MAX_QUOTED_CHARS: usize = 40;

#[derive(Debug)]
pub(crate) struct Origin<'a> {
    pub(crate) text: &'a str,
    /// The name of a book without a name.
    file_name: &'a str,
    /// True if the brackets or quotation marks are not in order.
    pub(crate) is_damaged: bool,
    line_feeds: Vec<usize>,
}

impl<'a> Origin<'a> {
    pub(crate) fn new(text: &'a str, file_name: &'a str, is_damaged: bool) -> Self {
        let line_feeds = memchr::memchr_iter(b'\n', text.as_bytes()).collect();
        Self { text, file_name, is_damaged, line_feeds }
    }

    /// Returns the line of a position, from 1.
    pub(crate) fn line_of(&self, at: usize) -> u32 {
        u32::try_from(self.line_feeds.partition_point(|end| *end < at) + 1).unwrap_or(u32::MAX)
    }

    /// Returns the position of a word, or `default` if the word does not occur in the text as it is.
    fn position_of(&self, value: &Value<'_>, default: usize) -> usize {
        let word: &str = match value {
            Value::Keyword(text) | Value::String(text) => text,
            Value::Symbol(word) | Value::Exact(word) => word,
            _ => return default,
        };
        let at = (word.as_ptr() as usize).wrapping_sub(self.text.as_ptr() as usize);
        if at <= self.text.len() { at } else { default }
    }
}

#[derive(Debug, Default)]
pub(crate) struct CollectedBooks {
    pub(crate) books: Vec<Book>,
    /// The items without fields.
    pub(crate) rejected: Vec<ItemProblem>,
    /// True if there is at least an empty book or content type.
    pub(crate) has_books: bool,
}

struct RawItem<'a> {
    content_type: String,
    key: String,
    disabled: bool,
    at: usize,
    value: Value<'a>,
}

/// The name may be empty, and several books may have the same name.
struct RawBook<'a> {
    name: String,
    items: Vec<RawItem<'a>>,
}

/// Books of the same name become one, and identical items are kept once.
pub(crate) fn collect<'a>(
    values: Vec<Value<'a>>,
    source: &Origin<'a>,
    notices: &mut Notices,
) -> CollectedBooks {
    if values.len() > 1 {
        notices.add(0, format!("the file holds {} values one after another; each was read", values.len()));
    }
    let mut raw = RawBooks { source, books: Vec::new(), has_books: false, notices };
    for value in values {
        raw.container(value, "", false);
    }
    let RawBooks { books: raw_books, has_books, .. } = raw;
    let mut rejected = Vec::new();
    let mut books: Vec<Book> = Vec::new();
    let mut by_name: HashMap<String, usize> = HashMap::new();
    let (mut seen, hashes) = (HashSet::new(), RandomState::new());
    'books: for raw in raw_books {
        let name = raw.name_or_default(source);
        let place = *by_name.entry(fold(&name)).or_insert(books.len());
        if place == books.len() {
            books.push(Book { name, ..Book::default() });
        }
        let Some(book) = books.get_mut(place) else { continue };
        for RawItem { content_type, key, disabled, at, value } in raw.items {
            if !notices.continues() {
                break 'books;
            }
            let key = if source.is_damaged { complete_key(key, &value) } else { key };
            let line = source.line_of(at);
            let Value::Map(map) = value else {
                let reason = format!("it is {} instead of fields", describe(&value));
                let book = book.name.clone();
                rejected.push(ItemProblem { book, content_type, key, file: None, line, reason });
                continue;
            };
            let value = map.into_json();
            if !seen.insert(hashes.hash_one((place, &content_type, &key, &value))) {
                book.repeated += 1;
                continue;
            }
            if !seen.insert(hashes.hash_one((place, &content_type, &key))) {
                notices.add(at, format!("{content_type} holds different items under `{key}`; each was kept"));
            }
            book.items.push(Item { content_type, key, line, disabled, json: value.to_string().into() });
        }
    }
    books.retain(|book| !book.items.is_empty());
    CollectedBooks { books, rejected, has_books }
}

struct RawBooks<'a, 'n> {
    source: &'n Origin<'a>,
    books: Vec<RawBook<'a>>,
    has_books: bool,
    notices: &'n mut Notices,
}

impl<'a> RawBooks<'a, '_> {
    /// Adds the books in a map of books, of the content types of a book, or of both.
    fn container(&mut self, value: Value<'a>, name: &str, disabled: bool) {
        let map = match value {
            Value::Map(map) => map,
            Value::List(values) | Value::Vector(values) | Value::Set(values) => {
                return values.into_iter().for_each(|value| self.container(value, name, disabled));
            }
            Value::Tagged(_, value) => return self.container(*value, name, disabled),
            Value::Nil => return,
            other => {
                let at = self.source.position_of(&other, self.source.text.len());
                return self.notices.add(at, format!("{} outside every book was left out", describe(&other)));
            }
        };
        let disabled = disabled || is_disabled(&map);
        let name = first_chars(name, MAX_BOOK_NAME_CHARS + 1).to_owned();
        let mut book = RawBook { name, items: Vec::new() };
        for (key, value) in map.pairs {
            if !self.notices.continues() {
                break;
            }
            match key {
                Value::String(text) => {
                    self.has_books = true;
                    self.container(value, text.trim(), disabled);
                }
                Value::Symbol(word) => self.container(value, word, disabled),
                Value::Keyword(keyword) => match type_of(&keyword, &value) {
                    Some(content_type) => {
                        self.has_books = true;
                        let content_type = first_chars(content_type, MAX_TYPE_CHARS);
                        self.items(&mut book, content_type, value, disabled, map.at);
                    }
                    None if keyword == "disabled?" || value == Value::Nil => {}
                    None => {
                        let what = excerpt(&keyword, MAX_TYPE_CHARS);
                        let at = self.source.position_of(&Value::Keyword(keyword), map.at);
                        self.notices.add(at, format!("`:{what}` is not a content type and was left out"));
                    }
                },
                _ => {}
            }
        }
        if !book.items.is_empty() {
            self.books.push(book);
        }
    }

    /// Adds the items of a content type, which is a map by key or a list, to a book.
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
                let at = self.source.position_of(&other, at);
                let what = format!("{content_type} holds {} instead of items", describe(&other));
                return self.notices.add(at, what);
            }
        };
        for (key, value) in pairs {
            if key == Value::Nil && value == Value::Nil {
                continue;
            }
            let (at, disabled) = match &value {
                Value::Map(map) => (map.at, disabled || is_disabled(map)),
                _ => (self.source.position_of(&key, at), disabled),
            };
            let key = match key {
                Value::Nil => own_key(&value),
                key => key.into_key().trim().to_owned(),
            };
            book.items.push(RawItem { content_type: content_type.to_owned(), key, disabled, at, value });
        }
    }
}

impl RawBook<'_> {
    /// The default is the option pack of all items (in a damaged file, of most), or else the file's name.
    fn name_or_default(&self, source: &Origin<'_>) -> String {
        let name = self.name.split_whitespace().collect::<Vec<_>>().join(" ");
        if !name.is_empty() {
            return name;
        }
        let mut packs: Vec<&str> = self.items.iter().filter_map(|item| option_pack(&item.value)).collect();
        packs.sort_unstable();
        let most =
            packs.chunk_by(|one, other| one == other).max_by_key(|same| same.len()).unwrap_or_default();
        let needed = if source.is_damaged { packs.len() / 2 + 1 } else { packs.len() };
        most.first().filter(|_| most.len() >= needed).map_or(source.file_name, |name| *name).to_owned()
    }
}

fn option_pack<'v>(item: &'v Value<'_>) -> Option<&'v str> {
    let Value::Map(map) = item else { return None };
    match map.get("option-pack") {
        Some(Value::String(text)) => Some(text.trim()).filter(|name| !name.is_empty()),
        _ => None,
    }
}

/// In hand-written files, the keyword may lack the namespace.
fn type_of<'k>(keyword: &'k str, value: &Value<'_>) -> Option<&'k str> {
    content_type(keyword).or_else(|| {
        (CONTENT_TYPES.contains(&keyword) && matches!(value, Value::Map(_) | Value::Vector(_)))
            .then_some(keyword)
    })
}

fn is_disabled(map: &Map<'_>) -> bool {
    map.get("disabled?") == Some(&Value::Bool(true))
}

fn own_key(item: &Value<'_>) -> String {
    let Value::Map(map) = item else { return String::new() };
    let text = |field| match map.get(field) {
        Some(Value::Keyword(text) | Value::String(text)) => Some(text.trim().to_owned()),
        _ => None,
    };
    text("key").or_else(|| text("name")).unwrap_or_default()
}

/// Returns an item's key in a damaged file: the one in its fields if only a part of the key is left.
fn complete_key(key: String, item: &Value<'_>) -> String {
    let Value::Map(map) = item else { return key };
    match map.get("key") {
        Some(Value::Keyword(own)) if own.contains(&key) => own.clone().into_owned(),
        _ => key,
    }
}

fn describe(value: &Value<'_>) -> String {
    match value {
        Value::Nil => "nothing (nil)".to_owned(),
        Value::Bool(_) => "true or false".to_owned(),
        Value::Integer(_) | Value::Float(_) | Value::Exact(_) => "a number".to_owned(),
        Value::Character(_) | Value::String(_) => "a text".to_owned(),
        Value::Keyword(name) => format!("the word `:{name}`"),
        Value::Symbol(word) => format!("the word “{}”", excerpt(word, MAX_QUOTED_CHARS)),
        Value::List(_) | Value::Vector(_) | Value::Set(_) => "a list".to_owned(),
        Value::Map(_) => "a map".to_owned(),
        Value::Tagged(tag, _) => format!("a value tagged `#{tag}`"),
    }
}
