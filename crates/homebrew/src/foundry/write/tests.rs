use content::model::{DocumentKey, OwnEntry, Slug};
use content::written::record_of;
use serde_json::json;

use super::*;
use crate::{File, Item, Output, Source};

fn read_again(document: &Value, title: &str) -> content::model::Record {
    let files = [File { name: "a.json".to_owned(), text: document.to_string() }];
    let mut items: Vec<Item> = Vec::new();
    let mut sink = |_: &str, item: Item| {
        items.push(item);
        true
    };
    let source = Source { title, files: &files, base: &|_, _, _| None };
    (crate::foundry::FORMAT.read)(&source, &mut Output::new(&mut sink)).expect("documents");
    items.remove(0).record.expect("a record").0
}

fn assert_same(kind: Kind, fields: Value, text: &str) {
    let Value::Object(fields) = fields else { panic!("fields") };
    let own =
        OwnEntry { kind, name: "Lamp Thing".to_owned(), fields, text: text.to_owned(), copied_from: None };
    let record = record_of(&own, &DocumentKey::new("lamps"), &Slug::new("lamp-thing")).expect("a record");
    for rules in ["2014", "2024"] {
        let source = json!({ "book": "Lamps", "page": "3", "rules": rules });
        let written = Written { details: &record.details, own: &own, key: "lamp-thing", source: &source };
        let again = match document(&written) {
            Some(Collected::Actor(document) | Collected::Item(document)) => read_again(&document, "Lamps"),
            Some(Collected::Page(page)) => read_again(&journal("Lamps", vec![page]), "Lamps"),
            None => panic!("no document"),
        };
        let (mut expected, mut body) = (record.details.clone(), record.body.clone());
        if let Details::Creature(creature) = &mut expected {
            if rules == "2014" {
                creature.initiative_bonus = None;
                body = body.replace("- **Initiative** +4 (14)\n", "");
            } else {
                creature.damage_resistances = Some("Fire, Cold".into());
                creature.condition_immunities = Some("Prone".into());
                body = body
                    .replace("fire, cold", "Fire, Cold")
                    .replace("Immunities** prone", "Immunities** Prone");
            }
        }
        assert_eq!((again.kind, &again.name, &again.details), (kind, &own.name, &expected));
        assert_eq!(again.body, body);
    }
}

#[test]
fn a_creature_is_read_as_it_was_written() {
    let fields = json!({
        "challenge_rating": "5", "size": "Large", "type": "Beast", "subtype": "Swarm of Tiny Beasts", "alignment": "unaligned", "armor_class": 15,
        "armor_detail": "lamp glass, shield", "hit_points": 60, "hit_dice": "8d10+16", "initiative_bonus": 4, "legendary_actions": 3,
        "speed": "30 ft., fly 60 ft. (hover)", "senses": "darkvision 60 ft., passive Perception 14", "languages": "Common, the moths' song",
        "ability_scores": { "strength": 18, "dexterity": 12, "constitution": 14, "intelligence": 6, "wisdom": 12, "charisma": 8 },
        "saving_throws": { "Dexterity": 4, "Wisdom": 5 }, "skills": { "Perception": 4, "Stealth": 7, "Arcana": 3 },
        "damage_resistances": "fire, cold", "damage_immunities": "bludgeoning from nonmagical attacks; poison", "condition_immunities": "prone",
        "environments": ["Forest", "Lamp Shops"],
        "traits": [{ "name": "Glow", "text": "It glows:\n\n- brightly\n- dimly" }],
        "actions": [{ "name": "Bite", "text": "Melee Weapon Attack: +7 to hit, reach 5 ft., one target. Hit: 9 (1d10 + 4) piercing damage." }],
        "bonus_actions": [{ "name": "Hop", "text": "It hops." }], "reactions": [{ "name": "Duck", "text": "It ducks." }],
        "legendary_text": "It can take 3 legendary actions.", "legendary_parts": [{ "name": "Bite", "text": "It bites." }],
    });
    assert_same(Kind::Creature, fields, "It loves *lamps*.");
}

#[test]
fn spells_items_options_and_rules_are_read_as_they_were_written() {
    let spell = json!({
        "level": 3, "school": "Evocation", "casting_time": "1 reaction", "reaction_condition": "which you take when a lamp breaks", "range": "60 feet",
        "components": "V, M", "material": "a wick", "duration": "10 minutes", "concentration": true, "ritual": false, "damage_types": ["fire"],
        "saving_throw": "dexterity", "higher_level": "One more lamp.",
    });
    assert_same(
        Kind::Spell,
        spell,
        "Each creature takes 8d6 fire damage.\n\n| d4 | Lamp |\n|---|---|\n| 1 | Oil |",
    );
    let spell = json!({ "level": 0, "school": "Illusion", "casting_time": "1 action", "range": "Sight", "components": "S", "duration": "Until the lamp dies" });
    assert_same(Kind::Spell, spell, "A lamp.");
    let weapon = json!({
        "category": "Martial Melee Weapon", "rarity": "very rare", "requires_attunement": true, "is_magic": true, "cost_gp": 12.5, "weight_lb": 3.0,
        "damage_dice": "1d8", "two_handed_damage_dice": "1d10", "damage_type": "slashing", "range": "20/60", "properties": ["Thrown (range 20/60)", "Versatile (1d10)", "Sap (mastery)"],
        "is_simple": false, "is_finesse": false, "is_light": false, "base_item": "Longsword",
    });
    assert_same(Kind::MagicItem, weapon, "It shines.");
    let armor = json!({ "category": "Medium Armor", "cost_gp": 50.0, "weight_lb": 20.0, "armor_class": "14 + Dex modifier (max 2)", "stealth_disadvantage": true });
    assert_same(Kind::Armor, armor, "");
    assert_same(
        Kind::MagicItem,
        json!({ "category": "Wondrous Item", "rarity": "rare", "is_magic": true }),
        "A lamp.",
    );
    assert_same(Kind::Feat, json!({ "prerequisite": "Strength 13" }), "You glow.");
    assert_same(Kind::ClassOption, json!({ "parent": "Fighter", "level": 3 }), "You glow.");
    assert_same(Kind::Race, json!({ "size": "Small or Medium", "speed": 30 }), "They glow.");
    assert_same(
        Kind::Class,
        json!({ "hit_die": "d8", "saving_throws": ["Dexterity", "Wisdom"], "spellcasting_ability": "Wisdom" }),
        "## Hit Dice\n\nd8",
    );
    assert_same(Kind::Condition, json!({}), "You cannot see.\n\n### Ends\n\nAt dawn.");
}
