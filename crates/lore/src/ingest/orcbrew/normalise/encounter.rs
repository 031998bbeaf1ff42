use serde_json::Value;

use super::Made;
use super::fields::Fields;
use super::values::{in_words, is_nothing, quoted, value_in_words, whole};
use crate::ingest::markdown::Body;
use crate::model::{Details, Encounter, Kind, Participant};

/// An encounter: who takes part. Characters are numbers that only the program that wrote the file knows, so no more
/// than that they take part is told of them.
pub(super) fn encounter(fields: &mut Fields<'_>) -> Made {
    let text = fields.story();
    let mut encounter = Encounter::default();
    let mut characters = 0;
    let mut others = Vec::new();
    for it in fields.list("creatures") {
        let creature = it.get("creature").filter(|creature| creature.is_object()).unwrap_or(it);
        let known = |key: &str| creature.get(key).filter(|value| !is_nothing(value));
        if let Some(name) = known("monster").and_then(Value::as_str).or_else(|| it.as_str()) {
            encounter
                .creatures
                .push(Participant { name: in_words(name), number: number(fields, name, known("num")) });
        } else if known("character").is_some() || it.get("type").and_then(Value::as_str) == Some("character")
        {
            characters += 1;
        } else {
            fields.note("one of the creatures has no name".to_owned());
            let chosen_nothing = it.get("type").and_then(Value::as_str) == Some("monster");
            let words =
                if chosen_nothing { "a creature that was not chosen".to_owned() } else { value_in_words(it) };
            others.push(format!("- {words}"));
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
    Made { kind: Kind::Encounter, details: Details::Encounter(encounter), body }
}

/// One, where no number is given.
fn number(fields: &mut Fields<'_>, name: &str, value: Option<&Value>) -> u32 {
    let Some(value) = value else { return 1 };
    let number = whole(value).and_then(|number| u32::try_from(number).ok());
    number.unwrap_or_else(|| {
        fields.note(format!(
            "the number {} of {} is not one; it is taken for 1",
            quoted(value),
            in_words(name)
        ));
        1
    })
}
