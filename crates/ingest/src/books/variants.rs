//! Magic items that are variants of a weapon or armor.

use std::collections::{BTreeSet, HashMap};

use content::model::{Details, Equipment, Kind, Provider, Rarity, Record, capitalised, fold};
use content::query::without_facts;

use crate::words::{without_armor, words};
use crate::{Sources, markdown};

/// The share of words that two items must have in common to be the same item, in percent.
const ALIKE: usize = 70;

const SCROLL: &str = "Spell Scroll";

/// The magic items of a book, and the weapons and armors they can be based on.
pub(super) struct Variants<'b> {
    items: Vec<Item<'b>>,
    things: HashMap<String, &'b Equipment>,
}

struct Item<'b> {
    record: &'b Record,
    thing: &'b Equipment,
    name: BTreeSet<String>,
    text: BTreeSet<String>,
}

impl<'b> Variants<'b> {
    pub(super) fn of(book: &'b [Record]) -> Self {
        let mut variants = Self { items: Vec::new(), things: HashMap::new() };
        for record in book {
            let Details::Equipment(thing) = &record.details else { continue };
            match record.kind {
                Kind::MagicItem => {
                    let (name, text) = (set_of(&record.name), set_of(&text_of(record)));
                    variants.items.push(Item { record, thing, name, text });
                }
                Kind::Weapon | Kind::Armor => {
                    variants.things.insert(without_armor(&record.name).join(" "), thing);
                }
                _ => {}
            }
        }
        variants
    }

    /// Returns the record of a variant of one of the book's magic items, such as `Flame Tongue (Longsword)`.
    pub(super) fn record(&self, their: &Record) -> Option<Record> {
        let Details::Equipment(thing) = &their.details else { return None };
        if their.kind != Kind::MagicItem {
            return None;
        }
        let item = self.item_like(their, thing.rarity)?;
        let has_variants = Sources::read(item.record.sources.as_deref()).has_variants;
        let base = self.made_of(&their.name);
        let is_one = match (base, &item.thing.base_item) {
            (Some((name, base)), Some(asked)) => fits(asked, name, base),
            (Some(_), None) => true,
            // The book names its forms itself, such as its ioun stones.
            (None, _) => !has_variants && !item.record.name.starts_with(SCROLL),
        };
        if !is_one {
            return None;
        }
        // The facts of a weapon or armor are those of the one that the variant is made of.
        let details = Equipment {
            category: item.thing.category.clone(),
            rarity: item.thing.rarity.filter(|rarity| *rarity != Rarity::Varies).or(thing.rarity),
            requires_attunement: item.thing.requires_attunement,
            attunement_detail: item.thing.attunement_detail.clone(),
            is_magic: item.thing.is_magic,
            cost_gp: item.thing.cost_gp,
            base_item: base.map(|(name, _)| capitalised(name)),
            ..base.map_or(item.thing, |(_, thing)| thing).clone()
        };
        let mut sources = Sources::default();
        sources.fill("name", Provider::Open5eV2);
        Some(Record {
            slug: their.slug.clone(),
            name: their.name.clone(),
            body: markdown::equipment(&details, &text_of(item.record)),
            details: Details::Equipment(Box::new(details)),
            sources: sources.stored(),
            ..item.record.clone()
        })
    }

    /// Among several forms with the same text, the one with the same bonus wins, then the same rarity.
    fn item_like(&self, their: &Record, rarity: Option<Rarity>) -> Option<&Item<'b>> {
        let (their_name, their_text) = (set_of(&their.name), set_of(&text_of(their)));
        let score = |item: &Item<'_>| {
            let shared = item.text.intersection(&their_text).count();
            let alike = shared > 0 && shared * 100 >= ALIKE * item.text.union(&their_text).count();
            alike.then(|| {
                let bonus = bonus(&item.record.name) == bonus(&their.name);
                (bonus, item.name.intersection(&their_name).count(), item.thing.rarity == rarity)
            })
        };
        let scored = self.items.iter().filter_map(|item| Some((score(item)?, item)));
        scored.max_by_key(|(score, _)| *score).map(|(_, item)| item)
    }

    fn made_of(&self, name: &str) -> Option<(&str, &'b Equipment)> {
        let of = set_of(name);
        let stands = |thing: &str| thing.split(' ').all(|word| of.contains(word));
        let found = self.things.iter().filter(|(thing, _)| stands(thing));
        found.max_by_key(|(thing, _)| thing.len()).map(|(name, thing)| (name.as_str(), *thing))
    }
}

/// Returns true if a weapon or armor is one of those that an item can be made of: `any melee weapon`, `any
/// sword that deals slashing damage`, `Glaive, Greatsword, or Longsword`, `medium or heavy, but not hide`.
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

fn set_of(text: &str) -> BTreeSet<String> {
    words(text).into_iter().collect()
}

/// Returns `+2` for `Battleaxe (+2)`.
fn bonus(name: &str) -> Option<&str> {
    let at = name.find('+')?;
    name.get(at..at + 2)
}

/// Returns the text of an entry without its facts and the printed line, which tells the rarity of every form.
fn text_of(record: &Record) -> String {
    let text = without_facts(record.kind, &record.details, &record.body);
    match text.split_once("\n\n") {
        Some((line, rest)) if line.starts_with('*') && !line.starts_with("**") => rest.to_owned(),
        _ => text,
    }
}

#[cfg(test)]
mod tests;
