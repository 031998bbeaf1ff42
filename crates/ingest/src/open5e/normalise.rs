//! Converts objects of the Open5e API to records. Every list of version 2 is handled here; of version 1, only
//! what version 2 lacks: whole entries (`older`) and fields (`both`, which states the rules).

mod both;
mod class;
mod creature;
mod creature_values;
mod document;
mod equipment;
mod objects;
mod older;
mod origin;
mod rule;
mod spell;
mod stat_block;
#[cfg(test)]
mod tests;

use std::collections::BTreeSet;

pub use self::document::documents;
pub use self::objects::Objects;
pub(crate) use self::objects::older_list;
pub use self::objects::{document_of_object, documents_named, kind_of_list, slug_of_object};

use content::model::{DocumentKey, Kind};

use self::both::Counterparts;
use self::objects::Entries;
use crate::Batch;

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
    let magic_items = of(Kind::MagicItem);
    for endpoint in objects.lists.keys() {
        match endpoint.as_str() {
            "/v2/spells/" => to.each(objects, endpoint, |it| spell::spell(it, &spells)),
            "/v2/creatures/" => to.each(objects, endpoint, |it| creature::creature(it, &monsters)),
            "/v2/items/" => to.each(objects, endpoint, |it| equipment::item(it, objects)),
            "/v2/weapons/" | "/v2/armor/" => equipment::bare(&mut to, objects, endpoint),
            "/v2/magicitems/" => to.each(objects, endpoint, |it| equipment::magic_item(it, &magic_items)),
            "/v2/services/" => to.each(objects, endpoint, equipment::service),
            "/v2/itemsets/" => to.each(objects, endpoint, equipment::item_set),
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
            "/v2/conditions/" => rule::described(&mut to, objects, endpoint, Kind::Condition),
            "/v2/skills/" => rule::described(&mut to, objects, endpoint, Kind::Skill),
            "/v2/abilities/" => rule::described(&mut to, objects, endpoint, Kind::AbilityScore),
            "/v2/damagetypes/" => rule::described(&mut to, objects, endpoint, Kind::DamageType),
            "/v2/creaturetypes/" => rule::described(&mut to, objects, endpoint, Kind::CreatureType),
            "/v2/alignments/" => rule::described(&mut to, objects, endpoint, Kind::Alignment),
            "/v1/magicitems/" => older::each(&mut to, objects, endpoint, older::magic_item),
            "/v1/weapons/" => older::each(&mut to, objects, endpoint, older::weapon),
            "/v1/armor/" => older::each(&mut to, objects, endpoint, older::armor),
            // Sizes, licences and the like are part of other entries, as is what both versions have.
            _ => objects.list(endpoint).for_each(|_| to.batch.count_folded(endpoint)),
        }
    }
    to.batch
}
