//! Encounters.

use content::model::{Details, Encounter, Kind, Participant};
use serde_json::Value;

use super::EntryContent;
use super::fields::Fields;
use super::keywords::in_words;
use super::values::{present, quoted, value_in_words, whole};
use crate::markdown::Body;

/// Player characters are only counted: the file has no more than their numbers in the program that wrote it.
pub(super) fn encounter(fields: &mut Fields<'_>) -> EntryContent {
    let text = fields.description();
    let mut encounter = Encounter::default();
    let mut characters = 0;
    let mut others = Vec::new();
    for it in fields.list("creatures") {
        let creature = it.get("creature").filter(|creature| creature.is_object()).unwrap_or(it);
        let participant_type = it.get("type").and_then(Value::as_str);
        if let Some(name) = present(creature.get("monster")).and_then(Value::as_str).or_else(|| it.as_str()) {
            let number = number(fields, name, present(creature.get("num")));
            encounter.creatures.push(Participant { name: in_words(name), number });
        } else if present(creature.get("character")).is_some() || participant_type == Some("character") {
            characters += 1;
        } else {
            fields.note("one of the creatures has no name".to_owned());
            others.push(match participant_type {
                Some("monster") => "- a creature that was not chosen".to_owned(),
                _ => format!("- {}", value_in_words(it)),
            });
        }
    }
    let mut lines: Vec<String> =
        encounter.creatures.iter().map(|it| format!("- {} × {}", it.number, it.name)).collect();
    lines.append(&mut others);
    if characters > 0 {
        let of = if characters == 1 { "character, who is" } else { "characters, who are" };
        lines.push(format!("- {characters} {of} not part of the file"));
    }
    let body = Body::default().block(&lines.join("\n")).block(&text).finish();
    EntryContent { kind: Kind::Encounter, details: Details::Encounter(encounter), body }
}

/// 1 by default.
fn number(fields: &mut Fields<'_>, name: &str, value: Option<&Value>) -> u32 {
    let Some(value) = value else { return 1 };
    whole(value).unwrap_or_else(|| {
        let name = in_words(name);
        fields.note(format!("the number {} of {name} is not a number; 1 is assumed", quoted(value)));
        1
    })
}
