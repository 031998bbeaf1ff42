use super::*;
use crate::model::{Rule, Spell};

#[test]
fn only_the_facts_of_a_stat_block_are_removed() {
    let body = "*Large Ooze, unaligned*\n\n- **Armor Class** 7\n- **Speed** 20 ft.\n\n| STR | DEX |\n|---|---|\n| 15 | 6 |\n\n\
                    - **Senses** none\n\n***Sticky.*** It sticks.\n\n- **Jam** on it\n\n### Actions\n\n***Slap.*** It slaps.";
    assert_eq!(
        without_facts(Kind::Creature, &Details::Creature(Box::default()), body),
        "***Sticky.*** It sticks.\n\n- **Jam** on it\n\n### Actions\n\n***Slap.*** It slaps."
    );
}

#[test]
fn spells_lose_their_facts_and_rules_nothing() {
    let body =
        "*3rd-level Evocation*\n\n- **Range** 60 feet\n\nPlums rain.\n\n**At Higher Levels.** More plums.";
    assert_eq!(without_facts(Kind::Spell, &Details::Spell(Spell::default()), body), "Plums rain.");
    assert_eq!(without_facts(Kind::Rule, &Details::Rule(Rule::default()), body), body);
    let environment = Details::Rule(Rule::default());
    assert_eq!(without_facts(Kind::Environment, &environment, "*Aquatic environment*\n\nWet."), "Wet.");
}

#[test]
fn options_lose_only_the_lines_that_their_fields_repeat() {
    let option = CharacterOption {
        parent: Some("Cook".into()),
        prerequisite: Some("Wisdom 13".into()),
        ..CharacterOption::default()
    };
    let body =
        "*Cook feature, 3rd level*\n\n*Prerequisite: Wisdom 13*\n\n*Sweet as sin.*\n\n- **Hit Dice** 1d8";
    let option = Details::CharacterOption(option);
    assert_eq!(without_facts(Kind::ClassOption, &option, body), "*Sweet as sin.*\n\n- **Hit Dice** 1d8");
}
