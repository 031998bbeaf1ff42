//! Magic items that are variants of a weapon or armor.

use std::collections::{BTreeSet, HashMap};

use serde_json::Value;

use crate::ingest::words::{share_in_common, words};
use crate::ingest::{Sources, markdown};
use crate::model::{Details, Equipment, Kind, Provider, Rarity, Record, fold};

/// The share of words that two items must have in common to be the same item.
const ALIKE: f64 = 0.7;

/// The item whose forms stand in a table.
const SCROLL: &str = "Spell Scroll";

/// The magic items of a book, and the weapons and armors they can be based on.
pub(super) struct Variants<'b> {
    items: Vec<Item<'b>>,
    things: HashMap<String, &'b Equipment>,
}

struct Item<'b> {
    record: &'b Record,
    thing: &'b Equipment,
    /// The words of its name.
    name: BTreeSet<String>,
    /// The words of its text.
    text: BTreeSet<String>,
}

impl<'b> Variants<'b> {
    /// Collects them from the records of a book.
    pub(super) fn of(book: &'b [Record]) -> Self {
        let mut variants = Self { items: Vec::new(), things: HashMap::new() };
        for record in book {
            let Details::Equipment(thing) = &record.details else { continue };
            match record.kind {
                Kind::MagicItem => {
                    let (name, text) = (set_of(&record.name), set_of(text_of(&record.body)));
                    variants.items.push(Item { record, thing, name, text });
                }
                Kind::Weapon | Kind::Armor => {
                    variants.things.insert(made_of(&record.name), thing);
                }
                _ => {}
            }
        }
        variants
    }

    /// Returns the record of an item that is a variant of one of the book's magic items, such as `Flame
    /// Tongue (Longsword)`, with the book's facts and text.
    pub(super) fn record(&self, their: &Record, provider: Provider) -> Option<Record> {
        let Details::Equipment(thing) = &their.details else { return None };
        if their.kind != Kind::MagicItem {
            return None;
        }
        let item = self.item_like(their)?;
        let raw: Value = serde_json::from_str(&item.record.raw).unwrap_or_default();
        let base = self.made_of(&their.name);
        let is_one = match (base, &item.thing.base_item) {
            (Some((name, base)), Some(asked)) => fits(asked, name, base),
            (Some(_), None) => true,
            // The book names its forms itself, such as its ioun stones.
            (None, _) => {
                raw.get("variants").and_then(Value::as_array).is_none_or(Vec::is_empty)
                    && !item.record.name.starts_with(SCROLL)
            }
        };
        if !is_one {
            return None;
        }
        let rarity = item.thing.rarity.filter(|rarity| *rarity != Rarity::Varies).or(thing.rarity);
        let details = Equipment {
            rarity,
            base_item: base.map(|(name, _)| markdown::capitalised(name)),
            ..with_facts_of(item.thing, base.map(|(_, thing)| thing))
        };
        let mut sources = Sources::led_by(provider, raw);
        sources.fill("name", Provider::Open5eV2, &their.name.as_str().into());
        Some(Record {
            slug: their.slug.clone(),
            name: their.name.clone(),
            body: markdown::equipment(&details, text_of(&item.record.body)),
            details: Details::Equipment(Box::new(details)),
            raw: sources.into_raw(),
            ..item.record.clone()
        })
    }

    /// Returns the book's item with the same text; among several forms, the one with the same bonus, then the
    /// same rarity.
    fn item_like(&self, their: &Record) -> Option<&Item<'b>> {
        let (their_name, their_text) = (set_of(&their.name), set_of(text_of(&their.body)));
        let rarity = match &their.details {
            Details::Equipment(thing) => thing.rarity,
            _ => None,
        };
        let score = |item: &Item<'_>| {
            let alike = share_in_common(&item.text, &their_text) >= ALIKE;
            alike.then(|| {
                let bonus = bonus(&item.record.name) == bonus(&their.name);
                (bonus, item.name.intersection(&their_name).count(), item.thing.rarity == rarity)
            })
        };
        let scored = self.items.iter().filter_map(|item| Some((score(item)?, item)));
        scored.max_by_key(|(score, _)| *score).map(|(_, item)| item)
    }

    /// Returns the weapon or armor named in a name; the longest match wins.
    fn made_of(&self, name: &str) -> Option<(&str, &'b Equipment)> {
        let of = set_of(name);
        let stands = |thing: &str| thing.split(' ').all(|word| of.contains(word));
        let found = self.things.iter().filter(|(thing, _)| stands(thing));
        found.max_by_key(|(thing, _)| thing.len()).map(|(name, thing)| (name.as_str(), *thing))
    }
}

