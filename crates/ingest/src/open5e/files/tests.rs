//! Fixtures and answers of our own.

use content::model::{Details, Kind, Record};
use homebrew::{File, Item, Output, Sample, Source};
use serde_json::{Value, json};

use super::FORMAT;

fn file(name: &str, content: &Value) -> File {
    let file = File { name: name.to_owned(), text: content.to_string() };
    assert!((FORMAT.recognises)(&Sample::of(&file)), "{name}");
    file
}

fn read(files: &[File]) -> Vec<(String, Item)> {
    let mut items = Vec::new();
    let mut sink = |book: &str, item| {
        items.push((book.to_owned(), item));
        true
    };
    let source = Source { title: "plum", files, base: &|_, _, _| None };
    (FORMAT.read)(&source, &mut Output::new(&mut sink)).unwrap();
    items
}

fn record<'a>(items: &'a [(String, Item)], kind: Kind, name: &str) -> &'a Record {
    let records = items.iter().filter_map(|(_, item)| item.record.as_ref().ok());
    records.map(|(record, _)| record).find(|record| record.kind == kind && record.name == name).unwrap()
}

fn row(model: &str, key: &str, fields: Value) -> Value {
    json!({"model": format!("api_v2.{model}"), "pk": key, "fields": fields})
}

#[test]
fn the_tables_of_a_publisher_become_the_entries_of_its_books() {
    let creatures = json!([
        row(
            "creature",
            "plum_bog-imp",
            json!({
                "name": "Bog Imp", "document": "plum", "size": "small", "type": "fiend", "alignment": "chaotic evil",
                "armor_class": 13, "armor_detail": "natural armor", "hit_points": 22, "hit_dice": "5d6+5",
                "walk": 25, "fly": 40, "unit": "feet", "hover": false, "challenge_rating": "1.000",
                "ability_score_strength": 8, "ability_score_dexterity": 16, "ability_score_constitution": 12,
                "ability_score_intelligence": 10, "ability_score_wisdom": 12, "ability_score_charisma": 14,
                "saving_throw_dexterity": 5, "skill_bonus_stealth": 7, "darkvision_range": 60,
                "passive_perception": 11, "languages_desc": "Common, Infernal",
                "damage_resistances": ["cold"], "damage_resistances_display": "cold", "environments": ["swamp"],
            })
        ),
        row(
            "creatureaction",
            "plum_bog-imp_spit",
            json!({
                "name": "Spit", "desc": "It spits mud.", "parent": "plum_bog-imp", "action_type": "ACTION",
                "uses_type": "RECHARGE_ON_ROLL", "uses_param": 5, "order_in_statblock": 0,
            })
        ),
        row(
            "creaturetrait",
            "plum_bog-imp_slick",
            json!({"name": "Slick", "desc": "It is slick.", "parent": "plum_bog-imp"})
        ),
        row(
            "creaturetrait",
            "plum_lost",
            json!({"name": "Lost", "desc": "It is lost.", "parent": "plum_nobody"})
        ),
        row("creatureactionattack", "plum_attack", json!({"parent": "plum_bog-imp_spit"})),
    ]);
    let others = json!([
        row("document", "plum", json!({"name": "Plum Almanac", "publisher": "plum-press", "licenses": ["cc0"]})),
        row("spell", "plum_plum-bolt", json!({
            "name": "Plum Bolt", "document": "plum", "level": 1, "school": "evocation", "casting_time": "action",
            "range_text": "60 feet", "verbal": true, "duration": "instantaneous", "classes": ["srd_wizard"],
            "desc": "A plum flies.",
        })),
        row("feat", "plum_juicy", json!({"name": "Juicy", "document": "plum", "desc": "You are juicy."})),
        row("featbenefit", "plum_juicy_1", json!({"name": "", "desc": "You drip.", "parent": "plum_juicy"})),
        row("conditiondescription", "plum_soggy", json!({"describes": "soggy", "document": "plum", "desc": "It drips."})),
        row("characterclass", "plum_juicer", json!({
            "name": "Juicer", "document": "plum", "desc": "It juices.", "hit_dice": "D8", "saving_throws": ["con"],
        })),
        row("classfeature", "plum_juicer_press", json!({"name": "Press", "desc": "You press.", "parent": "plum_juicer"})),
        row("classfeatureitem", "plum_juicer_press_2", json!({"level": 2, "parent": "plum_juicer_press", "column_value": null})),
        {"model": "api.monster", "pk": "old", "fields": {}},
    ]);
    let items = read(&[file("plum/Creature.json", &creatures), file("plum/Other.json", &others)]);
    assert!(items.iter().filter(|(_, item)| item.record.is_ok()).all(|(book, _)| book == "Plum Almanac"));

    let imp = record(&items, Kind::Creature, "Bog Imp");
    let Details::Creature(creature) = &imp.details else { panic!() };
    assert_eq!(creature.size.as_deref(), Some("Small"));
    assert_eq!(creature.speed.as_deref(), Some("25 ft., fly 40 ft."));
    assert_eq!((creature.armor_class, creature.hit_points), (Some(13), Some(22)));
    assert_eq!(creature.ability_scores.unwrap().charisma, 14);
    assert_eq!((creature.saving_throws["Dexterity"], creature.skills["Stealth"]), (5, 7));
    assert_eq!(creature.senses.as_deref(), Some("darkvision 60 ft., passive Perception 11"));
    assert_eq!(creature.languages.as_deref(), Some("Common, Infernal"));
    assert_eq!(creature.damage_resistances.as_deref(), Some("cold"));
    assert!(imp.body.contains("***Slick.*** It is slick."), "{}", imp.body);
    assert!(imp.body.contains("***Spit (Recharge 5–6).*** It spits mud."), "{}", imp.body);

    let bolt = record(&items, Kind::Spell, "Plum Bolt");
    assert!(bolt.body.contains("- **Classes** Wizard"), "{}", bolt.body);
    assert!(record(&items, Kind::Feat, "Juicy").body.contains("You drip."));
    assert_eq!(record(&items, Kind::Condition, "Soggy").body, "It drips.");
    let press = record(&items, Kind::ClassOption, "Press");
    let Details::CharacterOption(option) = &press.details else { panic!() };
    assert_eq!((option.parent.as_deref(), option.level), (Some("Juicer"), Some(2)));

    let reasons: Vec<(&str, &str)> = items
        .iter()
        .filter_map(|(_, item)| Some((item.key.as_str(), item.record.as_ref().err()?.as_str())))
        .collect();
    assert_eq!(
        reasons,
        [
            ("old", "it is an object of Open5e's first version; only those of the second are read"),
            ("plum_lost", "the object of which this creaturetrait is a part is not in these files"),
        ]
    );
}

