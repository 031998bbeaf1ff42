use std::collections::{BTreeMap, BTreeSet};

use super::equipment::text;
use super::magic_item::attuned_by;
use super::{Entries, Objects, key_of};
use crate::ingest::json::Object;
use crate::ingest::markdown::{self, capitalised, clean_markdown};
use crate::ingest::open5e::document_of_v1;
use crate::model::{Details, DocumentKey, Equipment, Homebrew, Kind, Rarity, Record, Slug, fold};

/// What is told of creatures, by document and folded name.
pub(super) struct Lore(BTreeMap<(DocumentKey, String), String>);

impl Lore {
    /// What is told of a creature.
    pub(super) fn of(&self, document: &DocumentKey, name: &str) -> Option<&str> {
        self.0.get(&(document.clone(), fold(name))).map(String::as_str)
    }
}

/// The texts of `/v1/monsters/`, which the second version lacks. Where there is none, some say `False`.
pub(super) fn lore_of_creatures(objects: &Objects) -> Lore {
    let documents = documents(objects);
    let monsters = objects.list("/v1/monsters/").filter_map(|monster| {
        let document = documents.get(monster.text("document__slug")?)?;
        // Two spaces at the end of a line part its paragraphs.
        let text = monster.text("desc").filter(|text| *text != "False")?.replace("  \n", "\n\n");
        let text = clean_markdown(&text);
        let text = without_stray_underscore(&text);
        (!text.is_empty()).then(|| ((document.clone(), fold(monster.text("name").unwrap_or_default())), text))
    });
    Lore(monsters.collect())
}

/// Adds the objects of a list of the first version whose names the second version lacks in the same document.
pub(super) fn each(
    to: &mut Entries<'_>,
    objects: &Objects,
    endpoint: &str,
    normalise: impl Fn(Object<'_>) -> Result<(Kind, Equipment), String>,
) {
    let documents = documents(objects);
    let known: BTreeSet<(DocumentKey, String)> =
        ["/v2/items/", "/v2/magicitems/", "/v2/weapons/", "/v2/armor/"]
            .into_iter()
            .flat_map(|endpoint| objects.list(endpoint))
            .filter_map(|object| Some((super::document_of(object).ok()?, fold(object.text("name")?))))
            .collect();
    for object in objects.list(endpoint) {
        let slug = object.text("document__slug").unwrap_or_default();
        let document =
            documents.get(slug).cloned().ok_or_else(|| format!("its document `{slug}` is not known"));
        let folded = document.as_ref().is_ok_and(|document| {
            let name = fold(object.text("name").unwrap_or_default());
            !to.wants(document) || known.contains(&(document.clone(), name)) || is_no_thing(object)
        });
        if folded {
            to.batch.count_folded(endpoint);
            continue;
        }
        to.batch.count_object(endpoint);
        let record = document.and_then(|document| {
            let (kind, thing) = normalise(object)?;
            let varied = object.text("rarity").filter(|_| thing.rarity == Some(Rarity::Varies));
            let rarity = varied.map(|rarity| format!("*Rarity: {rarity}*\n\n")).unwrap_or_default();
            Ok(Record {
                document,
                kind,
                slug: Slug::new(object.needed_text("slug")?),
                name: object.needed_text("name")?.to_owned(),
                body: markdown::equipment(&thing, format!("{rarity}{}", text(object)).trim()),
                details: Details::Equipment(Box::new(thing)),
                page: None,
                homebrew: Homebrew::default(),
                raw: object.value().to_string(),
            })
        });
        to.batch.add(endpoint, &key_of(object), record);
    }
}

/// A magic item.
pub(super) fn magic_item(object: Object<'_>) -> Result<(Kind, Equipment), String> {
    let (category, base) = category_and_base(object.text("type").unwrap_or_default());
    let attunement = object.text("requires_attunement");
    let rarity = object.text("rarity").map(|rarity| Rarity::find(rarity).unwrap_or(Rarity::Varies));
    Ok((
        Kind::MagicItem,
        Equipment {
            category,
            rarity,
            requires_attunement: attunement.is_some(),
            attunement_detail: attunement.and_then(attuned_by),
            is_magic: true,
            base_item: base,
            ..Equipment::default()
        },
    ))
}

/// A weapon.
pub(super) fn weapon(object: Object<'_>) -> Result<(Kind, Equipment), String> {
    let category = object.text("category").map(|category| category.trim_end_matches('s').to_owned());
    let properties: Vec<String> = object.texts("properties").map(|it| capitalised(it.trim())).collect();
    let detail = |name: &str| {
        let property = properties.iter().find(|property| property.starts_with(name))?;
        let (_, detail) = property.split_once('(')?;
        Some(detail.trim_end_matches(')').trim_start_matches("range ").to_owned())
    };
    let has = |name: &str| properties.iter().any(|property| property.starts_with(name));
    let damage_dice = object.text("damage_dice").map(str::to_owned);
    Ok((
        Kind::Weapon,
        Equipment {
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
        },
    ))
}

/// An armor or a shield. A shield's own armor class is the number behind the last `+`.
pub(super) fn armor(object: Object<'_>) -> Result<(Kind, Equipment), String> {
    let category = object.text("category").map(str::to_owned);
    let words = object.text("ac_string").map(str::to_owned);
    let flat: u32 = object.integer("plus_flat_mod").unwrap_or(0);
    let is_shield = category.as_deref() == Some("Shield");
    Ok((
        Kind::Armor,
        Equipment {
            category,
            cost_gp: object.text("cost").and_then(gold).filter(|cost| *cost > 0.0),
            weight_lb: object.text("weight").and_then(pounds),
            armor_class: if is_shield && flat > 0 { Some(format!("+{flat}")) } else { words },
            strength_required: object.integer("strength_requirement").filter(|score| *score > 0),
            stealth_disadvantage: object.maybe_flag("stealth_disadvantage"),
            ..Equipment::default()
        },
    ))
}

/// The list of armors holds ways to have an armor class that are part of a class or a spell.
fn is_no_thing(object: Object<'_>) -> bool {
    matches!(object.text("category"), Some("Class Feature" | "Spell" | "No Armor"))
}

/// The documents by the names that the first version has for them.
fn documents(objects: &Objects) -> BTreeMap<&str, DocumentKey> {
    let older = objects.list("/v1/documents/");
    older.filter_map(|document| Some((document.text("slug")?, document_of_v1(document.value())?))).collect()
}

/// `Weapon (any sword)` → `Weapon` and `Any sword`.
fn category_and_base(words: &str) -> (Option<String>, Option<String>) {
    let (category, base) = words
        .split_once(" (")
        .map_or((words, None), |(category, rest)| (category, Some(capitalised(rest.trim_end_matches(')')))));
    let category = if category.eq_ignore_ascii_case("wondrous item") { "Wondrous Item" } else { category };
    (Some(category.to_owned()).filter(|category| !category.is_empty()), base)
}

/// `5 sp` → 0.5.
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
    Some(number * copper / 100.0)
}

