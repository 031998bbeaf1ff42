//! One record from both versions of the API, field by field.
//!
//! The second version (v2) leads: what it says of a field is kept. The first (v1) fills what v2 leaves out. Its object
//! is the one of the same document and folded name. Both came from the same books, and v2 was made from v1, so they
//! differ in few places; where they do, the difference is listed with the entry. Some of v2's faults are systematic;
//! there another rule decides:
//!
//! | field | rule |
//! |---|---|
//! | senses | v1's words stand if they hold every range of v2, for only words tell conditions (“blind beyond this radius”) and senses of a book's own. Ranges in v2 that no sense has are numbers glued together. |
//! | passive Perception | v2 computes it from Wisdom where the words have none; v1's `perception` is the printed score ([`PRINTED_PERCEPTION`]). |
//! | alignment | v2 gives creatures of books without alignments one all the same; where v1 has an empty one there is none ([`NO_ALIGNMENT`]). |
//! | hit points | The number that is the average of the hit dice stands ([`AVERAGE`]). |
//! | actions | Each is looked for by its name among those of its sort. v2 lost those that share their name with another sort, or gave them its text ([`OWN_TEXT`]). |
//! | legendary actions | Their number and introduction are those of v1's `legendary_desc`, or of the legendary action whose name is that sentence. |
//! | experience points | 0 means that v2 has none; the challenge rating tells them. A rating of 0 is worth 10, or 0 to a creature without actions (SRD 5.1, “Experience Points”). |
//! | resistances, immunities | v2's words, else v1's, else v2's lists; lists lose “from nonmagical attacks”. |
//! | classes of a spell | v1's `dnd_class` is the printed list; v2 has another, made for a few classes only ([`PRINTED_CLASSES`]). |
//! | range of a spell | v1's words stand where v2 dropped the area behind them: `Self (30-foot cone)`. |
//! | saving throw, attack roll, damage types | They must be in the spell's text: see [`Rolls`](crate::facts::Rolls). |
//! | weapons | v1 decides: v2 leaves properties out and gives some to other weapons ([`WEAPONS`]). |
//! | rarity | v2 has no word for one that varies; v1's `varies` stands ([`VARIES`]). |
//! | weight, price | 0 means that the book gives none. |
//!
//! Fields on which the versions never differ (ability scores, saving throws, components …) are not fetched from v1.

mod actions;
mod creature;
mod spell;
mod weapon;
mod words;

use std::collections::HashMap;

use serde::Serialize;
use serde_json::Value;

pub(super) use self::creature::{fill_creature, lore};
pub(super) use self::spell::fill_spell;
pub(super) use self::weapon::fill_weapon;
use self::words::plain;
use super::objects::{Objects, documents_of_v1};
use crate::ingest::json::Object;
use crate::ingest::{Disagreement, Sources};
use crate::model::{DocumentKey, Provider, fold};

pub(super) const V1: Provider = Provider::Open5eV1;
pub(super) const V2: Provider = Provider::Open5eV2;

pub(super) const LEADS: &str = "The second version of the API leads.";
pub(super) const PRINTED_PERCEPTION: &str =
    "The second version computes passive Perception from Wisdom; the first has the printed score.";
pub(super) const NO_ALIGNMENT: &str =
    "The second version gives an alignment to every creature of a book that prints none.";
pub(super) const AVERAGE: &str = "Hit points are the average of the hit dice.";
pub(super) const OWN_TEXT: &str =
    "The second version gives the action the text of another one with the same name.";
pub(super) const PRINTED_CLASSES: &str =
    "The first version has the printed list of classes; the second has a list made for a few classes only.";
pub(super) const CALLED_FOR: &str =
    "A spell calls for the saving throws and attack rolls that its text names.";
pub(super) const WEAPONS: &str =
    "The first version decides on weapons; the second leaves properties out and gives some to other weapons.";
pub(super) const VARIES: &str = "The second version has no word for a rarity that varies.";

/// Version 1 objects by document and folded name, from a list or else from the library.
pub(super) struct Counterparts<'a>(HashMap<(DocumentKey, String), Object<'a>>);

