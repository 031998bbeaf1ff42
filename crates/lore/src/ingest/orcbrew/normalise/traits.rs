use std::sync::LazyLock;

use regex::Regex;
use serde_json::{Map, Value};

use super::fields::Fields;
use super::prose::prose;
use super::values::{class_level, in_words, is_nothing, quoted, value_in_words};
use crate::ingest::markdown::{Part, action, pattern};
use crate::model::{clean, fold};

/// A name that says what sort it is: `Reaction: Parry`.
static SORT_FIRST: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"(?i)^(reaction|bonus action|legendary action)s?\s*[:–—-]\s*(\S.*)$"));
/// The same behind it: `Parry (Reaction)`, `Parry (Reaction, Recharge 6)`.
static SORT_LAST: LazyLock<Regex> = LazyLock::new(|| {
    pattern(r"(?i)^(.*\S)\s*[(\[](reaction|bonus action|legendary action)(?:[,;]\s*([^)\]]+))?[)\]]$")
});

/// When something is done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Sort {
    /// Always, or whenever its text says.
    Trait,
    Action,
    BonusAction,
    Reaction,
    LegendaryAction,
}

/// A trait, a feature or an action of an item.
#[derive(Debug)]
pub(super) struct Trait {
    /// Its name; empty when it has none.
    pub(super) name: String,
    /// Its text (clean).
    pub(super) text: String,
    pub(super) sort: Sort,
    /// The class level from which on it is there.
    pub(super) level: Option<u8>,
}

impl Trait {
    /// It as a passage, an attack set as in a stat block.
    pub(super) fn action(&self) -> Part {
        action(&self.name, &self.text)
    }

    /// It as a passage that says first whether it is an action.
    pub(super) fn part(&self) -> Part {
        Part::new(&self.name, &self.text_with_sort())
    }

    /// Its text, and before it whether it is an action.
    pub(super) fn text_with_sort(&self) -> String {
        let sort = match self.sort {
            Sort::Trait => return self.text.clone(),
            Sort::Action => "Action",
            Sort::BonusAction => "Bonus action",
            Sort::Reaction => "Reaction",
            Sort::LegendaryAction => "Legendary action",
        };
        let gap = if self.text.starts_with(['|', '#', '-']) { "\n\n" } else { " " };
        format!("*{sort}.*{gap}{}", self.text).trim_end().to_owned()
    }
}

/// The traits in a field, in their order. Those that say nothing are left out.
pub(super) fn traits(fields: &mut Fields<'_>, key: &str) -> Vec<Trait> {
    if let Some(Value::String(text)) = fields.take(key) {
        return vec![Trait { name: String::new(), text: prose(text), sort: Sort::Trait, level: None }];
    }
    let list = fields.list(key);
    list.into_iter().filter_map(|value| one(fields, key, value)).collect()
}

fn one(fields: &mut Fields<'_>, key: &str, value: &Value) -> Option<Trait> {
    let nameless = |text: String| Trait { name: String::new(), text, sort: Sort::Trait, level: None };
    let object = match value {
        Value::Object(object) => object,
        Value::String(text) => return Some(nameless(prose(text))),
        other => {
            fields.note(format!(
                "{} among the {} is neither a text nor named",
                quoted(other),
                in_words(key).to_lowercase()
            ));
            return Some(nameless(value_in_words(other)));
        }
    };
    let text =
        |key: &str| object.get(key).and_then(Value::as_str).map(str::trim).filter(|text| !text.is_empty());
    let (name, sort_of_name) = sort_by_name(&clean(text("name").unwrap_or_default()).replace('\n', " "));
    let name = match text("notes") {
        Some(notes) if !name.is_empty() => format!("{name} ({})", notes.trim_matches(['(', ')'])),
        Some(notes) => notes.to_owned(),
        None => name,
    };
    let mut passages: Vec<String> =
        ["description", "summary"].into_iter().filter_map(text).map(prose).collect();
    passages.dedup();
    passages.extend(unknown(object));
    let text = passages.join("\n\n");
    if name.is_empty() && text.is_empty() {
        return None;
    }
    let level = object.get("level").filter(|level| !is_nothing(level));
    let read = level.and_then(class_level);
    if let (Some(level), None) = (level, read) {
        let whose = if name.is_empty() { "a nameless feature".to_owned() } else { format!("“{name}”") };
        fields.note(format!(
            "the level {} of {whose} is not a number from 1 to 20; it stands at the 1st level",
            quoted(level)
        ));
    }
    let sort = sort_by_type(object).or(sort_of_name).unwrap_or(Sort::Trait);
    Some(Trait { name, text, sort, level: read })
}

