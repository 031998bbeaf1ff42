use serde_json::{Value, json};

use super::FORMAT;
use crate::tests::items::{creature, read, reason, record, spell};

fn imp() -> Value {
    json!({
        "Id": "imp", "Name": "Bog Imp", "Path": "Swamp", "Source": "Plum Almanac p. 3", "Version": "3.0.0",
        "Type": "Small fiend (devil), chaotic evil", "HP": {"Value": 22, "Notes": "(5d6 + 5)"},
        "AC": {"Value": 13, "Notes": "(natural armor)"}, "InitiativeModifier": 2, "InitiativeAdvantage": true,
        "Speed": ["25 ft.", "fly 40 ft."],
        "Abilities": {"Str": 8, "Dex": 16, "Con": 12, "Int": 10, "Wis": 12, "Cha": 14},
        "DamageVulnerabilities": [], "DamageResistances": ["cold", "bludgeoning, piercing, and slashing from nonmagical attacks"],
        "DamageImmunities": ["fire"], "ConditionImmunities": ["poisoned"],
        "Saves": [{"Name": "Dex", "Modifier": 5}], "Skills": [{"Name": "stealth", "Modifier": "+7"}],
        "Senses": ["darkvision 60 ft.", "passive Perception 11"], "Languages": ["Infernal"], "Challenge": "1/2",
        "Traits": [{"Name": "Slick", "Content": "It is slick.", "Usage": "3/Day"}],
        "Actions": [{"Name": "Bite", "Content": "Melee Weapon Attack: +5 to hit, one target. Hit: 5 (1d4 + 3) piercing damage."}],
        "BonusActions": [{"Name": "Dive", "Content": "It dives."}],
        "Reactions": [{"Name": "Duck", "Content": "It ducks."}],
        "LegendaryActions": [
            {"Name": "", "Content": "The imp can take 2 legendary actions."},
            {"Name": "Spit", "Content": "It spits."}
        ],
        "MythicActions": [{"Name": "Burst", "Content": "It bursts."}],
        "Description": "Imps smell.", "Player": "", "ImageURL": "https://example.org/imp.png"
    })
}

#[test]
fn every_field_of_a_stat_block_has_its_place() {
    let library =
        json!({"Creatures": ["imp"], "Creatures.imp": imp(), "Settings": {"Rules": {}}}).to_string();
    let items = read(&FORMAT, &[("library.json", &library)]);
    let [item] = items.as_slice() else { panic!("{items:?}") };
    assert_eq!(
        (item.0.as_str(), item.1.content_type.as_str(), item.1.key.as_str()),
        ("title", "stat block", "Bog Imp")
    );
    let (record, notes) = record(item);
    assert_eq!(notes, [""; 0]);
    assert_eq!(record.homebrew.option_pack.as_deref(), Some("Plum Almanac p. 3"));
    let fields = serde_json::to_value(creature(item)).unwrap();
    let expected = json!({
        "size": "Small", "type": "Fiend", "subtype": "devil", "alignment": "chaotic evil",
        "armor_class": 13, "armor_detail": "natural armor", "hit_points": 22, "hit_dice": "5d6+5",
        "initiative_bonus": 5, "speed": "25 ft., fly 40 ft.",
        "ability_scores": {"strength": 8, "dexterity": 16, "constitution": 12, "intelligence": 10, "wisdom": 12, "charisma": 14},
        "saving_throws": {"Dexterity": 5}, "skills": {"Stealth": 7},
        "damage_resistances": "cold; bludgeoning, piercing, and slashing from nonmagical attacks",
        "damage_immunities": "fire", "condition_immunities": "poisoned",
        "senses": "darkvision 60 ft., passive Perception 11", "languages": "Infernal",
        "challenge_rating": "1/2", "challenge_rating_decimal": 0.5, "experience_points": 100,
        "proficiency_bonus": 2, "legendary_actions": 2
    });
    assert_eq!(fields, expected);
    for part in [
        "***Slick (3/Day).*** It is slick.",
        "***Bite.*** *Melee Weapon Attack:* +5 to hit, one target. *Hit:* 5 (1d4 + 3) piercing damage.",
        "### Bonus Actions\n\n***Dive.*** It dives.",
        "### Legendary Actions\n\nThe imp can take 2 legendary actions.\n\n***Spit.*** It spits.",
        "Imps smell.",
        "***Burst.*** It bursts.",
        "- **Path** Swamp",
    ] {
        assert!(record.body.contains(part), "{part}: {}", record.body);
    }
}

