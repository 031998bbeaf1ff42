//! Library exports of Improved Initiative.
//!
//! The file is an object with a member `Creatures.ID` or `Spells.ID` for each stat block and spell
//! (`ImportAll` in `client/Utility/Store.ts`, `common/StatBlock.ts` and `common/Spell.ts` of
//! cynicaloptimist/improved-initiative). Older versions begin the members with `ImprovedInitiative.` and have
//! JSON in texts. The editor shows a single stat block or spell as JSON.

use content::model::{Kind, capitalised};
use content::stat_block::kind_of_creature;
use serde_json::value::RawValue;
use serde_json::{Map, Value, json};

use crate::creature::SHORT;
use crate::creatures::Read;
use crate::fields::{Fields, in_words, number, object, passages_of};
use crate::json::{Lines, Top, parse, parse_text};
use crate::{Format, Item, Output, Sample, Source};

/// Improved Initiative.
pub static FORMAT: Format = Format {
    name: "Improved Initiative",
    files: "a library that Improved Initiative exports as JSON",
    is_spread: false,
    recognises,
    read,
};

const LISTS: [&str; 4] = ["Creatures", "Spells", "PersistentCharacters", "SavedEncounters"];
const IGNORED: [&str; 10] = [
    "Name", "Id", "Version", "LastUpdateMs", "SearchHint", "FilterDimensions", "ImageURL", "Link", "Meta",
    "InitiativeSpecialRoll",
];

fn recognises(sample: &Sample<'_>) -> bool {
    let Some(top) = &sample.json else { return false };
    let is_library =
        matches!(top, Top::Object(fields) if fields.iter().any(|(key, _)| list_of(key).is_some()));
    is_library || top.first().is_some_and(|first| is_alone(&first))
}

fn is_alone(top: &Top<'_>) -> bool {
    top.has(&["Name", "HP", "AC", "Abilities"]) || top.has(&["Name", "CastingTime", "Components"])
}

/// Returns the list and the id of a member.
fn list_of(key: &str) -> Option<(&str, &str)> {
    let (list, id) = key.strip_prefix("ImprovedInitiative.").unwrap_or(key).split_once('.')?;
    LISTS.contains(&list).then_some((list, id))
}

fn read(source: &Source<'_>, output: &mut Output<'_>) -> Result<(), String> {
    for file in source.files {
        let lines = Lines::new(&file.text);
        let top = Top::read(&file.text)?;
        let members: Vec<(&str, &str, &RawValue)> = match &top {
            Top::Object(_) if is_alone(&top) => {
                let whole: &RawValue = serde_json::from_str(&file.text).map_err(|error| error.to_string())?;
                vec![("", "", whole)]
            }
            Top::Object(fields) => fields
                .iter()
                .filter_map(|(key, raw)| list_of(key).map(|(list, id)| (list, id, *raw)))
                .collect(),
            Top::List(values) => values.iter().map(|raw| ("", "", *raw)).collect(),
        };
        for (list, id, raw) in members {
            let (content_type, key, record) = item(list, id, raw);
            let item = Item { content_type, key, file: None, line: lines.of(raw.get()), record };
            if !output.add(source.title, item) {
                return Ok(());
            }
        }
    }
    Ok(())
}

fn item(list: &str, id: &str, raw: &RawValue) -> (String, String, Read) {
    let parsed = parse(raw).and_then(|value| match value {
        Value::String(text) => parse_text(&text),
        value => Ok(value),
    });
    let fields = match parsed.map(object) {
        Ok(Some(fields)) => fields,
        Ok(None) => return (list.to_owned(), id.to_owned(), Err("it has no fields".to_owned())),
        Err(reason) => return (list.to_owned(), id.to_owned(), Err(reason)),
    };
    let name = fields.get("Name").map(in_words).unwrap_or_default();
    let key = if name.is_empty() { id.to_owned() } else { name.clone() };
    let (content_type, record) = match list {
        "PersistentCharacters" => {
            ("character", Err("it is a player character; only stat blocks and spells are read".to_owned()))
        }
        "SavedEncounters" => {
            ("encounter", Err("it is a saved encounter; only stat blocks and spells are read".to_owned()))
        }
        "Spells" => ("spell", spell(&name, fields)),
        "" if fields.contains_key("CastingTime") => ("spell", spell(&name, fields)),
        _ => ("stat block", stat_block(&name, fields)),
    };
    (content_type.to_owned(), key, record)
}

