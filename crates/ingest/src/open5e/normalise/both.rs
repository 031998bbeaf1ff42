//! One record from both versions of the API, field by field.
//!
//! The second version (v2) leads: what it says of a field is kept. The first (v1) is asked only for what v2
//! lacks, and where a rule says that v2 is wrong. Its object is the one of the same document and folded name:
//!
//! | field | v1 | rule |
//! |---|---|---|
//! | subtype, armor, resistances, immunities, skills, speeds | fills | Resistances and immunities that neither has in words are v2's lists. |
//! | lore | fills | v2 has none. |
//! | actions, traits | fill | Each is looked for by its name among those of its sort. v2 lost those that share their name with another sort, or gave them its text ([`OWN_TEXT`]). |
//! | legendary actions | fill | Their number and introduction are those of `legendary_desc`, or of the legendary action whose name is that sentence. |
//! | senses | decides | Its words stand if they hold every range of v2, for only words tell conditions (“blind beyond this radius”) and senses of a book's own. Ranges in v2 that no sense has are numbers glued together. |
//! | passive Perception | decides | v2 computes it from Wisdom where the words have none; `perception` is the printed score ([`PRINTED_PERCEPTION`]). |
//! | alignment | decides | v2 gives creatures of books without alignments one all the same; where v1 has an empty one there is none ([`NO_ALIGNMENT`]). |
//! | classes of a spell | decides | `dnd_class` is the printed list; v2 has another, made for a few classes only (`PRINTED_CLASSES`). |
//! | range of a spell | decides | v2 dropped the area behind it: `Self (30-foot cone)`. |
//! | rarity | decides | v2 has no word for one that varies ([`VARIES`]). |
//!
//! Three rules concern v2 alone. Experience points of 0 are none, and the challenge rating tells them; a
//! rating of 0 is worth 10, or 0 to a creature without actions (SRD 5.1, “Experience Points”). A weight or
//! price of 0 means that the book gives none. Saving throw, attack roll and damage types of a spell must be
//! in its text: see [`Rolls`](content::facts::Rolls).

mod actions;
mod creature;

use serde::Serialize;
use serde_json::Value;

pub(super) use self::creature::{SENSES, SKILLS, fill_creature, lore, sense_range, speed, words_of};
use content::model::Provider;

use super::objects::{Counterparts, document_of};
use crate::Sources;
use crate::json::Object;

const V1: Provider = Provider::Open5eV1;
const V2: Provider = Provider::Open5eV2;

const PRINTED_PERCEPTION: &str =
    "The second version computes passive Perception from Wisdom; the first has the printed score.";
const NO_ALIGNMENT: &str =
    "The second version gives an alignment to every creature of a book that prints none.";
const OWN_TEXT: &str = "The second version gives the action the text of another one with the same name.";
pub(super) const VARIES: &str = "The second version has no word for a rarity that varies.";

pub(super) struct Both<'a> {
    pub(super) older: Option<Object<'a>>,
    sources: Sources,
}

impl<'a> Both<'a> {
    pub(super) fn found(newer: Object<'a>, among: &Counterparts<'a>) -> Self {
        let older = document_of(newer).ok().and_then(|document| among.get(document, newer));
        Self { older, sources: Sources::of_object(newer) }
    }

    pub(super) fn filled(&mut self, field: &str, key: &str) {
        self.sources.fill(field, V1);
        self.keep(key);
    }

    pub(super) fn decided(
        &mut self,
        field: &str,
        key: &str,
        kept: impl Serialize,
        other: impl Serialize,
        rule: &str,
    ) {
        let (kept, other) = (serde_json::to_value(kept), serde_json::to_value(other));
        self.sources.differ(field, (V1, kept.unwrap_or_default()), (V2, other.unwrap_or_default()), rule);
        self.keep(key);
    }

    fn keep_item(&mut self, key: &str, item: Object<'_>) {
        let kept = self.sources.older.entry(key).or_insert_with(|| Value::Array(Vec::new()));
        if let Value::Array(list) = kept
            && !list.contains(item.value())
        {
            list.push(item.value().clone());
        }
    }

    pub(super) fn into_sources(mut self) -> Option<String> {
        if !self.sources.older.is_empty() {
            ["slug", "name", "document__slug"].into_iter().for_each(|key| self.keep(key));
        }
        self.sources.stored()
    }

    fn keep(&mut self, key: &str) {
        if let Some(value) = self.older.and_then(|older| older.value().get(key)) {
            self.sources.older.insert(key.to_owned(), value.clone());
        }
    }
}
