//! Stat blocks of the Obsidian plug-in Fantasy Statblocks: code blocks and properties of notes in YAML,
//! and the plug-in's own bestiary in JSON (`index.ts` and `src/util/util.ts` of javalent/fantasy-statblocks).

mod bases;
mod notes;
mod sheet;

use content::model::Kind;
use serde_json::value::RawValue;
use serde_json::{Map, Value};
use text::{Pattern, pattern};

use self::bases::Bases;
use self::sheet::{COPIED, IGNORED, PASSAGES, Sheet};
use crate::creatures::Read;
use crate::fields::{Fields, Passage, in_words, object, passages_of};
use crate::json::{Lines, Top, parse};
use crate::{Format, Item, Output, Sample, Source};

/// Fantasy Statblocks.
pub static FORMAT: Format = Format {
    name: "Fantasy Statblocks",
    files: "a vault with statblock code blocks, or a bestiary that the Obsidian plug-in Fantasy Statblocks exports as JSON",
    is_spread: true,
    recognises,
    read,
};

/// Words in the names of layouts for other games.
static OTHER_GAME: Pattern = pattern!(
    r"(?i)path ?(?:finder|2e)|pf2|13th age|fate core|daggerheart|bunkers|shadowdark|nimble|dsa|dragonbane"
);

fn recognises(sample: &Sample<'_>) -> bool {
    match &sample.json {
        Some(top) => {
            let list = top.field("monsters").and_then(Top::part);
            let first = list.as_ref().unwrap_or(top).first();
            // Each is alone, or in a pair with its name.
            let first = match first.as_deref() {
                Some(Top::List(pair)) => pair.get(1).copied().and_then(Top::part),
                Some(top) => Some(top.clone()),
                None => None,
            };
            first.is_some_and(|first| {
                first.has(&["name", "stats"]) && (first.has(&["ac"]) || first.has(&["hp"]))
            })
        }
        None => notes::has_stat_block(sample.text),
    }
}

fn read(source: &Source<'_>, output: &mut Output<'_>) -> Result<(), String> {
    let mut sheets = Vec::new();
    for file in source.files {
        let is_json = file.text.trim_start().starts_with(['{', '[']);
        let mut found = if is_json { bestiary(&file.text)? } else { notes::sheets(file) };
        if source.files.len() > 1 {
            found.iter_mut().for_each(|sheet| sheet.file = Some(file.name.clone()));
        }
        sheets.append(&mut found);
    }
    let bases = Bases::new(&sheets, source.base);
    for sheet in &sheets {
        let record = match &sheet.fields {
            Ok(fields) if bases.is_mention(fields) => continue,
            Ok(fields) => bases.whole(fields).and_then(|fields| creature(&sheet.name, fields)),
            Err(reason) => Err(reason.clone()),
        };
        let item = Item {
            content_type: "stat block".to_owned(),
            key: sheet.name.clone(),
            file: sheet.file.clone(),
            line: sheet.line,
            record,
        };
        if !output.add(source.title, item) {
            break;
        }
    }
    Ok(())
}

fn bestiary(text: &str) -> Result<Vec<Sheet>, String> {
    let lines = Lines::new(text);
    let top = Top::read(text)?;
    let whole: &RawValue = serde_json::from_str(text).map_err(|error| error.to_string())?;
    let list = top.field("monsters").and_then(Top::part).unwrap_or(top);
    let values = if matches!(list, Top::List(_)) { list.values().to_vec() } else { vec![whole] };
    let sheet = |raw: &RawValue| {
        let value = parse(raw).map(|value| match value {
            Value::Array(pair) => pair.into_iter().nth(1).unwrap_or_default(),
            value => value,
        });
        let fields =
            value.and_then(|value| object(notes::unlinked_value(value)).ok_or("it has no fields".to_owned()));
        let name =
            fields.as_ref().ok().and_then(|fields| fields.get("name")).map(in_words).unwrap_or_default();
        Sheet { name, file: None, line: lines.of(raw.get()), fields }
    };
    Ok(values.into_iter().map(sheet).collect())
}

