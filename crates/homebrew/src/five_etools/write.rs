//! Writes entries as homebrew JSON, valid by the schemas of the format (`5etools-utils` on npm).

mod creature;
mod texts;
mod thing;

use content::json::Object;
use content::model::{Kind, OwnEntry};
use serde_json::{Map, Value, json};

use self::texts::entries;
use super::words::short_ability;

/// Returns an entry as an item, with the name of its list. `source` is the id of its book. `None` for a kind
/// that the format does not have.
pub fn item(entry: &OwnEntry, source: &str) -> Option<(&'static str, Value)> {
    let fields = Value::Object(entry.fields.clone());
    let fields = Object::new(&fields);
    let (list, mut item) = match entry.kind {
        Kind::Creature => ("monster", creature::creature(fields, &entry.text)),
        Kind::Spell => ("spell", spell(fields, &entry.text)),
        Kind::MagicItem | Kind::Item | Kind::Weapon | Kind::Armor => {
            ("item", thing::thing(entry.kind, fields, &entry.text))
        }
        Kind::Feat => {
            ("feat", json!({ "prerequisite": prerequisite(fields), "entries": entries(&entry.text) }))
        }
        Kind::Background => ("background", json!({ "entries": entries(&entry.text) })),
        Kind::Race => ("race", race(fields, &entry.text)),
        Kind::Subrace => {
            let mut race = race(fields, &entry.text);
            race["raceName"] = fields.text("parent").unwrap_or("Unknown").into();
            race["raceSource"] = source.into();
            ("subrace", race)
        }
        Kind::ClassOption | Kind::Trait => {
            let kind = fields.text("subtype").unwrap_or("other");
            let text = json!({ "featureType": [kind], "prerequisite": prerequisite(fields), "entries": entries(&entry.text) });
            ("optionalfeature", text)
        }
        Kind::Condition => ("condition", json!({ "entries": entries(&entry.text) })),
        Kind::Language => {
            let kind = fields.text("category").map(str::to_lowercase);
            let known =
                kind.filter(|kind| matches!(kind.as_str(), "standard" | "exotic" | "rare" | "secret"));
            ("language", json!({ "type": known, "entries": entries(&entry.text) }))
        }
        Kind::Skill => {
            let ability = fields.text("ability_score").and_then(short_ability);
            ("skill", json!({ "ability": ability, "entries": entries(&entry.text) }))
        }
        Kind::Class | Kind::Subclass | Kind::Encounter => return None,
        _ => ("variantrule", json!({ "entries": entries(&entry.text) })),
    };
    if let Value::Object(all) = &mut item {
        all.retain(|_, value| !value.is_null() && value.as_array().is_none_or(|list| !list.is_empty()));
        if matches!(
            list,
            "feat" | "background" | "condition" | "skill" | "variantrule" | "optionalfeature" | "spell"
        ) {
            all.entry("entries").or_insert_with(|| json!([entry.name]));
        }
        let mut whole = Map::from_iter([
            ("name".to_owned(), entry.name.clone().into()),
            ("source".to_owned(), source.into()),
        ]);
        whole.append(all);
        item = Value::Object(whole);
    }
    Some((list, item))
}

/// Returns the metadata of a file with these books: id, title and authors of each.
pub fn meta(books: &[(String, String, Vec<String>)], is_of_2024: bool) -> Value {
    let sources = books.iter().map(|(id, title, authors)| {
        json!({
            "json": id,
            "abbreviation": id,
            "full": title,
            "authors": authors,
            "convertedBy": ["LoreKeeper"],
            "version": "1.0.0",
        })
    });
    json!({
        "sources": sources.collect::<Vec<_>>(),
        "dateAdded": 0,
        "dateLastModified": 0,
        "edition": if is_of_2024 { "one" } else { "classic" },
    })
}

/// Returns the id of a book in the format, for its key: ids have six characters at least, and may not be
/// those of official books.
pub fn source_id(key: &str) -> String {
    let key: String = key.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '-' }).collect();
    format!("lore-{key}")
}

fn prerequisite(fields: Object<'_>) -> Option<Value> {
    fields.text("prerequisite").map(|words| json!([{ "other": words }]))
}

fn race(fields: Object<'_>, text: &str) -> Value {
    let sizes = creature::sizes(fields.text("size").unwrap_or("Medium"));
    json!({ "size": sizes, "speed": fields.integer::<i64>("speed"), "entries": entries(text) })
}

