use content::model::{Creature, Equipment, Spell};
use proptest::prelude::*;
use serde_json::{Value, json};

use super::*;
use crate::{File, recognise};

fn file(name: &str, text: impl ToString) -> File {
    File { name: name.to_owned(), text: text.to_string() }
}

fn read_files(title: &str, files: &[File]) -> Vec<(String, Item)> {
    let mut items = Vec::new();
    let mut sink = |book: &str, item: Item| {
        items.push((book.to_owned(), item));
        true
    };
    let source = Source { title, files, base: &|_, _, _| None };
    read(&source, &mut Output::new(&mut sink)).expect("documents");
    items
}

fn record_of(doc: &Value) -> Record {
    let file = file("a.json", doc);
    assert!(recognises(&Sample::of(&file)), "{doc}");
    let mut items = read_files("Dusk Book", &[file]);
    assert_eq!(items.len(), 1);
    items.remove(0).1.record.expect("a record").0
}

fn creature(doc: &Value) -> (Creature, String) {
    let Record { details: Details::Creature(creature), body, .. } = record_of(doc) else {
        panic!("no creature")
    };
    (*creature, body)
}

/// A creature of dnd5e 5 whose numbers Foundry VTT derives.
fn moth() -> Value {
    json!({
        "_id": "moth000000000000", "name": "Lamp Moth", "type": "npc", "_stats": { "systemId": "dnd5e" },
        "prototypeToken": {}, "system": {
            "abilities": {
                "str": { "value": 8 }, "dex": { "value": 16, "proficient": 1 }, "con": { "value": 12 },
                "int": { "value": 6 }, "wis": { "value": 14 }, "cha": { "value": 10 },
            },
            "skills": { "prc": { "value": 2, "ability": "wis" }, "ste": { "value": 1, "bonuses": { "check": "1" } }, "ath": { "value": 0 } },
            "attributes": {
                "ac": { "calc": "natural", "flat": 14 }, "hp": { "max": 27, "formula": "5d8 + 5" },
                "movement": { "walk": "10", "fly": "40", "hover": true, "units": null },
                "senses": { "ranges": { "darkvision": 60, "blindsight": null }, "special": "" },
                "init": { "bonus": "@prof" },
            },
            "details": {
                "cr": 0.5, "alignment": "Chaotic Neutral", "type": { "value": "fey", "subtype": "Moth", "swarm": "" },
                "biography": { "value": "<p>It loves lamps.</p>" }, "habitat": { "value": [{ "type": "forest" }, { "type": "planar", "subtype": "feywild" }] },
            },
            "traits": {
                "size": "sm", "dr": { "value": ["fire", "piercing", "slashing"], "bypasses": ["mgc", "sil"] }, "ci": { "value": ["prone"], "custom": "Dazzled" },
                "languages": { "value": ["sylvan", "deep"], "custom": "", "communication": { "telepathy": { "value": 30, "units": "ft" } } },
            },
            "resources": { "legact": { "max": 2 } }, "source": { "rules": "2024", "book": "Lamps", "page": "7" },
        },
        "items": [
            {
                "_id": "bite", "name": "Bite", "type": "weapon", "sort": 2, "system": {
                    "type": { "value": "natural" }, "damage": { "base": { "number": 1, "denomination": 4, "types": ["piercing"] } },
                    "activities": { "x": { "_id": "x", "type": "attack", "activation": { "type": "action" }, "attack": {} } },
                },
            },
            {
                "name": "Dust", "type": "feat", "sort": 1, "system": {
                    "description": { "value": "<p>The [[lookup @name lowercase]] sheds dust.</p>" }, "uses": { "max": "", "recovery": [{ "period": "recharge", "formula": "5" }] },
                    "activities": { "y": { "_id": "y", "type": "save", "activation": { "type": "action" } } },
                },
            },
            { "name": "Flutter", "type": "feat", "system": { "description": { "value": "<p>It flutters.</p>" }, "activities": { "z": { "activation": { "type": "legendary" } } } } },
            { "name": "Glow", "type": "feat", "system": { "properties": ["trait"], "description": { "value": "<p>It glows.</p>" }, "activities": { "z": { "activation": { "type": "action" } } } } },
            { "name": "Gust", "type": "spell", "system": { "level": 2 } },
            { "name": "Lamp", "type": "loot", "system": { "properties": ["gear"], "quantity": 2 } },
        ],
    })
}

