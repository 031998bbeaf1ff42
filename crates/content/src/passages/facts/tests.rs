use super::*;
use crate::model::{Participant, Rarity};

#[test]
fn facts_are_sentences() {
    let mut dragon = Creature {
        size: Some("Huge".into()),
        creature_type: Some("Dragon".into()),
        damage_immunities: Some("fire".into()),
        environments: vec!["Mountain".into(), "Hills".into()],
        ..Creature::default()
    };
    dragon.set_challenge_rating("17".parse().unwrap());
    let dragon = facts(Kind::Creature, &Details::Creature(Box::new(dragon)), "");
    assert_eq!(dragon, "Huge dragon, challenge 17. Immune to fire. Lives in mountain, hills. ");
    let cloak = Equipment {
        category: Some("Wondrous Item".into()),
        rarity: Some(Rarity::VeryRare),
        requires_attunement: true,
        attunement_detail: Some("by a bard".into()),
        ..Equipment::default()
    };
    let cloak = facts(Kind::MagicItem, &Details::Equipment(Box::new(cloak)), "");
    assert_eq!(cloak, "Very rare magic item, wondrous item. Requires attunement by a bard. ");
    let pike = Equipment {
        category: Some("Martial Melee Weapon".into()),
        damage_dice: Some("1d10".into()),
        damage_type: Some("piercing".into()),
        properties: vec!["Heavy".into(), "Reach".into()],
        ..Equipment::default()
    };
    let pike = facts(Kind::Weapon, &Details::Equipment(Box::new(pike)), "");
    assert_eq!(pike, "Martial melee weapon. 1d10 piercing damage. Heavy, Reach. ");
    let rage = CharacterOption { parent: Some("Cook".into()), level: Some(1), ..CharacterOption::default() };
    let rage = facts(Kind::ClassOption, &Details::CharacterOption(rage), "");
    assert_eq!(rage, "Class feature of Cook, from level 1. ");
    let skill = Rule { ability_score: Some("Wisdom".into()), ..Rule::default() };
    assert_eq!(facts(Kind::Skill, &Details::Rule(skill), ""), "Skill, used with Wisdom. ");
    let ambush = Encounter { creatures: vec![Participant { name: "Goblin".into(), number: 3 }] };
    assert_eq!(facts(Kind::Encounter, &Details::Encounter(ambush), ""), "Encounter with 3 Goblin. ");
    let light = Spell { level: Some(0), ..Spell::default() };
    assert_eq!(facts(Kind::Spell, &Details::Spell(light), ""), "Cantrip. ");
}