impl<'a> Counterparts<'a> {
    /// Collects the objects of a version 1 list.
    pub(super) fn of(objects: &'a Objects, path: &str) -> Self {
        let documents = documents_of_v1(objects);
        let place = |key: &DocumentKey, object: Object<'a>| {
            (key.clone(), fold(object.text("name").unwrap_or_default()))
        };
        let held = objects.held.get(path).into_iter().flatten();
        let held = held.map(|(key, object)| (place(key, Object::new(object)), Object::new(object)));
        let listed = objects.list(path).filter_map(|object| {
            let key = documents.get(object.text("document__slug")?)?;
            Some((place(key, object), object))
        });
        Self(held.chain(listed).collect())
    }

    /// Returns the object with a name in a document.
    pub(super) fn find(&self, document: &DocumentKey, name: &str) -> Option<Object<'a>> {
        self.0.get(&(document.clone(), fold(name))).copied()
    }
}

/// The state of merging both versions of an entry.
pub(super) struct Both<'a> {
    newer: Object<'a>,
    older: Option<Object<'a>>,
    /// The used parts of version 1; the version 2 object is added at the end.
    sources: Sources,
}

impl<'a> Both<'a> {
    /// Starts with an object of version 2 and optionally one of version 1.
    pub(super) fn new(newer: Object<'a>, older: Option<Object<'a>>) -> Self {
        Self { newer, older, sources: Sources::led_by(V2, Value::Null) }
    }

    /// Starts with an object of version 2 and the version 1 object of the same name.
    pub(super) fn found(newer: Object<'a>, among: &Counterparts<'a>) -> Self {
        let document = super::objects::document_of(newer).ok();
        let older = document.and_then(|document| among.find(&document, newer.text("name")?));
        Self::new(newer, older)
    }

    /// Returns the version 1 object.
    pub(super) fn older(&self) -> Option<Object<'a>> {
        self.older
    }

    /// Records that version 1 filled a field from these keys.
    pub(super) fn filled(&mut self, field: &str, keys: &[&str]) {
        self.sources.filled.insert(field.to_owned(), V1);
        self.keep(keys);
    }

    /// Records that the versions differ, the chosen value, and the rule.
    pub(super) fn differ(
        &mut self,
        field: &str,
        keys: &[&str],
        kept: (Provider, impl Serialize),
        other: (Provider, impl Serialize),
        rule: &str,
    ) {
        let value = |value: Result<Value, _>| value.unwrap_or_default();
        self.sources.disagreements.push(Disagreement {
            field: field.to_owned(),
            kept: value(serde_json::to_value(kept.1)),
            kept_from: kept.0,
            other: value(serde_json::to_value(other.1)),
            other_from: other.0,
            rule: rule.to_owned(),
        });
        self.keep(keys);
    }

    /// Merges a field: the value of version 2, else that of version 1. `same` compares two values regardless
    /// of spelling.
    pub(super) fn settle<T: Serialize>(
        &mut self,
        field: &str,
        key: &str,
        newer: Option<T>,
        older: Option<T>,
        same: impl Fn(&T, &T) -> bool,
    ) -> Option<T> {
        match (newer, older) {
            (Some(newer), Some(older)) => {
                if !same(&newer, &older) {
                    self.differ(field, &[key], (V2, &newer), (V1, &older), LEADS);
                }
                Some(newer)
            }
            (None, Some(older)) => {
                self.filled(field, &[key]);
                Some(older)
            }
            (newer, None) => newer,
        }
    }

    /// Merges a text field.
    pub(super) fn settle_words(
        &mut self,
        field: &str,
        key: &str,
        newer: Option<String>,
        older: Option<String>,
    ) -> Option<String> {
        let same = |newer: &String, older: &String| newer == older || plain(newer) == plain(older);
        self.settle(field, key, newer, older, same)
    }

    /// Keeps one object of a version 1 list.
    pub(super) fn keep_item(&mut self, key: &str, item: Object<'_>) {
        let kept = self.sources.objects.get(&V1).and_then(|older| older.get(key)).and_then(Value::as_array);
        let mut list = kept.cloned().unwrap_or_default();
        if !list.contains(item.value()) {
            list.push(item.value().clone());
        }
        self.sources.keep(V1, key, &Value::Array(list));
    }

    /// Returns the raw record.
    pub(super) fn into_raw(mut self) -> String {
        if self.sources.objects.contains_key(&V1) {
            self.keep(&["slug", "name", "document__slug"]);
        }
        self.sources.raw_with(self.newer.value())
    }

    fn keep(&mut self, keys: &[&str]) {
        let Some(older) = self.older else { return };
        for key in keys {
            if let Some(value) = older.value().get(*key) {
                self.sources.keep(V1, key, value);
            }
        }
    }
}
