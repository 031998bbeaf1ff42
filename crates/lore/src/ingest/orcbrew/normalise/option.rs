use std::sync::LazyLock;

use regex::Regex;
use serde_json::Value;

use super::Made;
use super::fields::Fields;
use super::props::props;
use super::traits::{Trait, traits};
use super::values::{ability_or_words, in_words, is_nothing, singular, whole};
use crate::ingest::markdown::{self, Body, Part, capitalised, pattern};
use crate::model::{CharacterOption, Details, Kind, Rule};

/// What a name asks for in brackets at its end: `Prerequisite: 5th level`, `7th Level`, `requires Pact of the Tome`.
static PREREQUISITE: LazyLock<Regex> = LazyLock::new(|| {
    pattern(concat!(
        r"(?i)[(\[]\s*(?:(?:prerequisites?|prereqs?|requires|req)\b\.?\s*:?\s*([^()\[\]]+)",
        r"|((?:[^()\[\]]*\b(?:level|lvl|pact|cantrip)\b)[^()\[\]]*))[)\]]\s*$"
    ))
});

/// A language.
pub(super) fn language(fields: &mut Fields<'_>) -> Made {
    let body = fields.story();
    Made { kind: Kind::Language, details: Details::Rule(Rule::default()), body }
}

/// An invocation, a boon, a selection with its options, or an item of a type that is not known.
pub(super) fn option(fields: &mut Fields<'_>, content_type: &str, name: &str) -> Made {
    let subtype = singular(content_type);
    let text = fields.story();
    let mut parts: Vec<Trait> = traits(fields, "options");
    parts.extend(traits(fields, "traits"));
    let option = CharacterOption {
        prerequisite: PREREQUISITE
            .captures(name)
            .and_then(|found| found.get(1).or_else(|| found.get(2)))
            .map(|words| words.as_str().trim().to_owned()),
        parent: fields.words("class"),
        features: parts.iter().map(|part| part.name.clone()).filter(|name| !name.is_empty()).collect(),
        subtype: Some(subtype),
        ..CharacterOption::default()
    };
    let mut choices: Vec<Part> = breath(fields).into_iter().collect();
    let benefits: Vec<String> = props(fields).into_iter().map(|benefit| format!("- {benefit}")).collect();
    choices.push(Part { name: String::new(), text: benefits.join("\n") });
    choices.extend(parts.iter().map(Trait::part));
    let sort = option.subtype.as_deref().map(capitalised).unwrap_or_default();
    let text = markdown::class_option(&option, &text, &choices);
    let body = Body::default().italic(&sort).block(&text).finish();
    Made { kind: Kind::ClassOption, details: Details::CharacterOption(option), body }
}

/// The breath weapon of a draconic ancestry: `5 by 30 ft. line of acid; Dexterity saving throw`.
fn breath(fields: &mut Fields<'_>) -> Option<Part> {
    const KEY: &str = "breath-weapon";
    let Value::Object(breath) = fields.take(KEY)? else {
        fields.refuse(KEY, "the breath weapon is not what this field holds".to_owned());
        return None;
    };
    let word = |key: &str| breath.get(key).and_then(Value::as_str).filter(|word| !word.trim().is_empty());
    let feet = |key: &str| breath.get(key).and_then(whole);
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
    let told = |(key, value): (&String, &Value)| match key.as_str() {
        "damage-type" | "area-type" | "save" => value.is_string(),
        "line-width" | "line-length" | "length" => whole(value).is_some(),
        _ => false,
    };
    let strange = breath.iter().filter(|entry| !told(*entry) && !is_nothing(entry.1));
    let strange = strange.map(|(key, value)| (key.clone(), value.clone())).collect();
    fields.also_unknown(KEY, &strange, &[]);
    (!words.is_empty()).then(|| Part::new("Breath Weapon", &words))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_brackets_that_ask_for_something_are_a_prerequisite() {
        let read = |name: &str| {
            let found = PREREQUISITE.captures(name)?;
            Some(found.get(1).or_else(|| found.get(2))?.as_str().trim().to_owned())
        };
        assert_eq!(read("Salt Sight (Prerequisite: 5th level)").as_deref(), Some("5th level"));
        assert_eq!(
            read("Salt Sight [7th Level, Pact of the Tome]").as_deref(),
            Some("7th Level, Pact of the Tome")
        );
        assert_eq!(read("Salt Sight (requires a lamp)").as_deref(), Some("a lamp"));
        assert_eq!(read("Salt Sight (revised)"), None);
        assert_eq!(read("Salt Sight"), None);
    }
}