fn stat_block(name: &str, item: Map<String, Value>) -> Read {
    let mut fields = Fields::new(Kind::Creature, name, item);
    let source = fields.words("Source");
    fields.set_pack(source);
    let kind = fields.words("Type").map(|line| kind_of_creature(&line)).unwrap_or_default();
    fields.entry.fields.extend(kind);
    // A number may stand alone.
    let parted = |value: Option<Value>| match value {
        Some(Value::Object(mut parts)) => {
            let notes = parts.get("Notes").map(in_words);
            (parts.shift_remove("Value").unwrap_or_default(), notes)
        }
        value => (value.unwrap_or_default(), None),
    };
    let (armor_class, notes) = parted(fields.take("AC"));
    fields.set_armor_class(&armor_class, notes);
    let (hit_points, dice) = parted(fields.take("HP"));
    fields.set_hit_points(&hit_points, dice);
    let mut scores = fields.take("Abilities").and_then(object).unwrap_or_default();
    fields.set_scores(SHORT.map(|short| scores.shift_remove(&capitalised(short))));
    // It is added to the modifier of Dexterity; 0 says nothing.
    if let Some(more) = fields.whole("InitiativeModifier").filter(|more| *more != 0) {
        let bonus = i32::try_from(fields.modifier("dex").saturating_add(more)).ok();
        fields.set("initiative_bonus", bonus);
    }
    if fields.is_set("InitiativeAdvantage") {
        fields.describe("It has advantage on initiative.");
    }
    fields.copy(&[
        ("Speed", "speed"),
        ("DamageVulnerabilities", "damage_vulnerabilities"),
        ("DamageResistances", "damage_resistances"),
        ("DamageImmunities", "damage_immunities"),
        ("ConditionImmunities", "condition_immunities"),
        ("Senses", "senses"),
        ("Languages", "languages"),
    ]);
    for (key, field) in [("Saves", "saving_throws"), ("Skills", "skills")] {
        let bonuses = fields.objects(key).into_iter().map(|bonus| {
            let part = |key: &str| bonus.get(key).cloned().unwrap_or_default();
            (in_words(&part("Name")), part("Modifier"))
        });
        fields.set_bonuses(field, bonuses);
    }
    if let Some(rating) = fields.take("Challenge") {
        fields.set_rating("Challenge", rating);
    }
    fields.passages(&[
        ("Traits", "traits"),
        ("Actions", "actions"),
        ("BonusActions", "bonus_actions"),
        ("Reactions", "reactions"),
    ]);
    let legendary = fields.take("LegendaryActions").map(|list| passages_of(&list));
    fields.set_legendary_actions("", legendary.unwrap_or_default());
    let description = fields.words("Description").unwrap_or_default();
    fields.describe(&description);
    fields.finish(&IGNORED)
}

fn spell(name: &str, item: Map<String, Value>) -> Read {
    let mut fields = Fields::new(Kind::Spell, name, item);
    let source = fields.words("Source");
    fields.set_pack(source);
    match fields.take("Level") {
        Some(level) if number(&level).is_some_and(|level| (0..=9).contains(&level)) => {
            fields.set("level", number(&level));
        }
        Some(level) => fields.reject("Level", &level),
        None => {}
    }
    fields.copy(&[("School", "school"), ("Range", "range")]);
    let [time, components, duration, text] = ["CastingTime", "Components", "Duration", "Description"]
        .map(|key| fields.words(key).unwrap_or_default());
    fields.set_casting_time(&time);
    fields.set_components(&components);
    fields.set_duration(&duration);
    fields.set_spell_text(&text);
    if let Some(Value::Array(classes)) = fields.take("Classes") {
        fields.set("classes", json!(classes.iter().map(in_words).collect::<Vec<_>>()));
    }
    if fields.is_set("Ritual") {
        fields.set("ritual", true);
    }
    fields.finish(&IGNORED)
}

#[cfg(test)]
mod tests;
