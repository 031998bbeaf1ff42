//! The format of the D&D 5e API: the files of the starter content, and the responses of the live API.

mod class;
mod creature;
mod equipment;
mod feature;
mod level;
mod magic_item;
mod objects;
mod origin;
mod reference;
mod rule;
mod spell;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::path::Path;

use serde_json::Value;

use self::class::{classes, subclasses};
use self::feature::Features;
use self::level::Levels;
pub use self::objects::Pages;
use self::objects::{DOCUMENT, Entries, Objects};
use super::Batch;
use super::json::{Object, read_list};
use crate::error::Result;
use crate::model::{DocumentKey, Kind, NewDocument, Provider, SRD_2014_NOTICE};

/// Sections of the rules read from the pages, because the source has no object for them.
const SECTIONS: &str = "Sections";

/// The file names without `.json`; each contains one list of objects.
const FILES: [&str; 25] = [
    "AbilityScores",
    "Alignments",
    "Backgrounds",
    "Classes",
    "Conditions",
    "DamageTypes",
    "Equipment",
    "EquipmentCategories",
    "Feats",
    "Features",
    "Languages",
    "Levels",
    "MagicItems",
    "MagicSchools",
    "Monsters",
    "Proficiencies",
    "Races",
    "RuleSections",
    "Rules",
    "Skills",
    "Spells",
    "Subclasses",
    "Subraces",
    "Traits",
    "WeaponProperties",
];

/// Reads a folder of these files, such as `Spells.json`, and the pages of the entries.
///
/// # Errors
/// If a file is missing or contains no list; the error names it.
pub fn read(folder: &Path) -> Result<Batch> {
    let mut objects = BTreeMap::new();
    for name in FILES {
        objects.insert(name.to_owned(), read_list(&folder.join(format!("{name}.json")))?);
    }
    objects.insert(SECTIONS.to_owned(), read_list(&folder.join(DOCUMENT).join("rules.json"))?);
    Ok(normalise(&objects, &Pages::read(folder)?))
}

/// Converts objects, by file name such as `Spells`, to records of the document `srd-2014`.
#[must_use]
pub fn normalise(objects: &BTreeMap<String, Vec<Value>>, pages: &Pages) -> Batch {
    let mut to = Entries { batch: Batch::default(), pages };
    to.batch.add_document(document());
    let all = Objects(objects);
    let features = Features::of(all.list("Features"));
    let levels = Levels::of(all.list("Levels"));
    for (source, list) in objects {
        let list = list.iter().map(Object::new);
        match source.as_str() {
            "Spells" => to.each(source, list, spell::spell),
            "Monsters" => to.each(source, list, creature::creature),
            "Equipment" => to.each(source, list, equipment::equipment),
            "MagicItems" => to.each(source, list, magic_item::magic_item),
            "Classes" => to.each(source, list, |class| classes(class, &features, &levels)),
            "Subclasses" => to.each(source, list, |class| subclasses(class, &features, &levels)),
            "Features" => {
                for feature in list {
                    if features.is_repetition(feature) {
                        to.batch.count_folded(source);
                    } else {
                        to.one(source, feature, features.record(feature, &all));
                    }
                }
            }
            "Races" => to.each(source, list, |race| origin::race(race, &all)),
            "Subraces" => to.each(source, list, |race| origin::subrace(race, &all)),
            "Traits" => to.each(source, list, origin::trait_),
            "Backgrounds" => to.each(source, list, origin::background),
            "Feats" => to.each(source, list, origin::feat),
            "Rules" => to.each(source, list, rule::chapter),
            "RuleSections" => {
                for section in list {
                    to.one(source, section, rule::section(section, &all));
                    for part in rule::parts_of(section, &all, pages) {
                        to.batch.add(source, section.text("index").unwrap_or("(no index)"), part);
                    }
                }
            }
            SECTIONS => {
                for section in list {
                    to.batch.count_object(source);
                    let name = section.text("name").unwrap_or("(no name)");
                    to.batch.add(source, name, rule::page_section(section));
                }
            }
            "Conditions" => to.each(source, list, |it| rule::plain(it, Kind::Condition)),
            "DamageTypes" => to.each(source, list, |it| rule::plain(it, Kind::DamageType)),
            "MagicSchools" => to.each(source, list, |it| rule::plain(it, Kind::MagicSchool)),
            "WeaponProperties" => to.each(source, list, |it| rule::plain(it, Kind::WeaponProperty)),
            "Alignments" => to.each(source, list, |it| rule::plain(it, Kind::Alignment)),
            "Skills" => to.each(source, list, rule::skill),
            "AbilityScores" => to.each(source, list, rule::ability_score),
            "Languages" => to.each(source, list, rule::language),
            "Proficiencies" => to.each(source, list, rule::proficiency),
            "EquipmentCategories" | "Levels" => list.for_each(|_| to.batch.count_folded(source)),
            _ => to.each(source, list, |_| Err("objects of this sort are not known".to_owned())),
        }
    }
    to.batch
}

fn document() -> NewDocument {
    NewDocument {
        key: DocumentKey::new(DOCUMENT),
        name: "System Reference Document 5.1".to_owned(),
        provider: Provider::Dnd5eApi,
        publisher: Some("Wizards of the Coast".to_owned()),
        license: Some("CC-BY-4.0".to_owned()),
        notice: Some(SRD_2014_NOTICE.to_owned()),
        game_system: Some("5th Edition 2014".to_owned()),
        url: Some("https://dnd.wizards.com/resources/systems-reference-document".to_owned()),
        description: Some("The fifth edition's rules of 2014 that anyone may build on.".to_owned()),
    }
}
