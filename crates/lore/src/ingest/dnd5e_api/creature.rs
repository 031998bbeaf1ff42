//! Creatures of the D&D 5e API.

use std::collections::BTreeMap;

use super::objects::entry;
use super::reference::text_of;
use crate::ingest::json::Object;
use crate::ingest::markdown::{Part, StatBlock, ability_in_full, action, capitalised};
use crate::model::{AbilityScores, ChallengeRating, Creature, Details, Kind, Record};

/// Converts a creature with its whole stat block.
pub(super) fn creature(object: Object<'_>) -> Result<Record, String> {
    let name = object.needed_text("name")?;
    let (armor_class, armor_detail) = armor_class(object);
    let (creature_type, subtype) = creature_type(object);
    let words = |key| object.text(key).map(str::to_owned);
    let mut creature = Creature {
        experience_points: object.integer("xp"),
        proficiency_bonus: object.integer("proficiency_bonus"),
        size: words("size"),
        creature_type,
        subtype,
        alignment: words("alignment"),
        armor_class,
        armor_detail,
        hit_points: object.integer("hit_points"),
        hit_dice: words("hit_points_roll").or_else(|| words("hit_dice")),
        speed: speed(object.at("speed")),
        ability_scores: ability_scores(object),
        saving_throws: bonuses(object, "Saving Throw: "),
        skills: bonuses(object, "Skill: "),
        damage_vulnerabilities: listed(object.texts("damage_vulnerabilities")),
        damage_resistances: listed(object.texts("damage_resistances")),
        damage_immunities: listed(object.texts("damage_immunities")),
        condition_immunities: listed(object.names("condition_immunities").iter().map(String::as_str)),
        senses: senses(object.at("senses")),
        languages: words("languages"),
        legendary_actions: object.integer("legendary_uses"),
        ..Creature::default()
    };
    let rating = object.number("challenge_rating").map(ChallengeRating::from_decimal).transpose();
    if let Some(rating) = rating.map_err(|problem| problem.to_string())? {
        creature.set_challenge_rating(rating);
    }
    let forms = object.names("forms");
    let lore = [
        text_of(object, "desc"),
        if forms.is_empty() { String::new() } else { format!("Other forms: {}", forms.join("; ")) },
    ];
    let block = StatBlock {
        traits: parts(object, "special_abilities"),
        actions: parts(object, "actions"),
        bonus_actions: parts(object, "bonus_actions"),
        reactions: parts(object, "reactions"),
        legendary_text: object.text("legendary_desc").unwrap_or_default().to_owned(),
        legendary_actions: parts(object, "legendary_actions"),
        lore: lore.join("\n\n").trim().to_owned(),
        ..StatBlock::default()
    };
    let body = block.to_markdown(&creature);
    entry(object, Kind::Creature, name, Details::Creature(Box::new(creature)), body)
}

/// `swarm of Tiny beasts` is a beast, with these words as its tag.
fn creature_type(object: Object<'_>) -> (Option<String>, Option<String>) {
    let subtype = object.text("subtype").map(str::to_owned);
    match object.text("type") {
        Some(swarm) if swarm.starts_with("swarm") => {
            let of = swarm.rsplit(' ').next().unwrap_or(swarm).trim_end_matches('s');
            (Some(capitalised(of)), Some(swarm.to_owned()))
        }
        other => (other.map(capitalised), subtype),
    }
}

