//! Entries that only version 1 of the API has.

use std::collections::BTreeSet;

use content::model::{Details, DocumentKey, Equipment, Kind, Rarity, Record, Slug, capitalised, fold};

use super::entries::Entries;
use super::equipment::{attuned_by, text};
use super::objects::{document_of, documents_of_v1, key_of, unnamed};
use crate::json::Object;
use crate::markdown;

/// Adds objects of a version 1 list that version 2 lacks in the same document, by name.
pub(super) fn each(
    to: &mut Entries<'_>,
    endpoint: &str,
    normalise: impl Fn(Object<'_>) -> (Kind, Equipment),
) {
    let (objects, wanted) = (to.objects, to.wanted);
    let documents = documents_of_v1(objects);
    let newer = ["/v2/items/", "/v2/magicitems/", "/v2/weapons/", "/v2/armor/"];
    let known: BTreeSet<(DocumentKey, String)> = newer
        .into_iter()
        .flat_map(|endpoint| objects.list(endpoint))
        .filter_map(|object| Some((document_of(object).ok()?, fold(object.text("name")?))))
        .collect();
    to.add(endpoint, |object| {
        let slug = object.text("document__slug").unwrap_or_default();
        let document =
            documents.get(slug).cloned().ok_or_else(|| format!("its document `{slug}` is not known"));
        // The armor list contains armor class calculations that belong to a class or a spell.
        let is_no_thing = matches!(object.text("category"), Some("Class Feature" | "Spell" | "No Armor"));
        let folded = document.as_ref().is_ok_and(|document| {
            let name = fold(object.text("name").unwrap_or_default());
            !wanted.has(document) || known.contains(&(document.clone(), name)) || is_no_thing
        });
        if folded {
            return Vec::new();
        }
        let record = document.and_then(|document| {
            let (kind, thing) = normalise(object);
            let tells = |rarity: &&str| !rarity.to_lowercase().contains(Rarity::Varies.as_str());
            let varied = object.text("rarity").filter(|_| thing.rarity == Some(Rarity::Varies)).filter(tells);
            let rarity = varied.map(|rarity| format!("*Rarity: {rarity}*\n\n")).unwrap_or_default();
            let body = markdown::equipment(&thing, format!("{rarity}{}", text(object)).trim());
            Ok(Record {
                slug: Slug::new(object.needed_text("slug")?),
                name: object.needed_text("name")?.to_owned(),
                ..unnamed(document, object, kind, Details::Equipment(Box::new(thing)), body)
            })
        });
        vec![(key_of(object), record)]
    });
}

pub(super) fn magic_item(object: Object<'_>) -> (Kind, Equipment) {
    let (category, base) = category_and_base(object.text("type").unwrap_or_default());
    let attunement = object.text("requires_attunement");
    let rarity = object.text("rarity").map(|rarity| Rarity::find(rarity).unwrap_or(Rarity::Varies));
    let thing = Equipment {
        category,
        rarity,
        requires_attunement: attunement.is_some(),
        attunement_detail: attunement.and_then(attuned_by),
        is_magic: true,
        base_item: base,
        ..Equipment::default()
    };
    (Kind::MagicItem, thing)
}

pub(super) fn weapon(object: Object<'_>) -> (Kind, Equipment) {
    let category = object.text("category").map(|category| category.trim_end_matches('s').to_owned());
    let properties: Vec<String> = object.texts("properties").map(property).collect();
    let detail = |name: &str| {
        let property = properties.iter().find(|property| property.starts_with(name))?;
        let (_, detail) = property.split_once('(')?;
        Some(detail.trim_end_matches(')').trim_start_matches("range ").to_owned())
    };
    let has = |name: &str| properties.iter().any(|property| property.starts_with(name));
    let damage_dice = object.text("damage_dice").filter(|dice| *dice != "0").map(str::to_owned);
    let thing = Equipment {
        cost_gp: object.text("cost").and_then(gold),
        weight_lb: object.text("weight").and_then(pounds),
        damage_type: damage_dice.as_ref().and(object.text("damage_type")).map(str::to_lowercase),
        damage_dice,
        two_handed_damage_dice: detail("Versatile"),
        range: detail("Ammunition"),
        is_simple: category.as_ref().map(|category| category.starts_with("Simple")),
        is_finesse: Some(has("Finesse")),
        is_light: Some(has("Light")),
        category,
        properties,
        ..Equipment::default()
    };
    (Kind::Weapon, thing)
}

/// A shield's armor class is the number after the last `+`.
pub(super) fn armor(object: Object<'_>) -> (Kind, Equipment) {
    let category = object.string("category");
    let words = object.string("ac_string");
    let flat: u32 = object.integer("plus_flat_mod").unwrap_or(0);
    let is_shield = category.as_deref() == Some("Shield");
    let thing = Equipment {
        category,
        cost_gp: object.text("cost").and_then(gold),
        weight_lb: object.text("weight").and_then(pounds),
        armor_class: if is_shield && flat > 0 { Some(format!("+{flat}")) } else { words },
        strength_required: object.integer("strength_requirement").filter(|score| *score > 0),
        stealth_disadvantage: object.maybe_flag("stealth_disadvantage"),
        ..Equipment::default()
    };
    (Kind::Armor, thing)
}

/// Splits `Weapon (any sword)` into `Weapon` and `Any sword`.
fn category_and_base(words: &str) -> (Option<String>, Option<String>) {
    let (category, base) = words
        .split_once(" (")
        .map_or((words, None), |(category, rest)| (category, Some(capitalised(rest.trim_end_matches(')')))));
    let category = if category.eq_ignore_ascii_case("wondrous item") { "Wondrous Item" } else { category };
    (Some(category.to_owned()).filter(|category| !category.is_empty()), base)
}

/// Converts `two-handed` to `Two-Handed`, and `thrown (range 20/60)` to `Thrown (range 20/60)`.
fn property(words: &str) -> String {
    let (name, detail) =
        words.trim().split_once(" (").map_or((words.trim(), None), |(name, it)| (name, Some(it)));
    let name = name.split('-').map(capitalised).collect::<Vec<_>>().join("-");
    detail.map_or_else(|| name.clone(), |detail| format!("{name} ({detail}"))
}

/// Converts `5 sp` to 0.5 gp.
fn gold(price: &str) -> Option<f64> {
    let (number, unit) = price.split_once(' ')?;
    let copper = match unit.trim() {
        "cp" => 1.0,
        "sp" => 10.0,
        "ep" => 50.0,
        "gp" => 100.0,
        "pp" => 1000.0,
        _ => return None,
    };
    let number: f64 = number.replace(',', "").parse().ok()?;
    Some(number * copper / 100.0).filter(|gold| *gold > 0.0)
}

/// Converts `2 lb.` to 2 and `1/4 lb.` to 0.25. No weight means unknown.
fn pounds(weight: &str) -> Option<f64> {
    let number = weight.split(' ').next()?;
    let pounds: f64 = match number.split_once('/') {
        Some((over, under)) => over.parse::<f64>().ok()? / under.parse::<f64>().ok()?,
        None => number.parse().ok()?,
    };
    Some(pounds).filter(|pounds| *pounds > 0.0 && pounds.is_finite())
}

#[cfg(test)]
mod unit_tests;
