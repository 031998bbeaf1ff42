//! Rules and other reference entries: conditions, tables, deities, traps, languages.

use content::json::Object;
use content::markdown::{Body, ability_in_full};
use content::model::{Details, Family, Rule, title_case};
use serde_json::{Value, json};

use super::context::{Content, Context};
use super::entries::{line, markdown, markdown_of};
use super::tags::plain_tags;
use super::words::alignment;

/// Fields that are shown as facts, with their labels.
const FACTS: [(&str, &str); 22] = [
    ("Type", "trapHazType"),
    ("Type", "facilityType"),
    ("Rule Type", "ruleType"),
    ("Time", "time"),
    ("Level", "level"),
    ("Space", "space"),
    ("Hirelings", "hirelings"),
    ("Orders", "orders"),
    ("Typical Speakers", "typicalSpeakers"),
    ("Script", "script"),
    ("Origin", "origin"),
    ("Dialects", "dialects"),
    ("Goals", "goal"),
    ("Cultists", "cultists"),
    ("Signature Spells", "signatureSpells"),
    ("Serves", "serves"),
    ("Makes", "makes"),
    ("Trigger", "trigger"),
    ("Effect", "effect"),
    ("Initiative", "initiative"),
    ("Countermeasures", "countermeasures"),
    ("Duration", "duration"),
];

/// Fields whose texts follow each other in the body.
const TEXTS: [&str; 16] = [
    "entries", "entry", "entriesTemplate", "intro", "ingredients", "instructions", "lairActions",
    "regionalEffects", "mythicEncounter", "eActive", "eDynamic", "eConstant", "outro", "headerEntries",
    "footerEntries", "noteCook",
];

pub(super) fn rule(object: Object<'_>, context: &mut Context<'_, '_>) -> Result<Content, String> {
    let mut body = Body::default();
    let value = |field: &str| match object.at(field).value() {
        Value::Null | Value::Bool(_) => None,
        value => Some(facts_line(value)).filter(|words| !words.is_empty()),
    };
    if !matches!(context.kind.property, "table" | "") {
        body.facts(FACTS.map(|(label, field)| (label, value(field))));
    }
    for field in TEXTS {
        body.block(&markdown_of(object, field));
    }
    for table in tables(object) {
        body.block(&markdown(&table));
    }
    body.block(&context.fluff(object));
    let mut text = body.finish();
    if text.is_empty() {
        text = contents(object);
    }
    if text.is_empty() {
        return Err("it has no text".to_owned());
    }
    let section = Some(context.kind.section.to_owned()).filter(|section| !section.is_empty());
    let is_rule = context.kind.kind == content::model::Kind::Rule;
    let details = Rule {
        ability_score: object.text("ability").and_then(ability_in_full).map(str::to_owned),
        abbreviation: object.text("abbreviation").map(str::to_owned),
        category: match context.kind.property {
            "language" => object.text("type").map(title_case),
            _ => section.clone().filter(|_| !is_rule),
        },
        section: section.filter(|_| is_rule),
    };
    debug_assert_eq!(context.kind.kind.family(), Family::Rule);
    Ok(Content::new(context.kind.kind, Details::Rule(details), text))
}

fn facts_line(value: &Value) -> String {
    match value {
        Value::Array(values) => {
            values.iter().map(facts_line).filter(|words| !words.is_empty()).collect::<Vec<_>>().join(", ")
        }
        Value::Object(fields) if !fields.contains_key("entries") && !fields.contains_key("entry") => {
            let words = fields.iter().map(|(name, value)| match value {
                Value::Array(_) | Value::Object(_) => facts_line(value),
                value => format!("{} {}", title_case(name).to_lowercase(), line(value)),
            });
            words.collect::<Vec<_>>().join(", ")
        }
        value => line(value),
    }
}

/// Returns the table that the item is, and the tables of dice that it has.
fn tables(object: Object<'_>) -> Vec<Value> {
    let mut tables: Vec<Value> = Vec::new();
    if object.at("rows").value().is_array() {
        let mut table = object.value().clone();
        for field in ["name", "type"] {
            if let Some(fields) = table.as_object_mut() {
                fields.shift_remove(field);
            }
        }
        if let Some(fields) = table.as_object_mut() {
            // The introduction is among the texts already.
            fields.shift_remove("intro");
            fields.shift_remove("outro");
            fields.insert("type".to_owned(), "table".into());
        }
        tables.push(table);
    }
    for nested in object.list("tables") {
        if nested.at("rows").value().is_array() {
            let mut table = nested.value().clone();
            if let Some(fields) = table.as_object_mut() {
                fields.insert("type".to_owned(), "table".into());
            }
            tables.push(table);
            continue;
        }
        let dice = nested.text("diceExpression").or(nested.text("diceType")).unwrap_or("d100");
        let result = if nested.text("option").is_some() { "Result" } else { "Name" };
        let rows = nested.list("table").map(|row| {
            let (least, most) = (row.integer::<i64>("min"), row.integer::<i64>("max"));
            let numbers = match (least, most) {
                (Some(least), Some(most)) if least != most => format!("{least}–{most}"),
                (least, _) => least.map(|number| number.to_string()).unwrap_or_default(),
            };
            json!([numbers, row.at("result").value()])
        });
        tables.push(json!({
            "type": "table",
            "caption": nested.text("caption").or(nested.text("option")),
            "colLabels": [dice, result],
            "rows": rows.collect::<Vec<_>>(),
        }));
    }
    tables
}

/// The table of contents of a book or adventure, or the spells of a list.
fn contents(object: Object<'_>) -> String {
    let lines =
        object.list("contents").chain(object.list("spells")).chain(object.list("citations")).filter_map(
            |part| {
                let name = part.value().as_str().or_else(|| part.text("name"))?;
                Some(format!("- {}", plain_tags(name.split('|').next().unwrap_or(name))))
            },
        );
    lines.collect::<Vec<_>>().join("\n")
}

/// The text of a book or adventure; its chapters are entries of their own.
pub(super) fn text_of(object: Object<'_>, context: &mut Context<'_, '_>) -> Result<Content, String> {
    rule(object, context)
}

pub(super) fn deity(object: Object<'_>, context: &mut Context<'_, '_>) -> Result<Content, String> {
    let mut body = Body::default();
    let words = |field: &str| Some(object.texts(field).map(plain_tags).collect::<Vec<_>>().join(", "));
    body.facts([
        ("Title", words("title")),
        ("Pantheon", words("pantheon")),
        ("Alignment", alignment(object)),
        ("Category", words("category")),
        ("Domains", words("domains")),
        ("Province", words("province")),
        ("Symbol", words("symbol")),
        ("Worshipers", words("worshipers")),
        ("Other Names", words("altNames")),
    ]);
    for (name, value) in object.at("customProperties").fields() {
        body.facts([(name, Some(line(value)))]);
    }
    body.block(&markdown_of(object, "entries")).block(&context.fluff(object));
    let details = Rule { section: Some(context.kind.section.to_owned()), ..Rule::default() };
    Ok(Content::new(context.kind.kind, Details::Rule(details), body.finish()))
}
