//! On objects made up in the shape of the API's, odd ones among them.

use serde_json::json;

use super::*;

fn document() -> Value {
    json!({
        "key": "plum-2030", "name": "Book of Plums", "desc": "All about plums.",
        "publisher": { "name": "Orchard Press" }, "gamesystem": { "name": "5th Edition 2014" },
        "licenses": [{ "key": "cc-by-40", "name": "long" }, { "key": "mine", "name": "My Own" }],
        "permalink": "https://example.org/plums"
    })
}

fn normalised(lists: &Value) -> Batch {
    let mut objects = Objects::default();
    objects.add("/v2/documents/", vec![document()]);
    for (endpoint, list) in lists.as_object().unwrap() {
        objects.add(endpoint, list.as_array().unwrap().clone());
    }
    normalise(&objects, None)
}

fn summary() -> Value {
    json!({ "key": "plum-2030", "name": "Book of Plums" })
}

#[test]
fn a_creature_becomes_a_stat_block() {
    let golem = json!({
        "key": "plum_jam-golem", "name": "Jam Golem", "document": summary(),
        "type": { "name": "Construct" }, "size": { "name": "Large" }, "alignment": "Titan)",
        "challenge_rating": 5.0, "experience_points": 1800, "proficiency_bonus": null,
        "speed": { "walk": 30, "fly": 20, "hover": true, "unit": "feet", "swim": 0 },
        "languages": { "as_string": "-", "data": [] },
        "armor_class": 14, "armor_detail": "natural armor", "hit_points": 60, "hit_dice": "8d10+16",
        "ability_scores": { "strength": 18, "dexterity": 8, "constitution": 14, "intelligence": 3, "wisdom": 10, "charisma": 1 },
        "saving_throws": { "strength": 7, "dexterity": -1, "constitution": 2, "intelligence": -4, "wisdom": 0, "charisma": -5 },
        "skill_bonuses": { "sleight_of_hand": 2, "athletics": 7 },
        "passive_perception": 10,
        "resistances_and_immunities": { "damage_immunities_display": "poison", "damage_resistances_display": "" },
        "darkvision_range": 6013, "blindsight_range": 30, "tremorsense_range": 0, "truesight_range": null,
        "actions": [
            { "name": "Throw Jar", "desc": "Ranged Weapon Attack: +7 to hit. Hit: 9 damage.<br>It sticks.", "action_type": "ACTION",
              "order_in_statblock": 1, "usage_limits": { "type": "RECHARGE_ON_ROLL", "param": 5 }, "attacks": [{ "damage_type": "thunder" }] },
            { "name": "Multiattack", "desc": "It slaps twice.", "action_type": "ACTION", "order_in_statblock": 0 },
            { "name": "Wobble", "desc": "It wobbles.", "action_type": "REACTION", "order_in_statblock": 0,
              "usage_limits": { "type": "PER_DAY", "param": 3 } },
            { "name": "Flood", "desc": "It floods.", "action_type": "LEGENDARY_ACTION", "order_in_statblock": 1,
              "legendary_action_cost": 2, "limited_to_form": "Liquid Form Only" },
            { "name": "Flood (Costs 2 Actions)", "desc": "It floods.", "action_type": "ACTION", "order_in_statblock": null }
        ],
        "traits": [{ "name": "Sticky", "desc": "See [web](https://api.open5e.com/spells/web)." }],
        "environments": [{ "name": "Kitchen" }]
    });
    let batch = normalised(&json!({
        "/v1/documents/": [{ "slug": "plum", "v2_related_key": "plum-2030", "copyright": "© Nobody" }],
        "/v1/monsters/": [{ "name": "Jam golem", "desc": "Cooked alive.", "document__slug": "plum" }],
        "/v2/creatures/": [golem]
    }));
    let record = find(&batch, "plum-2030", Kind::Creature, "jam-golem");
    insta::assert_snapshot!(record.body);
    insta::assert_json_snapshot!(record.details);
    insta::assert_debug_snapshot!(batch.documents());
}

#[test]
fn a_challenge_rating_is_read_in_its_old_fields_too() {
    let batch = normalised(&json!({ "/v2/creatures/": [
        { "key": "plum_a", "name": "A", "document": summary(), "challenge_rating": 0.25 },
        { "key": "plum_b", "name": "B", "document": summary(), "challenge_rating_decimal": "0.250", "challenge_rating_text": "1/4" },
        { "key": "plum_c", "name": "C", "document": summary(), "challenge_rating_text": "1/4" }
    ] }));
    assert_eq!(batch.records().len(), 3);
    for record in batch.records() {
        assert!(record.body.contains("- **Challenge** 1/4 (50 XP)"), "{}", record.body);
        assert!(record.body.contains("- **Proficiency Bonus** +2"), "{}", record.body);
    }
}

