//! Renders equipment.

use crate::model::Equipment;

use super::Body;
use super::words::coins;

/// Renders the body of a weapon, armor, magic item or item: summary line, facts, and text (clean).
pub fn equipment(thing: &Equipment, text: &str) -> String {
    Body::default()
        .italic(&line(thing))
        .facts([
            ("Cost", thing.cost_gp.map(coins)),
            ("Weight", thing.weight_lb.filter(|pounds| *pounds > 0.0).map(|pounds| format!("{pounds} lb."))),
            ("Damage", damage(thing)),
            ("Properties", Some(thing.properties.join(", "))),
            ("Range", thing.range.as_ref().map(|range| format!("{range} ft."))),
            ("Armor Class", thing.armor_class.clone()),
            ("Strength", thing.strength_required.map(|score| score.to_string())),
            ("Stealth", thing.stealth_disadvantage.filter(|bad| *bad).map(|_| "disadvantage".to_owned())),
        ])
        .block(text)
        .finish()
}

/// Returns `Weapon (Longsword), rare (requires attunement by a paladin)`.
fn line(thing: &Equipment) -> String {
    let mut line = thing.category.clone().unwrap_or_default();
    if let Some(base) = &thing.base_item {
        line.push_str(&format!(" ({base})"));
    }
    if let Some(rarity) = thing.rarity {
        line.push_str(if line.is_empty() { "" } else { ", " });
        line.push_str(rarity.as_str());
    }
    if thing.requires_attunement {
        let by = thing.attunement_detail.as_ref().map(|by| format!(" {by}")).unwrap_or_default();
        line.push_str(&format!(" (requires attunement{by})"));
    }
    line.trim().to_owned()
}

fn damage(thing: &Equipment) -> Option<String> {
    let dice = thing.damage_dice.as_ref()?;
    let two_handed = thing.two_handed_damage_dice.as_ref().map(|dice| format!("{dice} in two hands"));
    let damage_type = thing.damage_type.as_deref().unwrap_or_default();
    let one = format!("{dice} {damage_type}").trim().to_owned();
    Some(two_handed.map_or_else(|| one.clone(), |two| format!("{one} ({two})")))
}

#[cfg(test)]
mod tests;