#[test]
fn spells_older_files_and_single_blocks_are_read() {
    let bolt = json!({
        "Id": "1", "Name": "Plum Bolt", "Source": "", "Level": "2", "School": "Evocation", "Range": "60 feet",
        "CastingTime": "1 reaction, which you take when you are hit", "Components": "V, M (a plum)",
        "Duration": "Concentration, up to 1 minute", "Classes": ["Wizard", "Bard"], "Ritual": false,
        "Description": "A plum flies.\n\n***At Higher Levels.*** More plums fly."
    });
    let older = json!({
        "ImprovedInitiative.Creatures.imp": imp().to_string(),
        "Spells.1": bolt,
        "PersistentCharacters.2": {"Name": "Ann", "StatBlock": {}},
        "SavedEncounters.3": {"Name": "Fight", "Combatants": []},
    });
    let items = read(&FORMAT, &[("old.json", &older.to_string())]);
    assert_eq!(creature(&items[0]).hit_points, Some(22));
    let fields = serde_json::to_value(spell(&items[1])).unwrap();
    let expected = json!({
        "level": 2, "school": "Evocation", "casting_time": "1 reaction",
        "reaction_condition": "which you take when you are hit", "range": "60 feet", "components": "V, M",
        "material": "a plum", "duration": "1 minute", "concentration": true, "ritual": false,
        "classes": ["Wizard", "Bard"], "damage_types": [], "higher_level": "More plums fly."
    });
    assert_eq!(fields, expected);
    assert!(record(&items[1]).0.body.contains("A plum flies.\n\n**At Higher Levels.** More plums fly."));
    assert!(reason(&items[2]).contains("player character"), "{}", reason(&items[2]));
    assert!(reason(&items[3]).contains("saved encounter"), "{}", reason(&items[3]));
    for alone in [imp().to_string(), format!("[\n{}]", imp())] {
        assert_eq!(creature(&read(&FORMAT, &[("imp.json", &alone)])[0]).armor_class, Some(13));
    }
}

#[test]
fn wrong_values_are_kept_and_named() {
    let mut wrong = imp();
    for (field, value) in [
        ("HP", json!("many")),
        ("AC", json!(null)),
        ("Challenge", json!("99")),
        ("Abilities", json!({"Str": 4})),
        ("Saves", json!([{"Name": "Dex", "Modifier": {}}])),
        ("Traits", json!("It is odd.")),
        ("Speed", json!(30)),
        ("Actions", json!([[["x"]], 5, null])),
        ("Type", json!(["fiend"])),
    ] {
        wrong[field] = value;
    }
    let library = json!({
        "Creatures.a": wrong, "Creatures.b": 7, "Creatures.c": {"HP": {}}, "Creatures.d": "{", "Spells.e": null
    });
    let items = read(&FORMAT, &[("wrong.json", &library.to_string())]);
    let (kept, notes) = record(&items[0]);
    assert!(notes.iter().any(|note| note.contains("challenge “99”")), "{notes:?}");
    assert!(notes.iter().any(|note| note.contains("ability scores")), "{notes:?}");
    for part in ["It is odd.", "Strength 4", "- **Challenge** 99", "- **Speed** 30"] {
        assert!(kept.body.contains(part), "{part}: {}", kept.body);
    }
    assert_eq!(items.iter().skip(1).map(reason).collect::<Vec<_>>().len(), 4);
    assert!(items.iter().skip(1).all(|item| !reason(item).is_empty()));
}

#[test]
fn hostile_files_end_in_time() {
    let deep = "[".repeat(10_000) + &"]".repeat(10_000);
    let text =
        format!(r#"{{"Creatures.a": {{"Name": "Deep", "Traits": {deep}}}, "Creatures.b": {}}}"#, imp());
    let items = read(&FORMAT, &[("deep.json", &text)]);
    assert!(reason(&items[0]).contains("127"), "{}", reason(&items[0]));
    assert_eq!(creature(&items[1]).hit_points, Some(22));
    let many: Vec<String> =
        (0..20_000).map(|id| format!("\"Creatures.{id}\": {{\"Name\": \"Imp {id}\"}}")).collect();
    assert_eq!(read(&FORMAT, &[("many.json", &format!("{{{}}}", many.join(",")))]).len(), 20_000);
}
