//! The D&D 5e API's format: the starter library's files, and the live API's answers, which look the same.

mod class;
mod creature;
mod equipment;
mod feature;
mod level;
mod magic_item;
mod origin;
mod reference;
mod rule;
mod spell;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::io;
use std::path::Path;

use serde_json::Value;

use self::class::{classes, subclasses};
use self::feature::Features;
use self::level::Levels;
use super::Batch;
use super::json::Object;
use crate::error::{Error, Result};
use crate::model::{
    Details, DocumentKey, Homebrew, Kind, NewDocument, Provider, Record, SRD_2014_NOTICE, Slug,
};

/// The key of the document that all of this is.
const DOCUMENT: &str = "srd-2014";

/// The files of a folder, without `.json`; each holds one list of objects.
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

/// Reads a folder of such files, `Spells.json` and so on.
///
/// # Errors
/// When one of the files is missing or does not hold a list; the error names it.
pub fn read(folder: &Path) -> Result<Batch> {
    let mut objects = BTreeMap::new();
    for name in FILES {
        let path = folder.join(format!("{name}.json"));
        let text = std::fs::read(&path).map_err(|source| Error::file(&path, source))?;
        let list: Vec<Value> = serde_json::from_slice(&text).map_err(|problem| {
            let problem = format!("this is not a list of objects: {problem}");
            Error::file(&path, io::Error::new(io::ErrorKind::InvalidData, problem))
        })?;
        objects.insert(name.to_owned(), list);
    }
    Ok(normalise(&objects))
}

/// Turns objects, by the name of their file such as `Spells`, into entries of the document `srd-2014`.
#[must_use]
pub fn normalise(objects: &BTreeMap<String, Vec<Value>>) -> Batch {
    let mut batch = Batch::default();
    batch.add_document(document());
    let all = Objects(objects);
    let features = Features::of(all.list("Features"));
    let levels = Levels::of(all.list("Levels"));
    for (source, list) in objects {
        let list = list.iter().map(Object::new);
        match source.as_str() {
            "Spells" => add(&mut batch, source, list, spell::spell),
            "Monsters" => add(&mut batch, source, list, creature::creature),
            "Equipment" => add(&mut batch, source, list, equipment::equipment),
            "MagicItems" => add(&mut batch, source, list, magic_item::magic_item),
            "Classes" => add(&mut batch, source, list, |class| classes(class, &features, &levels)),
            "Subclasses" => add(&mut batch, source, list, |class| subclasses(class, &features, &levels)),
            "Features" => {
                for feature in list {
                    if features.is_repetition(feature) {
                        batch.count_folded(source);
                    } else {
                        add_one(&mut batch, source, feature, features.record(feature, &all));
                    }
                }
            }
            "Races" => add(&mut batch, source, list, |race| origin::race(race, &all)),
            "Subraces" => add(&mut batch, source, list, |race| origin::subrace(race, &all)),
            "Traits" => add(&mut batch, source, list, origin::trait_),
            "Backgrounds" => add(&mut batch, source, list, origin::background),
            "Feats" => add(&mut batch, source, list, origin::feat),
            "Rules" => add(&mut batch, source, list, rule::chapter),
            "RuleSections" => add(&mut batch, source, list, |section| rule::section(section, &all)),
            "Conditions" => add(&mut batch, source, list, |it| rule::plain(it, Kind::Condition)),
            "DamageTypes" => add(&mut batch, source, list, |it| rule::plain(it, Kind::DamageType)),
            "MagicSchools" => add(&mut batch, source, list, |it| rule::plain(it, Kind::MagicSchool)),
            "WeaponProperties" => add(&mut batch, source, list, |it| rule::plain(it, Kind::WeaponProperty)),
            "Alignments" => add(&mut batch, source, list, |it| rule::plain(it, Kind::Alignment)),
            "Skills" => add(&mut batch, source, list, rule::skill),
            "AbilityScores" => add(&mut batch, source, list, rule::ability_score),
            "Languages" => add(&mut batch, source, list, rule::language),
            "Proficiencies" => add(&mut batch, source, list, rule::proficiency),
            "EquipmentCategories" | "Levels" => list.for_each(|_| batch.count_folded(source)),
            _ => add(&mut batch, source, list, |_| Err("objects of this sort are not known".to_owned())),
        }
    }
    batch
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

/// All objects, by the name of their file.
#[derive(Clone, Copy)]
struct Objects<'a>(&'a BTreeMap<String, Vec<Value>>);

impl<'a> Objects<'a> {
    fn list(self, file: &str) -> impl Iterator<Item = Object<'a>> + use<'a> {
        self.0.get(file).into_iter().flatten().map(Object::new)
    }

    /// The object of a file that has this index.
    fn find(self, file: &str, index: &str) -> Option<Object<'a>> {
        self.list(file).find(|object| object.text("index") == Some(index))
    }
}

fn add<'a>(
    batch: &mut Batch,
    source: &str,
    objects: impl Iterator<Item = Object<'a>>,
    record: impl Fn(Object<'a>) -> Result<Record, String>,
) {
    for object in objects {
        add_one(batch, source, object, record(object));
    }
}

fn add_one(batch: &mut Batch, source: &str, object: Object<'_>, record: Result<Record, String>) {
    batch.count_object(source);
    batch.add(source, object.text("index").unwrap_or("(no index)"), record);
}

/// The entry of an object: its slug is the API's index.
fn entry(
    object: Object<'_>,
    kind: Kind,
    name: &str,
    details: Details,
    body: String,
) -> Result<Record, String> {
    Ok(Record {
        document: DocumentKey::new(DOCUMENT),
        kind,
        slug: Slug::new(object.needed_text("index")?),
        name: name.to_owned(),
        body,
        details,
        page: None,
        homebrew: Homebrew::default(),
        raw: object.value().to_string(),
    })
}