#[test]
fn answers_of_the_api_are_read_as_they_are() {
    let document = json!({"key": "plum", "name": "Plum Almanac"});
    let feat = json!({
        "url": "https://api.open5e.com/v2/feats/plum_juicy/", "key": "plum_juicy", "name": "Juicy",
        "desc": "You are juicy.", "document": document, "benefits": [],
    });
    let answer = json!({"count": 1, "next": null, "previous": null, "results": [feat]});
    for content in [answer, json!([feat]), feat.clone()] {
        let items = read(&[file("feats.json", &content)]);
        assert_eq!(items.len(), 1);
        assert_eq!(items[0].0, "Plum Almanac");
        assert_eq!(record(&items, Kind::Feat, "Juicy").body, "You are juicy.");
    }
}

#[test]
fn hostile_values_are_named() {
    let deep = format!("{}{}", "[".repeat(5_000), "]".repeat(5_000));
    let text = format!(
        r#"[{{"model": "api_v2.spell", "pk": "a", "fields": {{"name": {deep}}}}},
        {{"model": "api_v2.spell", "pk": 5, "fields": {{"name": 7, "document": ["x"], "level": {{}}}}}}, 5]"#
    );
    let items = read(&[File { name: "hostile.json".to_owned(), text }]);
    assert_eq!(items.len(), 3);
    assert!(items.iter().all(|(_, item)| item.record.is_err()), "{items:?}");
    assert!(items.iter().any(|(_, item)| item.line == 2));
}
