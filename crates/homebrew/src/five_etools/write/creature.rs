//! Writes creatures.

use content::facts::DAMAGE_TYPES;
use content::json::{Object, whole};
use serde_json::{Map, Value, json};

use super::super::words::short_ability;
use super::texts::{entries, tagged};

pub(super) fn creature(fields: Object<'_>, lore: &str) -> Value {
    let senses: Vec<&str> =
        list(fields, "senses").into_iter().filter(|sense| !sense.starts_with("passive")).collect();
    let passive = fields
        .text("senses")
        .and_then(|senses| senses.rsplit_once("passive Perception ")?.1.trim().parse::<i64>().ok());
    let mut creature = json!({
        "size": sizes(fields.text("size").unwrap_or("Medium")),
        "type": kind(fields),
        "alignment": alignment(fields.text("alignment").unwrap_or_default()),
        "ac": armor(fields),
        "hp": hit_points(fields),
        "speed": speed(fields.text("speed").unwrap_or_default()),
        "save": bonuses(fields.at("saving_throws"), |name| short_ability(name)),
        "skill": bonuses(fields.at("skills"), |name| Some(name.to_lowercase())),
        "vulnerable": defences(fields, "damage_vulnerabilities"),
        "resist": defences(fields, "damage_resistances"),
        "immune": defences(fields, "damage_immunities"),
        "conditionImmune": list(fields, "condition_immunities"),
        "gear": list(fields, "gear"),
        "senses": senses,
        "passive": passive,
        "languages": list(fields, "languages").into_iter().filter(|it| *it != "—").collect::<Vec<_>>(),
        "cr": rating(fields),
        "initiative": fields.integer::<i64>("initiative_bonus").map(|bonus| json!({ "initiative": bonus })),
        "environment": fields.texts("environments").map(str::to_lowercase).collect::<Vec<_>>(),
        "trait": parts(fields, "traits"),
        "action": parts(fields, "actions"),
        "bonus": parts(fields, "bonus_actions"),
        "reaction": parts(fields, "reactions"),
        "legendary": parts(fields, "legendary_parts"),
        "legendaryActions": fields.integer::<u8>("legendary_actions").filter(|number| *number > 0 && *number != 3),
        "legendaryHeader": fields.text("legendary_text").map(entries),
        "fluff": (!lore.trim().is_empty()).then(|| json!({ "entries": entries(lore) })),
    });
    if fields.at("ability_scores").exists() {
        for (ability, score) in fields.at("ability_scores").fields() {
            if let Some(short) = short_ability(ability) {
                creature[short] = score.clone();
            }
        }
    }
    creature
}

pub(super) fn sizes(words: &str) -> Vec<&'static str> {
    let known = [
        ("Tiny", "T"),
        ("Small", "S"),
        ("Medium", "M"),
        ("Large", "L"),
        ("Huge", "H"),
        ("Gargantuan", "G"),
        ("Titanic", "G"),
        ("Varies", "V"),
    ];
    let mut sizes: Vec<&str> = Vec::new();
    for word in words.split(|c: char| !c.is_alphabetic()) {
        if let Some((_, code)) = known.iter().find(|(name, _)| name.eq_ignore_ascii_case(word))
            && !sizes.contains(code)
        {
            sizes.push(code);
        }
    }
    if sizes.is_empty() { vec!["M"] } else { sizes }
}

fn kind(fields: Object<'_>) -> Value {
    let kind = fields.text("type").unwrap_or("humanoid").to_lowercase();
    let swarm = kind.strip_prefix("swarm of ").and_then(|rest| rest.split_once(' '));
    let tags: Vec<&str> = list(fields, "subtype");
    match (swarm, tags.as_slice()) {
        (Some((size, kind)), tags) => {
            let mut whole = json!({ "type": kind.trim_end_matches('s'), "swarmSize": sizes(size).first() });
            if !tags.is_empty() {
                whole["tags"] = json!(tags);
            }
            whole
        }
        (None, []) => kind.into(),
        (None, tags) => json!({ "type": kind, "tags": tags }),
    }
}

fn alignment(words: &str) -> Vec<Value> {
    let lower = words.to_lowercase();
    let codes: &[&str] = match lower.as_str() {
        "" => &[],
        "any alignment" => &["A"],
        "unaligned" => &["U"],
        "neutral" => &["N"],
        "any evil alignment" => &["L", "NX", "C", "E"],
        "any good alignment" => &["L", "NX", "C", "G"],
        "any lawful alignment" => &["L", "G", "NY", "E"],
        "any chaotic alignment" => &["C", "G", "NY", "E"],
        "any non-good alignment" => &["L", "NX", "C", "NY", "E"],
        "any non-lawful alignment" => &["NX", "C", "G", "NY", "E"],
        "any non-evil alignment" => &["L", "NX", "C", "NY", "G"],
        "any non-chaotic alignment" => &["NX", "L", "G", "NY", "E"],
        words => {
            let code = |word: &str| match word {
                "lawful" => Some("L"),
                "neutral" => Some("N"),
                "chaotic" => Some("C"),
                "good" => Some("G"),
                "evil" => Some("E"),
                _ => None,
            };
            let codes: Option<Vec<&str>> = words.split(' ').map(code).collect();
            return match codes {
                Some(codes) => codes.into_iter().map(Value::from).collect(),
                None => vec![json!({ "special": words })],
            };
        }
    };
    codes.iter().map(|code| (*code).into()).collect()
}

