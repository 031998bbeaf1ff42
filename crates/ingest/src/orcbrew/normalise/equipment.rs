//! Starting equipment.

use serde_json::Value;

use super::fields::Fields;
use super::keywords::in_words;
use super::values::{names_in_words, present_fields, value_in_words, whole};
use crate::markdown::joined;

pub(super) fn equipment(fields: &mut Fields<'_>) -> Vec<(&'static str, String)> {
    let mut things = Vec::new();
    for key in ["weapons", "armor", "equipment"] {
        things.extend(fields.take(key).map(counted).unwrap_or_default());
    }
    let mut choices = Vec::new();
    for key in ["weapon-choices", "armor-choices", "equipment-choices"] {
        choices.extend(fields.list(key).into_iter().map(choice));
    }
    vec![
        ("Equipment", things.join(", ")),
        ("Equipment Choices", choices.join("; ")),
        ("Treasure", fields.take("treasure").map(treasure).unwrap_or_default()),
    ]
}

/// `Crowbar`, `4 × Javelin`.
fn counted(value: &Value) -> Vec<String> {
    let Value::Object(things) = value else { return names_or_value(value) };
    present_fields(things)
        .map(|(thing, number)| match whole(number) {
            Some(1) => in_words(thing),
            Some(number) => format!("{number} × {}", in_words(thing)),
            None if *number == Value::Bool(true) => in_words(thing),
            None => format!("{} ({})", in_words(thing), value_in_words(number)),
        })
        .collect()
}

fn names_or_value(value: &Value) -> Vec<String> {
    let names = names_in_words(value);
    let holds_more = value.as_array().is_some_and(|items| items.len() > names.len());
    if names.is_empty() || holds_more { vec![value_in_words(value)] } else { names }
}

/// `Artisan's Tools: Smith's Tools or Weaver's Tools`.
fn choice(value: &Value) -> String {
    let (Some(name), Some(options)) = (value.get("name").and_then(Value::as_str), value.get("options"))
    else {
        return value_in_words(value);
    };
    format!("{}: {}", name.trim(), joined(&counted(options), "or"))
}

fn treasure(value: &Value) -> String {
    let Value::Object(coins) = value else { return value_in_words(value) };
    let coins = present_fields(coins).map(|(coin, number)| match coin.as_str() {
        "cp" | "sp" | "ep" | "gp" | "pp" => format!("{} {coin}", value_in_words(number)),
        other => format!("{} {}", value_in_words(number), in_words(other)),
    });
    coins.collect::<Vec<_>>().join(", ")
}
