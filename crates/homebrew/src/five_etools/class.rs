//! Classes, subclasses and their features.

use std::collections::{BTreeMap, HashMap};

use content::json::{Object, whole};
use content::markdown::{self, ClassSheet, Feature, Part, Table, ability_in_full};
use content::model::{CharacterOption, Details, Kind, fold};
use serde_json::Value;

use super::context::{Content, Context};
use super::copy::with_copied;
use super::entries::{line, markdown_of, name_of};
use super::option::{choices, prerequisite};
use super::tags::plain_tags;
use super::words::joined;

const MAX_LEVEL: u8 = 20;
/// The most features of a class. The largest known has 60.
const MAX_FEATURES: usize = 1_000;

pub(super) fn class(object: Object<'_>, context: &mut Context<'_, '_>) -> Result<Content, String> {
    let name = name_of(object);
    let hit_die = object.at("hd").integer::<u32>("faces");
    let saves: Vec<String> =
        object.texts("proficiency").filter_map(ability_in_full).map(str::to_owned).collect();
    let features = features(object, "classFeatures", "classFeature", &name, context);
    let details = CharacterOption {
        hit_die: hit_die.map(|faces| format!("d{faces}")),
        saving_throws: saves.clone(),
        spellcasting_ability: object.text("spellcastingAbility").and_then(ability_in_full).map(str::to_owned),
        prerequisite: multiclass(object),
        features: feature_names(&features),
        ..CharacterOption::default()
    };
    let starting = object.at("startingProficiencies");
    let listed = |field: &str| {
        let words = starting.list(field).filter_map(|item| match item.value() {
            Value::String(text) => Some(plain_tags(text)),
            _ => {
                item.text("full").or(item.text("proficiency")).map(plain_tags).or_else(|| Some(choices(item)))
            }
        });
        Some(words.collect::<Vec<_>>().join(", ")).filter(|words| !words.is_empty())
    };
    let mut facts = Vec::new();
    facts.extend(hit_die.map(|faces| ("Hit Die", format!("d{faces}"))));
    facts.push(("Saving Throws", saves.join(", ")));
    let lists = [("Armor", "armor"), ("Weapons", "weapons"), ("Tools", "tools"), ("Skills", "skills")];
    facts.extend(lists.into_iter().filter_map(|(label, field)| Some((label, listed(field)?))));
    let equipment = object.at("startingEquipment");
    let equipment = [line(equipment.at("default").value()), line(equipment.at("entries").value())].concat();
    facts.push(("Equipment", equipment));
    facts.extend(details.prerequisite.clone().map(|words| ("Multiclassing", words)));
    facts.retain(|(_, words)| !words.is_empty());
    let table = levels(object.at("classTableGroups").value(), &features);
    let sheet = ClassSheet { text: context.fluff(object), facts, table, notes: Vec::new(), features };
    let body = sheet.to_markdown(&details);
    Ok(Content::new(Kind::Class, Details::CharacterOption(details), body))
}

/// Returns the ability scores that the class asks of those who take it as another class.
fn multiclass(object: Object<'_>) -> Option<String> {
    let needed = object.at("multiclassing").at("requirements");
    let words = |scores: Object<'_>, conjunction: &str| {
        let scores = scores
            .fields()
            .filter_map(|(ability, score)| Some(format!("{} {}", ability_in_full(ability)?, whole(score)?)));
        joined(&scores.collect::<Vec<_>>(), conjunction)
    };
    let either = needed.list("or").map(|scores| words(scores, "or")).collect::<Vec<_>>().join(" and ");
    let all = words(needed, "and");
    [either, all].into_iter().find(|words| !words.is_empty())
}

pub(super) fn subclass(object: Object<'_>, context: &mut Context<'_, '_>) -> Result<Content, String> {
    let short = object.text("shortName").or(object.text("name")).unwrap_or_default().to_owned();
    let features = features(object, "subclassFeatures", "subclassFeature", &short, context);
    let details = CharacterOption {
        parent: object.text("className").map(str::to_owned),
        level: features.iter().flat_map(|feature| feature.levels.first()).min().copied(),
        spellcasting_ability: object.text("spellcastingAbility").and_then(ability_in_full).map(str::to_owned),
        features: feature_names(&features),
        ..CharacterOption::default()
    };
    let table = levels(object.at("subclassTableGroups").value(), &[]);
    let sheet =
        ClassSheet { text: context.fluff(object), facts: Vec::new(), table, notes: Vec::new(), features };
    let body = sheet.to_markdown(&details);
    Ok(Content::new(Kind::Subclass, Details::CharacterOption(details), body))
}

fn feature_names(features: &[Feature]) -> Vec<String> {
    features.iter().map(|feature| feature.name.clone()).collect()
}

