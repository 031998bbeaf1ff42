use serde_json::json;

use super::*;

fn item(content_type: &str, key: &str, fields: Value) -> Item {
    Item {
        content_type: content_type.to_owned(),
        key: key.to_owned(),
        line: 1,
        disabled: false,
        fields: fields.into(),
    }
}

#[must_use]
fn read(content_type: &str, key: &str, fields: Value) -> NormalisedItem {
    normalise(&item(content_type, key, fields), "Saltmarch", &DocumentKey::new("saltmarch")).unwrap()
}

/// Shows a record as text: its kind, slug, name, fields and body, and the notes.
fn shown(content_type: &str, key: &str, fields: Value) -> String {
    let NormalisedItem { record, notes } = read(content_type, key, fields);
    let fields = serde_json::from_str::<Value>(&record.stored_fields().unwrap()).unwrap();
    let notes: Vec<String> = notes.iter().map(|note| format!("\nnote: {note}")).collect();
    format!(
        "{} {}: {}\n{fields:#}\n\n{}\n{}",
        record.kind,
        record.slug,
        record.name,
        record.body,
        notes.join("")
    )
}

#[test]
fn a_spell_has_its_fields_from_flags_and_texts() {
    insta::assert_snapshot!(shown(
        "spells",
        "brine-lash-",
        json!({
            "key": "brine-lash-", "name": " Brine Lash ", "option-pack": "Tidebook", "disabled?": false,
            "level": "2nd level", "school": "evocation", "casting-time": "1 Action (ritual)", "range": "60 ft.",
            "duration": "Concentration, up to 1 minute",
            "components": { "verbal": true, "somatic": false, "material-component": "a dried eel", "breath": true },
            "spell-lists": { "wizard": true, "sorcerer-tide-born-": true, "bard": false },
            "attack-roll?": true, "page": 12, "sources": ["tide-book"],
            "description": "A whip of salt water strikes.\nOn a hit it deals 2d6 cold damage, and the target must make a \
                Strength saving throw.\n• It slides.\n• It falls.\n**At Higher Levels:** 1d6 more for each slot above.",
            "edit-event": ["orcpub.dnd.e5.spells/edit-spell", { "name": "Old" }]
        }),
    ));
}

#[test]
fn a_spell_with_unusable_fields_is_kept_with_notes() {
    insta::assert_snapshot!(shown(
        "spells",
        "9-tides",
        json!({
            "name": "  ", "level": "three or so", "school": null, "range": { "feet": 30 }, "components": 4,
            "ritual": "sometimes", "spell-lists": {}, "description": 7
        }),
    ));
}

#[test]
fn a_creature_becomes_a_stat_block() {
    insta::assert_snapshot!(shown(
        "monsters",
        "tide-warden",
        json!({
            "name": "Tide Warden", "option-pack": "Saltmarch", "size": "large", "type": "humanoid (merfolk)",
            "alignment": "lawful neutral", "armor-class": 15, "armor-notes": "(shell)",
            "hit-points": { "die": 10, "die-count": 9, "modifier": 27 }, "speed": "20 ft., swim 40 ft.",
            "str": 18, "dex": 12, "con": 16, "int": 11, "orcpub.dnd.e5.character/wis": 14, "cha": "9",
            "saving-throws": { "wis": 5, "dex": null }, "skills": { "perception": 5, "stealth": null },
            "senses": "darkvision 60 ft., passive Perception 15", "challenge": 5,
            "props": {
                "damage-resistance": { "cold": true, "fire": false },
                "condition-immunity": { "prone": true },
                "language": { "telepathy-120-ft-": true, "deep-speech": true },
                "undertow": { "range": 30 }
            },
            "damage-immunities": "poison from its own kind",
            "description": "It keeps the sluice gates.",
            "traits": [
                { "name": "Amphibious", "description": "It breathes air and water." },
                null,
                { "name": "Trident", "type": "action", "description": "Melee Weapon Attack: +7 to hit, reach 5 ft., one \
                    target. Hit: 11 (2d6 + 4) piercing damage." },
                { "name": "Reaction: Shell Turn", "description": "It turns its shell." },
                { "name": "Slip (Bonus Action)", "description": "It slips away." },
                { "name": "Surge", "type": "legendary-action", "description": "It moves." }
            ],
            "actions": [{ "name": "Drag", "notes": "Recharge 5-6", "description": "It drags." }],
            "legendary-actions": { "description": "The warden can take one legendary action a round." },
            "lair-actions": [{ "name": "Spring Tide", "description": "The water rises." }]
        }),
    ));
}