/// `2 lb.` → 2.
fn pounds(weight: &str) -> Option<f64> {
    weight.split(' ').next()?.parse().ok()
}

/// The first line of many texts was set in italics and lost the mark at its beginning.
fn without_stray_underscore(text: &str) -> String {
    let (first, rest) = text.split_once('\n').map_or((text, ""), |(first, rest)| (first, rest));
    if first.matches('_').count() % 2 == 0 {
        return text.to_owned();
    }
    match (first.strip_suffix('_'), first.strip_prefix('_')) {
        (Some(first), _) | (None, Some(first)) => format!("{first}\n{rest}").trim_end().to_owned(),
        (None, None) => text.to_owned(),
    }
}

#[cfg(test)]
mod unit_tests {
    use super::*;

    #[test]
    fn words_of_the_first_version_become_numbers() {
        assert_eq!((gold("5 sp"), gold("1,500 gp"), gold("free")), (Some(0.5), Some(1500.0), None));
        assert_eq!((pounds("2 lb."), pounds("")), (Some(2.0), None));
        let base = category_and_base("Weapon (any spoon)");
        assert_eq!(base, (Some("Weapon".to_owned()), Some("Any spoon".to_owned())));
        assert_eq!(category_and_base("Wondrous item").0.as_deref(), Some("Wondrous Item"));
    }

    #[test]
    fn a_mark_without_its_partner_goes() {
        assert_eq!(without_stray_underscore("It waits._\n**Old.** Yes."), "It waits.\n**Old.** Yes.");
        assert_eq!(without_stray_underscore("_It waits._\nYes."), "_It waits._\nYes.");
        assert_eq!(without_stray_underscore("_It waits. It\nstill_ waits."), "It waits. It\nstill_ waits.");
    }
}
