//! Creatures as actors.

use content::facts::{CONDITIONS, DAMAGE_TYPES};
use content::model::{AbilityScores, Creature, OwnEntry};
use serde_json::{Map, Value, json};
use text::{Pattern, pattern};

use super::{Written, ability_code, common, html, id, identifier, item, set, size_code};
use crate::foundry::codes::SKILLS;

const TYPES: [&str; 14] = [
    "aberration", "beast", "celestial", "construct", "dragon", "elemental", "fey", "fiend", "giant",
    "humanoid", "monstrosity", "ooze", "plant", "undead",
];
/// The sections of a stat block with the type of activation; traits have none.
const SECTIONS: [(&str, &str); 5] = [
    ("traits", ""),
    ("actions", "action"),
    ("bonus_actions", "bonus"),
    ("reactions", "reaction"),
    ("legendary_parts", "legendary"),
];

static MEASURE: Pattern = pattern!(r"(?i)([a-z]+)? ?(\d+) ?(?:ft|feet)");
static SWARM: Pattern = pattern!(r"(?i)^swarm of (\w+) \w+$");

pub(super) fn actor(entry: &Written<'_>, creature: &Creature) -> Value {
    let is_2024 = entry.source.get("rules").and_then(Value::as_str) == Some("2024");
    let name = entry.own.name.as_str();
    let mut system = json!({
        "abilities": abilities(creature),
        "skills": skills(creature),
        "attributes": attributes(creature, is_2024),
        "details": {
            "biography": { "value": html(&entry.own.text), "public": "" },
            "alignment": creature.alignment.as_deref().unwrap_or_default(), "type": creature_type(creature),
            "cr": creature.challenge_rating_decimal, "habitat": { "value": [], "custom": creature.environments.join("; ") },
        },
        "traits": {
            "size": creature.size.as_deref().and_then(size_code).unwrap_or_else(|| "med".to_owned()),
            "dv": list(creature.damage_vulnerabilities.as_deref(), &DAMAGE_TYPES),
            "dr": list(creature.damage_resistances.as_deref(), &DAMAGE_TYPES),
            "di": list(creature.damage_immunities.as_deref(), &DAMAGE_TYPES),
            "ci": list(creature.condition_immunities.as_deref(), &CONDITIONS),
            "languages": { "value": [], "custom": creature.languages.as_deref().unwrap_or_default() },
        },
        "resources": { "legact": { "max": creature.legendary_actions.unwrap_or_default(), "spent": 0 } },
    });
    set(&mut system, "source", entry.source.clone());
    let mut actor = common(&id(&[entry.key]), name);
    set(&mut actor, "type", "npc".into());
    set(&mut actor, "img", "icons/svg/mystery-man.svg".into());
    set(&mut actor, "system", system);
    set(&mut actor, "items", items(creature, entry).into());
    set(&mut actor, "effects", json!([]));
    set(&mut actor, "prototypeToken", json!({ "name": name }));
    set(&mut actor, "flags", json!({ "dnd5e": { "statBlockOverride": printed(creature) } }));
    actor
}

/// Returns what the stat block prints in words that Foundry VTT would derive in others.
fn printed(creature: &Creature) -> Value {
    let armor = creature.armor_class.zip(creature.armor_detail.as_ref());
    let lines = [
        ("ac", armor.map(|(armor_class, detail)| format!("{armor_class} ({detail})"))),
        ("speed", creature.speed.clone()),
        ("senses", creature.senses.clone()),
        ("languages", creature.languages.clone()),
    ];
    let lines = lines.into_iter().filter_map(|(name, words)| Some((name.to_owned(), words?.into())));
    Value::Object(lines.collect())
}

fn modifier(creature: &Creature, ability: &str) -> i32 {
    let scores = creature.ability_scores.unwrap_or_default().in_order();
    let score = scores.into_iter().find(|(name, _)| name.eq_ignore_ascii_case(ability));
    score.map_or(0, |(_, score)| AbilityScores::modifier(score))
}

fn proficiency(creature: &Creature) -> i32 {
    creature.challenge_rating.map_or(2, |rating| i32::from(rating.proficiency_bonus()))
}

/// Returns the difference of a bonus from the usual one as a formula.
fn difference(bonus: i32, usual: i32) -> String {
    if bonus == usual { String::new() } else { (bonus - usual).to_string() }
}

fn abilities(creature: &Creature) -> Value {
    let scores = creature.ability_scores.unwrap_or_default().in_order();
    let ability = |(name, score): (&str, u16)| {
        let code = name.to_lowercase();
        let save = creature.saving_throws.iter().find(|(of, _)| ability_code(of).as_deref() == Some(&code));
        let usual = AbilityScores::modifier(score) + proficiency(creature);
        let bonus = save.map(|(_, bonus)| difference(*bonus, usual)).unwrap_or_default();
        let value = json!({ "value": score, "proficient": u8::from(save.is_some()), "bonuses": { "check": "", "save": bonus } });
        (code, value)
    };
    Value::Object(scores.into_iter().map(ability).collect())
}