/// Returns true if a weapon or armor is one of those that an item can be made of: `any melee weapon`, `any sword that deals slashing
/// damage`, `Glaive, Greatsword, or Longsword`, `medium or heavy, but not hide`.
fn fits(asked: &str, name: &str, base: &Equipment) -> bool {
    let asked = fold(asked);
    let (wanted, barred) =
        asked.split_once("but not").or_else(|| asked.split_once("except")).unwrap_or((&asked, ""));
    let category = fold(base.category.as_deref().unwrap_or_default());
    let has = |word: &str| wanted.contains(word);
    if !barred.is_empty() && name.split(' ').all(|word| barred.contains(word))
        || has("melee") && category.contains("ranged")
        || has("slashing") && base.damage_type.as_deref() != Some("slashing")
    {
        return false;
    }
    let weights = ["light", "medium", "heavy"];
    if weights.into_iter().any(has) && base.armor_class.is_some() {
        return weights.into_iter().any(|weight| has(weight) && category.starts_with(weight));
    }
    if has("any sword") || has("any axe") {
        let is_sword = name.ends_with("sword") || matches!(name, "rapier" | "scimitar");
        return has("sword") && is_sword || has("axe") && name.ends_with("axe");
    }
    has("any") || name.split(' ').all(has)
}

fn with_facts_of(item: &Equipment, base: Option<&Equipment>) -> Equipment {
    let Some(base) = base else { return item.clone() };
    Equipment {
        weight_lb: base.weight_lb,
        damage_dice: base.damage_dice.clone(),
        two_handed_damage_dice: base.two_handed_damage_dice.clone(),
        damage_type: base.damage_type.clone(),
        properties: base.properties.clone(),
        range: base.range.clone(),
        is_simple: base.is_simple,
        is_finesse: base.is_finesse,
        is_light: base.is_light,
        armor_class: base.armor_class.clone(),
        strength_required: base.strength_required,
        stealth_disadvantage: base.stealth_disadvantage,
        ..item.clone()
    }
}

/// Returns the words of the name of a weapon or armor without `armor`, so that `Half Plate Armor` and
/// `Half-Plate` are equal.
fn made_of(name: &str) -> String {
    let mut words = words(name);
    words.retain(|word| word != "armor");
    words.join(" ")
}

fn set_of(text: &str) -> BTreeSet<String> {
    words(text).into_iter().collect()
}

/// Returns `+2` for `Battleaxe (+2)`.
fn bonus(name: &str) -> Option<&str> {
    let at = name.find('+')?;
    name.get(at..at + 2)
}

/// Returns a body without its first line and facts.
fn text_of(body: &str) -> &str {
    let mut rest = body;
    while let Some((block, after)) = rest.split_once("\n\n") {
        let is_line = block.starts_with('*') && !block.starts_with("**");
        if !is_line && !block.starts_with("- **") {
            break;
        }
        rest = after;
    }
    rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_item_is_made_of_what_its_book_says() {
        let thing = |category: &str, damage: &str| Equipment {
            category: Some(category.to_owned()),
            damage_type: Some(damage.to_owned()),
            armor_class: category.ends_with("Armor").then(|| "14".to_owned()),
            ..Equipment::default()
        };
        let melee = thing("Martial Melee Weapon", "slashing");
        let thrust = thing("Martial Melee Weapon", "piercing");
        let ranged = thing("Simple Ranged Weapon", "piercing");
        for (asked, name, base, is_one) in [
            ("Any Melee Weapon", "longsword", &melee, true),
            ("Any Melee Weapon", "dart", &ranged, false),
            ("Any", "dart", &ranged, true),
            ("Any Simple or Martial", "dart", &ranged, true),
            ("Any sword that deals slashing damage", "scimitar", &melee, true),
            ("Any sword that deals slashing damage", "shortsword", &thrust, false),
            ("Any axe or sword", "handaxe", &melee, true),
            ("Any axe or sword", "rapier", &thrust, true),
            ("Any axe", "longsword", &melee, false),
            ("Any axe or sword", "halberd", &melee, false),
            ("Glaive, Greatsword, or Scimitar", "scimitar", &melee, true),
            ("Glaive, Greatsword, or Scimitar", "longsword", &melee, false),
            ("Medium or heavy, but not hide", "hide", &thing("Medium Armor", ""), false),
            ("Any Medium or Heavy, Except Hide Armor", "chain mail", &thing("Heavy Armor", ""), true),
            ("Medium or heavy", "padded", &thing("Light Armor", ""), false),
            ("Half Plate Armor or Plate Armor", "half plate", &thing("Medium Armor", ""), true),
        ] {
            assert_eq!(fits(asked, name, base), is_one, "{asked}: {name}");
        }
    }
}
