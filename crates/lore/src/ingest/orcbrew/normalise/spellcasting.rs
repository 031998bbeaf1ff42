use std::collections::BTreeMap;

use serde_json::Value;

use super::fields::Fields;
use super::values::{ability_or_words, chosen_in_words, in_words, is_nothing, quoted, value_in_words, whole};
use crate::ingest::markdown::{Part, Table, ordinal};

/// How a class or subclass casts spells.
#[derive(Debug, Default)]
pub(super) struct Spellcasting {
    /// The ability it casts with, in full.
    pub(super) ability: Option<String>,
    /// The rest of it: label and words.
    pub(super) facts: Vec<(&'static str, String)>,
    /// How many cantrips are known from a level on.
    pub(super) cantrips: BTreeMap<u8, i64>,
    /// How many other spells are known from a level on.
    pub(super) spells: BTreeMap<u8, i64>,
    /// A list of its own.
    pub(super) list: Option<Part>,
}

/// What `spellcasting` says.
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
    // Only says whether the next field counts.
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
    casting.facts.retain(|(_, words)| !words.is_empty());
    let rest = inner.finish();
    rest.facts.into_iter().for_each(|(label, value)| fields.also(&format!("Spellcasting: {label}"), value));
    for (label, parts) in rest.sections {
        let words: Vec<String> = parts.iter().map(Part::to_markdown).collect();
        fields.also(&format!("Spellcasting: {label}"), words.join(" "));
    }
    rest.notes.into_iter().for_each(|note| fields.note(note));
    casting
}

/// What is known from each level on. The file says how many are new at each level.
fn schedule(fields: &mut Fields<'_>, key: &str) -> BTreeMap<u8, i64> {
    let Some(value) = fields.take(key) else { return BTreeMap::new() };
    let new = match value {
        Value::Object(levels) => levels
            .iter()
            .filter(|(_, number)| !is_nothing(number))
            .map(|(level, number)| {
                Some((level.parse().ok()?, whole(number).or_else(|| whole(number.get("num")?))?))
            })
            .collect(),
        number => whole(number).map(|number| BTreeMap::from([(1, number)])),
    };
    let Some(new): Option<BTreeMap<u8, i64>> = new else {
        fields.refuse(
            key,
            format!("the {} {} are not numbers by level", in_words(key).to_lowercase(), quoted(value)),
        );
        return BTreeMap::new();
    };
    let mut known = 0;
    new.into_iter()
        .filter(|(_, number)| *number != 0)
        .map(|(level, number)| {
            known += number;
            (level, known)
        })
        .collect()
}

/// The lists of spells of a subclass, such as `cleric-spells`.
pub(super) fn spell_lists(fields: &mut Fields<'_>) -> Vec<Part> {
    let mut lists = Vec::new();
    for key in fields.unused().into_iter().filter(|key| key.ends_with("-spells")) {
        let Some(value) = fields.take(key) else { continue };
        match by_spell_level(&in_words(key), value) {
            Some(list) => lists.push(list),
            None => fields.refuse(
                key,
                format!("the {} {} are not spells by their level", in_words(key), quoted(value)),
            ),
        }
    }
    lists
}

/// A table of spells by their level. Where the levels of the class follow from that, they are not told, for a homebrew
/// class may have its own.
fn by_spell_level(name: &str, value: &Value) -> Option<Part> {
    let object = value.as_object()?;
    let mut levels: Vec<(u8, String)> = Vec::new();
    for (level, spells) in object.iter().filter(|(_, spells)| !is_nothing(spells)) {
        levels.push((level.parse().ok().filter(|level| *level <= 9)?, names(spells)));
    }
    levels.sort();
    let mut table = Table::new(["Spell Level", "Spells"]);
    for (level, spells) in levels.into_iter().filter(|(_, spells)| !spells.is_empty()) {
        table.row([if level == 0 { "Cantrip".to_owned() } else { ordinal(level) }, spells]);
    }
    Some(Part { name: name.to_owned(), text: table.to_markdown() })
}

/// The spells of a level, given as a list, as flags, or by their place: `{0 :bane, 1 :bless}`.
fn names(spells: &Value) -> String {
    let names = match spells {
        Value::Object(places) if places.values().all(|it| it.is_string() || it.is_null()) => {
            let mut places: Vec<(u32, &Value)> =
                places.iter().map(|(place, spell)| (place.parse().unwrap_or(u32::MAX), spell)).collect();
            places.sort_by_key(|(place, _)| *place);
            let spells =
                places.into_iter().filter_map(|(_, spell)| spell.as_str()).filter(|it| *it != "select");
            spells.map(in_words).collect()
        }
        other => chosen_in_words(other),
    };
    names.join(", ")
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn what_is_known_adds_up() {
        let object =
            json!({ "known": { "10": 1, "1": 2, "4": { "num": 1, "restriction": "x" }, "5": null } });
        let mut fields = Fields::new(object.as_object().unwrap());
        assert_eq!(schedule(&mut fields, "known"), BTreeMap::from([(1, 2), (4, 3), (10, 4)]));
    }

    #[test]
    fn spells_stand_by_their_level_whatever_their_shape() {
        let value = json!({
            "2": { "1": "augury", "0": "aid" }, "1": ["bane", "bless"], "0": { "light": true, "mending": false },
            "3": { "0": null, "1": "select" },
        });
        assert_eq!(
            by_spell_level("Spells", &value).unwrap().text,
            "| Spell Level | Spells |\n|---|---|\n| Cantrip | Light |\n| 1st | Bane, Bless |\n| 2nd | Aid, Augury |"
        );
        assert_eq!(by_spell_level("Spells", &json!({ "high": ["bane"] })), None);
    }
}
