//! Rules, conditions and the other terms, most of them with descriptions of several documents.

use serde_json::{Value, json};

use super::documents::{BOOK, CELLAR, prefix, summary};
use super::spells::SCHOOLS;
use super::{sentence, slug};

/// Returns a term of the core concepts that both editions describe in their words.
fn term(name: &str, document: &Value) -> Value {
    json!({
        "key": slug(name), "name": name, "document": document,
        "descriptions": [
            { "desc": format!("* In 2014, {name} was this. {}", sentence(name.len())), "document": "srd-2014", "gamesystem": "5e-2014" },
            { "desc": format!("In 2024, {name} is that. {}", sentence(name.len())), "document": "srd-2024", "gamesystem": "5e-2024" },
        ],
    })
}

/// Returns terms whose document is a bare key.
fn terms(names: &[&str]) -> Vec<Value> {
    names.iter().map(|name| term(name, &json!("core"))).collect()
}

fn rule(document: &str, ruleset: &str, name: &str, index: u64) -> Value {
    json!({
        "key": format!("{ruleset}_{}", slug(name)), "name": name, "desc": format!("## {name}\r\n\r\n{}", sentence(name.len())), "index": index,
        "initialHeaderLevel": 2, "document": document, "ruleset": ruleset, "crossreferences": { "to": [] },
    })
}

fn ruleset(document: &str, name: &str, sections: &[&str]) -> (Value, Vec<Value>) {
    let key = format!("{}_{}", prefix(document), slug(name));
    let rules: Vec<Value> =
        sections.iter().zip(1..).map(|(section, index)| rule(document, &key, section, index)).collect();
    let chapter = json!({
        "name": name, "key": key, "document": summary(document), "desc": format!("The chapter about {name}."), "rules": rules,
        "crossreferences": { "to": [] },
    });
    (chapter, rules)
}

pub(super) fn lists() -> Vec<(&'static str, Vec<Value>)> {
    let chapters = [
        ruleset("srd-2024", "Combat", &["The Order of Combat", "Cover"]),
        ruleset(BOOK, "Harvest", &["Picking Plums", "Storing Plums"]),
        ruleset(CELLAR, "Darkness", &["Losing a Candle"]),
    ];
    let conditions = ["Blinded", "Grappled", "Prone", "Sticky"];
    let described = |name: &&str| json!({ "key": slug(name), "name": name, "desc": format!("**{name}** spells. {}", sentence(name.len())), "document": "core", "crossreferences": { "to": [] } });
    let language = |name: &&str| {
        json!({
            "key": slug(name), "document": summary("core"), "name": name, "desc": format!("Typical speakers of {name} are plums."),
            "is_exotic": false, "is_secret": false, "script_language": null, "crossreferences": { "to": [] },
        })
    };
    let weapon_property = |name: &&str| {
        json!({
            "key": format!("{BOOK}_{}", slug(name)), "name": name, "desc": "You hit a plum.", "document": BOOK, "type": "Mastery",
            "crossreferences": { "to": [] },
        })
    };
    let alignment = |(key, name): &(&str, &str)| {
        json!({
            "key": key, "morality": "good", "societal_attitude": "lawful", "short_name": name, "document": summary("core"),
            "descriptions": [{ "desc": format!("Creatures that are {key}."), "document": "srd-2014", "gamesystem": "5e-2014" }],
        })
    };
    let mut skill = term("Cooking", &json!("core"));
    skill["ability"] = json!("wis");
    let mut ability = term("Wisdom", &json!("core"));
    ability["key"] = json!("wis");
    ability["skills"] = json!([skill]);
    ability["short_desc"] = json!("measuring taste");
    vec![
        ("/v2/rulesets/", chapters.iter().map(|(chapter, _)| chapter.clone()).collect()),
        ("/v2/rules/", chapters.iter().flat_map(|(_, rules)| rules.clone()).collect()),
        ("/v2/conditions/", conditions.iter().map(|name| term(name, &summary("core"))).collect()),
        ("/v2/creaturetypes/", terms(&["Aberration", "Beast", "Construct", "Dragon", "Ooze", "Undead"])),
        ("/v2/damagetypes/", terms(&["Acid", "Bludgeoning", "Fire", "Poison", "Thunder"])),
        ("/v2/skills/", vec![skill]),
        ("/v2/abilities/", vec![ability]),
        ("/v2/alignments/", [("lawful-good", "LG"), ("neutral", "N")].iter().map(alignment).collect()),
        ("/v2/spellschools/", SCHOOLS.iter().map(described).collect()),
        ("/v2/languages/", ["Common", "Plumspeak"].iter().map(language).collect()),
        ("/v2/weaponproperties/", ["Splash", "Peel"].iter().map(weapon_property).collect()),
    ]
}