fn creature(name: &str, item: Map<String, Value>) -> Read {
    let layout = ["layout", "statblock"].map(|key| item.get(key).map(in_words).unwrap_or_default());
    if let Some(layout) = layout.into_iter().find(|layout| OTHER_GAME.is_match(layout)) {
        return Err(format!("its layout “{layout}” is for another game"));
    }
    let mut fields = Fields::new(Kind::Creature, name, item);
    let source = fields.words("source");
    fields.set_pack(source);
    let kind = ["size", "type", "subtype", "alignment"].map(|key| fields.words(key));
    fields.set_kind(kind);
    let (armor, detail) = (fields.take("ac").unwrap_or_default(), fields.words("ac_class"));
    fields.set_armor_class(&armor, detail);
    let (health, dice) = (fields.take("hp").unwrap_or_default(), fields.words("hit_dice"));
    fields.set_hit_points(&health, dice);
    let scores = fields.take("stats");
    fields.set_scores(std::array::from_fn(|index| {
        scores.as_ref().and_then(|scores| scores.get(index)).cloned()
    }));
    let initiative = fields.whole("modifier").and_then(|bonus| i32::try_from(bonus).ok());
    fields.set("initiative_bonus", initiative);
    fields.copy(&COPIED);
    for (key, field) in [("saves", "saving_throws"), ("skillsaves", "skills")] {
        let bonuses = fields.take(key).map(bonuses).unwrap_or_default();
        fields.set_bonuses(field, bonuses);
    }
    if let Some(rating) = fields.take("cr") {
        fields.set_rating("cr", rating);
    }
    let mut traits = fields.take("traits").map(|list| passages_of(&list)).unwrap_or_default();
    traits.extend(spellcasting(&mut fields));
    fields.set_passages("traits", traits);
    fields.passages(&PASSAGES);
    let introduction = fields.words("legendary_description").unwrap_or_default();
    let legendary = fields.take("legendary_actions").map(|list| passages_of(&list)).unwrap_or_default();
    fields.set_legendary_actions(&introduction, legendary);
    for key in ["description", "desc"] {
        let text = fields.words(key).unwrap_or_default();
        fields.describe(&text);
    }
    for (part, list, title) in [
        ("mythic", "actions", "Mythic Actions"),
        ("lair", "actions", "Lair Actions"),
        ("regional", "effects", "Regional Effects"),
    ] {
        let introduction = fields.words(&format!("{part}_description")).unwrap_or_default();
        let list = fields.take(&format!("{part}_{list}")).map(|list| passages_of(&list)).unwrap_or_default();
        fields.describe_section(title, &introduction, &list);
    }
    fields.finish(&IGNORED)
}

/// Returns bonuses by name: a map, a list of maps, of names with texts or of pairs, or a text with commas.
fn bonuses(value: Value) -> Vec<(String, Value)> {
    match value {
        Value::Object(fields) => match (fields.get("name"), fields.get("desc")) {
            (Some(name), Some(bonus)) => vec![(in_words(name), bonus.clone())],
            _ => fields.into_iter().collect(),
        },
        Value::Array(items) => match items.as_slice() {
            [Value::String(name), bonus @ (Value::Number(_) | Value::String(_))]
                if !name.contains(['+', '-']) =>
            {
                vec![(name.clone(), bonus.clone())]
            }
            _ => items.into_iter().flat_map(bonuses).collect(),
        },
        Value::String(text) => {
            let bonus = |part: &str| {
                let (name, bonus) = part.trim().rsplit_once(' ').unwrap_or((part, ""));
                (name.to_owned(), bonus.into())
            };
            text.split([',', ';']).filter(|part| !part.trim().is_empty()).map(bonus).collect()
        }
        _ => Vec::new(),
    }
}

/// Takes the list of spells: an introduction, and the spells by level.
fn spellcasting(fields: &mut Fields) -> Option<Passage> {
    let list = fields.take("spells")?;
    let mut text = String::new();
    for (name, more) in passages_of(&list) {
        let line =
            [name, more].iter().filter(|part| !part.is_empty()).cloned().collect::<Vec<_>>().join(": ");
        let mark = if text.is_empty() { "" } else { "\n- " };
        text += &format!("{mark}{}", line.trim_start_matches("- "));
    }
    let notes = fields.words("spellsNotes").unwrap_or_default();
    Some(("Spellcasting".to_owned(), format!("{}\n\n{notes}", text.replacen("\n- ", "\n\n- ", 1))))
}

#[cfg(test)]
mod tests;
