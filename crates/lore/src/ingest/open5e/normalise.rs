//! Converts objects of the Open5e API to records. Every list of version 2 is handled here; of version 1, only
//! what version 2 lacks: whole entries (`older`) and fields (`both`, which states the rules).

mod both;
mod class;
mod class_table;
mod creature;
mod described;
mod document;
mod equipment;
mod magic_item;
mod older;
mod origin;
mod rule;
mod service;
mod spell;
mod spell_text;
mod stat_block;
#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet};

pub(crate) use document::documents;
use serde_json::Value;

use self::both::Counterparts;
use crate::ingest::Batch;
use crate::ingest::json::Object;
use crate::model::{Details, DocumentKey, Homebrew, Kind, Record, Slug, fold};

/// Objects by the path of their list, such as `/v2/spells/`.
#[derive(Debug, Default)]
pub struct Objects {
    lists: BTreeMap<String, Vec<Value>>,
    /// Version 1 objects stored in the library, by list and document.
    held: BTreeMap<&'static str, Vec<(DocumentKey, Value)>>,
}

impl Objects {
    /// Adds objects of a list.
    pub fn add(&mut self, endpoint: &str, objects: Vec<Value>) {
        self.lists.entry(endpoint.to_owned()).or_default().extend(objects);
    }

    /// Returns the objects of a list.
    #[must_use]
    pub(crate) fn of_list(&self, endpoint: &str) -> &[Value] {
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
        let documents = older::documents(self);
        let of = |path: &'static str| -> BTreeSet<(&DocumentKey, String)> {
            let name = |object: Object<'_>| fold(object.text("name").unwrap_or_default());
            let place = |object: Object<'_>| Some((object.text("document__slug")?.to_owned(), name(object)));
            let listed = self.list(path).filter_map(place);
            listed.filter_map(|(slug, name)| Some((documents.get(slug.as_str())?, name))).collect()
        };
        let count = |(path, held): (&&'static str, &Vec<(DocumentKey, Value)>)| {
            let listed = of(path);
            let name = |object: &Value| fold(Object::new(object).text("name").unwrap_or_default());
            held.iter().filter(|(key, object)| !listed.contains(&(key, name(object)))).count()
        };
        self.held.iter().map(count).sum()
    }

    /// Returns the objects of a list.
    fn list(&self, endpoint: &str) -> impl Iterator<Item = Object<'_>> {
        self.lists.get(endpoint).into_iter().flatten().map(Object::new)
    }

    /// Returns the object of a list with this key.
    fn find(&self, endpoint: &str, key: &str) -> Option<Object<'_>> {
        self.list(endpoint).find(|object| object.text("key") == Some(key))
    }
}

impl From<BTreeMap<String, Vec<Value>>> for Objects {
    fn from(objects: BTreeMap<String, Vec<Value>>) -> Self {
        Self { lists: objects, ..Self::default() }
    }
}

/// Returns the version 1 list for a kind that version 2 has, too.
#[must_use]
pub(crate) fn older_list(kind: Kind) -> Option<&'static str> {
    match kind {
        Kind::Creature => Some("/v1/monsters/"),
        Kind::Spell => Some("/v1/spells/"),
        Kind::Weapon => Some("/v1/weapons/"),
        Kind::MagicItem => Some("/v1/magicitems/"),
        _ => None,
    }
}

/// Returns the kind of a list whose entries version 1 has, too.
pub(crate) fn kind_of_list(path: &str) -> Option<Kind> {
    match path {
        "/v2/creatures/" => Some(Kind::Creature),
        "/v2/spells/" => Some(Kind::Spell),
        _ => None,
    }
}

/// Returns the document of an object.
pub(crate) fn document_of_object(object: &Value) -> Option<DocumentKey> {
    document_of(Object::new(object)).ok()
}

/// Returns the preferred slug of an object's entry.
pub(crate) fn slug_of_object(object: &Value) -> Option<Slug> {
    Object::new(object).text("key").map(slug_of)
}

/// Returns the documents of objects and of descriptions in them.
pub(crate) fn documents_named(objects: &Objects) -> BTreeSet<DocumentKey> {
    let of = |object: Object<'_>| -> Vec<DocumentKey> {
        let described = object.list("descriptions").filter_map(|it| document_of(it).ok());
        document_of(object).into_iter().chain(described).collect()
    };
    objects.lists.values().flatten().map(Object::new).flat_map(of).collect()
}

