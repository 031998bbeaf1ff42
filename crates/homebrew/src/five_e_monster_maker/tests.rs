use serde_json::{Value, json};

use super::FORMAT;
use crate::tests::items::{creature, read, record};

fn imp() -> Value {
    let none = json!({"proficient": false, "override": false, "overrideValue": 0});
    let uses = |count: u8| json!({"count": count, "rate": "LONG_OR_SHORT"});
    let mut imp = json!({
        "name": "Bog Imp", "nickname": "imp", "saveVersion": 11, "useArticleInToken": true, "alphaTraits": true,
        "size": "Small", "type": "fiend (devil)", "alignment": "chaotic evil", "languages": "Infernal", "AC": 13, "ACType": "natural armor",
        "CR": 8, "proficiency": 3, "HP": {"HD": 5, "type": 6, "modifier": 5},
        "stats": {"STR": 8, "DEX": 16, "CON": 12, "INT": 10, "WIS": 12, "CHA": 14},
        "saves": {"STR": none, "DEX": {"proficient": true, "override": false, "overrideValue": 0}, "WIS": {"proficient": false, "override": true, "overrideValue": 9}},
        "speeds": [{"id": "1", "type": "walk", "speed": 25, "note": ""}, {"id": "2", "type": "fly", "speed": 40, "note": "hover"}],
        "skills": [
            {"key": "STEALTH", "skill": {"stat": "DEX", "label": "Stealth"}, "proficient": true, "expertise": true, "override": false},
            {"skill": {"stat": "WIS", "key": "Perception"}, "proficient": true, "override": true, "overrideValue": 11},
            {"key": "INITIATIVE", "skill": {"stat": "DEX", "label": "Initiative"}, "proficient": true}
        ],
        "resistances": ["cold"], "immunities": [], "vulnerabilities": [], "conditions": ["poisoned"],
        "senses": {"blindsight": 0, "darkvision": 60}, "sensesNotes": "", "passivePerception": {"override": false, "overrideValue": 0}
    });
    let parts = json!({
        "traits": [
            {"name": "Slick", "id": "t1", "description": "{NAME} is slick.", "limitedUse": uses(0)},
            {"name": "Lucky", "id": "t2", "description": "the imp is lucky. {name} wins {XP:1/2}.", "limitedUse": uses(3)}
        ],
        "attacks": [{
            "id": "a1", "name": "Bite", "distance": "MELEE", "kind": "WEAPON", "targets": 1, "description": "It hurts.",
            "modifier": {"override": false, "overrideValue": 0, "stat": "DEX", "proficient": true},
            "range": {"standard": 20, "long": 60, "reach": 5},
            "damage": {"dice": 4, "count": 1, "modifier": {"override": false, "overrideValue": 0, "stat": "DEX"}, "type": "piercing"},
            "alternateDamage": {"active": false, "dice": 6, "count": 1},
            "additionalDamage": [{"dice": 6, "count": 2, "type": "fire", "note": ""}]
        }],
        "actions": [
            {"id": "x1", "name": "Breath", "description": "A {DC:CON} save or {12d8 + 2} damage. {A:DEX}", "recharge": "5-6", "limitedUse": uses(0)},
            {"id": "x2", "name": "Dive", "description": "It dives.", "recharge": "", "bonusAction": true, "limitedUse": uses(1)},
            {"id": "x3", "name": "Wing", "description": "It flaps.", "recharge": "", "legendaryOnly": true, "limitedUse": uses(0)},
            {"id": "x4", "name": "Stare", "description": "", "stat": "WIS", "range": "one creature", "save": {"override": false},
             "effects": [{"case": "Failure", "effect": "It freezes."}], "recharge": "", "limitedUse": uses(0)}
        ],
        "multiattacks": [{"id": "m", "attacks": ["a1", "a1"], "actions": ["x4"]}], "multiattackOptions": {"useCustomRenderer": false, "postscript": ""},
        "legendaryActions": {"count": 2, "actions": [{"actionId": "x3", "cost": 2}, {"actionId": "a1", "cost": 1}], "useCustomPreamble": false},
        "mythicActions": {"triggerName": "Rise", "triggerRecharge": "Recharges after a Long Rest", "triggerDescription": "It has {monster.hp} hit points.", "preamble": "Options:", "actions": [{"actionId": "x3", "cost": 1}]},
        "reactions": [{"id": "r", "name": "Duck", "description": "It ducks.", "trigger": "It is hit.", "limitedUse": uses(0)}],
        "spellcasting": {"stat": "CHA", "save": {"override": false}, "attack": {"override": true, "overrideValue": 9}, "class": "WIZARD", "level": 3,
            "slots": [4, 2, 0], "standard": ["Fire Bolt", "Shield"], "notes": "", "atWill": [{"count": 2, "rate": "DAY_EACH", "spells": ["Fly"]}], "atWillNotes": ""},
        "lairActions": [{"id": "l", "description": "Mud rises."}], "regionalEffects": [{"id": "g", "description": "Fog."}],
        "regionalEffectDescription": "Near {NAME}:", "inventory": "a spoon", "useCrDisplayOverride": false, "crOverride": "", "format": "2024"
    });
    imp.as_object_mut().unwrap().extend(parts.as_object().unwrap().clone());
    imp
}