#[test]
fn a_creature_with_gaps_is_kept_with_notes() {
    insta::assert_snapshot!(shown(
        "monsters",
        "mud-eels-",
        json!({
            "size": "medium", "type": "swarm-of-tiny-beasts", "armor-class": "slippery", "hit-points": { "die": 8 },
            "speed": { "walk": 5, "swim": 30 }, "str": 6, "dex": 16, "challenge": 0.3,
            "traits": { "0": { "name": "Swarm", "description": "It fills a space." } },
            "legendary-actions": [{ "name": "Bite", "description": "It bites." }]
        }),
    ));
}

#[test]
fn a_class_is_shown_level_by_level() {
    insta::assert_snapshot!(shown(
        "classes",
        "ferrier",
        json!({
            "nil": null, "name": "Ferrier", "help": "Ferriers carry the lost across.", "hit-die": 8,
            "subclass-level": 3, "subclass-title": "Crossing", "subclass-help": "Each ferrier learns a crossing.",
            "ability-increase-levels": [4, 8, "late"],
            "profs": {
                "save": { "orcpub.dnd.e5.character/wis": true, "con": true, "dex": false },
                "armor": { "light": true, "shields": true }, "weapon": { "simple": true, "trident": true },
                "tool": { "navigators-tools": true },
                "skill-options": { "choose": 2, "options": { "insight": true, "survival": true, "stealth": false } },
                "skill-expertise-options": { "options": { "any": true } },
                "tide-charts": 2
            },
            "equipment": { "explorers-pack": 1 }, "weapons": { "javelin": 4 },
            "equipment-choices": [{ "name": "Lamp", "options": { "lamp": 1, "lantern-hooded": 1 } }],
            "spellcasting": {
                "level-factor": 2, "ability": "orcpub.dnd.e5.character/wis", "known-mode": "schedule",
                "cantrips-known": { "1": 2, "4": 1 }, "spells-known": { "2": 2, "5": 1 },
                "spell-list": { "1": { "bane": true, "bless": false }, "0": ["light"] }
            },
            "traits": [
                { "name": "Quiet Oar", "level": 2, "type": "b-action", "description": "You row without a sound." },
                { "name": "Ferryman's Toll", "description": "You can ask a coin of the dead." },
                { "name": "Last Crossing", "level": "deep", "type": "other", "description": "You cross." }
            ],
            "level-modifiers": [
                { "type": "armor-prof", "value": "medium", "level": 2 },
                { "type": "spell", "level": 3, "value": { "key": "fog-cloud", "level": 1, "ability": "wis" } },
                { "type": "num-attacks", "value": 2, "level": 5 }
            ],
            "level-selections": [{ "type": "ferry-songs", "num": 2, "level": 2 }],
            "multiclass-note": "Ask the ferry first."
        }),
    ));
}

#[test]
fn a_subclass_names_its_class_and_has_its_spells() {
    insta::assert_snapshot!(shown(
        "subclasses",
        "tide-domain-",
        json!({
            "name": "Tide Domain", "class": "cleric", "level-modifiers": [],
            "cleric-spells": { "1": { "0": "fog-cloud", "1": "create-or-destroy-water" }, "2": { "1": "gust-of-wind" } },
            "traits": [
                { "name": "Ebb", "level": 1, "type": "reaction", "description": "You pull back a blow." },
                { "level": 6, "description": "You walk on water." }
            ],
            "spellcasting": null, "props": { "swimming-speed": 30, "flying-speed": 0 }
        }),
    ));
}

