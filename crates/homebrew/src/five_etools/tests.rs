use content::model::{CharacterOption, Details, Edition, Equipment, Kind, OwnEntry, Rarity};
use proptest::prelude::*;
use serde_json::{Map, Value, json};

use super::FORMAT;
use super::tags::plain_tags;
use super::write;
use crate::tests::items::{creature, read, reason, record, spell};
use crate::{File, Item, Output, Source};

const ALMANAC: &str = include_str!("../../../../tests/fixtures/homebrew/5etools.json");

type Items = Vec<(String, Item)>;

fn almanac() -> Items {
    read(&FORMAT, &[("almanac.json", ALMANAC)])
}

fn named<'i>(items: &'i Items, name: &str) -> &'i (String, Item) {
    items.iter().find(|(_, item)| item.key == name).unwrap_or_else(|| panic!("there is no {name}"))
}

fn body(items: &Items, name: &str) -> String {
    record(named(items, name)).0.body.clone()
}

fn assert_has(text: &str, wanted: &[&str]) {
    for each in wanted {
        assert!(text.contains(each), "`{each}` is not in:\n{text}");
    }
}

fn equipment(item: &(String, Item)) -> &Equipment {
    match &record(item).0.details {
        Details::Equipment(thing) => thing,
        details => panic!("{details:?}"),
    }
}

fn option(item: &(String, Item)) -> &CharacterOption {
    match &record(item).0.details {
        Details::CharacterOption(option) => option,
        details => panic!("{details:?}"),
    }
}

#[test]
fn every_item_is_a_record_or_has_a_reason() {
    let items = almanac();
    let lists: Map<String, Value> = serde_json::from_str(ALMANAC).unwrap();
    for (list, values) in lists.iter().filter(|(list, _)| *list != "_meta") {
        let number = items.iter().filter(|(_, item)| item.content_type == *list).count();
        let expected = match list.as_str() {
            // What is about another item is part of it.
            "monsterFluff" => 1,
            "bookData" => 2,
            "foundryItem" => 1,
            _ => values.as_array().unwrap().len(),
        };
        assert_eq!(number, expected, "{list}");
    }
    let mut refused: Vec<(&str, &str)> = items
        .iter()
        .map(|item| (item.1.key.as_str(), reason(item)))
        .filter(|(_, reason)| !reason.is_empty())
        .collect();
    refused.sort_unstable();
    let keys: Vec<&str> = refused.iter().map(|(key, _)| *key).collect();
    assert_eq!(keys, ["Bare", "Nobody Here", "Orphan", "Round", "Square", "foundryItem"]);
    for ((key, reason), wanted) in refused.iter().zip([
        "no text",
        "pictures",
        "copy of `Nobody` (MM)",
        "leads back to itself",
        "leads back to itself",
        "2 items are data for Foundry VTT",
    ]) {
        assert!(reason.contains(wanted), "{key}: {reason}");
    }
    assert_eq!(named(&items, "Wick Hound").1.line, 14, "the line on which an item begins");
    assert_eq!(named(&items, "Wax Stride").0, "More of Lanternwick");
    assert!(
        items.iter().filter(|item| item.1.record.is_ok()).all(|item| !record(item).0.body.contains("{@"))
    );
}

#[test]
fn a_creature_is_read_whole() {
    let items = almanac();
    let hound = creature(named(&items, "Wick Hound"));
    assert_eq!(hound.size.as_deref(), Some("Medium or Small"));
    assert_eq!(hound.creature_type.as_deref(), Some("Construct"));
    assert_eq!(hound.subtype.as_deref(), Some("wax, tallow hound"));
    assert_eq!(hound.alignment.as_deref(), Some("lawful neutral"));
    assert_eq!((hound.armor_class, hound.armor_detail.as_deref()), (Some(13), Some("shield, tallow hide")));
    assert_eq!((hound.hit_points, hound.hit_dice.as_deref()), (Some(27), Some("5d8+5")));
    assert_eq!(hound.speed.as_deref(), Some("40 ft., fly 20 ft. (hover)"));
    assert_eq!(hound.saving_throws["Dexterity"], 3);
    assert_eq!(hound.skills["Sleight of Hand"], 3);
    assert_eq!(
        hound.damage_resistances.as_deref(),
        Some("cold; bludgeoning and slashing from nonmagical attacks")
    );
    assert_eq!(hound.senses.as_deref(), Some("darkvision 60 ft., passive Perception 15"));
    assert_eq!(hound.challenge_rating.unwrap().to_string(), "2");
    assert_eq!((hound.experience_points, hound.lair_experience_points), (Some(450), Some(700)));
    assert_eq!(
        (hound.legendary_actions, hound.environments.as_slice()),
        (Some(2), &["Urban".to_owned()][..])
    );
    let hound = record(named(&items, "Wick Hound")).0;
    assert_eq!((hound.page, hound.homebrew.edition), (Some(12), Some(Edition::Of2014)));
    assert_has(
        &hound.body,
        &[
            "***Gutter Out.*** When it drops to 0 hit points, it casts *fog cloud* once and is unable to see.\n\n- smoke\n- ***Ash.*** grey",
            "***Bite (Recharge 5–6).*** *Melee Weapon Attack:* +4 to hit, reach 5 ft., one target. *Hit:* 7 (2d4 + 2) piercing damage, and DC 11 or worse.",
            "### Bonus Actions\n\n***Flare.*** Constitution Saving Throw: DC 12. Failure: **Burning**.",
            "***Innate Spellcasting.*** Its ability is Wisdom (DC 11).\n\n- At will: *light*\n- 1/day each: *fireball*, *striding*",
            "### Description\n\nMade of *candle ends*.",
            "### Lair Actions\n\nThe lights go out.",
        ],
    );
}

