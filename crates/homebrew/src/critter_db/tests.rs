use serde_json::{Value, json};

use super::FORMAT;
use crate::tests::items::{creature, read, reason, record};

fn imp() -> Value {
    json!({
        "_id": "5a", "name": "Bog Imp", "bestiaryId": "b1",
        "flavor": {"faction": "Bog Court", "environment": "Swamp, Forest", "description": "Imps <b>smell</b>.", "nameIsProper": false, "imageUrl": ""},
        "stats": {
            "size": "Small", "race": "fiend (devil)", "alignment": "chaotic evil", "armorType": "natural armor", "armorClass": 13,
            "numHitDie": 5, "hitDieSize": 6, "speed": "25 ft., fly 40 ft.", "proficiencyBonus": 2,
            "abilityScores": {"strength": 8, "dexterity": 16, "constitution": 12, "intelligence": 10, "wisdom": 12, "charisma": 14},
            "savingThrows": [{"ability": "dexterity", "proficient": true}, {"ability": "wisdom", "value": 9}],
            "skills": [{"name": "Stealth", "proficient": true}, {"name": "Perception", "value": 4}],
            "damageResistances": ["cold"], "conditionImmunities": ["poisoned"], "senses": ["darkvision 60 ft."],
            "languages": ["Common", "Infernal"], "challengeRating": 0.5, "experiencePoints": 100,
            "additionalAbilities": [{"name": "Slick", "description": "It is <i>slick</i>."}],
            "actions": [{"name": "Bite", "description": "<i>Melee Weapon Attack:</i> +5 to hit."}],
            "reactions": [{"name": "Duck", "description": "It ducks."}],
            "legendaryActionsPerRound": 3, "legendaryActionsDescription": "It acts.",
            "legendaryActions": [{"name": "Spit", "description": "It spits."}]
        }
    })
}

#[test]
fn what_critter_db_shows_is_calculated_as_it_does() {
    let bestiary = json!({"name": "Bog Court", "description": "", "creatures": [imp(), {"name": "Bare"}, 5]})
        .to_string();
    let items = read(&FORMAT, &[("export.json", &bestiary)]);
    assert!(items.iter().all(|(book, _)| book == "Bog Court"));
    assert_eq!(creature(&items[1]).hit_points, None);
    assert_eq!(reason(&items[2]), "it has no fields");
    let fields = serde_json::to_value(creature(&items[0])).unwrap();
    let expected = json!({
        "size": "Small", "type": "Fiend", "subtype": "devil", "alignment": "chaotic evil",
        "armor_class": 13, "armor_detail": "natural armor", "hit_points": 22, "hit_dice": "5d6+5",
        "speed": "25 ft., fly 40 ft.", "proficiency_bonus": 2,
        "ability_scores": {"strength": 8, "dexterity": 16, "constitution": 12, "intelligence": 10, "wisdom": 12, "charisma": 14},
        "saving_throws": {"Dexterity": 5, "Wisdom": 9}, "skills": {"Perception": 4, "Stealth": 5},
        "damage_resistances": "cold", "condition_immunities": "poisoned",
        "senses": "darkvision 60 ft., passive Perception 14", "languages": "Common, Infernal",
        "challenge_rating": "1/2", "challenge_rating_decimal": 0.5, "experience_points": 100,
        "legendary_actions": 3, "environments": ["Swamp", "Forest"]
    });
    assert_eq!(fields, expected);
    let body = &record(&items[0]).0.body;
    for part in [
        "***Slick.*** It is *slick*.",
        "***Bite.*** *Melee Weapon Attack:* +5 to hit.",
        "It acts.",
        "Imps **smell**.",
        "- **Faction** Bog Court",
    ] {
        assert!(body.contains(part), "{part}: {body}");
    }
}

#[test]
fn a_creature_alone_belongs_to_the_book_of_its_program() {
    let alone = read(&FORMAT, &[("imp.json", &imp().to_string())]);
    assert_eq!((alone[0].0.as_str(), alone[0].1.file.as_deref()), ("CritterDB", None));
    let text = imp().to_string();
    let folder = read(&FORMAT, &[("a.json", &text), ("b.json", &text)]);
    assert_eq!((folder[1].0.as_str(), folder[1].1.file.as_deref()), ("title", Some("b.json")));
}

#[test]
fn wrong_types_anywhere_cost_only_their_field() {
    for field in imp()["stats"].as_object().unwrap().keys() {
        for wrong in [
            json!(null),
            json!(-1e300),
            json!(9_000_000_000_000_000_000_i64),
            json!("x"),
            json!([[{}]]),
            json!({"a": [1]}),
        ] {
            let mut imp = imp();
            imp["stats"][field] = wrong;
            if field == "abilityScores" {
                continue;
            }
            let items = read(&FORMAT, &[("imp.json", &imp.to_string())]);
            assert!(record(&items[0]).0.body.contains("Imps **smell**."), "{field}");
        }
    }
}
