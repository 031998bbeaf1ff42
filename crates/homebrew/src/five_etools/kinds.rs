//! The kinds of items, and the reader of each.

use content::model::Kind;

use super::class::{class, class_feature, subclass, subclass_feature};
use super::context::{ItemKind, ReadItem};
use super::creature::creature;
use super::equipment::{deck, equipment, group, variant, vehicle, vehicle_upgrade};
use super::option::{background, feat, feature, race, subrace};
use super::rule::{deity, rule, text_of};
use super::spell::spell;

const fn of(property: &'static str, kind: Kind, section: &'static str, read: ReadItem) -> ItemKind {
    ItemKind { property, kind, section, read }
}

pub(super) static KINDS: [ItemKind; 53] = [
    of("monster", Kind::Creature, "", creature),
    of("spell", Kind::Spell, "", spell),
    of("item", Kind::Item, "", equipment),
    of("baseitem", Kind::Item, "", equipment),
    of("magicvariant", Kind::MagicItem, "", variant),
    of("itemGroup", Kind::MagicItem, "", group),
    of("itemProperty", Kind::WeaponProperty, "", rule),
    of("itemMastery", Kind::WeaponProperty, "Mastery", rule),
    of("itemType", Kind::Rule, "Item Types", rule),
    of("class", Kind::Class, "", class),
    of("subclass", Kind::Subclass, "", subclass),
    of("classFeature", Kind::ClassOption, "", class_feature),
    of("subclassFeature", Kind::ClassOption, "", subclass_feature),
    of("race", Kind::Race, "", race),
    of("subrace", Kind::Subrace, "", subrace),
    of("background", Kind::Background, "", background),
    of("feat", Kind::Feat, "", feat),
    of("optionalfeature", Kind::ClassOption, "", feature),
    of("charoption", Kind::ClassOption, "character creation option", feature),
    of("psionic", Kind::ClassOption, "psionic", feature),
    of("reward", Kind::ClassOption, "supernatural gift", feature),
    of("boon", Kind::ClassOption, "demonic boon", feature),
    of("cult", Kind::Rule, "Cults", rule),
    of("condition", Kind::Condition, "", rule),
    of("disease", Kind::Condition, "Disease", rule),
    of("status", Kind::Condition, "Status", rule),
    of("deity", Kind::Rule, "Deities", deity),
    of("variantrule", Kind::Rule, "Variant Rules", rule),
    of("table", Kind::Rule, "Tables", rule),
    of("encounter", Kind::Rule, "Encounter Tables", rule),
    of("name", Kind::Rule, "Name Tables", rule),
    of("action", Kind::Rule, "Actions", rule),
    of("trap", Kind::Rule, "Traps", rule),
    of("hazard", Kind::Rule, "Hazards", rule),
    of("object", Kind::Item, "Object", vehicle),
    of("vehicle", Kind::Item, "Vehicle", vehicle),
    of("vehicleUpgrade", Kind::Item, "Vehicle Upgrade", vehicle_upgrade),
    of("deck", Kind::Item, "Deck of Cards", deck),
    of("card", Kind::Rule, "Cards", rule),
    of("facility", Kind::Rule, "Bastion Facilities", rule),
    of("recipe", Kind::Rule, "Recipes", rule),
    of("crochetPattern", Kind::Rule, "Patterns", rule),
    of("language", Kind::Language, "", rule),
    of("skill", Kind::Skill, "", rule),
    of("sense", Kind::Rule, "Senses", rule),
    of("legendaryGroup", Kind::Rule, "Lairs", rule),
    of("adventure", Kind::Rule, "Adventures", rule),
    of("book", Kind::Rule, "Books", rule),
    of("adventureData", Kind::Rule, "Adventures", text_of),
    of("bookData", Kind::Rule, "Books", text_of),
    of("citation", Kind::Rule, "Citations", rule),
    of("spellList", Kind::Rule, "Spell Lists", rule),
    of("encounterShape", Kind::Rule, "Encounters", rule),
];

/// A list of a kind that is not known.
pub(super) static OTHER: ItemKind = of("", Kind::Rule, "", rule);
/// A text about an item that is not in the file.
pub(super) static FLUFF: ItemKind = of("", Kind::Rule, "Descriptions", rule);

pub(super) fn kind_of(property: &str) -> Option<&'static ItemKind> {
    KINDS.iter().find(|kind| kind.property == property)
}