fn spell(fields: Object<'_>, text: &str) -> Value {
    let components = fields.text("components").unwrap_or_default();
    let has = |letter: &str| components.split([',', ' ']).any(|each| each == letter);
    let mut parts = Map::new();
    parts.extend(has("V").then(|| ("v".to_owned(), true.into())));
    parts.extend(has("S").then(|| ("s".to_owned(), true.into())));
    let material = fields.text("material").map_or_else(|| true.into(), Value::from);
    parts.extend(has("M").then(|| ("m".to_owned(), material)));
    let higher = fields
        .text("higher_level")
        .map(|text| json!([{ "type": "entries", "name": "At Higher Levels", "entries": entries(text) }]));
    let classes = fields.texts("classes").map(|name| json!({ "name": name, "source": "PHB" }));
    let classes: Vec<Value> = classes.collect();
    json!({
        "level": fields.integer::<u8>("level").unwrap_or(0),
        "school": fields.text("school").map_or("A", school_code),
        "time": time(fields),
        "range": range(fields.text("range").unwrap_or_default()),
        "components": parts,
        "duration": [duration(fields)],
        "meta": fields.flag("ritual").then(|| json!({ "ritual": true })),
        "entries": entries(text),
        "entriesHigherLevel": higher,
        "damageInflict": fields.texts("damage_types").collect::<Vec<_>>(),
        "savingThrow": fields.text("saving_throw").map(|ability| [ability]),
        "spellAttack": fields.flag("attack_roll").then(|| ["R"]),
        "classes": (!classes.is_empty()).then(|| json!({ "fromClassList": classes })),
    })
}

fn school_code(school: &str) -> &str {
    match school {
        "Abjuration" => "A",
        "Conjuration" => "C",
        "Divination" => "D",
        "Enchantment" => "E",
        "Evocation" => "V",
        "Illusion" => "I",
        "Necromancy" => "N",
        "Transmutation" => "T",
        other => other,
    }
}

/// Splits `10 minutes` into the number and the unit without its plural.
fn measure(words: &str) -> Option<(i64, String)> {
    let (number, unit) = words.trim().split_once([' ', '-'])?;
    let unit = unit.trim().to_lowercase();
    Some((number.parse().ok()?, unit.strip_suffix('s').map(str::to_owned).unwrap_or(unit)))
}

fn time(fields: Object<'_>) -> Value {
    let times = fields.text("casting_time").unwrap_or("1 action").split(" or ").map(|words| {
        let (words, note) = words.split_once(" (").unwrap_or((words, ""));
        let (number, unit) = measure(words).unwrap_or_else(|| (1, words.to_owned()));
        let unit = if unit == "bonus action" { "bonus".to_owned() } else { unit };
        let mut time = json!({ "number": number, "unit": unit });
        if let Some(condition) = fields.text("reaction_condition").filter(|_| unit == "reaction") {
            time["condition"] = condition.into();
        }
        if !note.is_empty() {
            time["note"] = note.trim_end_matches(')').into();
        }
        time
    });
    times.collect()
}

fn range(words: &str) -> Value {
    let lower = words.to_lowercase();
    let distance = |words: &str| {
        let (amount, unit) = measure(words)?;
        let unit = match unit.as_str() {
            "foot" | "feet" | "ft." => "feet",
            "mile" => "miles",
            "yard" => "yards",
            _ => return None,
        };
        Some(json!({ "type": unit, "amount": amount }))
    };
    if let Some(area) = lower.strip_prefix("self (").and_then(|area| area.strip_suffix(')')) {
        let shapes = ["line", "cube", "cone", "emanation", "hemisphere", "sphere", "cylinder", "radius"];
        let shape = shapes.into_iter().find(|shape| area.ends_with(shape));
        let distance = area.split_once(' ').and_then(|(length, _)| distance(&length.replace('-', " ")));
        if let Some((shape, distance)) = shape.zip(distance) {
            return json!({ "type": shape, "distance": distance });
        }
    }
    match lower.as_str() {
        "self" | "touch" | "sight" | "unlimited" => json!({ "type": "point", "distance": { "type": lower } }),
        "unlimited on the same plane" => json!({ "type": "point", "distance": { "type": "plane" } }),
        lower => match distance(lower) {
            Some(distance) => json!({ "type": "point", "distance": distance }),
            None => json!({ "type": "special" }),
        },
    }
}

fn duration(fields: Object<'_>) -> Value {
    let words = fields.text("duration").unwrap_or("Special").to_lowercase();
    let words = words.trim_start_matches("concentration,").trim();
    let concentration = fields.flag("concentration");
    let up_to = words.strip_prefix("up to ");
    if words.starts_with("instant") {
        return json!({ "type": "instant" });
    }
    if let Some(ends) = words.strip_prefix("until ") {
        let known = [("dispel", "dispel"), ("trigger", "trigger"), ("discharge", "discharge")];
        let ends: Vec<&str> =
            known.iter().filter(|(word, _)| ends.contains(word)).map(|(_, end)| *end).collect();
        if !ends.is_empty() {
            return json!({ "type": "permanent", "ends": ends });
        }
    }
    match measure(up_to.unwrap_or(words)) {
        Some((amount, unit)) => {
            let mut time = json!({ "type": unit, "amount": amount });
            if up_to.is_some() || concentration {
                time["upTo"] = true.into();
            }
            let mut timed = json!({ "type": "timed", "duration": time });
            if concentration {
                timed["concentration"] = true.into();
            }
            timed
        }
        None if words == "permanent" => json!({ "type": "permanent" }),
        None => json!({ "type": "special" }),
    }
}