fn skills(creature: &Creature) -> Value {
    let skill = |(name, bonus): (&String, &i32)| {
        let (code, _, ability) = SKILLS.iter().find(|(_, known, _)| known.eq_ignore_ascii_case(name))?;
        let (modifier, proficiency) = (modifier(creature, ability), proficiency(creature));
        let value = if *bonus >= modifier + 2 * proficiency { 2 } else { 1 };
        let bonus = difference(*bonus, modifier + value * proficiency);
        let skill =
            json!({ "ability": ability, "value": value, "bonuses": { "check": bonus, "passive": "" } });
        Some(((*code).to_owned(), skill))
    };
    Value::Object(creature.skills.iter().filter_map(skill).collect())
}

fn attributes(creature: &Creature, is_2024: bool) -> Value {
    let is_natural = creature.armor_detail.as_deref() == Some("natural armor");
    let points = creature.hit_points;
    let initiative = creature.initiative_bonus.filter(|_| is_2024);
    let initiative = initiative.map(|bonus| difference(bonus, modifier(creature, "dex"))).unwrap_or_default();
    let mut movement = measures(creature.speed.as_deref(), "walk");
    movement
        .insert("hover".to_owned(), creature.speed.as_deref().is_some_and(|it| it.contains("hover")).into());
    json!({
        "ac": { "flat": creature.armor_class, "calc": if is_natural { "natural" } else { "flat" } },
        "hp": { "value": points, "max": points, "formula": creature.hit_dice.as_deref().unwrap_or_default() },
        "init": { "bonus": initiative },
        "movement": movement,
        "senses": { "ranges": measures(creature.senses.as_deref(), "special"), "special": "", "units": "ft" },
    })
}

/// Reads distances: `30 ft., fly 60 ft.`; one without a name has the given one.
fn measures(words: Option<&str>, first: &str) -> Map<String, Value> {
    let mut measures = Map::new();
    for found in MEASURE.captures_iter(words.unwrap_or_default()) {
        let name = found.get(1).map_or(first, |name| name.as_str()).to_lowercase();
        let distance: Option<u32> = found.get(2).and_then(|it| it.as_str().parse().ok());
        measures.entry(name).or_insert(distance.into());
    }
    measures
}

fn creature_type(creature: &Creature) -> Value {
    let name = creature.creature_type.as_deref().unwrap_or_default();
    let subtype = creature.subtype.as_deref().unwrap_or_default();
    let swarm = SWARM.captures(subtype).and_then(|found| size_code(found.get(1)?.as_str()));
    let code = name.to_lowercase();
    let is_known = TYPES.contains(&code.as_str());
    json!({
        "value": if is_known { code.as_str() } else { "custom" }, "custom": if is_known { "" } else { name },
        "subtype": if swarm.is_some() { "" } else { subtype }, "swarm": swarm.unwrap_or_default(),
    })
}

/// Returns damage types or conditions as codes, or else their words.
fn list(words: Option<&str>, known: &[&str]) -> Value {
    let words = words.unwrap_or_default();
    let names: Vec<String> =
        words.split(", ").map(|name| name.trim().to_lowercase()).filter(|it| !it.is_empty()).collect();
    if names.iter().all(|name| known.contains(&name.as_str())) {
        json!({ "value": names, "bypasses": [], "custom": "" })
    } else {
        json!({ "value": [], "bypasses": [], "custom": words })
    }
}

fn items(creature: &Creature, entry: &Written<'_>) -> Vec<Value> {
    let mut items = Vec::new();
    let mut add = |name: &str, kind: &str, mut system: Value| {
        set(&mut system, "identifier", identifier(name).into());
        let mut item = item(&id(&[entry.key, &items.len().to_string()]), name, kind, &system);
        set(&mut item, "sort", ((items.len() + 1) * 1000).into());
        items.push(item);
    };
    if let Some(text) = entry.own.fields.get("legendary_text").and_then(Value::as_str) {
        let system = json!({ "description": { "value": html(text) }, "activities": activity("legendary") });
        add("Legendary Actions", "feat", system);
    }
    for (section, activation) in SECTIONS {
        for (name, text) in passages(entry.own, section) {
            let properties: &[&str] = if activation.is_empty() { &["trait"] } else { &[] };
            let system = json!({
                "description": { "value": html(text), "chat": "" }, "type": { "value": "monster", "subtype": "" },
                "properties": properties, "activities": activity(activation),
            });
            add(name, "feat", system);
        }
    }
    for gear in creature.gear.iter().flat_map(|gear| gear.split(", ")) {
        let (name, number) = gear.trim_end_matches(')').rsplit_once(" (").unwrap_or((gear, "1"));
        let quantity: Option<u32> = number.parse().ok();
        let name = if quantity.is_some() { name } else { gear };
        let system =
            json!({ "quantity": quantity.unwrap_or(1), "properties": ["gear"], "type": { "value": "gear" } });
        add(name, "loot", system);
    }
    items
}

fn passages<'a>(own: &'a OwnEntry, section: &str) -> impl Iterator<Item = (&'a str, &'a str)> {
    let items = own.fields.get(section).and_then(Value::as_array).into_iter().flatten();
    items.filter_map(|item| Some((item.get("name")?.as_str()?, item.get("text")?.as_str()?)))
}

fn activity(activation: &str) -> Value {
    if activation.is_empty() {
        return json!({});
    }
    let id = "lorekeeperUse000";
    json!({ id: { "_id": id, "type": "utility", "activation": { "type": activation, "value": 1 } } })
}
