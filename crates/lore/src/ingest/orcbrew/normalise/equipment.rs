use serde_json::Value;

use super::fields::Fields;
use super::values::{chosen_in_words, in_words, is_nothing, value_in_words, whole};
use crate::ingest::markdown::alternatives;

/// What a character begins with: label and words.
pub(super) fn equipment(fields: &mut Fields<'_>) -> Vec<(&'static str, String)> {
    let mut things = Vec::new();
    for key in ["weapons", "armor", "equipment"] {
        things.extend(fields.take(key).map(counted).unwrap_or_default());
    }
    let mut choices = Vec::new();
    for key in ["weapon-choices", "armor-choices", "equipment-choices"] {
        choices.extend(fields.list(key).into_iter().map(choice));
    }
    let treasure = fields.take("treasure").map(treasure).unwrap_or_default();
    let mut all = vec![
        ("Equipment", things.join(", ")),
        ("Equipment Choices", choices.join("; ")),
        ("Treasure", treasure),
    ];
    all.retain(|(_, words)| !words.is_empty());
    all
}

/// `Crowbar`, `4 × Javelin`.
fn counted(value: &Value) -> Vec<String> {
    let Value::Object(things) = value else { return chosen_or_all(value) };
    let things = things.iter().filter(|(_, number)| !is_nothing(number));
    things
        .map(|(thing, number)| match whole(number) {
            Some(1) => in_words(thing),
            Some(number) => format!("{number} × {}", in_words(thing)),
            None if *number == Value::Bool(true) => in_words(thing),
            None => format!("{} ({})", in_words(thing), value_in_words(number)),
        })
        .collect()
}

fn chosen_or_all(value: &Value) -> Vec<String> {
    let named = chosen_in_words(value);
    let lists_all = value.as_array().is_some_and(|items| items.len() > named.len());
    if named.is_empty() || lists_all { vec![value_in_words(value)] } else { named }
}

/// `Artisan's Tools: Smith's Tools or Weaver's Tools`.
fn choice(value: &Value) -> String {
    let (Some(name), Some(options)) = (value.get("name").and_then(Value::as_str), value.get("options"))
    else {
        return value_in_words(value);
    };
    format!("{}: {}", name.trim(), alternatives(&counted(options)))
}

/// `15 gp`.
fn treasure(value: &Value) -> String {
    let Value::Object(coins) = value else { return value_in_words(value) };
    let coins = coins.iter().filter(|(_, number)| !is_nothing(number));
    let coins = coins.map(|(coin, number)| match coin.as_str() {
        "cp" | "sp" | "ep" | "gp" | "pp" => format!("{} {coin}", value_in_words(number)),
        other => format!("{} {}", value_in_words(number), in_words(other)),
    });
    coins.collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn equipment_is_counted_where_there_is_more_than_one() {
        let object = json!({
            "weapons": { "javelin": 4 },
            "equipment": { "clothes-common": 1, "ink": false, "lantern": "lit" },
            "equipment-choices": [{ "name": "Tools", "options": { "smiths-tools": 1, "weavers-tools": 1 } }],
            "treasure": { "gp": 15, "sp": null },
        });
        let mut fields = Fields::new(object.as_object().unwrap());
        assert_eq!(
            equipment(&mut fields),
            [
                ("Equipment", "4 × Javelin, Common Clothes, Lantern (Lit)".to_owned()),
                ("Equipment Choices", "Tools: Smith's Tools or Weaver's Tools".to_owned()),
                ("Treasure", "15 gp".to_owned()),
            ]
        );
    }
}
