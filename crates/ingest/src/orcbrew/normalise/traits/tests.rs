use serde_json::json;

use super::*;

fn read(value: &Value) -> Vec<Trait> {
    traits(&mut Fields::new(value.as_object().unwrap()), "traits")
}

#[test]
fn the_type_of_a_trait_is_in_its_type_or_its_name() {
    for (name, kind, expected, trait_type) in [
        ("Bite", json!("action"), "Bite", Section::Actions),
        ("Lash", json!("Legendary Action"), "Lash", Section::LegendaryActions),
        ("Reaction: Parry", json!(null), "Parry", Section::Reactions),
        ("Parry (Reaction)", json!("Other"), "Parry", Section::Reactions),
        ("Parry (Reaction, Recharge 6)", json!(null), "Parry (Recharge 6)", Section::Reactions),
        ("Hop (Bonus Action)", json!(null), "Hop", Section::BonusActions),
        ("Keen (Sight)", json!("other"), "Keen (Sight)", Section::Traits),
        ("Reaction Time", json!(7), "Reaction Time", Section::Traits),
    ] {
        let traits = read(&json!({ "traits": [{ "name": name, "type": kind, "description": "x" }] }));
        assert_eq!((traits[0].name.as_str(), traits[0].trait_type), (expected, trait_type));
    }
}
