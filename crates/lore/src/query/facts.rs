//! Texts of entries without the facts that their fields repeat.

use crate::model::{CharacterOption, Details, Family, Kind};

/// The words that follow the name of a class or race in the first line of its parts.
const PART_SUFFIXES: [&str; 4] = [" subclass", " subrace", " trait", " feature"];

/// Returns the text of an entry without the facts that its fields repeat: the line that names its type, the lists of facts of
/// a spell, a creature or an item, the table of ability scores, and the effect of a higher slot.
#[must_use]
pub fn without_facts(kind: Kind, details: &Details, body: &str) -> String {
    let family = details.family();
    let mut blocks = body.split("\n\n").peekable();
    match details {
        Details::Encounter(_) => {}
        Details::Rule(_) => {
            let names_kind = |line: &str| line.to_lowercase().ends_with(kind.as_str());
            blocks.next_if(|block| line_in_italics(block).is_some_and(names_kind));
        }
        Details::CharacterOption(option) => {
            while blocks.next_if(|block| repeats_field(option, block)).is_some() {}
        }
        Details::Spell(_) | Details::Creature(_) | Details::Equipment(_) => {
            blocks.next_if(|block| !block.starts_with("**") && line_in_italics(block).is_some());
            while blocks.next_if(|block| is_facts(block) || is_abilities(family, block)).is_some() {}
        }
    }
    let higher = |block: &&str| family != Family::Spell || !block.starts_with("**At Higher Levels.** ");
    blocks.filter(higher).collect::<Vec<_>>().join("\n\n")
}

/// Returns true if a block repeats a field of an option: its parent, its subtype or its prerequisite.
fn repeats_field(option: &CharacterOption, block: &str) -> bool {
    let Some(line) = line_in_italics(block) else { return false };
    let is_part = |rest: &str| PART_SUFFIXES.iter().any(|part| rest.starts_with(part));
    let parent = option.parent.as_deref().and_then(|parent| line.strip_prefix(parent));
    parent.is_some_and(is_part)
        || line
            .strip_prefix("Prerequisite: ")
            .is_some_and(|prerequisite| option.prerequisite.as_deref() == Some(prerequisite))
        || option.subtype.as_ref().is_some_and(|subtype| subtype.eq_ignore_ascii_case(line))
}

fn line_in_italics(block: &str) -> Option<&str> {
    block.strip_prefix('*')?.strip_suffix('*').filter(|line| !line.contains('\n'))
}

fn is_facts(block: &str) -> bool {
    block.lines().all(|line| line.starts_with("- **"))
}

fn is_abilities(family: Family, block: &str) -> bool {
    family == Family::Creature && block.starts_with("| STR |")
}

#[cfg(test)]
mod tests {
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
        let body = "*3rd-level Evocation*\n\n- **Range** 60 feet\n\nPlums rain.\n\n**At Higher Levels.** More plums.";
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
}