fn sort_by_type(object: &Map<String, Value>) -> Option<Sort> {
    match fold(object.get("type")?.as_str()?).replace(['_', ' '], "-").as_str() {
        "action" | "actions" => Some(Sort::Action),
        "b-action" | "bonus-action" | "bonus-actions" => Some(Sort::BonusAction),
        "reaction" | "reactions" => Some(Sort::Reaction),
        "legendary-action" | "legendary-actions" | "legendary" => Some(Sort::LegendaryAction),
        _ => None,
    }
}

/// The name without the sort it tells, and that sort.
fn sort_by_name(name: &str) -> (String, Option<Sort>) {
    let sort = |word: &str| match word.to_lowercase().as_str() {
        "reaction" => Sort::Reaction,
        "bonus action" => Sort::BonusAction,
        _ => Sort::LegendaryAction,
    };
    let group = |found: &regex::Captures<'_>, place| found.get(place).map(|it| it.as_str().to_owned());
    if let Some(found) = SORT_FIRST.captures(name) {
        return (group(&found, 2).unwrap_or_default(), group(&found, 1).map(|word| sort(&word)));
    }
    if let Some(found) = SORT_LAST.captures(name) {
        let rest = group(&found, 3).map(|rest| format!(" ({rest})")).unwrap_or_default();
        let name = group(&found, 1).unwrap_or_default();
        return (format!("{name}{rest}"), group(&found, 2).map(|word| sort(&word)));
    }
    (name.to_owned(), None)
}

/// What it says in fields that traits do not usually have.
fn unknown(object: &Map<String, Value>) -> Option<String> {
    const KNOWN: [&str; 6] = ["name", "description", "summary", "notes", "level", "type"];
    // A page is of a book that the reader may not have, and says nothing of the trait.
    let strange = object.iter().filter(|(key, value)| match key.as_str() {
        "name" | "notes" | "description" | "summary" => !value.is_string() && !is_nothing(value),
        "type" => sort_by_type(object).is_none() && !is_other(value) && !is_nothing(value),
        key => !KNOWN.contains(&key) && !is_nothing(value),
    });
    let told: Vec<String> =
        strange.map(|(key, value)| format!("{}: {}", in_words(key), value_in_words(value))).collect();
    (!told.is_empty()).then(|| format!("({})", told.join("; ")))
}

fn is_other(value: &Value) -> bool {
    value.as_str().is_some_and(|text| ["other", "trait", "select"].contains(&fold(text).as_str()))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn read(value: &Value) -> (Vec<Trait>, Vec<String>) {
        let mut fields = Fields::new(value.as_object().unwrap());
        let traits = traits(&mut fields, "traits");
        (traits, fields.finish().notes)
    }

    #[test]
    fn the_sort_of_a_trait_is_its_type_or_told_by_its_name() {
        for (name, kind, expected, sort) in [
            ("Bite", json!("action"), "Bite", Sort::Action),
            ("Lash", json!("Legendary Action"), "Lash", Sort::LegendaryAction),
            ("Reaction: Parry", json!(null), "Parry", Sort::Reaction),
            ("Parry (Reaction)", json!("Other"), "Parry", Sort::Reaction),
            ("Parry (Reaction, Recharge 6)", json!(null), "Parry (Recharge 6)", Sort::Reaction),
            ("Hop (Bonus Action)", json!(null), "Hop", Sort::BonusAction),
            ("Keen (Sight)", json!("other"), "Keen (Sight)", Sort::Trait),
            ("Reaction Time", json!(7), "Reaction Time", Sort::Trait),
        ] {
            let (traits, _) =
                read(&json!({ "traits": [{ "name": name, "type": kind, "description": "x" }] }));
            assert_eq!((traits[0].name.as_str(), traits[0].sort), (expected, sort));
        }
    }

    #[test]
    fn traits_of_every_shape_are_kept_and_empty_ones_are_not() {
        let (traits, notes) = read(&json!({ "traits": [
            null, {}, { "type": "action" }, "Bare words.", { "description": "Nameless." },
            { "name": "Only a name", "frequency": { "amount": 1, "units": "day" } },
            { "name": "Gaze", "notes": "1/Day", "summary": "Looks.", "level": "high" }, 3,
        ] }));
        let told: Vec<(&str, &str)> = traits.iter().map(|it| (it.name.as_str(), it.text.as_str())).collect();
        assert_eq!(
            told,
            [
                ("", "Bare words."),
                ("", "Nameless."),
                ("Only a name", "(Frequency: Amount 1, Units Day)"),
                ("Gaze (1/Day)", "Looks."),
                ("", "3"),
            ]
        );
        assert_eq!(
            notes,
            [
                "the level “high” of “Gaze (1/Day)” is not a number from 1 to 20; it stands at the 1st level",
                "3 among the traits is neither a text nor named",
            ]
        );
    }
}