#[test]
fn a_creature_has_the_numbers_that_foundry_derives() {
    let (creature, body) = creature(&moth());
    let expected = Creature {
        size: Some("Small".into()),
        creature_type: Some("Fey".into()),
        subtype: Some("Moth".into()),
        alignment: Some("Chaotic Neutral".into()),
        armor_class: Some(14),
        hit_points: Some(27),
        hit_dice: Some("5d8+5".into()),
        initiative_bonus: Some(5),
        legendary_actions: Some(2),
        speed: Some("10 ft., Fly 40 ft. (hover)".into()),
        saving_throws: [("Dexterity".to_owned(), 5)].into(),
        skills: [("Perception".to_owned(), 6), ("Stealth".to_owned(), 6)].into(),
        damage_resistances: Some(
            "Fire; piercing and slashing from nonmagical attacks that aren't silvered".into(),
        ),
        condition_immunities: Some("Prone, Dazzled".into()),
        senses: Some("Darkvision 60 ft.; Passive Perception 16".into()),
        gear: Some("Lamp (2)".into()),
        languages: Some("Sylvan, Deep Speech; telepathy 30 ft.".into()),
        environments: vec!["Forest".into(), "Planar (Feywild)".into()],
        ability_scores: creature.ability_scores,
        challenge_rating: creature.challenge_rating,
        challenge_rating_decimal: Some(0.5),
        experience_points: Some(100),
        proficiency_bonus: Some(2),
        ..Creature::default()
    };
    assert_eq!(creature, expected);
    assert_eq!(creature.ability_scores.map(|scores| (scores.strength, scores.charisma)), Some((8, 10)));
    for part in [
        "***Glow.*** It glows.",
        "***Spellcasting.*** Spell save DC 8.\n\n**2nd level:** *Gust*",
        "### Actions\n\n***Dust (Recharge 5–6).*** The lamp moth sheds dust.\n\n***Bite.*** *Melee Attack Roll:* +5, reach 5 ft. *Hit:* 5 (1d4 + 3) Piercing damage.",
        "### Legendary Actions\n\nLegendary Action Uses: 2. Immediately",
        "***Flutter.*** It flutters.",
        "### Description\n\nIt loves lamps.",
    ] {
        assert!(body.contains(part), "{part}\n\n{body}");
    }
}

#[test]
fn a_creature_of_version_3_wears_its_armor_and_attacks() {
    let doc = json!({
        "_id": "a", "name": "Lamp Guard", "type": "npc", "items": [
            { "name": "Chain Shirt", "type": "equipment", "system": { "type": { "value": "medium" }, "armor": { "value": 13, "dex": 2 }, "equipped": true, "properties": [] } },
            { "name": "Shield", "type": "equipment", "system": { "type": { "value": "shield" }, "armor": { "value": 2, "dex": null }, "equipped": true } },
            {
                "name": "Spear", "type": "weapon", "system": {
                    "type": { "value": "simpleM" }, "properties": ["thr", "ver"], "range": { "value": 20, "long": 60, "units": "ft" }, "actionType": "mwak",
                    "activation": { "type": "action" }, "damage": { "parts": [["1d6 + @mod", "piercing"]], "versatile": "1d8 + @mod" }, "attackBonus": "",
                },
            },
            { "name": "Rally", "type": "feat", "system": { "description": { "value": "<p>It rallies.</p>" }, "activation": { "type": "reaction" }, "uses": { "value": 3, "max": "3", "per": "day" } } },
        ],
        "system": {
            "abilities": { "str": { "value": 14 }, "dex": { "value": 16 } }, "details": { "cr": "1/4", "type": "humanoid", "source": "Old Lamps", "environment": "urban, coastal" },
            "attributes": { "ac": { "calc": "default", "flat": null }, "hp": { "max": 11, "formula": "2d8+2" }, "movement": { "walk": 30, "fly": 0 }, "senses": { "darkvision": 0 } },
            "traits": { "size": "med", "languages": { "value": ["common"] }, "di": { "value": ["physical"] } },
        },
    });
    let (creature, body) = creature(&doc);
    assert_eq!(
        (creature.armor_class, creature.armor_detail.as_deref()),
        (Some(17), Some("chain shirt, shield"))
    );
    assert_eq!(creature.creature_type.as_deref(), Some("Humanoid"));
    assert_eq!(
        creature.damage_immunities.as_deref(),
        Some("bludgeoning, piercing, and slashing from nonmagical attacks")
    );
    assert_eq!(creature.environments, ["Urban", "Coastal"]);
    let spear = "***Spear.*** *Melee or Ranged Weapon Attack:* +4 to hit, reach 5 ft. or range 20/60 ft., one target. *Hit:* 5 (1d6 + 2) piercing damage.";
    assert!(body.contains(spear), "{body}");
    assert!(body.contains("### Reactions\n\n***Rally (3/Day).*** It rallies."), "{body}");
}

