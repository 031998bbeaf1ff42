//! Checks of every API query that a lookup can become.

use lore::ingest::open5e::Question;
use lore::ingest::open5e::wording::{MOST, Wish, steps};
use lore::model::Rarity;
use lore::progress::Job;
use lore::query::{
    CharacterOptionFilter, CharacterOptionType, CreatureFilter, EquipmentFilter, EquipmentType, Filter,
    RuleFilter, RuleType, SpellFilter,
};
use open5e_replay::{parameter, sorts_by};

use crate::support::{client, small_replay};

const CASTING_TIMES: [&str; 5] = ["action", "bonus action", "reaction", "10 minutes", "1 week"];

/// Returns filters that use every field, alone and together.
fn filters() -> Vec<Filter> {
    let mut filters = vec![
        Filter::Spell(SpellFilter::default()),
        Filter::Spell(SpellFilter {
            level: Some(3),
            level_min: Some(1),
            level_max: Some(5),
            school: Some("evocation".to_owned()),
            class_key: Some("wizard".to_owned()),
            concentration: Some(false),
            ritual: Some(true),
            casting_time: Some("action".to_owned()),
            damage_type: Some("fire".to_owned()),
        }),
        Filter::Creature(CreatureFilter::default()),
        Filter::Creature(CreatureFilter {
            cr: "5".parse().ok(),
            cr_min: "1/8".parse().ok(),
            cr_max: "30".parse().ok(),
            creature_type: Some("undead".to_owned()),
            size: Some("medium".to_owned()),
            armor_class_min: Some(10),
            hit_points_min: Some(10),
        }),
    ];
    let casting = |time: &str| SpellFilter { casting_time: Some(time.to_owned()), ..SpellFilter::default() };
    filters.extend(CASTING_TIMES.into_iter().map(|time| Filter::Spell(casting(time))));
    use EquipmentType::{All, Armor, Item, MagicItem, Weapon};
    for equipment_type in [Weapon, Armor, MagicItem, Item, All] {
        let bare = EquipmentFilter { equipment_type, ..EquipmentFilter::default() };
        let rarity = |rarity| EquipmentFilter { rarity: Some(rarity), ..bare.clone() };
        filters.extend(
            [Rarity::Common, Rarity::VeryRare, Rarity::Artifact, Rarity::Varies]
                .map(rarity)
                .map(Filter::Equipment),
        );
        filters.push(Filter::Equipment(EquipmentFilter {
            requires_attunement: Some(false),
            cost_min: Some(1.0),
            cost_max: Some(100.5),
            weight_max: Some(10.0),
            is_finesse: Some(true),
            is_light: Some(true),
            damage_dice: Some("1d6".to_owned()),
            is_simple: Some(true),
            ..bare.clone()
        }));
        filters.push(Filter::Equipment(EquipmentFilter { cost_max: Some(5.0), ..bare.clone() }));
        filters.push(Filter::Equipment(bare));
    }
    use CharacterOptionType::{Background, Class, ClassOption, Feat, Race, Subclass, Subrace};
    for option_type in [Class, Subclass, Race, Subrace, Background, Feat, ClassOption] {
        filters.push(Filter::CharacterOption(CharacterOptionFilter { option_type }));
    }
    for rule_type in [
        RuleType::Any,
        RuleType::Rule,
        RuleType::Condition,
        RuleType::DamageType,
        RuleType::WeaponProperty,
        RuleType::Skill,
        RuleType::AbilityScore,
        RuleType::MagicSchool,
        RuleType::Language,
        RuleType::Proficiency,
        RuleType::Alignment,
    ] {
        for section in [None, Some("Combat".to_owned())] {
            filters.push(Filter::Rule(RuleFilter { rule_type, section }));
        }
    }
    filters
}

fn questions() -> Vec<Question> {
    let mut questions: Vec<Question> = Vec::new();
    let documents = ["srd-2024".to_owned(), "tob".to_owned()];
    for filter in &filters() {
        for name in [
            None,
            Some("fireball"),
            Some("dragon's-breath"),
            Some("chain-mail"),
            Some("fire*"),
            Some("*ire*"),
        ] {
            for documents in [None, Some(documents.as_slice())] {
                let wish = Wish { filter, name, documents, limit: 20 };
                questions.extend(steps(wish).steps.into_iter().flatten());
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
                "limit" => assert!(value.parse::<u32>().unwrap() <= MOST),
                "ordering" => assert!(sorts_by(question.path, &value), "{question:?}"),
                name => {
                    let (kind, _) = parameter(question.path, name)
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
    let (client, job) = (client(&api.base), Job::quiet());
    let mut questions = questions();
    questions.sort_by_key(|question| question.key(""));
    questions.dedup();
    for question in questions {
        let parameters = question.parameters();
        let parameters: Vec<_> = parameters.iter().map(|(name, value)| (*name, value.as_str())).collect();
        let page = client.page(question.path, &parameters, &job).await.unwrap();
        assert!(page.objects.len() <= question.most as usize, "{question:?}");
        let mut keys: Vec<&str> = page.objects.iter().map(|object| object["key"].as_str().unwrap()).collect();
        keys.sort_unstable();
        keys.dedup();
        assert_eq!(keys.len(), page.objects.len(), "{question:?} gives each object once");
    }
}
