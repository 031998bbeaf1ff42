use serde_json::json;

use super::*;

#[test]
fn the_cost_of_a_line_is_known_before_it_is_made() {
    let entry = json!({
        "name": "The \"Lantern\" of Ash\\Ember",
        "kind": "magic-item",
        "document_key": "ash-road",
        "document_name": "The Ash Road — a reckoning",
        "uri": "lore://entry/ash-road/magic-item/lantern",
        "rarity": "rare",
        "requires_attunement": true,
        "cost_gp": 12.5,
        "damage_types": ["fire", "cold"],
        "description": "Not a fact of a line.",
    });
    let Value::Object(entry) = entry else { unreachable!() };
    for most in 0..=FACTS.len() {
        let (line, known) = line(facts(entry.clone()), most);
        assert_eq!(known, cost(&line), "{line:?}");
    }
    let mut long = entry;
    long.insert("name".to_owned(), "\"".repeat(2 * MAX_LINE_BYTES).into());
    let (line, known) = line(facts(long), 1);
    assert_eq!(known, cost(&line));
    assert!(size::of(&line) <= MAX_LINE_BYTES, "{}", size::of(&line));
}