fn armor(fields: Object<'_>) -> Vec<Value> {
    let number = fields.integer::<i64>("armor_class");
    match (number, fields.text("armor_detail")) {
        (Some(number), None) => vec![number.into()],
        (Some(number), Some(detail)) if detail.starts_with(&format!("{number} ")) => {
            vec![json!({ "special": detail })]
        }
        (Some(number), Some(detail)) => vec![json!({ "ac": number, "from": [detail] })],
        (None, Some(detail)) => vec![json!({ "special": detail })],
        (None, None) => Vec::new(),
    }
}

fn hit_points(fields: Object<'_>) -> Value {
    match (fields.integer::<i64>("hit_points"), fields.text("hit_dice")) {
        (Some(average), Some(dice)) => json!({ "average": average, "formula": dice }),
        (Some(average), None) => json!({ "special": average.to_string() }),
        (None, Some(dice)) => json!({ "special": dice }),
        (None, None) => Value::Null,
    }
}

/// Reads `40 ft., fly 80 ft. (hover)`; words that are no distances stay one text.
fn speed(words: &str) -> Value {
    let mut speed = Map::new();
    for part in words.split(',').map(str::trim).filter(|part| !part.is_empty()) {
        let (mode, rest) = match part.split_once(' ') {
            Some((mode @ ("walk" | "burrow" | "climb" | "fly" | "swim"), rest)) => (mode, rest),
            _ => ("walk", part),
        };
        let (number, after) = rest.split_once(' ').unwrap_or((rest, ""));
        let Ok(number) = number.parse::<i64>() else { return words.into() };
        let note = after.trim_start_matches("ft.").trim_start_matches("feet").trim();
        let value =
            if note.is_empty() { number.into() } else { json!({ "number": number, "condition": note }) };
        if note.contains("hover") {
            speed.insert("canHover".to_owned(), true.into());
        }
        speed.insert(mode.to_owned(), value);
    }
    if speed.is_empty() { Value::Null } else { speed.into() }
}

fn bonuses(object: Object<'_>, key: impl Fn(&str) -> Option<String>) -> Value {
    let bonuses: Map<String, Value> = object
        .fields()
        .filter_map(|(name, bonus)| Some((key(name)?, format!("{:+}", whole(bonus)?).into())))
        .collect();
    if bonuses.is_empty() { Value::Null } else { bonuses.into() }
}

fn list<'a>(fields: Object<'a>, field: &str) -> Vec<&'a str> {
    let words = fields.text(field).unwrap_or_default().split(',').map(str::trim);
    let mut list: Vec<&str> = Vec::new();
    for word in words.filter(|word| !word.is_empty()) {
        if !list.contains(&word) {
            list.push(word);
        }
    }
    list
}

/// Plain damage types each by itself; anything else as it is written.
fn defences(fields: Object<'_>, field: &str) -> Vec<Value> {
    let mut all: Vec<Value> = Vec::new();
    for group in
        fields.text(field).unwrap_or_default().split(';').map(str::trim).filter(|group| !group.is_empty())
    {
        let types: Vec<String> = group.split(',').map(|word| word.trim().to_lowercase()).collect();
        if types.iter().all(|word| DAMAGE_TYPES.contains(&word.as_str())) {
            all.extend(types.into_iter().map(Value::from));
        } else {
            all.push(json!({ "special": group }));
        }
    }
    all.dedup();
    all
}

fn rating(fields: Object<'_>) -> Value {
    let Some(rating) = fields.text("challenge_rating") else { return Value::Null };
    let standard =
        rating.parse().ok().map(|rating: content::model::ChallengeRating| rating.experience_points());
    let points = fields.integer::<u32>("experience_points").filter(|points| Some(*points) != standard);
    let lair = fields.integer::<u32>("lair_experience_points");
    if points.is_none() && lair.is_none() {
        return rating.into();
    }
    let mut whole = json!({ "cr": rating });
    if let Some(points) = points {
        whole["xp"] = points.into();
    }
    if let Some(lair) = lair {
        whole["xpLair"] = lair.into();
    }
    whole
}

fn parts(fields: Object<'_>, field: &str) -> Vec<Value> {
    let part = |part: Object<'_>| {
        let text = entries(part.text("text").unwrap_or_default());
        let name = tagged(part.text("name").unwrap_or_default());
        json!({ "name": name, "entries": text })
    };
    fields.list(field).map(part).collect()
}
