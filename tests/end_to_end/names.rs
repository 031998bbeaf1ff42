//! Names as people type them, looked up in everything that Open5e has.

use serde_json::{Value, json};

use crate::program::Serve;

/// Returns the entries that a call finds, as `name [document]`, and its message.
fn found(serve: &mut Serve, tool: &str, arguments: &Value) -> (Vec<String>, String) {
    let answer = serve.call(tool, arguments.clone());
    let name = |entry: &Value| {
        format!("{} [{}]", entry["name"].as_str().unwrap(), entry["document_key"].as_str().unwrap())
    };
    let entries = answer["value"].as_array().unwrap_or_else(|| panic!("{tool} {arguments}: {answer}"));
    (entries.iter().map(name).collect(), answer["message"].as_str().unwrap_or_default().to_owned())
}

/// Calls with names that must be among the first twenty, in this order.
fn among_the_first() -> Vec<(&'static str, Value, &'static [&'static str])> {
    vec![
        (
            "lookup_spell",
            json!({"name": "Tasha's Hideous Laughter"}),
            &["Hideous Laughter [srd-2014]", "Hideous Laughter [srd-2024]"],
        ),
        (
            "lookup_equipment",
            json!({"name": "longsword weapon"}),
            &["Longsword [srd-2014]", "Longsword [srd-2024]"],
        ),
        (
            "lookup_creature",
            json!({"name": "ant"}),
            &["Acid Ant [ccdx]", "Giant Ant [tob]", "Abbanith Giant [tob2]"],
        ),
        (
            "lookup_spell",
            json!({"name": "ice"}),
            &["Ice Storm [srd-2024]", "Wall of Ice [srd-2024]", "Analyze Device [deepm]"],
        ),
        (
            "lookup_equipment",
            json!({"name": "ale"}),
            &["Rod of Alertness [srd-2014]", "Agile Scale Mail [vom]"],
        ),
        (
            "lookup_creature",
            json!({"name": "goblin"}),
            &[
                "Goblin [srd-2014]",
                "Goblin Warrior [srd-2024]",
                "Goblin Minion [srd-2024]",
                "Goblin Boss [srd-2024]",
            ],
        ),
        (
            "lookup_rule",
            json!({"rule_type": "rule", "name": "opportunity attack"}),
            &["Opportunity Attacks [srd-2014]", "Opportunity Attacks [srd-2024]"],
        ),
        (
            "lookup_equipment",
            json!({"name": "longsword +1"}),
            &["Longsword (+1) [srd-2014]", "Longsword (+1) [srd-2024]"],
        ),
        ("lookup_equipment", json!({"name": "arrows", "documents": ["srd-2014"]}), &["Arrows [srd-2014]"]),
        ("lookup_equipment", json!({"name": "arrows"}), &["Arrows [srd-2014]", "Arrows [srd-2024]"]),
        (
            "lookup_rule",
            json!({"rule_type": "rule", "name": "exhaustion"}),
            &["Exhaustion [srd-2014]", "Exhaustion [srd-2024]"],
        ),
    ]
}

/// Looks up names that once found nothing, or the wrong entries first.
pub(crate) fn names_find_what_is_meant(serve: &mut Serve) {
    for (tool, arguments, wanted) in among_the_first() {
        let (names, _) = found(serve, tool, &arguments);
        let places: Vec<Option<usize>> =
            wanted.iter().map(|wanted| names.iter().position(|name| name == wanted)).collect();
        assert!(places.iter().all(Option::is_some) && places.is_sorted(), "{tool} {arguments}: {names:?}");
    }
    let (names, _) = found(serve, "lookup_equipment", &json!({"name": "wine"}));
    assert_eq!(
        names,
        [
            "Wine (bottle), Common [srd-2024]",
            "Wine (bottle), Fine [srd-2024]",
            "Wine, Common (pitcher) [srd-2014]",
            "Wine, Fine (bottle) [srd-2014]",
        ],
        "and nothing like it"
    );
    let (names, message) = found(serve, "lookup_equipment", &json!({"name": "vinegar"}));
    assert!(names.is_empty() && message.contains("`vinegar`"), "{names:?} {message}");
    let (names, message) = found(serve, "lookup_rule", &json!({"name": "xyzzy"}));
    assert!(names.is_empty() && message.contains("No rule is named `xyzzy`"), "{names:?} {message}");
    // No book has a rule of the second name; of those with a word of it, the one whose text is about it comes first.
    for (name, first) in
        [("Astral Plane", "Astral Plane [srd-2014]"), ("Shadow Plane", "The Material Plane [srd-2014]")]
    {
        let (names, message) = found(serve, "lookup_rule", &json!({ "name": name }));
        assert_eq!(names.first().map(String::as_str), Some(first), "{names:?} {message}");
    }
    let (names, message) = found(serve, "lookup_spell", &json!({"name": "Fireball", "level": 4}));
    assert!(names.is_empty() && message.contains("`level` 4 excludes it"), "{names:?} {message}");
    // What was only just fetched is found by words alone.
    let nonsense = json!({"semantic_query": "xyzzy", "type": "undead", "documents": ["tob"]});
    let (names, message) = found(serve, "lookup_creature", &nonsense);
    assert!(names.is_empty() && message.contains("No creature matches"), "{names:?} {message}");
}