#[test]
fn a_spell_is_read_in_both_forms() {
    let description = "<p>A lamp bursts.</p><p><strong>At Higher Levels.</strong> One more die.</p>";
    let modern = json!({
        "_id": "s", "name": "Lamp Burst", "type": "spell", "system": {
            "description": { "value": description }, "level": 2, "school": "evo", "properties": ["vocal", "material", "concentration", "ritual"],
            "materials": { "value": "a lamp" }, "activation": { "type": "bonus", "value": 1 }, "duration": { "value": "10", "units": "minute" },
            "range": { "value": "60", "units": "ft" },
            "activities": { "a": { "type": "save", "save": { "ability": ["dex"], "dc": { "calculation": "spellcasting" } }, "damage": { "parts": [{ "number": 2, "denomination": 6, "types": ["fire"] }] } } },
        },
    });
    let old = json!({
        "_id": "s", "name": "Lamp Burst", "type": "spell", "data": {
            "description": { "value": description }, "level": 2, "school": "evo", "components": { "vocal": true, "somatic": false, "material": true, "concentration": true, "ritual": true },
            "materials": { "value": "a lamp" }, "activation": { "type": "bonus", "cost": 1 }, "duration": { "value": 10, "units": "minute" },
            "range": { "value": 60, "units": "ft" }, "actionType": "save", "save": { "ability": "dex", "dc": null, "scaling": "spell" }, "damage": { "parts": [["2d6", "fire"]] },
        },
        "img": "",
    });
    let expected = Spell {
        level: Some(2),
        school: Some("Evocation".into()),
        casting_time: "1 bonus action".into(),
        range: "60 feet".into(),
        components: "V, M".into(),
        material: Some("a lamp".into()),
        duration: "10 minutes".into(),
        concentration: true,
        ritual: true,
        damage_types: vec!["fire".into()],
        saving_throw: Some("dexterity".into()),
        higher_level: Some("One more die.".into()),
        ..Spell::default()
    };
    for doc in [modern, old] {
        let Details::Spell(spell) = record_of(&doc).details else { panic!("no spell") };
        assert_eq!(spell, expected);
    }
}

#[test]
fn equipment_has_price_damage_and_armor_class() {
    let glaive = json!({
        "_id": "g", "name": "Dusk Glaive", "type": "weapon", "system": {
            "type": { "value": "martialM", "baseItem": "glaive" }, "rarity": "veryRare", "attunement": "required", "properties": ["hvy", "mgc", "rch", "two"],
            "price": { "value": 5, "denomination": "pp" }, "weight": { "value": 2, "units": "kg" }, "mastery": "graze",
            "damage": { "base": { "number": 1, "denomination": 10, "types": ["slashing"] } }, "description": { "value": "<p>It is dark.</p>" },
        },
    });
    let Record { kind, details: Details::Equipment(thing), .. } = record_of(&glaive) else {
        panic!("no equipment")
    };
    let expected = Equipment {
        category: Some("Martial Melee Weapon".into()),
        rarity: content::model::Rarity::find("very rare"),
        requires_attunement: true,
        is_magic: true,
        cost_gp: Some(50.0),
        weight_lb: Some(5.0),
        damage_dice: Some("1d10".into()),
        damage_type: Some("slashing".into()),
        properties: vec!["Heavy".into(), "Reach".into(), "Two-Handed".into(), "Graze (mastery)".into()],
        is_simple: Some(false),
        is_finesse: Some(false),
        is_light: Some(false),
        base_item: Some("Glaive".into()),
        ..Equipment::default()
    };
    assert_eq!((kind, *thing), (Kind::MagicItem, expected));
    let mail = json!({
        "_id": "m", "name": "Dusk Mail", "type": "equipment", "system": {
            "type": { "value": "heavy" }, "armor": { "value": 16, "dex": 0 }, "strength": 13, "properties": ["stealthDisadvantage"], "weight": 55, "price": { "value": 75, "denomination": "gp" },
        },
    });
    let Record { kind, details: Details::Equipment(thing), .. } = record_of(&mail) else {
        panic!("no equipment")
    };
    assert_eq!(
        (kind, thing.armor_class.as_deref(), thing.strength_required),
        (Kind::Armor, Some("16"), Some(13))
    );
}

