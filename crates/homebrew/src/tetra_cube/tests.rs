use serde_json::{Value, json};

use super::FORMAT;
use crate::tests::items::{creature, read, record};

fn imp() -> Value {
    let text = r#"{
        "name": "Bog Imp", "size": "small", "type": "fiend", "tag": "devil", "alignment": "chaotic evil", "hitDice": 5,
        "armorName": "natural armor", "shieldBonus": 2, "natArmorBonus": 1, "otherArmorDesc": "10 (armor)", "speed": "25",
        "burrowSpeed": 0, "climbSpeed": 0, "flySpeed": 40, "hover": true, "swimSpeed": 0, "customHP": false, "customSpeed": false,
        "hpText": "4 (1d8)", "speedDesc": "30 ft.", "strPoints": 8, "dexPoints": 16, "conPoints": 12, "intPoints": 10,
        "wisPoints": 12, "chaPoints": 14, "blindsight": 10, "blind": true, "darkvision": 60, "tremorsense": 0, "truesight": 0,
        "telepathy": 30, "cr": "5", "customCr": "", "customProf": 2, "isLegendary": true, "isLair": true, "isMythic": false,
        "legendariesDescription": "[MON] can take 2 legendary actions.", "lairDescription": "In its lair:", "lairDescriptionEnd": "Then it rests.",
        "abilities": [{"name": "Spellcasting", "desc": "[MON] casts (save DC [CHA SAVE], [CHA ATK + 1] to hit):\n\n> Cantrips: _light_\n> At will: _fly_"}],
        "actions": [{"name": "Bite", "desc": "_Melee Weapon Attack:_ [DEX ATK] to hit. _Hit:_ [DEX 1D4] damage, plus [2d6] fire, [str 3d8 - 2]."}],
        "bonusActions": [{"name": "Dive", "desc": "[MONS] dive. [STR] [FOO] [] [4d]"}], "reactions": [],
        "legendaries": [{"name": "Spit", "desc": "It spits."}], "mythics": [], "lairs": [{"name": "Mud", "desc": "Mud rises."}], "regionals": [],
        "sthrows": [{"name": "dex", "order": 1}], "skills": [{"name": "perception", "stat": "wis", "note": " (ex)"}, {"name": "stealth", "stat": "dex"}],
        "damagetypes": [{"name": "cold", "note": " (Resistant)", "type": "r"}, {"name": "fire", "note": " (Immune)", "type": "i"}],
        "specialdamage": [{"name": "bludgeoning from nonmagical attacks", "type": "r"}], "conditions": [{"name": "Poisoned"}],
        "languages": [{"name": "Infernal", "speaks": true}, {"name": "Common", "speaks": false}], "understandsBut": "can't speak",
        "shortName": "the imp", "pluralName": "Imps", "properties": [], "doubleColumns": true, "separationPoint": 3
    }"#;
    serde_json::from_str(text).unwrap()
}

#[test]
fn what_tetra_cube_shows_is_calculated_as_it_does() {
    let items = read(&FORMAT, &[("bog-imp.monster", &imp().to_string())]);
    assert_eq!(items[0].0, "Tetra-cube");
    let fields = serde_json::to_value(creature(&items[0])).unwrap();
    let expected = json!({
        "size": "Small", "type": "Fiend", "subtype": "devil", "alignment": "chaotic evil",
        "armor_class": 16, "armor_detail": "natural armor, shield", "hit_points": 22, "hit_dice": "5d6+5",
        "speed": "25 ft., fly 40 ft. (hover)", "proficiency_bonus": 3,
        "ability_scores": {"strength": 8, "dexterity": 16, "constitution": 12, "intelligence": 10, "wisdom": 12, "charisma": 14},
        "saving_throws": {"Dexterity": 6}, "skills": {"Perception": 7, "Stealth": 6},
        "damage_resistances": "cold; bludgeoning from nonmagical attacks", "damage_immunities": "fire",
        "condition_immunities": "poisoned",
        "senses": "blindsight 10 ft. (blind beyond this radius), darkvision 60 ft., passive Perception 17",
        "languages": "Infernal, understands Common but can't speak, telepathy 30 ft.",
        "challenge_rating": "5", "challenge_rating_decimal": 5.0, "experience_points": 1800, "legendary_actions": 2
    });
    assert_eq!(fields, expected);
    let body = &record(&items[0]).0.body;
    for part in [
        "the imp casts (save DC 13, +6 to hit):\n\n- Cantrips: _light_\n- At will: _fly_",
        "+6 to hit. _Hit:_ 5 (1d4 + 3) damage, plus 7 (2d6) fire, 10 (3d8 - 3).",
        "***Dive.*** Imps dive. -1 [FOO] [] [4d]",
        "the imp can take 2 legendary actions.\n\n***Spit.*** It spits.",
        "In its lair:\n\n***Mud.*** Mud rises.\n\nThen it rests.",
    ] {
        assert!(body.contains(part), "{part}: {body}");
    }
}

#[test]
fn armor_hit_points_and_ratings_of_their_own_words_are_kept() {
    for (armor, shield, class, detail) in [
        ("none", 0, 13, None),
        ("mage armor", 0, 13, Some("16 with mage armor")),
        ("hide armor", 0, 14, Some("hide armor")),
        ("plate", 2, 20, Some("plate, shield")),
        ("studded leather", 0, 15, Some("studded leather")),
        ("other", 0, 10, Some("armor")),
        ("unknown", 0, 13, None),
    ] {
        let mut imp = imp();
        (imp["armorName"], imp["shieldBonus"]) = (armor.into(), shield.into());
        let items = read(&FORMAT, &[("imp.monster", &imp.to_string())]);
        let creature = creature(&items[0]);
        assert_eq!(
            (creature.armor_class, creature.armor_detail.as_deref()),
            (Some(class), detail),
            "{armor}"
        );
    }
    let mut own = imp();
    for (field, value) in [
        ("customHP", json!(true)),
        ("hpText", json!("30 (4d10 + 8)")),
        ("customSpeed", json!(true)),
        ("speedDesc", json!("as the wind")),
        ("cr", json!("*")),
        ("customCr", json!("7 (3,000 XP)")),
        ("customProf", json!(4)),
    ] {
        own[field] = value;
    }
    let items = read(&FORMAT, &[("imp.monster", &json!([own]).to_string())]);
    let creature = creature(&items[0]);
    assert_eq!((creature.hit_points, creature.hit_dice.as_deref()), (Some(30), Some("4d10+8")));
    assert_eq!(creature.speed.as_deref(), Some("as the wind"));
    assert_eq!((creature.experience_points, creature.proficiency_bonus), (Some(3000), Some(4)));
    assert_eq!(
        (creature.challenge_rating.map(|rating| rating.to_string()).as_deref(), items[0].0.as_str()),
        (Some("7"), "title")
    );
}

proptest::proptest! {
    #[test]
    fn tags_of_any_kind_end_without_a_panic(text in "(\\[[A-Za-z0-9 +-]{0,24}\\]|[\\PC\n>]){0,20}", number in proptest::num::i64::ANY) {
        let mut imp = imp();
        imp["actions"] = json!([{"name": "Any", "desc": text}]);
        for field in ["hitDice", "shieldBonus", "customProf", "conPoints", "speed", "telepathy"] {
            imp[field] = number.into();
        }
        imp["cr"] = "*".into();
        proptest::prop_assert_eq!(read(&FORMAT, &[("any.monster", &imp.to_string())]).len(), 1);
    }
}
