//! Checks of every API query that a lookup can become.

use lore::fields::creature::{ARMOR_CLASS, CHALLENGE_RATING, HIT_POINTS, SIZE, TYPE};
use lore::fields::equipment::{
    ATTUNEMENT, COST, DAMAGE_DICE, IS_FINESSE, IS_LIGHT, IS_SIMPLE, RARITY, WEIGHT,
};
use lore::fields::fact::DAMAGE_TYPE;
use lore::fields::rule::SECTION;
use lore::fields::spell::{CASTING_TIME, CLASS, CONCENTRATION, LEVEL, RITUAL, SCHOOL};
use lore::fields::{CharacterOptionType, EntryType, EquipmentType, Filter, RuleType};
use lore::ingest::open5e::ApiQuery;
use lore::ingest::open5e::lookup_queries::{LookupRequest, MAX_OBJECTS, plan_queries};
use lore::model::{ChallengeRating, Rarity};
use open5e_replay::{parameter, sorts_by};

use crate::support::{client, small_replay};

const CASTING_TIMES: [&str; 5] = ["action", "bonus action", "reaction", "10 minutes", "1 week"];

fn filters() -> Vec<Filter> {
    let rating = |text: &str| text.parse::<ChallengeRating>().unwrap();
    let mut filters = vec![
        Filter::spells([]),
        Filter::spells([
            LEVEL.is(3),
            LEVEL.at_least(1),
            LEVEL.at_most(5),
            SCHOOL.is("evocation"),
            CLASS.is("wizard"),
            CONCENTRATION.is(false),
            RITUAL.is(true),
            CASTING_TIME.is("action"),
            DAMAGE_TYPE.is("fire"),
        ]),
        Filter::creatures([]),
        Filter::creatures([
            CHALLENGE_RATING.is(rating("5")),
            CHALLENGE_RATING.at_least(rating("1/8")),
            CHALLENGE_RATING.at_most(rating("30")),
            TYPE.is("undead"),
            SIZE.is("medium"),
            ARMOR_CLASS.at_least(10),
            HIT_POINTS.at_least(10),
        ]),
    ];
    filters.extend(CASTING_TIMES.map(|time| Filter::spells([CASTING_TIME.is(time)])));
    use EquipmentType::{All, Armor, Item, MagicItem, Weapon};
    for equipment_type in [Weapon, Armor, MagicItem, Item, All] {
        let of = |conditions: Vec<_>| Filter::new(EntryType::Equipment(equipment_type), conditions);
        filters.extend(
            [Rarity::Common, Rarity::VeryRare, Rarity::Artifact, Rarity::Varies]
                .map(|rarity| of(vec![RARITY.is(rarity)])),
        );
        filters.push(of(vec![
            ATTUNEMENT.is(false),
            COST.at_least(1.0),
            COST.at_most(100.5),
            WEIGHT.at_most(10.0),
            IS_FINESSE.is(true),
            IS_LIGHT.is(true),
            DAMAGE_DICE.is("1d6"),
            IS_SIMPLE.is(true),
        ]));
        filters.push(of(vec![COST.at_most(5.0)]));
        filters.push(of(vec![]));
    }
    use CharacterOptionType::{Background, Class, ClassOption, Feat, Race, Subclass, Subrace};
    for option_type in [Class, Subclass, Race, Subrace, Background, Feat, ClassOption] {
        filters.push(Filter::new(EntryType::CharacterOption(option_type), []));
    }
    use RuleType::{
        AbilityScore, Alignment, Any, Condition, DamageType, Language, MagicSchool, Proficiency, Rule, Skill,
        WeaponProperty,
    };
    for rule_type in [
        Any, Rule, Condition, DamageType, WeaponProperty, Skill, AbilityScore, MagicSchool, Language,
        Proficiency, Alignment,
    ] {
        filters.push(Filter::new(EntryType::Rule(rule_type), []));
        filters.push(Filter::new(EntryType::Rule(rule_type), [SECTION.is("Combat")]));
    }
    filters
}

fn questions() -> Vec<ApiQuery> {
    let mut questions: Vec<ApiQuery> = Vec::new();
    let documents = ["srd-2024".to_owned(), "tob".to_owned()];
    for filter in &filters() {
        for name in ["", "fireball", "dragon's-breath", "chain-mail", "fire*", "*ire*"] {
            let name = (!name.is_empty()).then_some(name);
            for documents in [None, Some(documents.as_slice())] {
                let request = LookupRequest { filter, name, documents, limit: 20 };
                questions.extend(plan_queries(request).steps.into_iter().flatten());
            }
        }
    }
    questions
}

#[test]
fn every_parameter_is_one_that_the_list_has() {
    let questions = questions();
    assert!(questions.len() > 200);
    for question in questions {
        for (name, value) in question.parameters() {
            assert!(!value.is_empty(), "{question:?}: the API ignores an empty value");
            match name {
                "limit" => assert!(value.parse::<u32>().unwrap() <= MAX_OBJECTS),
                "ordering" => assert!(sorts_by(question.path, &value), "{question:?}"),
                name => {
                    let kind = parameter(question.path, name)
                        .unwrap_or_else(|| panic!("{} has no {name}", question.path));
                    assert!(name != "is_light" || value == "true", "false is taken for true");
                    assert!(name != "classes__key__in", "it gives spells twice");
                    if kind == "bool" {
                        assert!(["true", "false"].contains(&value.as_str()), "{name}={value}");
                    }
                }
            }
        }
    }
}

#[tokio::test]
async fn every_query_returns_at_most_its_limit() {
    let api = small_replay();
    let client = client(&api.base);
    let mut questions = questions();
    questions.sort_by_key(|question| question.key(""));
    questions.dedup();
    for question in questions {
        let page = client.page_of(&question).await.unwrap();
        assert!(page.objects.len() <= question.limit as usize, "{question:?}");
        let mut keys: Vec<&str> = page.objects.iter().map(|object| object["key"].as_str().unwrap()).collect();
        keys.sort_unstable();
        keys.dedup();
        assert_eq!(keys.len(), page.objects.len(), "{question:?} gives each object once");
    }
}