#[test]
fn a_copy_is_made_whole_with_its_changes() {
    let items = almanac();
    let (elder, notes) = record(named(&items, "Elder Wick Hound"));
    let fields = creature(named(&items, "Elder Wick Hound"));
    assert_eq!((fields.hit_points, fields.languages.as_deref(), elder.page), (Some(54), None, None));
    assert_eq!(fields.senses.as_deref(), Some("darkvision 60 ft., blindsight 10 ft., passive Perception 15"));
    assert_eq!((fields.challenge_rating.unwrap().to_string(), fields.skills["Stealth"]), ("5".to_owned(), 4));
    assert_has(
        &elder.body,
        &["***Gutter Down.*** When the elder drops", "***Old.*** It is old.", "***Maul.*** It mauls."],
    );
    assert!(!elder.body.contains("***Bite"));
    let [note] = notes else { panic!("{notes:?}") };
    assert!(note.contains("`reaction`") && note.contains("`weave`"), "{note}");
}

#[test]
fn a_copy_of_an_entry_of_the_library_is_made_whole() {
    let text = json!({"_meta": {"sources": []}, "monster": [{"name": "Ash Owl", "source": "Soot", "_copy": {
        "name": "Owl", "source": "MM", "_mod": {"action": {"mode": "appendArr", "items": {"name": "Hoot", "entries": ["Hoo."]}}}}}]});
    let files = [File { name: "owls.json".to_owned(), text: text.to_string() }];
    let owl = |kind: Kind, name: &str, edition: Edition| {
        assert_eq!((kind, name, edition), (Kind::Creature, "Owl", Edition::Of2014));
        let fields = json!({"size": "Tiny", "type": "Beast", "hit_points": 1, "hit_dice": "1d4-1", "armor_class": 11,
            "speed": "5 ft., fly 60 ft.", "challenge_rating": "0", "ability_scores": {"strength": 3, "dexterity": 13,
            "constitution": 8, "intelligence": 2, "wisdom": 12, "charisma": 7},
            "actions": [{"name": "Talons", "text": "*Melee Weapon Attack:* +3 to hit."}]});
        let Value::Object(fields) = fields else { unreachable!() };
        Some(OwnEntry { kind, name: name.to_owned(), fields, text: "An owl.".to_owned(), copied_from: None })
    };
    let mut items: Items = Vec::new();
    let mut sink = |book: &str, item| {
        items.push((book.to_owned(), item));
        true
    };
    (FORMAT.read)(&Source { title: "owls", files: &files, base: &owl }, &mut Output::new(&mut sink)).unwrap();
    let fields = creature(&items[0]);
    assert_eq!((fields.hit_points, fields.speed.as_deref()), (Some(1), Some("5 ft., fly 60 ft.")));
    let owl = &record(&items[0]).0;
    assert_eq!((owl.name.as_str(), items[0].0.as_str()), ("Ash Owl", "Soot"));
    assert_has(
        &owl.body,
        &["***Talons.*** *Melee Weapon Attack:* +3 to hit.", "***Hoot.*** Hoo.", "An owl."],
    );
}

