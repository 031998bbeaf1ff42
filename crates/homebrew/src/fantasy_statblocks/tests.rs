use content::model::{Edition, Kind, OwnEntry};
use serde_json::json;

use super::FORMAT;
use crate::tests::items::{creature, read, reason, record};
use crate::{File, Output, Source};

const NOTE: &str = r#"---
statblock: inline
tags: [monster]
---
# Bog Imp

Imps smell. ![[imp.png]]

```statblock
layout: Basic 5e Layout
image: [[imp.png]]
name: Bog Imp
size: Small
"type": [[Fiend]]
subtype: devil
alignment: "chaotic evil"
ac: !!int "13"
ac_class: "[natural armor](/rules/armor.md)"
hp: 22
hit_dice: 5d6 + 5
modifier: 3
speed: 25 ft., fly 40 ft.
stats: [8, 16, 12, 10, 12, 14]
saves:
  - dexterity: 5
  - wisdom: 3
skillsaves:
  - name: "[[skills#Stealth|Stealth]]"
    desc: "+7"
  - [Perception, 4]
damage_resistances: cold
condition_immunities: poisoned
senses: darkvision 60 ft., passive Perception 14
languages: Infernal
cr: 1/2
traits:
  - [Slick, It is slick., Very.]
  - name: Lucky
    desc: It is [lucky](lucky.md).
actions:
  - !!dev.example.Trait
    name: Bite
    desc: "Melee Weapon Attack: +5 to hit. Hit: 5 (1d4 + 3) piercing damage."
legendary_description: The imp can take 2 legendary actions.
legendary_actions:
  - name: Spit
    desc: It spits.
spells:
  - The imp casts spells.
  - Cantrips (at will): [[light]]
  - 1st level (2 slots): fly
lair_actions:
  - desc: Mud rises.
description: An imp of the bog.
temper: bad
source: [Plum Almanac, p. 3]
```

````markdown
```statblock
name: An example only
```
````
"#;

#[test]
fn every_field_of_a_stat_block_has_its_place() {
    let items = read(&FORMAT, &[("imp.md", NOTE)]);
    let [item] = items.as_slice() else { panic!("{items:?}") };
    assert_eq!((item.0.as_str(), item.1.key.as_str(), item.1.line), ("title", "Bog Imp", 10));
    let fields = serde_json::to_value(creature(item)).unwrap();
    let expected = json!({
        "size": "Small", "type": "Fiend", "subtype": "devil", "alignment": "chaotic evil",
        "armor_class": 13, "armor_detail": "natural armor", "hit_points": 22, "hit_dice": "5d6+5",
        "initiative_bonus": 3, "speed": "25 ft., fly 40 ft.",
        "ability_scores": {"strength": 8, "dexterity": 16, "constitution": 12, "intelligence": 10, "wisdom": 12, "charisma": 14},
        "saving_throws": {"Dexterity": 5, "Wisdom": 3}, "skills": {"Perception": 4, "Stealth": 7},
        "damage_resistances": "cold", "condition_immunities": "poisoned",
        "senses": "darkvision 60 ft., passive Perception 14", "languages": "Infernal",
        "challenge_rating": "1/2", "challenge_rating_decimal": 0.5, "experience_points": 100,
        "proficiency_bonus": 2, "legendary_actions": 2
    });
    assert_eq!(fields, expected);
    let (record, notes) = record(item);
    assert_eq!(notes, [""; 0]);
    assert_eq!(record.homebrew.option_pack.as_deref(), Some("Plum Almanac, p. 3"));
    for part in [
        "***Slick.*** It is slick. Very.\n\n***Lucky.*** It is lucky.",
        "***Spellcasting.*** The imp casts spells.\n\n- Cantrips (at will): light\n- 1st level (2 slots): fly",
        "***Bite.*** *Melee Weapon Attack:* +5 to hit. *Hit:* 5 (1d4 + 3) piercing damage.",
        "The imp can take 2 legendary actions.\n\n***Spit.*** It spits.",
        "An imp of the bog.",
        "Mud rises.",
        "- **Temper** bad",
    ] {
        assert!(record.body.contains(part), "{part}: {}", record.body);
    }
    assert!(!record.body.contains("[["), "{}", record.body);
}

#[test]
fn properties_quotes_and_the_bestiary_are_read() {
    let properties = "---\nstatblock: true\ncssclass: x\nhp: 5\nstats: [1, 2, 3, 4, 5, 6]\nsaves: {str: 2}\nskillsaves: Stealth +3, Perception +2\n---\nText.";
    let quoted = "> [!note]\n> ```statblock\n> name: Quoted\n> hp: 7 (2d6)\n> traits:\n>   - name: Small\n>     desc: It is small.\n> ```\n";
    let items = read(&FORMAT, &[("vault/Bog Toad.md", properties), ("vault/b.md", quoted)]);
    assert_eq!(
        (items[0].1.key.as_str(), items[0].1.file.as_deref()),
        ("Bog Toad", Some("vault/Bog Toad.md"))
    );
    let toad = creature(&items[0]);
    assert_eq!((toad.hit_points, toad.saving_throws["Strength"], toad.skills["Stealth"]), (Some(5), 2, 3));
    assert_eq!(
        (creature(&items[1]).hit_points, creature(&items[1]).hit_dice.as_deref()),
        (Some(7), Some("2d6"))
    );
    assert!(record(&items[1]).0.body.contains("***Small.*** It is small."));

    let imp = json!({"name": "Bog Imp", "hp": 22, "ac": 13, "stats": [8, 16, 12, 10, 12, 14],
        "traits": [{"name": "Slick", "desc": "As <STATBLOCK-WIKI-LINK>Eels|eels<STATBLOCK-WIKI-LINK>."}]});
    for bestiary in [
        json!({"monsters": [["Bog Imp", imp]], "layouts": []}),
        json!([imp]),
        json!([["Bog Imp", imp]]),
        imp.clone(),
    ] {
        let items = read(&FORMAT, &[("data.json", &bestiary.to_string())]);
        assert_eq!((creature(&items[0]).hit_points, items[0].1.key.as_str()), (Some(22), "Bog Imp"));
        assert!(record(&items[0]).0.body.contains("***Slick.*** As eels."));
    }
}

