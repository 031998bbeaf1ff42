//! The objects to normalise, and the records made from them.

use std::collections::{BTreeMap, BTreeSet};

use content::model::{CharacterOption, Details, DocumentKey, Homebrew, Kind, Record, Slug, fold};
use serde_json::Value;

use crate::Batch;
use crate::json::Object;
use crate::markdown::{self, Part};
use crate::open5e::document_of_v1;

/// Objects by the path of their list, such as `/v2/spells/`.
#[derive(Debug, Default)]
pub struct Objects {
    pub(super) lists: BTreeMap<String, Vec<Value>>,
    /// Version 1 objects stored in the library, by list and document.
    pub(super) held: BTreeMap<&'static str, Vec<(DocumentKey, Value)>>,
}

impl Objects {
    /// Adds objects of a list.
    pub fn add(&mut self, endpoint: &str, objects: Vec<Value>) {
        self.lists.entry(endpoint.to_owned()).or_default().extend(objects);
    }

    /// Returns the objects of a list.
    #[must_use]
    pub fn of_list(&self, endpoint: &str) -> &[Value] {
        self.lists.get(endpoint).map_or(&[], Vec::as_slice)
    }

    /// Adds a stored version 1 object, used if that version no longer lists it.
    pub fn hold(&mut self, kind: Kind, document: DocumentKey, object: Value) {
        if let Some(path) = older_list(kind) {
            self.held.entry(path).or_default().push((document, object));
        }
    }

    /// Returns the number of stored version 1 objects that are no longer listed.
    #[must_use]
    pub fn only_held(&self) -> usize {
        let documents = documents_of_v1(self);
        let name = |object: Object<'_>| fold(object.text("name").unwrap_or_default());
        let count = |(path, held): (&&'static str, &Vec<(DocumentKey, Value)>)| {
            let place = |it: Object<'_>| Some((documents.get(it.text("document__slug")?)?, name(it)));
            let listed: BTreeSet<_> = self.list(path).filter_map(place).collect();
            let is_only_held =
                |(key, it): &&(DocumentKey, Value)| !listed.contains(&(key, name(Object::new(it))));
            held.iter().filter(is_only_held).count()
        };
        self.held.iter().map(count).sum()
    }

    pub(super) fn list(&self, endpoint: &str) -> impl Iterator<Item = Object<'_>> {
        self.lists.get(endpoint).into_iter().flatten().map(Object::new)
    }

    pub(super) fn find(&self, endpoint: &str, key: &str) -> Option<Object<'_>> {
        self.list(endpoint).find(|object| object.text("key") == Some(key))
    }
}

impl From<BTreeMap<String, Vec<Value>>> for Objects {
    fn from(objects: BTreeMap<String, Vec<Value>>) -> Self {
        Self { lists: objects, ..Self::default() }
    }
}

#[must_use]
pub(crate) fn older_list(kind: Kind) -> Option<&'static str> {
    match kind {
        Kind::Creature => Some("/v1/monsters/"),
        Kind::Spell => Some("/v1/spells/"),
        Kind::MagicItem => Some("/v1/magicitems/"),
        _ => None,
    }
}

/// Returns the kind of a list whose entries version 1 has, too.
pub fn kind_of_list(path: &str) -> Option<Kind> {
    match path {
        "/v2/creatures/" => Some(Kind::Creature),
        "/v2/spells/" => Some(Kind::Spell),
        _ => None,
    }
}

/// Returns the document of an object.
pub fn document_of_object(object: &Value) -> Option<DocumentKey> {
    document_of(Object::new(object)).ok()
}

/// Returns the preferred slug of an object's entry.
pub fn slug_of_object(object: &Value) -> Option<Slug> {
    Object::new(object).text("key").map(slug_of)
}

/// Returns the documents of objects and of descriptions in them.
pub fn documents_named(objects: &Objects) -> BTreeSet<DocumentKey> {
    let of = |object: Object<'_>| -> Vec<DocumentKey> {
        let described = object.list("descriptions").filter_map(|it| document_of(it).ok());
        document_of(object).into_iter().chain(described).collect()
    };
    objects.lists.values().flatten().map(Object::new).flat_map(of).collect()
}