#[test]
fn a_spell_and_things_are_read_whole() {
    let items = almanac();
    let stride = spell(named(&items, "Wax Stride"));
    assert_eq!((stride.level, stride.school.as_deref()), (Some(3), Some("Waxcraft")));
    assert_eq!((stride.casting_time.as_str(), stride.range.as_str()), ("1 reaction", "Self (15-foot cone)"));
    assert_eq!(stride.reaction_condition.as_deref(), Some("which you take when you fall"));
    assert_eq!(
        (stride.components.as_str(), stride.material.as_deref()),
        ("V, S, M", Some("a candle worth 5 gp"))
    );
    assert_eq!((stride.duration.as_str(), stride.concentration, stride.ritual), ("10 minutes", true, true));
    assert_eq!(
        (stride.classes.join(" "), stride.damage_types.join(" ")),
        ("Bard Wizard".to_owned(), "fire".to_owned())
    );
    assert_eq!((stride.saving_throw.as_deref(), stride.attack_roll), (Some("dexterity"), true));
    assert_eq!(stride.higher_level.as_deref(), Some("One more d6."));
    assert_has(
        &body(&items, "Wax Stride"),
        &[
            "You deal 3d6 fire damage.",
            "**Drips**\n\n| d4 | Drip |\n|---|---|\n| 1–2 | hot \\| sticky |\n| 3 | cold |",
        ],
    );
    let snuffer = equipment(named(&items, "Snuffer"));
    assert_eq!((snuffer.rarity, snuffer.requires_attunement), (Some(Rarity::Rare), true));
    assert_eq!(snuffer.category.as_deref(), Some("Martial Melee Weapon"));
    assert_eq!(snuffer.properties, ["Versatile (1d8)", "Finesse", "Glowing"]);
    assert_eq!((snuffer.cost_gp, snuffer.damage_type.as_deref()), (Some(15.0), Some("slashing")));
    assert_has(&body(&items, "Snuffer"), &["requires attunement by a wizard", "It snuffs +1 candles."]);
    assert_eq!(record(named(&items, "Odd Box")).1, ["`shiny` is no rarity"]);
    let mail = equipment(named(&items, "Taper Mail"));
    assert_eq!(
        (mail.armor_class.as_deref(), mail.strength_required),
        (Some("14 + Dex modifier (max 2)"), Some(13))
    );
    assert_eq!(record(named(&items, "Taper Mail")).0.kind, Kind::Armor);
    assert_has(&body(&items, "Waxed Armor"), &["uncommon", "medium armor, armor", "Shiny, +1."]);
}

#[test]
fn options_of_characters_are_read_whole() {
    let items = almanac();
    let feat = option(named(&items, "Steady Flame"));
    assert_eq!(feat.prerequisite.as_deref(), Some("4th level, Dexterity 13 or higher or a candle"));
    assert_eq!(option(named(&items, "Pinch")).subtype.as_deref(), Some("candle trick"));
    assert_has(
        &body(&items, "Glare"),
        &["***Psychic Focus.*** You see.", "***Stare (1–3 psi).*** You stare."],
    );
    let kin = option(named(&items, "Tallowkin"));
    assert_eq!((kin.size.as_deref(), kin.speed), (Some("Medium"), Some(30)));
    assert_has(
        &body(&items, "Tallowkin"),
        &[
            "Constitution +2, 1 of Intelligence or Wisdom +1",
            "***Darkvision.*** 60 ft.",
            "***Soft.*** You squeeze",
            "They melt.",
        ],
    );
    let (beeswax, _) = record(named(&items, "Beeswax"));
    assert_eq!((beeswax.name.as_str(), beeswax.kind), ("Tallowkin (Beeswax)", Kind::Subrace));
    assert_has(
        &body(&items, "Lamplighter"),
        &["***Skill Proficiencies.*** Insight, Perception", "***Feature: Rounds.***"],
    );
}

#[test]
fn classes_have_their_table_and_features() {
    let items = almanac();
    let chandler = option(named(&items, "Chandler"));
    assert_eq!(
        (chandler.hit_die.as_deref(), chandler.saving_throws.join(" ")),
        (Some("d8"), "Constitution Intelligence".to_owned())
    );
    assert_has(
        &body(&items, "Chandler"),
        &[
            "simple, daggers",
            "choose 2 from Arcana, History",
            "| 1 | Dip | 1 |",
            "| 3 | Dip | — |",
            "### Guild\n\n*2nd level*\n\nYou join.",
            "You dip twice.",
        ],
    );
    let soot = option(named(&items, "Guild of Soot"));
    assert_eq!((soot.parent.as_deref(), soot.level), (Some("Chandler"), Some(2)));
    assert_has(&body(&items, "Guild of Soot"), &["### Soot Cloud", "Soot falls.", "*Pinch*"]);
    assert_eq!(option(named(&items, "Soot Cloud")).parent.as_deref(), Some("Soot"));
}