fn block(fields: &str) -> String {
    format!("```statblock\n{fields}\n```\n")
}

#[test]
fn creatures_extend_others_of_the_vault_and_of_the_library() {
    let text = [
        "name: Imp\nhp: 5\nspeed: 20 ft.\nactions:\n - name: Bite\n   desc: It bites.\n - name: Claw\n   desc: It claws.",
        "name: Elder\nextends: Imp\nhp: 50\nactions:\n - name: bite\n   desc: It bites hard.\nactions+:\n - name: Bite\n   desc: Again.\nactions-:\n - name: Claw",
        "creature: Imp",
        "creature: Imp\nname: Ann\nhp: 7",
        "name: Guard\nextends: [Elder, Knight]",
        "name: Lost\nextends: Nobody",
        "name: One\nextends: Two\nhp: 1",
        "name: Two\nextends: [One]\nspeed: 2 ft.",
        "name: Alien\nlayout: Basic Pathfinder 2e Layout",
    ]
    .map(block)
    .join("\n");
    let files = [File { name: "vault.md".to_owned(), text }];
    let knight = |kind: Kind, name: &str, _: Edition| {
        let fields = json!({"hit_points": 52, "languages": "Common", "ability_scores": {"strength": 16, "dexterity": 11,
            "constitution": 14, "intelligence": 11, "wisdom": 11, "charisma": 15},
            "actions": [{"name": "Greatsword", "text": "It cuts."}]});
        let fields = fields.as_object().unwrap().clone();
        let text = "A knight.".to_owned();
        (name == "Knight").then(|| OwnEntry { kind, name: name.to_owned(), fields, text, copied_from: None })
    };
    let mut items = Vec::new();
    let mut sink = |book: &str, item| {
        items.push((book.to_owned(), item));
        true
    };
    (FORMAT.read)(&Source { title: "vault", files: &files, base: &knight }, &mut Output::new(&mut sink))
        .unwrap();
    let names: Vec<&str> = items.iter().map(|(_, item)| item.key.as_str()).collect();
    assert_eq!(names, ["Imp", "Elder", "Ann", "Guard", "Lost", "One", "Two", "Alien"]);
    let elder = record(&items[1]).0;
    assert_eq!(
        (creature(&items[1]).hit_points, creature(&items[1]).speed.as_deref()),
        (Some(50), Some("20 ft."))
    );
    assert!(elder.body.contains("***bite.*** It bites hard.\n\n***Bite.*** Again."), "{}", elder.body);
    assert!(!elder.body.contains("Claw"), "{}", elder.body);
    assert_eq!(
        (creature(&items[2]).hit_points, creature(&items[2]).speed.as_deref()),
        (Some(7), Some("20 ft."))
    );
    let guard = record(&items[3]).0;
    assert_eq!(
        (creature(&items[3]).hit_points, creature(&items[3]).languages.as_deref()),
        (Some(50), Some("Common"))
    );
    assert_eq!(creature(&items[3]).ability_scores.unwrap().strength, 16);
    assert!(
        guard.body.contains("***Greatsword.*** It cuts.") && guard.body.contains("A knight."),
        "{}",
        guard.body
    );
    assert_eq!(reason(&items[4]), "it extends “Nobody”, which is neither in these files nor in the library");
    assert_eq!(
        (creature(&items[5]).hit_points, creature(&items[5]).speed.as_deref()),
        (Some(1), Some("2 ft."))
    );
    assert_eq!(
        (creature(&items[6]).hit_points, creature(&items[6]).speed.as_deref()),
        (Some(1), Some("2 ft."))
    );
    assert_eq!(reason(&items[7]), "its layout “Basic Pathfinder 2e Layout” is for another game");
}

#[test]
fn damage_is_named_and_long_chains_end() {
    let mut text = block("name: Wrong\ndesc: Hit: 5 damage") + &block("- a list") + &block("hp: 5");
    for number in 0..2_000 {
        text += &block(&format!("name: Link {number}\nextends: Link {}", number + 1));
    }
    let items = read(&FORMAT, &[("wrong.md", &text)]);
    assert!(reason(&items[0]).contains("not valid YAML"), "{}", reason(&items[0]));
    assert_eq!(reason(&items[1]), "it has no fields");
    assert_eq!(reason(&items[2]), "it has no name");
    assert_eq!(reason(&items[3]), "it extends more than 50 creatures");
    assert_eq!(items.len(), 2_003);
}

proptest::proptest! {
    #[test]
    fn any_stat_block_is_read_or_named(text in "([a-z_]{0,9}[+~-]?: ?[\\PC]{0,30}\n|  - [\\PC]{0,20}\n){0,12}") {
        let text = block(&format!("name: Any\n{text}"));
        let _ = read(&FORMAT, &[("any.md", &text)]);
    }
}