#[test]
fn races_and_subraces_show_their_traits() {
    insta::assert_snapshot!(shown(
        "races",
        "marshling",
        json!({
            "name": "Marshling", "help": "Marshlings live on stilts.", "size": "small", "speed": "25 ft.",
            "darkvision": 0, "languages": ["Common", "Reedspeech"],
            "abilities": { "orcpub.dnd.e5.character/dex": 2, "con": 0, "cha": -1 },
            "profs": { "language-options": { "choose": 1, "options": { "any": true } } },
            "props": { "damage-resistance": { "poison": true }, "lizardfolk-ac": false, "max-hp-bonus": 1 },
            "traits": [{ "name": "Reed Walk", "type": "action", "description": "You step between reeds." }]
        }),
    ));
    insta::assert_snapshot!(shown(
        "subraces",
        "deep-marshling",
        json!({
            "name": "Deep Marshling", "race": "marshling", "darkvision": 120, "speed": "slow",
            "spells": [
                { "value": { "key": "light", "ability": "cha" } },
                { "level": 3, "value": { "key": "fog-cloud", "level": 1, "ability": "orcpub.dnd.e5.character/cha" } }
            ],
            "traits": []
        }),
    ));
}

#[test]
fn backgrounds_and_feats_show_their_benefits() {
    insta::assert_snapshot!(shown(
        "backgrounds",
        "lock-keeper",
        json!({
            "name": "Lock Keeper", "help": "You kept a lock.",
            "profs": {
                "skill": { "athletics": true, "insight": true }, "tool": { "smiths-tools": true },
                "tool-options": { "gaming-set": 1 }
            },
            "equipment": { "clothes-common": 1, "torch": 5 }, "treasure": { "gp": 12, "sp": 3 },
            "equipment-choices": [{ "name": "Hook", "options": { "boat-hook": 1, "grapnel": 1 } }],
            "traits": [{ "name": "Free Passage", "summary": "Boats take you along." }]
        }),
    ));
    insta::assert_snapshot!(shown(
        "feats",
        "weather-eye",
        json!({
            "name": "Weather Eye", "description": "You read the sky.",
            "ability-increases": ["orcpub.dnd.e5.character/wis", "int", "saves?"],
            "prereqs": ["spellcasting", "orcpub.dnd.e5.character/wis", "light"],
            "path-prereqs": { "race": { "marshling": true, "half-elf": true, "elf": false } },
            "props": { "initiative": 2, "passive-perception-5": true, "storm-sense": true, "speed": null }
        }),
    ));
    insta::assert_snapshot!(shown(
        "feats",
        "broad",
        json!({ "ability-increases": [[1, "con"], [1, "any"]] })
    ));
}

#[test]
fn other_content_types_become_class_options() {
    insta::assert_snapshot!(shown(
        "selections",
        "ferry-songs",
        json!({ "name": "Ferry Songs", "options": [
            { "name": "Song of Slack Water", "description": "The current rests." },
            { "name": "Song of the Bell", "description": "A bell answers." }, {}
        ] }),
    ));
    insta::assert_snapshot!(shown(
        "invocations",
        "salt-sight",
        json!({ "name": "Salt Sight (Prerequisite: 5th level)", "description": "You see through spray." }),
    ));
    insta::assert_snapshot!(shown(
        "draconic-ancestries",
        "pearl",
        json!({ "name": "Pearl", "breath-weapon": {
            "damage-type": "cold", "area-type": "line", "line-width": 5, "line-length": 30,
            "save": "orcpub.dnd.e5.character/con", "scent": "brine"
        } }),
    ));
    insta::assert_snapshot!(shown(
        "river-vehicles",
        "punt",
        json!({ "name": "Punt", "hull": { "ac": 11, "hit-points": 40 }, "crew": ["bargee", "poler"], "cargo": 0.5 }),
    ));
    insta::assert_snapshot!(shown(
        "languages",
        "reedspeech",
        json!({ "name": "Reedspeech", "script": "knots" })
    ));
}

#[test]
fn an_encounter_counts_its_creatures() {
    insta::assert_snapshot!(shown(
        "encounters",
        "sluice-fight",
        json!({ "name": "Sluice Fight", "creatures": [
            { "type": "monster", "creature": { "monster": "tide-warden", "num": 3 } },
            { "type": "monster", "creature": { "monster": "mud-eels-" } },
            { "type": "character", "creature": { "character": 17_592_186_045_418_u64 } },
            { "type": "monster", "creature": { "monster": null } },
            { "type": "monster", "creature": { "monster": "heron", "num": "many" } }
        ] }),
    ));
}