pub(super) struct Entries<'a> {
    pub(super) batch: Batch,
    pub(super) only: Option<&'a BTreeSet<DocumentKey>>,
}

impl Entries<'_> {
    pub(super) fn wants(&self, document: &DocumentKey) -> bool {
        self.only.is_none_or(|only| only.contains(document))
    }

    pub(super) fn each<'o>(
        &mut self,
        objects: &'o Objects,
        endpoint: &str,
        record: impl Fn(Object<'o>) -> Result<Record, String>,
    ) {
        self.each_many(objects, endpoint, |object| vec![(key_of(object), record(object))]);
    }

    pub(super) fn each_many<'o>(
        &mut self,
        objects: &'o Objects,
        endpoint: &str,
        records: impl Fn(Object<'o>) -> Vec<(String, Result<Record, String>)>,
    ) {
        for object in objects.list(endpoint) {
            if document_of(object).is_ok_and(|document| !self.wants(&document)) {
                self.batch.count_folded(endpoint);
                continue;
            }
            self.batch.count_object(endpoint);
            for (key, record) in records(object) {
                self.batch.add(endpoint, &key, record);
            }
        }
    }
}

/// Returns the key to report an object by.
pub(super) fn key_of(object: Object<'_>) -> String {
    object.text("key").or_else(|| object.text("slug")).unwrap_or("(no key)").to_owned()
}

pub(super) fn document_of(object: Object<'_>) -> Result<DocumentKey, String> {
    let key = object.at("document").text("key").or_else(|| object.text("document"));
    key.map(DocumentKey::new).ok_or_else(|| "it names no document".to_owned())
}

/// Returns the slug of a key: `srd_fireball` without the part before the first `_`.
pub(super) fn slug_of(key: &str) -> Slug {
    Slug::new(key.split_once('_').map_or(key, |(_, rest)| rest))
}

pub(super) fn entry(
    object: Object<'_>,
    kind: Kind,
    details: Details,
    body: String,
) -> Result<Record, String> {
    let slug = slug_of(object.needed_text("key")?);
    let name = object.needed_text("name")?.to_owned();
    Ok(Record { slug, name, ..unnamed(document_of(object)?, object, kind, details, body) })
}

pub(super) fn option_entry(
    object: Object<'_>,
    kind: Kind,
    details: CharacterOption,
    parts: &[Part],
) -> Result<Record, String> {
    let body = markdown::option(kind, &details, &object.markdown("desc"), parts);
    entry(object, kind, Details::CharacterOption(details), body)
}

pub(super) fn part_entry(
    owner: Object<'_>,
    (object, slug, name): (Object<'_>, Slug, &str),
    kind: Kind,
    level: Option<u8>,
    text: &str,
) -> Result<Record, String> {
    let parent = Some(owner.needed_text("name")?.to_owned());
    let details = CharacterOption { parent, level, ..CharacterOption::default() };
    let body = markdown::option(kind, &details, text, &[]);
    let details = Details::CharacterOption(details);
    Ok(Record { slug, name: name.to_owned(), ..unnamed(document_of(owner)?, object, kind, details, body) })
}

pub(super) fn unnamed(
    document: DocumentKey,
    object: Object<'_>,
    kind: Kind,
    details: Details,
    body: String,
) -> Record {
    let (slug, name) = (Slug::new(""), String::new());
    let (page, homebrew, raw) = (None, Homebrew::default(), object.value().to_string());
    Record { document, kind, slug, name, body, details, page, homebrew, raw }
}

/// Returns documents by their version 1 titles.
pub(super) fn documents_of_v1(objects: &Objects) -> BTreeMap<&str, DocumentKey> {
    let older = objects.list("/v1/documents/");
    older.filter_map(|document| Some((document.text("slug")?, document_of_v1(document.value())?))).collect()
}
