//! Magic items of the D&D 5e API.

use super::objects::entry;
use crate::ingest::json::Object;
use crate::ingest::markdown::{self, capitalised, clean_markdown, join_paragraphs};
use crate::model::{Details, Equipment, Kind, Rarity, Record};

/// Converts a magic item. The first paragraph of its text states its type: `Weapon (any sword), rare
/// (requires attunement by a wizard)`.
pub(super) fn magic_item(object: Object<'_>) -> Result<Record, String> {
    let name = object.needed_text("name")?;
    let paragraphs: Vec<&str> = object.texts("desc").collect();
    let (line, rest) = match paragraphs.split_first() {
        Some((first, rest)) if is_line(first) => (*first, rest),
        _ => ("", paragraphs.as_slice()),
    };
    let rarity = object.at("rarity").text("name").and_then(Rarity::find);
    let attunement = between(line, "(requires attunement", ")");
    let thing = Equipment {
        category: object.at("equipment_category").text("name").map(singular),
        rarity,
        requires_attunement: attunement.is_some(),
        attunement_detail: attunement.map(str::trim).filter(|by| !by.is_empty()).map(str::to_owned),
        is_magic: true,
        base_item: base_item(line).map(capitalised),
        ..Equipment::default()
    };
    let mut text = join_paragraphs(rest.iter().copied());
    let line = if line.to_lowercase().contains(Rarity::Varies.as_str()) { "" } else { line };
    if rarity == Some(Rarity::Varies) && !line.is_empty() {
        text = format!("*{line}*\n\n{text}");
    }
    let variants = object.names("variants");
    if !variants.is_empty() {
        text = format!("{text}\n\nVariants: {}", variants.join("; "));
    }
    let body = markdown::equipment(&thing, &clean_markdown(&text));
    entry(object, Kind::MagicItem, name, Details::Equipment(Box::new(thing)), body)
}

/// Returns true if a paragraph states the type of an item.
fn is_line(paragraph: &str) -> bool {
    let lower = paragraph.to_lowercase();
    paragraph.len() < 120
        && !paragraph.ends_with('.')
        && paragraph.contains(',')
        && (lower.contains("rarity") || Rarity::ALL.iter().any(|rarity| lower.contains(rarity.as_str())))
}

/// Returns the base item: any sword for `Weapon (any sword), rare`.
fn base_item(line: &str) -> Option<&str> {
    let (before, _) = line.split_once(',')?;
    if before.contains('(') { between(line, "(", ")") } else { None }
}

fn between<'a>(text: &'a str, start: &str, end: &str) -> Option<&'a str> {
    let (_, rest) = text.split_once(start)?;
    let (inside, _) = rest.split_once(end)?;
    Some(inside)
}

fn singular(category: &str) -> String {
    category.strip_suffix('s').unwrap_or(category).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_paragraph_tells_what_an_item_is() {
        let line = "Weapon (any spoon), rare (requires attunement by a cook)";
        assert!(is_line(line));
        assert_eq!(base_item(line), Some("any spoon"));
        assert_eq!(between(line, "(requires attunement", ")"), Some(" by a cook"));
        assert_eq!(base_item("Wondrous item, rare (requires attunement)"), None);
        assert!(!is_line("This spoon is rare, shiny and bent."));
        assert_eq!(singular("Wondrous Items"), "Wondrous Item");
    }
}