#[test]
fn a_class_becomes_a_class_and_its_features() {
    let cook = json!({
        "key": "plum_cook", "name": "Cook", "document": summary(), "desc": "[No description provided]",
        "subclass_of": null, "hit_dice": "D8", "saving_throws": [{ "name": "Wisdom" }], "caster_type": "HALF",
        "hit_points": { "hit_dice": "D8", "hit_dice_name": "1D8 per Cook level" },
        "features": [
            { "key": "plum_cook_bonus", "name": "Proficiency Bonus", "desc": "[Column data]", "feature_type": "PROFICIENCY_BONUS",
              "gained_at": [], "data_for_class_table": [{ "level": 1, "column_value": "+2" }, { "level": 20, "column_value": "+6" }] },
            { "key": "plum_cook_slots", "name": "1st", "desc": "[Column data]", "feature_type": "SPELL_SLOTS",
              "gained_at": [], "data_for_class_table": [{ "level": 2, "column_value": "2" }] },
            { "key": "plum_cook_taste", "name": "Taste", "desc": "You taste.", "feature_type": "CLASS_LEVEL_FEATURE",
              "gained_at": [{ "level": 5, "detail": "twice" }, { "level": 1, "detail": null }], "data_for_class_table": [] },
            { "key": "plum_cook_gear", "name": "Equipment", "desc": "A pan.", "feature_type": "STARTING_EQUIPMENT", "gained_at": [] }
        ]
    });
    let batch = normalised(&json!({ "/v2/classes/": [cook] }));
    insta::assert_snapshot!(find(&batch, "plum-2030", Kind::Class, "cook").body);
    insta::assert_snapshot!(find(&batch, "plum-2030", Kind::ClassOption, "cook-taste").body);
    assert_eq!(batch.records().len(), 2);
}

#[test]
fn weapons_and_armor_that_are_no_items_stand_alone() {
    let batch = normalised(&json!({
        "/v2/items/": [{
            "key": "plum_spoon", "name": "Spoon", "document": summary(), "desc": "A spoon.", "cost": "0.50", "weight": "1.500",
            "category": { "key": "weapon", "name": "Weapon" },
            "weapon": { "key": "plum_spoon", "name": "Spoon", "damage_dice": "1d4", "damage_type": { "name": "Bludgeoning" }, "is_simple": true,
                "properties": [
                    { "property": { "name": "Versatile" }, "detail": "1d6" },
                    { "property": { "name": "Thrown" }, "detail": "Range 20/60" },
                    { "property": { "name": "Sap", "type": "Mastery" }, "detail": null }
                ] }
        }],
        "/v2/weapons/": [
            { "key": "plum_spoon", "name": "Spoon", "document": summary() },
            { "key": "plum_fork", "name": "Fork", "document": summary(), "damage_dice": "1d6", "is_simple": false }
        ],
        "/v2/armor/": [
            { "key": "plum_pot", "name": "Pot", "document": summary(), "ac_display": "16", "category": "heavy" }
        ]
    }));
    assert_eq!(batch.rejected(), []);
    insta::assert_snapshot!(find(&batch, "plum-2030", Kind::Weapon, "spoon").body);
    assert_eq!(batch.sources["/v2/weapons/"].folded, 1);
    assert!(find(&batch, "plum-2030", Kind::Weapon, "fork").body.contains("Martial Weapon"));
    assert!(find(&batch, "plum-2030", Kind::Armor, "pot").body.contains("Heavy Armor"));
}

#[test]
fn odd_objects_are_rejected_with_a_reason_and_the_rest_goes_on() {
    let batch = normalised(&json!({
        "/v2/spells/": [
            { "key": "plum_one", "name": "One", "level": 1, "document": summary() },
            { "key": "plum_none", "name": "None", "document": summary() },
            { "key": "plum_lost", "name": "Lost", "level": 1 },
            { "key": "plum_strange", "name": "Strange", "level": 1, "document": "unheard-of" },
            { "key": "plum_nameless", "name": "  ", "level": 1, "document": "plum-2030" },
            { "name": "Keyless", "level": 1, "document": "plum-2030" },
            { "key": "plum_high", "name": "High", "level": 10, "document": "plum-2030" },
            null,
            [1, 2],
            { "key": "plum_odd", "name": "Odd", "level": 2, "document": "plum-2030", "desc": 7, "classes": "x", "school": [], "damage_types": {} }
        ],
        "/v2/creatures/": [{ "key": "plum_x", "name": "X", "document": "plum-2030", "challenge_rating": 0.3 }],
        "/v2/conditions/": [
            { "key": "sticky", "name": "Sticky", "document": "plum-2030", "descriptions": [] },
            { "key": "wet", "name": "Wet", "document": "plum-2030", "desc": "It is wet." }
        ],
        "/v1/weapons/": [{ "slug": "whisk", "name": "Whisk", "document__slug": "nowhere" }],
        "/v3/future/": [{ "key": "later" }]
    }));
    let reasons: Vec<String> =
        batch.rejected().iter().map(|it| format!("{} {}: {}", it.source, it.key, it.reason)).collect();
    insta::assert_debug_snapshot!(reasons);
    insta::assert_debug_snapshot!(batch.sources);
}

#[test]
fn no_shape_of_json_brings_it_down() {
    let odd = json!([null, 0, "x", [], [[], {}, null], {}, { "key": 1, "name": [] }]);
    let fields = [
        "actions", "traits", "features", "descriptions", "benefits", "rules", "items", "weapon", "armor",
        "document", "speed", "ability_scores", "usage_limits", "subclass_of", "skills", "gained_at",
        "licenses", "challenge_rating",
    ];
    for Endpoint { path, .. } in ENDPOINTS {
        for value in odd.as_array().unwrap() {
            let mut list = vec![value.clone()];
            list.extend(fields.iter().map(|field| {
                let mut object = json!({ "key": "plum_x", "name": "X", "level": 1, "document": "plum-2030" });
                object[*field] = value.clone();
                object
            }));
            let batch = normalised(&json!({ path: list }));
            for count in batch.sources.values() {
                assert_eq!(count.read, count.stored + count.rejected, "{path} {value}");
            }
        }
    }
}