#[test]
fn numbers_and_texts_are_calculated_from_what_is_stored() {
    let items = read(&FORMAT, &[("imp.5emm.json", &imp().to_string())]);
    let fields = serde_json::to_value(creature(&items[0])).unwrap();
    let expected = json!({
        "size": "Small", "type": "Fiend", "subtype": "devil", "alignment": "chaotic evil",
        "armor_class": 13, "armor_detail": "natural armor", "hit_points": 22, "hit_dice": "5d6+5", "initiative_bonus": 6,
        "speed": "25 ft., fly 40 ft. (hover)", "proficiency_bonus": 3,
        "ability_scores": {"strength": 8, "dexterity": 16, "constitution": 12, "intelligence": 10, "wisdom": 12, "charisma": 14},
        "saving_throws": {"Dexterity": 6, "Wisdom": 9}, "skills": {"Perception": 11, "Stealth": 9},
        "damage_resistances": "cold", "condition_immunities": "poisoned",
        "senses": "darkvision 60 ft., passive Perception 21", "languages": "Infernal", "gear": "a spoon",
        "challenge_rating": "5", "challenge_rating_decimal": 5.0, "experience_points": 1800, "legendary_actions": 2
    });
    assert_eq!(fields, expected);
    let (record, notes) = record(&items[0]);
    assert_eq!(notes, [""; 0]);
    assert_eq!(record.homebrew.edition, Some(content::model::Edition::Of2024));
    for part in [
        "***Lucky (3/Long or Short Rest).*** The imp is lucky. The imp wins 100 XP.\n\n***Slick.*** The imp is slick.",
        "***Spellcasting.*** The imp is a 3rd-level spellcaster. Its spellcasting ability is Charisma (spell save DC 13, +9 to hit with spell attacks). The imp has the following wizard spells prepared:\n\n- *Fire Bolt*, *Shield*\n- Spell slots: 1st level (4), 2nd level (2)",
        "***Innate Spellcasting.*** The imp's innate spellcasting ability is Charisma",
        "- 2/Day Each: *Fly*",
        "***Multiattack.*** The imp uses the Stare action, then makes two Bite attacks.",
        "***Bite.*** *Melee Weapon Attack:* +6 to hit, reach 5 ft., one target. *Hit:* 5 (1d4 + 3) piercing damage plus 7 (2d6) fire damage. It hurts.",
        "***Breath (Recharge 5-6).*** A DC 12 save or 56 (12d8 + 2) damage. +6",
        "***Stare.*** *Wisdom Saving Throw:* DC 12, one creature. *Failure:* It freezes.",
        "### Bonus Actions\n\n***Dive (1/Long or Short Rest).*** It dives.",
        "### Reactions\n\n***Duck.*** *Trigger:* It is hit. *Response:* It ducks.",
        "The imp can take 2 legendary actions",
        "***Wing (Costs 2 Actions).*** It flaps.\n\n***Bite.*** The imp makes a Bite attack.",
        "***Rise (Recharges after a Long Rest).*** It has 22 (5d6 + 5) hit points.",
        "- Mud rises.",
        "Near the imp:\n\n- Fog.",
    ] {
        assert!(record.body.contains(part), "{part}: {}", record.body);
    }
}

#[test]
fn wrong_types_anywhere_cost_only_their_field() {
    let whole = imp();
    for field in whole.as_object().unwrap().keys().filter(|field| *field != "name") {
        for wrong in [
            json!(null),
            json!(i64::MAX),
            json!(-0.5),
            json!("x"),
            json!([[{}], "y", {"modifier": []}]),
            json!({"a": [1], "actions": {}}),
        ] {
            let mut imp = imp();
            imp[field] = wrong;
            if crate::recognise(&crate::File { name: String::new(), text: imp.to_string() }).is_some() {
                assert_eq!(
                    record(&read(&FORMAT, &[("imp.json", &imp.to_string())])[0]).0.name,
                    "Bog Imp",
                    "{field}"
                );
            }
        }
    }
}
