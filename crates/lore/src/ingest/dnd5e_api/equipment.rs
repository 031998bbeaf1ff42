//! Equipment of the D&D 5e API.

use super::objects::entry;
use super::reference::text_of;
use crate::ingest::json::Object;
use crate::ingest::markdown;
use crate::model::{Details, Equipment, Kind, Record};

/// Converts a weapon, an armor or any other item with a price.
pub(super) fn equipment(object: Object<'_>) -> Result<Record, String> {
    let name = object.needed_text("name")?;
    let kind = match object.at("equipment_category").text("index") {
        Some("weapon") => Kind::Weapon,
        Some("armor") => Kind::Armor,
        _ => Kind::Item,
    };
    let mut thing = Equipment {
        category: category(object, kind),
        cost_gp: cost(object.at("cost")),
        weight_lb: object.number("weight"),
        ..Equipment::default()
    };
    match kind {
        Kind::Weapon => weapon(object, &mut thing),
        Kind::Armor => armor(object, &mut thing),
        _ => {}
    }
    let body = markdown::equipment(&thing, &text(object));
    entry(object, kind, name, Details::Equipment(Box::new(thing)), body)
}

fn category(object: Object<'_>, kind: Kind) -> Option<String> {
    let category = match kind {
        Kind::Weapon => object.text("category_range").map(|words| format!("{words} Weapon")),
        Kind::Armor => object.text("armor_category").map(|words| match words {
            "Shield" => words.to_owned(),
            weight => format!("{weight} Armor"),
        }),
        _ => {
            let gear = object.at("gear_category").text("name").filter(|name| *name != "Standard Gear");
            gear.or_else(|| object.text("tool_category"))
                .or_else(|| object.text("vehicle_category"))
                .map(str::to_owned)
        }
    };
    category.or_else(|| object.at("equipment_category").text("name").map(str::to_owned))
}

/// Returns a price in gold pieces (SRD 5.1, "Coinage": 1 pp = 10 gp, 1 gp = 2 ep = 10 sp = 100 cp).
fn cost(cost: Object<'_>) -> Option<f64> {
    let gold = match cost.text("unit")? {
        "cp" => 0.01,
        "sp" => 0.1,
        "ep" => 0.5,
        "gp" => 1.0,
        "pp" => 10.0,
        _ => return None,
    };
    // Rounded to a copper piece, so that 3 sp are 0.3, not 0.30000000000000004.
    Some((cost.number("quantity")? * gold * 100.0).round() / 100.0)
}

fn weapon(object: Object<'_>, thing: &mut Equipment) {
    let damage = object.at("damage");
    let two_handed = object.at("two_handed_damage").text("damage_dice").map(str::to_owned);
    let range = object.at("range");
    let thrown = object.at("throw_range");
    thing.damage_dice = damage.text("damage_dice").map(str::to_owned);
    thing.damage_type = damage.at("damage_type").text("name").map(str::to_lowercase);
    if object.text("weapon_range") == Some("Ranged") {
        thing.range = distances(range);
    }
    thing.is_simple = object.text("weapon_category").map(|category| category == "Simple");
    let has = |index: &str| object.list("properties").any(|property| property.text("index") == Some(index));
    thing.is_finesse = Some(has("finesse"));
    thing.is_light = Some(has("light"));
    for property in object.list("properties") {
        let Some(name) = property.text("name") else { continue };
        let detail = match property.text("index") {
            Some("versatile") => two_handed.clone(),
            Some("thrown") => distances(thrown).map(|distances| format!("range {distances}")),
            Some("ammunition") => distances(range).map(|distances| format!("range {distances}")),
            _ => None,
        };
        thing.properties.push(detail.map_or_else(|| name.to_owned(), |detail| format!("{name} ({detail})")));
    }
    thing.two_handed_damage_dice = two_handed;
}

/// Returns normal and long range in feet: `80/320`.
fn distances(range: Object<'_>) -> Option<String> {
    let normal: u32 = range.integer("normal")?;
    Some(range.integer::<u32>("long").map_or_else(|| normal.to_string(), |long| format!("{normal}/{long}")))
}

fn armor(object: Object<'_>, thing: &mut Equipment) {
    let armor_class = object.at("armor_class");
    thing.armor_class = armor_class.integer::<u32>("base").map(|base| {
        match (armor_class.flag("dex_bonus"), armor_class.integer::<u32>("max_bonus")) {
            _ if object.text("armor_category") == Some("Shield") => format!("+{base}"),
            (false, _) => base.to_string(),
            (true, None) => format!("{base} + Dex modifier"),
            (true, Some(most)) => format!("{base} + Dex modifier (max {most})"),
        }
    });
    thing.strength_required = object.integer("str_minimum").filter(|score| *score > 0);
    thing.stealth_disadvantage = object.maybe_flag("stealth_disadvantage");
}

fn text(object: Object<'_>) -> String {
    let mut text = vec![text_of(object, "desc"), text_of(object, "special")];
    let contents: Vec<String> = object
        .list("contents")
        .filter_map(|it| {
            let name = it.at("item").text("name")?;
            let quantity = it.integer::<u32>("quantity").filter(|number| *number > 1);
            Some(quantity.map_or_else(|| format!("- {name}"), |number| format!("- {name} × {number}")))
        })
        .collect();
    if !contents.is_empty() {
        text.push(format!("Contents:\n\n{}", contents.join("\n")));
    }
    if let Some(number) = object.integer::<u32>("quantity") {
        text.push(format!("The cost is for {number} of them."));
    }
    if let (Some(distance), Some(unit)) =
        (object.at("speed").number("quantity"), object.at("speed").text("unit"))
    {
        text.push(format!("**Speed** {distance} {unit}"));
    }
    if let Some(capacity) = object.text("capacity") {
        text.push(format!("**Carrying Capacity** {capacity}"));
    }
    text.retain(|block| !block.is_empty());
    text.join("\n\n")
}
