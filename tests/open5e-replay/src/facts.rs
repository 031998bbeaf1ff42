//! What the replayed content is, invented or real, so that the same test can check either.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::replay::snapshot;
use crate::{content, filters};

/// Names of the content that tests look up.
#[derive(Debug, Clone, Copy)]
pub struct Facts {
    /// The key of a document with many creatures, some of which have lore that only version 1 holds.
    pub book: &'static str,
    /// The name of that document.
    pub book_name: &'static str,
    /// The keys of two more documents with creatures.
    pub other_books: [&'static str; 2],
    /// A creature of the document, whose lore only version 1 holds.
    pub creature_with_lore: &'static str,
}

/// Returns the names of the content that is replayed.
pub fn facts() -> Facts {
    match snapshot() {
        Some(_) => Facts {
            book: "tob",
            book_name: "Tome of Beasts",
            other_books: ["ccdx", "tob2"],
            creature_with_lore: "Aboleth, Nihilith",
        },
        None => Facts {
            book: content::BOOK,
            book_name: "Orchard Tales",
            other_books: [content::CELLAR, content::GALLERY],
            creature_with_lore: "Amber Golem",
        },
    }
}

pub(crate) fn read(name: &str) -> Option<Value> {
    let file = snapshot()?.join(name);
    Some(serde_json::from_slice(&std::fs::read(file).unwrap()).unwrap())
}

/// Returns the number of objects of each list.
pub fn counts() -> BTreeMap<String, u64> {
    let Some(index) = read("index.json") else {
        return content::lists()
            .map(|list| (list.to_owned(), content::objects(list).unwrap().len() as u64))
            .collect();
    };
    let lists = index["endpoints"].as_object().unwrap();
    lists.iter().map(|(list, facts)| (list.clone(), facts["count"].as_u64().unwrap())).collect()
}

/// Returns the type of a parameter of a list, such as `number`; `None` where the list has no such parameter.
pub fn parameter(list: &str, name: &str) -> Option<String> {
    let Some(known) = read("filters.json") else {
        return filters::parameter(list, name).map(|parameter| parameter.api_kind().to_owned());
    };
    let kind = known[list]["params"].get(name)?["type"].as_str().unwrap_or_default();
    assert_ne!(kind, "unsupported", "{list} {name}");
    Some(kind.to_owned())
}

/// Returns whether a list can be sorted by a field.
pub fn sorts_by(list: &str, field: &str) -> bool {
    match read("filters.json") {
        Some(known) => known[list]["ordering"].as_array().unwrap().iter().any(|it| it == field),
        None => filters::sorts_by(list, field),
    }
}