/// Returns the usual armor class and its origin: `natural armor, shield; 15 with mage armor`.
fn armor_class(object: Object<'_>) -> (Option<u32>, Option<String>) {
    let mut usual = None;
    let mut sources: Vec<String> = Vec::new();
    let mut otherwise: Vec<String> = Vec::new();
    for armor in object.list("armor_class") {
        let Some(value) = armor.integer::<u32>("value") else { continue };
        match (armor.at("spell").text("name"), armor.at("condition").text("name")) {
            (Some(spell), _) => otherwise.push(format!("{value} with {}", spell.to_lowercase())),
            (_, Some(condition)) => otherwise.push(format!("{value} while {}", condition.to_lowercase())),
            _ => {
                usual = usual.max(Some(value));
                let worn = armor.names("armor").into_iter().map(|name| name.to_lowercase());
                let natural = (armor.text("type") == Some("natural")).then(|| "natural armor".to_owned());
                match armor.text("desc") {
                    Some(words) => sources.push(words.to_owned()),
                    None => sources.extend(worn.chain(natural)),
                }
            }
        }
    }
    let details: Vec<String> =
        Some(sources.join(", ")).filter(|words| !words.is_empty()).into_iter().chain(otherwise).collect();
    let usual = usual.or_else(|| object.integer("armor_class"));
    (usual, (!details.is_empty()).then(|| details.join("; ")))
}

fn speed(speed: Object<'_>) -> Option<String> {
    let mut words = vec![speed.text("walk").unwrap_or("0 ft.").to_owned()];
    for way in ["burrow", "climb", "fly", "swim"] {
        if let Some(distance) = speed.text(way) {
            let hover = if way == "fly" && speed.flag("hover") { " (hover)" } else { "" };
            words.push(format!("{way} {distance}{hover}"));
        }
    }
    speed.exists().then(|| words.join(", "))
}

fn ability_scores(object: Object<'_>) -> Option<AbilityScores> {
    Some(AbilityScores {
        strength: object.integer("strength")?,
        dexterity: object.integer("dexterity")?,
        constitution: object.integer("constitution")?,
        intelligence: object.integer("intelligence")?,
        wisdom: object.integer("wisdom")?,
        charisma: object.integer("charisma")?,
    })
}

/// Returns the bonuses with a name prefix, by the rest of the name; abilities in full.
fn bonuses(object: Object<'_>, sort: &str) -> BTreeMap<String, i32> {
    object
        .list("proficiencies")
        .filter_map(|it| {
            let name = it.at("proficiency").text("name")?.strip_prefix(sort)?;
            Some((ability_in_full(name).unwrap_or(name).to_owned(), it.integer("value")?))
        })
        .collect()
}

fn listed<'a>(words: impl Iterator<Item = &'a str>) -> Option<String> {
    let words: Vec<&str> = words.collect();
    // Items that contain commas, such as "bludgeoning, piercing, and slashing from …", need another
    // separator.
    let mark = if words.iter().any(|item| item.contains(',')) { "; " } else { ", " };
    (!words.is_empty()).then(|| words.join(mark).to_lowercase())
}

fn senses(senses: Object<'_>) -> Option<String> {
    let ranges = ["blindsight", "darkvision", "tremorsense", "truesight"]
        .into_iter()
        .filter_map(|sense| Some(format!("{sense} {}", senses.text(sense)?)));
    let passive =
        senses.integer::<u32>("passive_perception").map(|value| format!("passive Perception {value}"));
    let all: Vec<String> = ranges.chain(passive).collect();
    (!all.is_empty()).then(|| all.join(", "))
}

fn parts(object: Object<'_>, key: &str) -> Vec<Part> {
    object
        .list(key)
        .filter_map(|it| {
            let name = it.text("name")?;
            let usage = usage(it.at("usage")).map(|usage| format!(" ({usage})")).unwrap_or_default();
            Some(action(&format!("{name}{usage}"), &text_of(it, "desc")))
        })
        .collect()
}

/// Returns a usage limit: `Recharge 5–6`, `3/Day`, `Recharges after a Short or Long Rest`.
fn usage(usage: Object<'_>) -> Option<String> {
    match usage.text("type")? {
        "per day" => Some(format!("{}/Day", usage.integer::<u32>("times")?)),
        "recharge on roll" => Some(match usage.integer::<u32>("min_value")? {
            6 => "Recharge 6".to_owned(),
            lowest => format!("Recharge {lowest}–6"),
        }),
        "recharge after rest" => {
            let rests: Vec<String> = usage.texts("rest_types").map(capitalised).collect();
            Some(format!("Recharges after a {} Rest", rests.join(" or ")))
        }
        _ => None,
    }
}