#[test]
fn an_item_without_a_usable_name_is_named_after_its_key() {
    let name = |key: &str, fields| read("monsters", key, fields).record.name;
    assert_eq!(name("9-lives", json!({})), "9 Lives");
    assert_eq!(name("mud-eel-", json!({ "name": "\u{a0} " })), "Mud Eel");
    assert_eq!(name("", json!({ "name": null })), "Unnamed Creature");
    assert_eq!(read("spells", "-", json!({})).record.name, "Unnamed Spell");
    let odd = read("spells", "tide", json!({ "name": 7 }));
    assert_eq!(odd.record.name, "Tide");
    assert_eq!(odd.notes, ["the name 7 is not a text; the entry is named after its key"]);
    let long = read("spells", "tide", json!({ "name": "tide ".repeat(100) }));
    assert!(long.record.name.chars().count() <= 300);
    assert_eq!(long.notes.len(), 1);
}

#[test]
fn an_option_pack_is_kept_if_it_differs_from_the_book() {
    let pack = |pack: Value| read("feats", "x", json!({ "option-pack": pack })).record.homebrew.option_pack;
    assert_eq!(pack(json!("Tidebook")).as_deref(), Some("Tidebook"));
    assert_eq!([pack(json!("Saltmarch")), pack(json!("")), pack(json!(null))], [None, None, None]);
    let mut off = item("feats", "x", json!({}));
    off.disabled = true;
    assert!(normalise(&off, "Saltmarch", &DocumentKey::new("s")).unwrap().record.homebrew.disabled);
}

#[test]
fn only_items_without_fields_are_rejected() {
    let refused = |fields| normalise(&item("spells", "x", fields), "S", &DocumentKey::new("s")).unwrap_err();
    assert_eq!(refused(json!("gone")), "it has no fields, only “gone”");
    assert_eq!(refused(json!(null)), "it has no fields, only nothing");
}

/// Every field that any family knows, with every sort of value: nothing may stop it, and nothing may be lost.
#[test]
fn no_value_of_a_field_is_lost() {
    const TYPES: [&str; 13] = [
        "spells",
        "monsters",
        "classes",
        "subclasses",
        "races",
        "subraces",
        "backgrounds",
        "feats",
        "languages",
        "invocations",
        "selections",
        "encounters",
        "sandwiches",
    ];
    const FIELDS: &str = "name option-pack level school casting-time range duration components ritual spell-lists \
        attack-roll? description help size type alignment armor-class armor-notes hit-points speed str saving-throws \
        skills senses challenge props damage-immunities languages traits actions legendary-actions hit-die \
        subclass-level subclass-title subclass-help ability-increase-levels profs equipment equipment-choices weapons \
        treasure spellcasting level-modifiers level-selections class race cleric-spells abilities darkvision spells \
        ability-increases prereqs path-prereqs options breath-weapon creatures";
    let values = [
        json!(null),
        json!(true),
        json!(-1),
        json!(7.5),
        json!(1e300),
        json!(""),
        json!("zyx wvu"),
        json!("ünï-cödé"),
        json!([]),
        json!([null, 1, "zyx", ["zyx"], { "name": 3 }]),
        json!({}),
        json!({ "zyx": { "wvu": true } }),
        json!({ "1": { "0": "zyx" } }),
        json!({ "zyx": "wvu", "nil": null }),
        json!([{ "zyx": "wvu" }]),
    ];
    let mut lost = Vec::new();
    for content_type in TYPES {
        for field in FIELDS.split_whitespace() {
            for value in &values {
                let NormalisedItem { record, .. } = read(content_type, "k", json!({ field: value }));
                let told = format!("{} {} {}", record.name, record.body, record.stored_fields().unwrap());
                // What a flag holds beside being set says nothing.
                let words = if value.is_object() { &["zyx"][..] } else { &["zyx", "wvu", "cödé"] };
                let gone =
                    |word: &&str| value.to_string().contains(*word) && !told.to_lowercase().contains(*word);
                if words.iter().any(gone) {
                    lost.push(format!("{content_type} {field} {value}"));
                }
            }
        }
    }
    assert_eq!(lost, Vec::<String>::new());
}