/// Returns the features in the order of their levels: those that the field names, or else all of this owner.
fn features(
    object: Object<'_>,
    field: &str,
    property: &'static str,
    owner: &str,
    context: &mut Context<'_, '_>,
) -> Vec<Feature> {
    let own: Vec<Value> = context
        .index
        .features(property, owner)
        .iter()
        .filter_map(|raw| {
            with_copied(property, context.index.parsed(raw).ok()?, context.index, &mut Vec::new()).ok()
        })
        .filter(|item| is_of(object, Object::new(item), property))
        .collect();
    let mut features: Vec<Feature> = Vec::new();
    let mut found: HashMap<(String, Option<u8>), Object<'_>> = HashMap::new();
    for item in own.iter().map(Object::new) {
        let name = fold(&name_of(item));
        found.entry((name.clone(), item.integer("level"))).or_insert(item);
        found.entry((name, None)).or_insert(item);
    }
    let groups = object.at(field).value().as_array().map(Vec::as_slice).unwrap_or_default();
    for (index, group) in groups.iter().take(MAX_FEATURES).enumerate() {
        let references = group.as_array().map_or_else(|| std::slice::from_ref(group), Vec::as_slice);
        for reference in references.iter().take(MAX_FEATURES - features.len().min(MAX_FEATURES)) {
            let Some(name) = reference.as_str().or_else(|| reference.get(property)?.as_str()) else {
                // Old files have the features themselves, in a list for each level.
                let level =
                    u8::try_from(index + 1).ok().filter(|_| group.is_array() && property == "classFeature");
                let feature = Object::new(reference);
                add(&mut features, name_of(feature), level, markdown_of(feature, "entries"));
                continue;
            };
            let parts: Vec<&str> = name.split('|').collect();
            let name = parts.first().copied().unwrap_or_default();
            let place = if property == "classFeature" { 3 } else { 5 };
            let level = parts.get(place).and_then(|level| level.trim().parse().ok());
            let text = found.get(&(fold(name), level)).map(|item| markdown_of(*item, "entries"));
            add(&mut features, plain_tags(name), level, text.unwrap_or_default());
        }
    }
    if groups.is_empty() {
        for item in own.iter().take(MAX_FEATURES).map(Object::new) {
            add(&mut features, name_of(item), item.integer("level"), markdown_of(item, "entries"));
        }
    }
    features.sort_by_key(|feature| feature.levels.first().copied());
    features
}

/// Returns true if a feature belongs to this class or subclass and not to another of its name.
fn is_of(owner: Object<'_>, feature: Object<'_>, property: &str) -> bool {
    let is_equal = |field: &str, owner_field: &str| match (feature.text(field), owner.text(owner_field)) {
        (Some(one), Some(other)) => fold(one) == fold(other),
        _ => true,
    };
    if property == "classFeature" {
        is_equal("classSource", "source")
    } else {
        is_equal("className", "className") && is_equal("subclassSource", "source")
    }
}

/// A feature that is gained several times is listed once with its levels.
fn add(features: &mut Vec<Feature>, name: String, level: Option<u8>, text: String) {
    if name.is_empty() && text.is_empty() {
        return;
    }
    let same = features.iter_mut().find(|feature| feature.name == name && feature.text == text);
    match same {
        Some(feature) => feature.levels.extend(level),
        None => features.push(Feature { name, levels: level.into_iter().collect(), text }),
    }
}

/// Returns the table of levels with the columns of the groups.
fn levels(groups: &Value, features: &[Feature]) -> Table {
    let groups: Vec<Object<'_>> = groups.as_array().into_iter().flatten().map(Object::new).collect();
    if groups.is_empty() && features.is_empty() {
        return Table::default();
    }
    let mut headings: Vec<String> = vec!["Level".to_owned(), "Features".to_owned()];
    for group in &groups {
        headings.extend(group.list("colLabels").map(|label| line(label.value())));
    }
    let mut at_level: BTreeMap<u8, Vec<&str>> = BTreeMap::new();
    for feature in features {
        for level in &feature.levels {
            at_level.entry(*level).or_default().push(&feature.name);
        }
    }
    let mut table = Table::new(headings);
    for level in 1..=MAX_LEVEL {
        let names = at_level.get(&level).map(|names| names.join(", ")).unwrap_or_default();
        let mut row = vec![level.to_string(), names];
        for group in &groups {
            let columns = group.list("colLabels").count();
            let rows = if group.at("rows").value().is_array() { "rows" } else { "rowsSpellProgression" };
            let cells = group.list(rows).nth(usize::from(level) - 1).unwrap_or(Object::NOTHING);
            let mut cells: Vec<String> = cells.value().as_array().into_iter().flatten().map(cell).collect();
            cells.resize(columns, String::new());
            row.extend(cells);
        }
        table.row(row);
    }
    table.without_empty_columns()
}

fn cell(value: &Value) -> String {
    match whole(value) {
        Some(0) => "—".to_owned(),
        _ => line(value),
    }
}

pub(super) fn class_feature(object: Object<'_>, context: &mut Context<'_, '_>) -> Result<Content, String> {
    Ok(feature(object, object.text("className"), context))
}

pub(super) fn subclass_feature(object: Object<'_>, context: &mut Context<'_, '_>) -> Result<Content, String> {
    Ok(feature(object, object.text("subclassShortName").or(object.text("className")), context))
}

fn feature(object: Object<'_>, parent: Option<&str>, context: &Context<'_, '_>) -> Content {
    let details = CharacterOption {
        subtype: Some("feature".to_owned()),
        parent: parent.map(str::to_owned),
        level: object.integer("level"),
        prerequisite: prerequisite(object),
        ..CharacterOption::default()
    };
    let body = markdown::option(context.kind.kind, &details, &markdown_of(object, "entries"), &[] as &[Part]);
    Content::new(context.kind.kind, Details::CharacterOption(details), body)
}