#[test]
fn a_compendium_names_the_features_of_its_classes() {
    let class = "_key: '!items!lamplighter00000'\n_id: lamplighter00000\nname: Lamplighter\ntype: class\nsystem:\n  identifier: lamplighter\n  hd:\n    denomination: d8\n  \
                 spellcasting:\n    ability: wis\n  description:\n    value: >-\n      <p>You carry\n      light.</p>\n  advancement:\n    - type: Trait\n      level: 1\n      configuration:\n        \
                 grants: ['saves:dex', 'saves:wis', 'armor:lgt']\n        choices:\n          - count: 2\n            pool: ['skills:ath', 'skills:prc']\n    - type: ItemGrant\n      level: 1\n      \
                 configuration:\n        items:\n          - uuid: Compendium.lamps.features.Item.kindle0000000000\n    - type: ScaleValue\n      title: Kindle Die\n      configuration:\n        \
                 scale:\n          '1': { number: 1, faces: 6 }\n          '5': { number: 2, faces: 6 }\n";
    let feature = json!({
        "_key": "!items!kindle0000000000", "_id": "kindle0000000000", "name": "Kindle", "type": "feat",
        "system": { "type": { "value": "class" }, "requirements": "Lamplighter 1", "description": { "value": "<p>You kindle.</p>" } },
    });
    let list = json!({
        "_key": "!journal!l", "name": "Lists", "_id": "l", "pages": [
            { "_id": "p", "name": "Lamplighter Spells", "type": "spells", "system": { "type": "class", "identifier": "lamplighter", "spells": ["Compendium.lamps.spells.Item.glow000000000000"] } },
            { "_id": "q", "name": "Dazzled", "type": "rule", "text": { "content": "<p>You cannot see.</p>" }, "system": { "type": "condition" } },
            { "_id": "r", "name": "Map", "type": "image", "src": "map.webp" },
        ],
    });
    let spell = json!({ "_key": "!items!glow000000000000", "_id": "glow000000000000", "name": "Glow", "type": "spell", "system": { "level": 0 } });
    let folder = "_id: f\nname: Features\ntype: Item\nsorting: a\n_key: '!folders!f'\n";
    let files = [
        file("module.json", json!({ "id": "lamps", "title": "Book of Lamps", "packs": [] })),
        file("packs/classes/lamplighter.yml", class),
        file("packs/features/kindle.json", feature),
        file("packs/lists.json", list),
        file("packs/spells/glow.json", spell),
        file("packs/_folder.yml", folder),
    ];
    for file in &files {
        assert_eq!(recognise(file).map(|format| format.name), Some("Foundry VTT"), "{}", file.name);
    }
    let items = read_files("lamps-main", &files);
    assert!(items.iter().all(|(book, item)| book == "Book of Lamps" && item.file.is_some()));
    let found = |key: &str| items.iter().find(|(_, item)| item.key == key).map(|(_, item)| &item.record);
    assert_eq!(items.len(), 6);
    let Some(Ok((class, _))) = found("Lamplighter") else { panic!("no class") };
    let Details::CharacterOption(option) = &class.details else { panic!("no option") };
    assert_eq!(
        (option.hit_die.as_deref(), option.saving_throws.join(" ").as_str()),
        (Some("d8"), "Dexterity Wisdom")
    );
    assert_eq!(
        (option.features.join(" ").as_str(), option.spellcasting_ability.as_deref()),
        ("Kindle", Some("Wisdom"))
    );
    assert!(
        class.body.contains("You carry light.")
            && class.body.contains("- **Skills** choose 2 from Athletics or Perception"),
        "{}",
        class.body
    );
    assert!(class.body.contains("| 1st | Kindle | 1d6 |\n| 5th | — | 2d6 |"), "{}", class.body);
    let Some(Ok((kindle, _))) = found("Kindle") else { panic!("no feature") };
    let Details::CharacterOption(option) = &kindle.details else { panic!("no option") };
    assert_eq!(
        (kindle.kind, option.parent.as_deref(), option.level),
        (Kind::ClassOption, Some("Lamplighter"), Some(1))
    );
    let Some(Ok((glow, _))) = found("Glow") else { panic!("no spell") };
    assert!(glow.body.contains("**Classes** Lamplighter"), "{}", glow.body);
    assert!(matches!(found("Dazzled"), Some(Ok((Record { kind: Kind::Condition, .. }, _)))));
    assert!(matches!(found("Map"), Some(Err(reason)) if reason == "a page of type `image` has no text"));
}

