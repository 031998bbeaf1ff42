//! Spells.

use content::facts::Rolls;
use content::json::Object;
use content::markdown::{self, ability_in_full};
use content::model::{Details, Kind, Spell, capitalised, casting_time};
use text::{Pattern, pattern};

use super::Entry;
use super::codes::in_words;
use super::fields::at_path;
use super::text::Scope;

static HIGHER_LEVELS: Pattern =
    pattern!(r"(?m)^[*_]*(?:At )?(?:Higher Levels?|Using a Higher-Level Spell Slot)[*_]*[.:][*_]*\s*");

pub(super) fn spell(scope: &Scope<'_>, classes: Vec<String>) -> Entry {
    let (item, system) = (scope.item, scope.item.system);
    let properties = item.properties();
    let has = |code: &str| properties.contains(&code);
    let material = system.at("materials").string("value").map(|text| scope.plain(&text));
    let letters = [("vocal", "V"), ("somatic", "S"), ("material", "M")];
    let components: Vec<&str> = letters.into_iter().filter(|(code, _)| has(code)).map(|(_, it)| it).collect();
    let (text, higher_level) = split_higher_levels(scope.markdown(item.html()));
    let (time, reaction_condition) = time(scope);
    let (duration, is_concentration) = duration(system.at("duration"));
    let activity = item.activity(None, &["attack", "save", "damage", "heal"]);
    let rolls = Rolls::of(&text);
    let save =
        item.activity(None, &["save"]).and_then(|activity| item.save(Some(activity))).or(item.save(None));
    let save = save.and_then(|(abilities, _)| ability_in_full(abilities.first()?)).map(str::to_lowercase);
    let parts = item.activities().flat_map(|activity| activity.at("damage").list("parts"));
    let types = parts.flat_map(|part| part.texts("types")).map(str::to_owned);
    let old = item.damage(None).into_iter().flat_map(|damage| damage.types);
    let healing = ["healing", "temphp", "midi-none"];
    let mut damage_types: Vec<String> =
        types.chain(old).filter(|it| !healing.contains(&it.as_str())).collect();
    damage_types.sort();
    damage_types.dedup();
    let spell = Spell {
        level: system.integer("level").filter(|level| *level <= 9),
        school: system.text("school").map(in_words),
        casting_time: time,
        reaction_condition,
        range: range(system.at("range")),
        components: components.join(", "),
        material,
        duration,
        concentration: is_concentration || has("concentration"),
        ritual: has("ritual"),
        classes,
        damage_types: if damage_types.is_empty() { rolls.damage_types } else { damage_types },
        saving_throw: save.or_else(|| rolls.saves.into_iter().next()),
        attack_roll: item.attack(activity).is_some()
            || item.activity(None, &["attack"]).is_some()
            || rolls.attack,
        higher_level,
    };
    let body = markdown::spell(&spell, &text);
    Entry { kind: Kind::Spell, details: Details::Spell(spell), body }
}

fn split_higher_levels(text: String) -> (String, Option<String>) {
    let Some(found) = HIGHER_LEVELS.find(&text) else { return (text, None) };
    let (before, after) = (text.get(..found.start()), text.get(found.end()..));
    let higher = after.unwrap_or_default().trim();
    if higher.is_empty() {
        return (text.clone(), None);
    }
    (before.unwrap_or_default().trim().to_owned(), Some(higher.to_owned()))
}

fn time(scope: &Scope<'_>) -> (String, Option<String>) {
    let (kind, number, condition) = scope.item.activation();
    let unit = match kind {
        "" | "special" => return (if kind.is_empty() { String::new() } else { "Special".to_owned() }, None),
        "bonus" => "bonus action",
        kind => kind,
    };
    let condition = Some(scope.plain(condition)).filter(|words| !words.is_empty());
    (casting_time(&format!("{number} {unit}{}", if number == 1 { "" } else { "s" })), condition)
}

fn duration(object: Object<'_>) -> (String, bool) {
    let value = at_path(object, &["value"]);
    let number = value.as_deref().and_then(|value| value.parse::<f64>().ok());
    let words = match object.text("units").unwrap_or_default() {
        "inst" => "Instantaneous".to_owned(),
        "perm" => "Permanent".to_owned(),
        "disp" => "Until dispelled".to_owned(),
        "dstr" => "Until dispelled or triggered".to_owned(),
        "spec" => object.string("special").unwrap_or_else(|| "Special".to_owned()),
        "" => String::new(),
        unit => match (value, number) {
            (Some(value), Some(number)) => format!("{value} {unit}{}", if number == 1.0 { "" } else { "s" }),
            (Some(value), None) => format!("{value} {unit}s"),
            (None, _) => capitalised(unit),
        },
    };
    (words, object.flag("concentration"))
}

fn range(object: Object<'_>) -> String {
    let value = at_path(object, &["value"]).filter(|value| value != "0");
    let special = object.string("special");
    match object.text("units").unwrap_or_default() {
        "spec" => special.unwrap_or_else(|| "Special".to_owned()),
        "any" => "Unlimited".to_owned(),
        "" => special.unwrap_or_default(),
        units @ ("self" | "touch") => capitalised(units),
        units => {
            let name = match units {
                "ft" => "feet",
                "mi" if value.as_deref() == Some("1") => "mile",
                "mi" => "miles",
                "m" => "meters",
                "km" => "kilometers",
                other => other,
            };
            value.map_or_else(|| capitalised(name), |value| format!("{value} {name}"))
        }
    }
}
