//! The spellcasting of classes and subclasses.

use std::collections::BTreeMap;

use content::model::ordinal;
use serde_json::Value;

use super::fields::Fields;
use super::keywords::{ability_or_words, in_words};
use super::values::{names_in_words, present_fields, value_in_words, whole};
use crate::markdown::{Part, Table};

#[derive(Default)]
pub(super) struct Spellcasting {
    pub(super) ability: Option<String>,
    pub(super) facts: Vec<(&'static str, String)>,
    /// The number of cantrips known from a level on.
    pub(super) cantrips: BTreeMap<u8, i64>,
    pub(super) spells: BTreeMap<u8, i64>,
    pub(super) list: Option<Part>,
}

pub(super) fn spellcasting(fields: &mut Fields<'_>) -> Spellcasting {
    let mut casting = Spellcasting::default();
    let Some(object) = fields.object("spellcasting") else { return casting };
    let mut inner = Fields::new(object);
    casting.ability = inner.text("ability").map(|ability| ability_or_words(&ability));
    let caster = inner.take("level-factor").map(|value| match whole(value) {
        Some(1) => "Full caster".to_owned(),
        Some(2) => "Half caster".to_owned(),
        Some(3) => "Third caster".to_owned(),
        _ => format!("Level factor {}", value_in_words(value)),
    });
    let known = inner.take("known-mode").map(|value| match value.as_str() {
        Some("schedule") => "knows a set number of spells".to_owned(),
        Some("all") => "knows every spell of its list".to_owned(),
        Some("acquire") => "gathers spells without limit".to_owned(),
        _ => value_in_words(value),
    });
    let prepares = inner.flag("prepares-spells?").then(|| "prepares spells".to_owned());
    // Only enables the next field.
    inner.take("cantrips?");
    casting.cantrips = schedule(&mut inner, "cantrips-known");
    casting.spells = schedule(&mut inner, "spells-known");
    let words = [caster, known, prepares].into_iter().flatten().collect::<Vec<_>>().join("; ");
    let mut list = inner.words("spell-list-kw");
    match inner.take("spell-list") {
        Some(Value::String(text)) => list = Some(in_words(text)),
        Some(value) => casting.list = by_spell_level("Spell List", value),
        None => {}
    }
    casting.facts = vec![
        ("Spellcasting", words),
        ("Spellcasting Ability", casting.ability.clone().unwrap_or_default()),
        ("Spell List", list.unwrap_or_default()),
    ];
    for (label, parts) in fields.add_remainder("Spellcasting", inner) {
        let words: Vec<String> = parts.iter().map(Part::to_markdown).collect();
        fields.add_fact(&format!("Spellcasting: {label}"), words.join(" "));
    }
    casting
}

/// Takes the number of spells known from each level on. The file has the number of new spells at each level.
fn schedule(fields: &mut Fields<'_>, key: &str) -> BTreeMap<u8, i64> {
    let new = fields.parse(key, "are not numbers by level", |value| match value {
        Value::Object(levels) => present_fields(levels)
            .map(|(level, number)| {
                Some((level.parse().ok()?, whole(number).or_else(|| whole(number.get("num")?))?))
            })
            .collect::<Option<BTreeMap<u8, i64>>>(),
        number => whole(number).map(|number| BTreeMap::from([(1, number)])),
    });
    let mut known = 0;
    new.unwrap_or_default()
        .into_iter()
        .filter(|(_, number)| *number != 0)
        .map(|(level, number)| {
            known += number;
            (level, known)
        })
        .collect()
}

/// Takes the spell lists of a subclass, such as `cleric-spells`.
pub(super) fn spell_lists(fields: &mut Fields<'_>) -> Vec<Part> {
    let mut lists = Vec::new();
    for key in fields.untaken().into_iter().filter(|key| key.ends_with("-spells")) {
        let list = |value| by_spell_level(&in_words(key), value);
        lists.extend(fields.parse(key, "are not spells by their level", list));
    }
    lists
}

/// Class levels are not derived, because a homebrew class may have its own progression.
fn by_spell_level(name: &str, value: &Value) -> Option<Part> {
    let object = value.as_object()?;
    let mut levels: Vec<(u8, String)> = Vec::new();
    for (level, spells) in present_fields(object) {
        levels.push((level.parse().ok().filter(|level| *level <= 9)?, spell_names(spells)));
    }
    levels.sort();
    let mut table = Table::new(["Spell Level", "Spells"]);
    for (level, spells) in levels.into_iter().filter(|(_, spells)| !spells.is_empty()) {
        table.row([if level == 0 { "Cantrip".to_owned() } else { ordinal(level) }, spells]);
    }
    Some(Part { name: name.to_owned(), text: table.to_markdown() })
}

/// Lists the spells of a level: a list, flags, or names by index such as `{0 :bane, 1 :bless}`.
fn spell_names(spells: &Value) -> String {
    let names = match spells {
        Value::Object(by_index) if by_index.values().all(|it| it.is_string() || it.is_null()) => {
            let mut spells: Vec<(u32, &str)> = by_index
                .iter()
                .filter_map(|(index, spell)| Some((index.parse().unwrap_or(u32::MAX), spell.as_str()?)))
                .collect();
            spells.sort_by_key(|(index, _)| *index);
            spells.into_iter().filter(|(_, it)| *it != "select").map(|(_, it)| in_words(it)).collect()
        }
        other => names_in_words(other),
    };
    names.join(", ")
}
