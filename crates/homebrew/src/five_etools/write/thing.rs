//! Writes weapons, armor and other things.

use content::json::Object;
use content::model::{Kind, fold};
use serde_json::{Value, json};

use super::texts::entries;

/// Categories with their codes; the first that the category contains counts.
const TYPES: [(&str, &str); 21] = [
    ("heavy armor", "HA"),
    ("medium armor", "MA"),
    ("light armor", "LA"),
    ("shield", "S"),
    ("ranged weapon", "R"),
    ("melee weapon", "M"),
    ("weapon", "M"),
    ("armor", "MA"),
    ("ammunition", "A"),
    ("potion", "P"),
    ("ring", "RG"),
    ("rod", "RD"),
    ("scroll", "SC"),
    ("wand", "WD"),
    ("instrument", "INS"),
    ("gaming set", "GS"),
    ("artisan", "AT"),
    ("tool", "T"),
    ("spellcasting focus", "SCF"),
    ("mount", "MNT"),
    ("food", "FD"),
];

const PROPERTIES: [(&str, &str); 10] = [
    ("ammunition", "A"),
    ("finesse", "F"),
    ("heavy", "H"),
    ("light", "L"),
    ("loading", "LD"),
    ("reach", "R"),
    ("special", "S"),
    ("thrown", "T"),
    ("two-handed", "2H"),
    ("versatile", "V"),
];

const DAMAGE_CODES: [(&str, &str); 13] = [
    ("acid", "A"),
    ("bludgeoning", "B"),
    ("cold", "C"),
    ("fire", "F"),
    ("force", "O"),
    ("lightning", "L"),
    ("necrotic", "N"),
    ("piercing", "P"),
    ("poison", "I"),
    ("psychic", "Y"),
    ("radiant", "R"),
    ("slashing", "S"),
    ("thunder", "T"),
];

pub(super) fn thing(kind: Kind, fields: Object<'_>, text: &str) -> Value {
    let category = fold(fields.text("category").unwrap_or_default());
    let code = TYPES.iter().find(|(words, _)| category.contains(words)).map(|(_, code)| *code);
    let is_staff = category.contains("staff");
    let fallback = match kind {
        Kind::Weapon => Some("M"),
        Kind::Armor => Some("MA"),
        Kind::Item => Some("G"),
        _ => None,
    };
    let code = code.or(fallback);
    let is_wondrous = kind == Kind::MagicItem && code.is_none() && !is_staff;
    let rarity =
        fields.text("rarity").unwrap_or(if kind == Kind::MagicItem { "unknown (magic)" } else { "none" });
    let attunement = match (fields.flag("requires_attunement"), fields.text("attunement_detail")) {
        (true, Some(detail)) => detail.into(),
        (true, None) => true.into(),
        _ => Value::Null,
    };
    let properties = fields.texts("properties").filter_map(|property| {
        let folded = fold(property);
        PROPERTIES.iter().find(|(name, _)| folded.starts_with(name)).map(|(_, code)| *code)
    });
    let is_weapon = kind == Kind::Weapon || fields.text("damage_dice").is_some();
    let category = fields.maybe_flag("is_simple").map(|simple| if simple { "simple" } else { "martial" });
    let armor = fields
        .text("armor_class")
        .and_then(|words| words.trim_start_matches('+').split(' ').next()?.parse::<i64>().ok());
    json!({
        "type": code,
        "wondrous": is_wondrous.then_some(true),
        "staff": is_staff.then_some(true),
        "rarity": rarity,
        "reqAttune": attunement,
        "value": fields.number("cost_gp").map(|gold| gold * 100.0).and_then(|copper| content::json::whole(&json!(copper))),
        "weight": fields.number("weight_lb"),
        "weaponCategory": category.filter(|_| is_weapon),
        "property": properties.collect::<Vec<_>>(),
        "dmg1": fields.text("damage_dice"),
        "dmg2": fields.text("two_handed_damage_dice"),
        "dmgType": fields.text("damage_type").and_then(|name| DAMAGE_CODES.iter().find(|(known, _)| *known == name)).map(|(_, code)| *code),
        "range": fields.text("range"),
        "ac": armor,
        "strength": fields.text("strength_required").map(str::to_owned).or_else(|| fields.integer::<u16>("strength_required").map(|score| score.to_string())),
        "stealth": fields.flag("stealth_disadvantage").then_some(true),
        "entries": entries(text),
    })
}