#[test]
fn rules_and_other_lists_are_entries() {
    let items = almanac();
    assert_has(&body(&items, "Slow Burn"), &["### Time\n\nTime passes.", "> Hush."]);
    assert_has(&body(&items, "Candle Colors"), &["| d2 | Color |"]);
    assert_has(&body(&items, "Old Wick"), &["**Alignment** neutral good", "**Domains** Light"]);
    assert_has(&body(&items, "Soap Barge"), &["Vehicle (Ship)", "AC 12, HP 200"]);
    assert_eq!(record(named(&items, "Waxed")).0.kind, Kind::Condition);
    assert_eq!(record(named(&items, "Streets")).0.body, "Narrow.");
    assert_has(&body(&items, "Brass"), &["It shines."]);
}

#[test]
fn tags_become_what_they_mean() {
    for (text, plain) in [
        ("{@b {@i deep} b}", "***deep* b**"),
        ("{@creature goblin} {@creature goblin||goblins}", "**goblin** **goblins**"),
        ("{@item +1 Sword|DMG} {@filter all of them|spells|level=1}", "+1 Sword all of them"),
        ("{@dice 2d6;3d6} {@dice 1d4|a little} {@d20 -2} {@chance 5}", "2d6/3d6 a little -2 5 percent"),
        (
            "{@scaledamage 8d6|3-9|1d6} {@hitYourSpellAttack} {@dcYourSpellSave}",
            "1d6 your spell attack modifier your spell save DC",
        ),
        ("{@classFeature Rage|Barbarian|PHB|1} {@subclassFeature A|B|PHB|C|PHB|3|PHB|shown}", "Rage shown"),
        ("{@deity Moradin|Dwarven|MTF|the smith} {@quickref Cover||3||half cover}", "the smith half cover"),
        ("{@atkr m,r} {@hom} {@actResponse d}", "Melee or Ranged Attack Roll: Hit or Miss:  Response—"),
        (
            "{@variantrule Sphere [Area of Effect]|XPHB} {@link web|https://example.org} {@link x|javascript:1}",
            "Sphere [web](https://example.org) x",
        ),
        ("{@unknownTag one|two} {@b open", "one open"),
        ("a } b {c}", "a } b {c}"),
        ("{@note } {@recharge} {@ability str 16} {@unit 3|foot|feet}", " (Recharge 6) 16 (+3) 3 feet"),
    ] {
        assert_eq!(plain_tags(text), plain, "{text}");
    }
    let deep = format!("{}x{}", "{@b ".repeat(100_000), "}".repeat(100_000));
    assert!(plain_tags(&deep).contains('x'));
}

#[test]
fn hostile_files_end_in_reasons() {
    let deep = format!("{}{}", "[".repeat(10_000), "]".repeat(10_000));
    let text = format!(
        r#"{{"_meta": {{"sources": []}}, "monster": [{{"name": "Deep", "source": "S", "trait": {deep}}}, 7, null, {{}},
            {{"name": 5, "source": [], "hp": "lots", "ac": {{}}, "cr": [], "speed": true, "save": 3, "type": []}},
            {{"name": "Odd", "source": "S", "size": "Z", "hp": -1, "ac": "x", "action": "bite", "legendary": [null, 3]}}],
            "spell": {{}}, "item": [[]], "class": [{{"name": "C", "classFeatures": [[1, [2]], {{}}], "classTableGroups": [3]}}]}}"#
    );
    let items = read(&FORMAT, &[("hostile.json", &text)]);
    assert_eq!(items.len(), 9);
    assert!(
        reason(named(&items, "Deep")).contains("nested more than 127 deep"),
        "{}",
        reason(named(&items, "Deep"))
    );
    assert!(named(&items, "Odd").1.record.is_ok() && named(&items, "C").1.record.is_ok());
}

