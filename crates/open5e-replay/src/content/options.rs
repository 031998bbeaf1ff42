//! Classes, species, backgrounds and feats.

use serde_json::{Value, json};

use super::documents::{BOOK, CELLAR, GALLERY, prefix, summary};
use super::{sentence, slug};

fn object(document: &str, name: &str) -> Value {
    json!({
        "key": format!("{}_{}", prefix(document), slug(name)), "name": name, "document": summary(document),
        "desc": format!("What {name} is. {}", sentence(name.len())), "crossreferences": { "to": [] },
    })
}

fn with(mut object: Value, fields: &Value) -> Value {
    for (name, value) in fields.as_object().unwrap() {
        object[name] = value.clone();
    }
    object
}

fn feature(class: &str, name: &str, kind: &str, levels: &[u64]) -> Value {
    json!({
        "key": format!("{class}_{}", slug(name)), "name": name, "desc": format!("You master {name}."), "feature_type": kind,
        "gained_at": levels.iter().map(|level| json!({ "level": level, "detail": null })).collect::<Vec<_>>(),
        "data_for_class_table": [],
    })
}

fn class(document: &str, name: &str) -> Value {
    let key = format!("{}_{}", prefix(document), slug(name));
    let mut bonus = feature(&key, "Proficiency Bonus", "PROFICIENCY_BONUS", &[]);
    bonus["desc"] = json!("[Column data]");
    bonus["data_for_class_table"] =
        json!([{ "level": 1, "column_value": "+2" }, { "level": 20, "column_value": "+6" }]);
    with(
        object(document, name),
        &json!({
            "features": [bonus, feature(&key, "Tasting", "CLASS_LEVEL_FEATURE", &[5, 1])],
            "hit_points": { "hit_dice": "D8", "hit_dice_name": format!("1D8 per {name} level"), "hit_points_at_1st_level": "8 + your Constitution modifier", "hit_points_at_higher_levels": "1D8 (or 5) + your Constitution modifier" },
            "hit_dice": "D8", "saving_throws": [{ "name": "Wisdom", "key": "wis" }], "subclass_of": null, "caster_type": "HALF",
            "primary_abilities": [],
        }),
    )
}

/// Returns a subclass, which lacks its hit points.
fn subclass(document: &str, name: &str, of: &str, key: &str) -> Value {
    let own = format!("{}_{}", prefix(document), slug(name));
    with(
        object(document, name),
        &json!({
            "features": [feature(&own, "Second Helping", "CLASS_LEVEL_FEATURE", &[3])], "hit_dice": null, "saving_throws": [],
            "subclass_of": { "name": of, "key": key }, "caster_type": null, "primary_abilities": [],
        }),
    )
}

fn species(document: &str, name: &str, of: Option<&str>) -> Value {
    with(
        object(document, name),
        &json!({
            "is_subspecies": of.is_some(), "subspecies_of": of,
            "traits": [{ "name": "Size", "desc": "**_Size._** Your size is Small.", "type": null, "order": null }],
        }),
    )
}

fn background(document: &str, name: &str) -> Value {
    with(
        object(document, name),
        &json!({
            "desc": "[No description provided]",
            "benefits": [{ "name": "Skill Proficiencies", "desc": "Cooking and one of your choice.", "type": "skill_proficiency" }],
        }),
    )
}

fn feat(document: &str, name: &str, prerequisite: &str) -> Value {
    with(
        object(document, name),
        &json!({
            "has_prerequisite": !prerequisite.is_empty(), "prerequisite": prerequisite, "type": "GENERAL",
            "benefits": [{ "desc": "You taste a plum from afar." }, { "desc": "You throw it back." }],
        }),
    )
}

pub(super) fn lists() -> Vec<(&'static str, Vec<Value>)> {
    vec![
        (
            "/v2/classes/",
            vec![
                class("srd-2014", "Wizard"),
                class("srd-2014", "Bard"),
                class("srd-2024", "Wizard"),
                class(BOOK, "Cook"),
                subclass(BOOK, "Circle of Jam", "Cook", "orchard-tales_cook"),
                subclass(CELLAR, "School of Corks", "Wizard", "srd_wizard"),
            ],
        ),
        (
            "/v2/species/",
            vec![
                species(BOOK, "Plumfolk", None),
                species(CELLAR, "Damson Plumfolk", Some("orchard-tales_plumfolk")),
            ],
        ),
        ("/v2/backgrounds/", vec![background(BOOK, "Orchardist"), background(GALLERY, "Quince Keeper")]),
        (
            "/v2/feats/",
            vec![
                feat(BOOK, "Pit Spitter", "Strength 13 or higher"),
                feat(BOOK, "Slow Simmer", ""),
                feat(CELLAR, "Cork Catcher", ""),
                feat(CELLAR, "Deep Breath", ""),
            ],
        ),
    ]
}