/// Converts objects to records. With `only`, those of other documents are counted as folded.
///
/// Documents come from `/v2/documents/`; an entry of an unknown document is rejected.
#[must_use]
pub fn normalise(objects: &Objects, only: Option<&BTreeSet<DocumentKey>>) -> Batch {
    let mut to = Entries { batch: Batch::default(), only };
    for document in document::documents(objects) {
        if to.wants(&document.key) {
            to.batch.add_document(document);
        }
    }
    let of = |kind| Counterparts::of(objects, older_list(kind).unwrap_or_default());
    let (monsters, spells) = (of(Kind::Creature), of(Kind::Spell));
    let (weapons, magic_items) = (of(Kind::Weapon), of(Kind::MagicItem));
    for endpoint in objects.lists.keys() {
        match endpoint.as_str() {
            "/v2/spells/" => to.each(objects, endpoint, |it| spell::spell(it, &spells)),
            "/v2/creatures/" => to.each(objects, endpoint, |it| creature::creature(it, &monsters)),
            "/v2/items/" => to.each(objects, endpoint, |it| equipment::item(it, objects, &weapons)),
            "/v2/weapons/" | "/v2/armor/" => equipment::bare(&mut to, objects, endpoint, &weapons),
            "/v2/magicitems/" => to.each(objects, endpoint, |it| magic_item::magic_item(it, &magic_items)),
            "/v2/services/" => to.each(objects, endpoint, service::service),
            "/v2/itemsets/" => to.each(objects, endpoint, service::item_set),
            "/v2/classes/" => to.each_many(objects, endpoint, class::class),
            "/v2/species/" => to.each_many(objects, endpoint, |it| origin::species(it, objects)),
            "/v2/backgrounds/" => to.each(objects, endpoint, origin::background),
            "/v2/feats/" => to.each(objects, endpoint, origin::feat),
            "/v2/rules/" => to.each(objects, endpoint, |it| rule::section(it, objects)),
            "/v2/rulesets/" => to.each(objects, endpoint, rule::chapter),
            "/v2/languages/" => to.each(objects, endpoint, |it| rule::language(it, objects)),
            "/v2/spellschools/" => to.each(objects, endpoint, |it| rule::plain(it, Kind::MagicSchool)),
            "/v2/weaponproperties/" => to.each(objects, endpoint, |it| rule::plain(it, Kind::WeaponProperty)),
            "/v2/environments/" => to.each(objects, endpoint, rule::environment),
            "/v2/conditions/" => described::each(&mut to, objects, endpoint, Kind::Condition),
            "/v2/skills/" => described::each(&mut to, objects, endpoint, Kind::Skill),
            "/v2/abilities/" => described::each(&mut to, objects, endpoint, Kind::AbilityScore),
            "/v2/damagetypes/" => described::each(&mut to, objects, endpoint, Kind::DamageType),
            "/v2/creaturetypes/" => described::each(&mut to, objects, endpoint, Kind::CreatureType),
            "/v2/alignments/" => described::each(&mut to, objects, endpoint, Kind::Alignment),
            "/v1/magicitems/" => older::each(&mut to, objects, endpoint, older::magic_item),
            "/v1/weapons/" => older::each(&mut to, objects, endpoint, older::weapon),
            "/v1/armor/" => older::each(&mut to, objects, endpoint, older::armor),
            // Sizes, licences and the like are part of other entries, as is what both versions have.
            _ => objects.list(endpoint).for_each(|_| to.batch.count_folded(endpoint)),
        }
    }
    to.batch
}

/// The records so far, and the documents to which they are limited.
struct Entries<'a> {
    batch: Batch,
    only: Option<&'a BTreeSet<DocumentKey>>,
}

impl Entries<'_> {
    fn wants(&self, document: &DocumentKey) -> bool {
        self.only.is_none_or(|only| only.contains(document))
    }

    /// Adds the record of each object of a list.
    fn each<'o>(
        &mut self,
        objects: &'o Objects,
        endpoint: &str,
        record: impl Fn(Object<'o>) -> Result<Record, String>,
    ) {
        self.each_many(objects, endpoint, |object| vec![(key_of(object), record(object))]);
    }

    /// Adds the records of each object of a list, with the key to report each by.
    fn each_many<'o>(
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
fn key_of(object: Object<'_>) -> String {
    object.text("key").or_else(|| object.text("slug")).unwrap_or("(no key)").to_owned()
}

/// Returns the document of an object, given as an object or a key.
fn document_of(object: Object<'_>) -> Result<DocumentKey, String> {
    let key = object.at("document").text("key").or_else(|| object.text("document"));
    key.map(DocumentKey::new).ok_or_else(|| "it names no document".to_owned())
}

/// Returns the slug of a key: `srd_fireball` without the part before the first `_`.
fn slug_of(key: &str) -> Slug {
    Slug::new(key.split_once('_').map_or(key, |(_, rest)| rest))
}

/// Creates the record of an object.
fn entry(object: Object<'_>, kind: Kind, details: Details, body: String) -> Result<Record, String> {
    Ok(Record {
        document: document_of(object)?,
        kind,
        slug: slug_of(object.needed_text("key")?),
        name: object.needed_text("name")?.to_owned(),
        body,
        details,
        page: None,
        homebrew: Homebrew::default(),
        raw: object.value().to_string(),
    })
}
