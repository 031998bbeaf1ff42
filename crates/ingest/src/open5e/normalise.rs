//! Converts objects of the Open5e API to records. Every list of version 2 is handled here; of version 1, only
//! what version 2 lacks: whole entries (`older`) and fields (`both`, which states the rules).

mod both;
mod class;
mod creature;
mod document;
mod entries;
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
pub(crate) use self::objects::older_list;
pub use self::objects::{HeldObject, Objects, documents_named, kind_of_list, place_of_object};

use content::model::{DocumentKey, Kind};

use self::entries::{Entries, Wanted};
use self::objects::Counterparts;
use crate::Batch;

/// Converts objects to records. With `only`, those of other documents are counted as folded.
/// Documents come from `/v2/documents/`; an entry of an unknown document is rejected.
pub fn normalise(objects: &Objects, only: Option<&BTreeSet<DocumentKey>>) -> Batch {
    let wanted = Wanted(only);
    let mut to = Entries { batch: Batch::default(), objects, wanted };
    for document in document::documents(objects) {
        if wanted.has(&document.key) {
            to.batch.add_document(document);
        }
    }
    let of = |kind| Counterparts::of(objects, kind);
    let [monsters, spells, magic_items] = [Kind::Creature, Kind::Spell, Kind::MagicItem].map(of);
    for endpoint in objects.lists.keys() {
        match endpoint.as_str() {
            "/v2/spells/" => to.each(endpoint, |it| spell::spell(it, &spells)),
            "/v2/creatures/" => to.each(endpoint, |it| creature::creature(it, &monsters)),
            "/v2/items/" => to.each(endpoint, |it| equipment::item(it, objects)),
            "/v2/weapons/" | "/v2/armor/" => equipment::bare(&mut to, endpoint),
            "/v2/magicitems/" => to.each(endpoint, |it| equipment::magic_item(it, &magic_items)),
            "/v2/services/" => to.each(endpoint, equipment::service),
            "/v2/itemsets/" => to.each(endpoint, equipment::item_set),
            "/v2/classes/" => to.each_many(endpoint, class::class),
            "/v2/species/" => to.each_many(endpoint, |it| origin::species(it, objects)),
            "/v2/backgrounds/" => to.each(endpoint, origin::background),
            "/v2/feats/" => to.each(endpoint, origin::feat),
            "/v2/rules/" => to.each(endpoint, |it| rule::section(it, objects)),
            "/v2/rulesets/" => to.each(endpoint, rule::chapter),
            "/v2/languages/" => to.each(endpoint, |it| rule::language(it, objects)),
            "/v2/spellschools/" => to.each(endpoint, |it| rule::plain(it, Kind::MagicSchool)),
            "/v2/weaponproperties/" => to.each(endpoint, |it| rule::plain(it, Kind::WeaponProperty)),
            "/v2/environments/" => to.each(endpoint, rule::environment),
            "/v2/conditions/" => rule::described(&mut to, endpoint, Kind::Condition),
            "/v2/skills/" => rule::described(&mut to, endpoint, Kind::Skill),
            "/v2/abilities/" => rule::described(&mut to, endpoint, Kind::AbilityScore),
            "/v2/damagetypes/" => rule::described(&mut to, endpoint, Kind::DamageType),
            "/v2/creaturetypes/" => rule::described(&mut to, endpoint, Kind::CreatureType),
            "/v2/alignments/" => rule::described(&mut to, endpoint, Kind::Alignment),
            "/v1/magicitems/" => older::each(&mut to, endpoint, older::magic_item),
            "/v1/weapons/" => older::each(&mut to, endpoint, older::weapon),
            "/v1/armor/" => older::each(&mut to, endpoint, older::armor),
            // Sizes, licences and the like are part of other entries, as is what both versions have.
            _ => to.add(endpoint, |_| Vec::new()),
        }
    }
    to.batch
}
