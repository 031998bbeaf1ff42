//! Languages, invocations, boons, selections, draconic ancestries, and items of unknown content types.

use content::model::{CharacterOption, Details, Kind, Rule, capitalised};
use serde_json::Value;
use text::{Pattern, pattern};

use super::EntryContent;
use super::benefits::benefit_list;
use super::fields::Fields;
use super::keywords::{ability_or_words, in_words, singular};
use super::traits::{Trait, names_of, traits};
use super::values::{present, whole};
use crate::markdown::{Body, Part};

/// Brackets at the end of a name: `Prerequisite: 5th level`, `7th Level`, `requires Pact of the Tome`.
static PREREQUISITE: Pattern = pattern!(concat!(
    r"(?i)[(\[]\s*(?:(?:prerequisites?|prereqs?|requires|req)\b\.?\s*:?\s*([^()\[\]]+)",
    r"|((?:[^()\[\]]*\b(?:level|lvl|pact|cantrip)\b)[^()\[\]]*))[)\]]\s*$"
));

pub(super) fn language(fields: &mut Fields<'_>) -> EntryContent {
    let body = fields.description();
    EntryContent { kind: Kind::Language, details: Details::Rule(Rule::default()), body }
}

/// Converts an invocation, a boon, a selection with its options, or an item of an unknown content type.
pub(super) fn option(fields: &mut Fields<'_>, content_type: &str, name: &str) -> EntryContent {
    let subtype = singular(content_type);
    let text = fields.description();
    let mut choices = traits(fields, "options");
    choices.extend(traits(fields, "traits"));
    let option = CharacterOption {
        prerequisite: prerequisite(name),
        parent: fields.words("class"),
        features: names_of(&choices),
        subtype: Some(subtype.clone()),
        ..CharacterOption::default()
    };
    let mut parts: Vec<Part> = breath_weapon(fields).into_iter().collect();
    parts.push(Part { name: String::new(), text: benefit_list(fields) });
    parts.extend(choices.iter().map(Trait::part));
    let content = EntryContent::option(Kind::ClassOption, option, &text, &parts);
    let body = Body::default().italic(&capitalised(&subtype)).block(&content.body).finish();
    EntryContent { body, ..content }
}

fn prerequisite(name: &str) -> Option<String> {
    let found = PREREQUISITE.captures(name)?;
    Some(found.get(1).or_else(|| found.get(2))?.as_str().trim().to_owned())
}

/// Takes the breath weapon of a draconic ancestry: `5 by 30 ft. line of acid; Dexterity saving throw`.
fn breath_weapon(fields: &mut Fields<'_>) -> Option<Part> {
    const KEY: &str = "breath-weapon";
    let breath = fields.object(KEY)?;
    let word = |key: &str| present(breath.get(key)).and_then(Value::as_str);
    let feet = |key: &str| breath.get(key).and_then(whole::<i64>);
    let size = match (feet("line-width"), feet("line-length").or_else(|| feet("length"))) {
        (Some(width), Some(length)) => Some(format!("{width} by {length} ft.")),
        (one, other) => one.or(other).map(|feet| format!("{feet} ft.")),
    };
    let area = word("area-type").map(|area| in_words(area).to_lowercase());
    let damage = word("damage-type").map(|damage| format!("of {}", in_words(damage).to_lowercase()));
    let save = word("save").map(|save| format!("{} saving throw", ability_or_words(save)));
    let shape: Vec<String> = [size, area, damage].into_iter().flatten().collect();
    let words = [Some(shape.join(" ")), save].into_iter().flatten().filter(|it| !it.is_empty());
    let words = words.collect::<Vec<_>>().join("; ");
    let known: Vec<&str> = ["damage-type", "area-type", "save"]
        .into_iter()
        .filter(|key| breath.get(*key).is_some_and(Value::is_string))
        .chain(["line-width", "line-length", "length"].into_iter().filter(|key| feet(key).is_some()))
        .collect();
    fields.add_unknown(KEY, breath, &known);
    (!words.is_empty()).then(|| Part::new("Breath Weapon", &words))
}

#[cfg(test)]
mod tests;
