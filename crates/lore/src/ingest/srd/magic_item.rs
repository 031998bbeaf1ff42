//! Magic items of the System Reference Documents.

use super::equipment::thing;
use super::{Entry, Objects, owned};
use crate::ingest::json::Object;
use crate::ingest::markdown::{self, Part, capitalised};
use crate::model::{Details, Equipment, Kind, Rarity, Slug, fold};

/// A variant of an item: its full name, its rarity, and its part of the text. A slug or page is stated where it is not that of
/// the name or the item.
struct Variant {
    name: String,
    rarity: Option<Rarity>,
    text: String,
    slug: Option<Slug>,
    page: Option<u16>,
}

/// Adds a magic item, and an entry for each variant, such as `Weapon, +1`.
pub(super) fn magic_items(object: Object<'_>, objects: &Objects) -> Vec<Result<Entry, String>> {
    let text = object.text("text").unwrap_or_default();
    let name = object.text("name").unwrap_or_default();
    let rarity = rarity_of(object);
    let all = Variant {
        name: name.to_owned(),
        rarity,
        text: text.to_owned(),
        slug: object.text("slug").map(Slug::new),
        page: None,
    };
    let variants = variants(object, name, text);
    let names: Vec<&str> = variants.iter().map(|variant| variant.name.as_str()).collect();
    let mut whole = all;
    if !names.is_empty() {
        let rarities = object.text("rarity_text").map(|words| format!("**Rarity** {words}\n\n"));
        whole.text = format!("{}{text}\n\nVariants: {}", rarities.unwrap_or_default(), names.join("; "));
    }
    let priced = |variant: &Variant| {
        objects.list("items").find(|item| item.text("name").map(fold) == Some(fold(&variant.name)))
    };
    std::iter::once(&whole).chain(&variants).map(|variant| record(object, variant, priced(variant))).collect()
}

/// Returns true if gear in a table is a magic item: its price and its text are part of that entry.
pub(super) fn is_priced_elsewhere(item: Object<'_>, objects: &Objects) -> bool {
    let Some(name) = item.text("name") else { return false };
    objects.list("magic-items").any(|object| {
        let base = object.text("name").unwrap_or_default();
        let text = object.text("text").unwrap_or_default();
        variants(object, base, text).iter().any(|variant| fold(&variant.name) == fold(name))
    })
}

fn record(object: Object<'_>, variant: &Variant, priced: Option<Object<'_>>) -> Result<Entry, String> {
    let gear = priced.map(thing).unwrap_or_default();
    let told =
        priced.and_then(told_of_gear).map(|part| format!("\n\n{}", part.to_markdown())).unwrap_or_default();
    let thing = Equipment {
        category: owned(object, "category"),
        rarity: variant.rarity,
        requires_attunement: object.flag("attunement"),
        attunement_detail: object
            .text("attunement_by")
            .map(|by| format!("by {by}"))
            .or_else(|| owned(object, "attunement_detail")),
        is_magic: true,
        base_item: object.text("base").map(capitalised),
        ..gear
    };
    // The printed line says which rarity each bonus has.
    let line = object
        .text("line")
        .filter(|line| rarity_of(object) == Some(Rarity::Varies) && !line.contains("varies"));
    let line = line.map(|line| format!("*{line}*\n\n")).unwrap_or_default();
    let body = markdown::equipment(&thing, &format!("{line}{}{told}", variant.text));
    let entry =
        Entry::named(object, Kind::MagicItem, &variant.name, Details::Equipment(Box::new(thing)), body)?;
    Ok(Entry {
        slug: variant.slug.clone().unwrap_or_else(|| Slug::new(&variant.name)),
        page: variant.page.unwrap_or(entry.page),
        ..entry
    })
}

fn rarity_of(object: Object<'_>) -> Option<Rarity> {
    object.text("rarity").and_then(Rarity::find)
}

/// Returns what the chapter of gear tells of a magic item.
fn told_of_gear(item: Object<'_>) -> Option<Part> {
    let page: u32 = item.integer("page")?;
    Some(Part::new(&format!("{}, p. {page}", item.text("category")?), item.text("text")?))
}

/// Returns the variants listed for an item, or those of a spell scroll, whose rarity is in a table.
fn variants(object: Object<'_>, name: &str, text: &str) -> Vec<Variant> {
    let told = object.list("variants").filter_map(|it| {
        let form = it.text("name")?;
        let slug = it.text("slug").map(Slug::new);
        let whole_name = if slug.is_some() { form.to_owned() } else { full_name(name, form) };
        Some(Variant {
            name: whole_name,
            rarity: rarity_of(it),
            text: owned(it, "text").unwrap_or_else(|| text_of(text, form)),
            slug,
            page: it.integer("page"),
        })
    });
    let told: Vec<Variant> = told.collect();
    if told.is_empty() { by_spell_level(name, text) } else { told }
}

/// Returns the name of a variant: `Weapon, +1` for `+1` of `Weapon, +1, +2, or +3`; `Feather Token (Tree)`
/// for `Tree`.
fn full_name(name: &str, form: &str) -> String {
    match name.split_once(", +") {
        Some((base, _)) => format!("{base}, {form}"),
        // `Potion of Healing (greater)` of `Potions of Healing` is already complete.
        None if form.contains(" of ") => form.to_owned(),
        None => format!("{name} ({form})"),
    }
}

/// Returns the text before the variants and the passage of this one, or the whole text if variants are not
/// described separately.
fn text_of(text: &str, form: &str) -> String {
    let lead =
        |block: &str| block.strip_prefix("***").and_then(|rest| Some(rest.split_once("***")?.0.to_owned()));
    let is_form = |block: &&str| lead(block).is_some_and(|lead| lead.trim_end_matches('.').starts_with(form));
    let Some(own) = text.split("\n\n").find(is_form) else { return text.to_owned() };
    let common = text.split("\n\n").take_while(|block| lead(block).is_none());
    common.chain([own]).collect::<Vec<_>>().join("\n\n")
}

/// Returns the rows `| 3 | Uncommon | … |` of a spell scroll's table.
fn by_spell_level(name: &str, text: &str) -> Vec<Variant> {
    if !text.contains("| Spell Level | Rarity |") {
        return Vec::new();
    }
    let row = |line: &str| {
        let mut cells = line.split('|').skip(1).map(str::trim);
        let (level, rarity) = (cells.next()?, Rarity::find(cells.next()?)?);
        let form = if level == "Cantrip" { level.to_owned() } else { format!("Level {level}") };
        Some(Variant {
            name: format!("{name} ({form})"),
            rarity: Some(rarity),
            text: text.to_owned(),
            slug: None,
            page: None,
        })
    };
    text.lines().filter_map(row).collect()
}

#[cfg(test)]
mod unit_tests {
    use super::*;

    #[test]
    fn a_form_has_a_name_of_its_own() {
        assert_eq!(full_name("Spoon, +1, +2, or +3", "+2"), "Spoon, +2");
        assert_eq!(full_name("Potions of Plums", "Potion of Plums (greater)"), "Potion of Plums (greater)");
        assert_eq!(full_name("Soup Token", "Leek"), "Soup Token (Leek)");
    }

    #[test]
    fn a_form_keeps_what_is_told_of_all_and_of_itself() {
        let text = "Tokens grow.\n\n***Leek.*** It is green.\n\n***Beet.*** It is red.";
        assert_eq!(text_of(text, "Beet"), "Tokens grow.\n\n***Beet.*** It is red.");
        assert_eq!(text_of("Stir.", "+1"), "Stir.");
    }
}