#[test]
fn a_million_copies_of_a_large_item_end_in_time() {
    let large =
        json!({"name": "Large", "source": "S", "trait": [{"name": "T", "entries": ["x".repeat(100_000)]}]});
    let copies: Vec<String> = (0..20_000)
        .map(|number| {
            format!(r#"{{"name": "C{number}", "source": "S", "_copy": {{"name": "Large", "source": "S"}}}}"#)
        })
        .collect();
    let text = format!(r#"{{"_meta": {{"sources": []}}, "monster": [{large}, {}]}}"#, copies.join(","));
    let began = std::time::Instant::now();
    let items = read(&FORMAT, &[("copies.json", &text)]);
    assert_eq!(items.len(), 20_001);
    assert!(reason(items.last().unwrap()).contains("too often"), "{}", reason(items.last().unwrap()));
    assert!(began.elapsed().as_secs() < 60, "{:?}", began.elapsed());
}

/// What is read from what was written from what was read.
#[test]
fn what_is_exported_reads_back_equal() {
    let owl = json!({"edition": "2014", "size": "Tiny", "type": "Beast", "subtype": "owl", "alignment": "unaligned",
        "armor_class": 11, "armor_detail": "feathers", "hit_points": 1, "hit_dice": "1d4-1", "speed": "5 ft., fly 60 ft. (hover)",
        "ability_scores": {"strength": 3, "dexterity": 13, "constitution": 8, "intelligence": 2, "wisdom": 12, "charisma": 7},
        "saving_throws": {"Wisdom": 3}, "skills": {"Stealth": 3}, "damage_resistances": "cold; slashing from silver",
        "condition_immunities": "charmed", "senses": "darkvision 120 ft., passive Perception 13", "languages": "Common",
        "challenge_rating": "1/8", "environments": ["Forest"], "traits": [{"name": "Flyby", "text": "It *flies* **by**.\n\n- one\n- two"}],
        "actions": [{"name": "Talons", "text": "*Melee Weapon Attack:* +3 to hit. *Hit:* 1 slashing damage."}]});
    let Value::Object(fields) = owl else { unreachable!() };
    let own = OwnEntry {
        kind: Kind::Creature,
        name: "Owl".to_owned(),
        fields,
        text: "An owl.\n\n| d2 | Cry |\n|---|---|\n| 1 | hoo |".to_owned(),
        copied_from: None,
    };
    let (list, item) = write::item(&own, "lore-owls").unwrap();
    let file = json!({"_meta": write::meta(&[("lore-owls".to_owned(), "Owls".to_owned(), Vec::new())], false), list: [item]});
    let items = read(&FORMAT, &[("owls.json", &file.to_string())]);
    let again = record(&items[0]).0;
    let written = content::written::record_of(&own, &again.document, &again.slug).unwrap();
    assert_eq!(items[0].0, "Owls");
    assert_eq!((&again.details, &again.body), (&written.details, &written.body));
}

fn json_value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        "[a-zA-Z0-9{@}| +-]{0,12}".prop_map(Value::from),
    ];
    leaf.prop_recursive(3, 12, 4, |inner| {
        let key =
            prop::sample::select(vec!["name", "type", "entries", "items", "source", "mode", "ac", "level"]);
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            prop::collection::vec((key, inner), 0..4).prop_map(|fields| fields
                .into_iter()
                .map(|(key, value)| (key.to_owned(), value))
                .collect::<Value>()),
        ]
    })
}

/// The places of all values in an item.
fn places(value: &Value, place: &str, places: &mut Vec<String>) {
    places.push(place.to_owned());
    match value {
        Value::Array(values) => {
            values
                .iter()
                .enumerate()
                .for_each(|(index, value)| self::places(value, &format!("{place}/{index}"), places));
        }
        Value::Object(fields) => {
            fields.iter().for_each(|(name, value)| {
                self::places(value, &format!("{place}/{}", name.replace('/', "~1")), places)
            });
        }
        _ => {}
    }
}

proptest! {
    #[test]
    fn an_odd_value_anywhere_costs_no_other_item(place in any::<prop::sample::Index>(), odd in json_value()) {
        let mut file: Value = serde_json::from_str(ALMANAC).unwrap();
        let mut all = Vec::new();
        for (list, items) in file.as_object().unwrap().iter().filter(|(list, _)| *list != "_meta") {
            items.as_array().unwrap().iter().enumerate().for_each(|(index, item)| places(item, &format!("/{list}/{index}"), &mut all));
        }
        *file.pointer_mut(place.get(&all)).unwrap() = odd;
        let items = read(&FORMAT, &[("almanac.json", &file.to_string())]);
        for list in ["monster", "spell", "item", "class", "race", "feat", "deity", "vehicle", "candlestick"] {
            let number = items.iter().filter(|(_, item)| item.content_type == list).count();
            prop_assert_eq!(number, file[list].as_array().unwrap().len(), "{}", list);
        }
    }
}