#[test]
fn every_document_of_an_adventure_is_read_or_named() {
    let table = json!({
        "name": "Omens", "formula": "1d4", "results": [{ "range": [2, 4], "text": "Dusk" }, { "range": [1, 1], "name": "", "description": "<p>Dawn</p>", "type": "text" }],
    });
    let adventure = json!({
        "name": "Lamp Trouble", "_id": "x", "flags": {}, "actors": [moth(), { "name": "Ada", "type": "character", "system": {} }], "items": [{ "name": "Odd", "type": "vessel", "system": {} }],
        "journal": [{ "name": "Notes", "content": "<p>Old page.</p>" }, { "name": "Empty", "pages": [] }], "tables": [table], "scenes": [{ "name": "Hall", "walls": [] }],
        "folders": [{ "name": "F", "type": "Actor" }], "macros": [7],
    });
    let file = file("fvtt-Adventure-lamp.json", adventure);
    assert!(recognises(&Sample::of(&file)));
    let items = read_files("fvtt-Adventure-lamp", std::slice::from_ref(&file));
    let outcome: Vec<(&str, &str)> = items
        .iter()
        .map(|(_, item)| {
            (
                item.key.as_str(),
                item.record.as_ref().map_or_else(String::as_str, |(record, _)| record.kind.as_str()),
            )
        })
        .collect();
    let expected = [
        ("Lamp Moth", "creature"),
        ("Ada", "it is a player's character, which is no entry of a library"),
        ("Odd", "dnd5e has no items of type `vessel`"),
        ("Notes", "rule"),
        ("Empty", "it is a journal entry without pages"),
        ("Omens", "rule"),
        ("Hall", "a scene has nothing for a library"),
        ("", "it is no document of Foundry VTT but a single value"),
    ];
    assert_eq!(outcome, expected);
    let Ok((omens, _)) = &items[5].1.record else { panic!("no table") };
    assert_eq!(omens.body, "| d4 | Result |\n|---|---|\n| 1 | Dawn |\n| 2–4 | Dusk |");
}

#[test]
fn old_databases_have_a_document_on_each_line() {
    let line = |name: &str| {
        json!({ "_id": name, "name": name, "type": "loot", "data": {}, "flags": {} }).to_string()
    };
    let file = file("lamps.db", format!("{}\n\n{}\n{{\n", line("Wick"), line("Oil")));
    assert!(recognises(&Sample::of(&file)));
    let items = read_files("lamps", &[file]);
    let outcome: Vec<(u32, bool)> = items.iter().map(|(_, item)| (item.line, item.record.is_ok())).collect();
    assert_eq!(outcome, [(1, true), (3, true), (4, false)]);
}

#[test]
fn other_systems_are_refused_by_name() {
    let file = file(
        "a.json",
        json!({ "name": "Goblin", "type": "npc", "system": {}, "_stats": { "systemId": "pf2e" }, "prototypeToken": {} }),
    );
    let items = read_files("a", &[file]);
    assert_eq!(items[0].1.record, Err("it is for the game system `pf2e`; only dnd5e is read".to_owned()));
}

#[test]
fn hostile_documents_are_refused_or_read_without_overflow() {
    let deep = format!(
        r#"{{"name": "A", "type": "npc", "img": "", "system": {}1{}}}"#,
        "[".repeat(10_000),
        "]".repeat(10_000)
    );
    let items = read_files("a", &[file("a.json", deep)]);
    assert!(matches!(&items[0].1.record, Err(reason) if reason.contains("nested")));
    let mut odd = moth();
    odd["system"]["details"]["cr"] = json!(1e300);
    odd["system"]["attributes"] = json!([["x"]]);
    odd["items"] = json!([1, { "name": 7, "type": "feat", "system": { "uses": { "max": "9".repeat(500), "per": "day" } } }]);
    let items = read_files("a", &[file("a.json", odd)]);
    assert!(items[0].1.record.is_ok());
}

proptest! {
    #[test]
    fn any_fields_are_read(path in 0_usize..60, value in prop_oneof![
        Just(json!(null)), Just(json!([])), Just(json!({ "a": [1] })), Just(json!("x")), Just(json!(-1e18)), Just(json!(true)), Just(json!([["1d6", 7]])),
    ]) {
        let mut doc = moth();
        let pointers = pointers(&doc, "");
        let pointer = &pointers[path * pointers.len() / 60];
        *doc.pointer_mut(pointer).expect("a place") = value;
        let _ = read_files("a", &[file("a.json", doc)]);
    }
}

fn pointers(value: &Value, at: &str) -> Vec<String> {
    let mut all = vec![at.to_owned()];
    match value {
        Value::Object(fields) => {
            all.extend(fields.iter().flat_map(|(key, value)| pointers(value, &format!("{at}/{key}"))))
        }
        Value::Array(items) => all.extend(
            items.iter().enumerate().flat_map(|(key, value)| pointers(value, &format!("{at}/{key}"))),
        ),
        _ => {}
    }
    all
}
