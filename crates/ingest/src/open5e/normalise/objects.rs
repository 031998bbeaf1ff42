//! The objects to normalise, and how a record is made of one.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use content::model::{CharacterOption, Details, DocumentKey, Homebrew, Kind, Record, Slug, fold};
use serde_json::Value;

use crate::Sources;
use crate::json::Object;
use crate::markdown::{self, Part};
use crate::open5e::document_of_v1;

/// Objects by the path of their list, such as `/v2/spells/`.
#[derive(Debug, Default)]
pub struct Objects {
    pub(super) lists: BTreeMap<String, Vec<Value>>,
    held: Vec<HeldObject>,
}

/// A version 1 object stored in the library, with the kind and the document of its entry.
pub type HeldObject = (Kind, DocumentKey, Value);

/// The kinds of which entries are made of both versions, each with its list in version 1.
const OF_BOTH_VERSIONS: [(Kind, &str); 3] =
    [(Kind::Creature, "/v1/monsters/"), (Kind::Spell, "/v1/spells/"), (Kind::MagicItem, "/v1/magicitems/")];

impl Objects {
    /// Adds objects of a list.
    pub fn add(&mut self, endpoint: &str, objects: Vec<Value>) {
        self.lists.entry(endpoint.to_owned()).or_default().extend(objects);
    }

    /// Returns the objects of a list.
    pub fn of_list(&self, endpoint: &str) -> &[Value] {
        self.lists.get(endpoint).map_or(&[], Vec::as_slice)
    }

    /// Adds stored version 1 objects that version 1 does not list. Returns their number.
    pub fn hold(&mut self, mut held: Vec<HeldObject>) -> usize {
        let listed = OF_BOTH_VERSIONS.map(|(kind, _)| (kind, Counterparts::of(self, kind)));
        held.retain(|(kind, document, object)| {
            let mut listed = listed.iter().filter(|(of, _)| of == kind);
            listed.any(|(_, listed)| listed.get(document.clone(), Object::new(object)).is_none())
        });
        self.held = held;
        self.held.len()
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

pub(crate) fn older_list(kind: Kind) -> Option<&'static str> {
    OF_BOTH_VERSIONS.into_iter().find(|(of, _)| *of == kind).map(|(_, path)| path)
}

/// Returns the kind of a list whose entries version 1 has, too.
pub fn kind_of_list(path: &str) -> Option<Kind> {
    match path {
        "/v2/creatures/" => Some(Kind::Creature),
        "/v2/spells/" => Some(Kind::Spell),
        _ => None,
    }
}

/// Returns the document and the preferred slug of an object's entry.
pub fn place_of_object(object: &Value) -> Option<(DocumentKey, Slug)> {
    let object = Object::new(object);
    Some((document_of(object).ok()?, object.text("key").map(slug_of)?))
}

/// Returns the documents of objects and of descriptions in them.
pub fn documents_named(objects: &Objects) -> BTreeSet<DocumentKey> {
    let of = |object: Object<'_>| -> Vec<DocumentKey> {
        let described = object.list("descriptions").filter_map(|it| document_of(it).ok());
        document_of(object).into_iter().chain(described).collect()
    };
    objects.lists.values().flatten().map(Object::new).flat_map(of).collect()
}

/// A record, or the reason why there is none, with the key to report it by.
pub(super) type KeyedRecord = (String, Result<Record, String>);

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
    let (page, homebrew, sources) = (None, Homebrew::default(), Sources::of_object(object).stored());
    Record { document, kind, slug, name, body, details, page, homebrew, sources }
}

/// Version 1 objects by document and folded name, from a list or else from the library.
pub(super) struct Counterparts<'a>(HashMap<(DocumentKey, String), Object<'a>>);

impl<'a> Counterparts<'a> {
    pub(super) fn of(objects: &'a Objects, kind: Kind) -> Self {
        let documents = documents_of_v1(objects);
        let held = objects.held.iter().filter(|(of, ..)| *of == kind);
        let held = held.map(|(_, document, object)| (document.clone(), Object::new(object)));
        let listed = objects.list(older_list(kind).unwrap_or_default());
        let listed = listed.filter_map(|it| Some((documents.get(it.text("document__slug")?)?.clone(), it)));
        Self(held.chain(listed).map(|(document, it)| ((document, folded_name(it)), it)).collect())
    }

    pub(super) fn get(&self, document: DocumentKey, object: Object<'_>) -> Option<Object<'a>> {
        self.0.get(&(document, folded_name(object))).copied()
    }
}

fn folded_name(object: Object<'_>) -> String {
    fold(object.text("name").unwrap_or_default())
}

/// Returns documents by their version 1 titles.
pub(super) fn documents_of_v1(objects: &Objects) -> BTreeMap<&str, DocumentKey> {
    let older = objects.list("/v1/documents/");
    older.filter_map(|document| Some((document.text("slug")?, document_of_v1(document.value())?))).collect()
}
