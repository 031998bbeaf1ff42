//! Texts of entries without the facts that their fields repeat.

use crate::model::{CharacterOption, Details, Family, Kind};

/// The words that follow the name of a class or race in the first line of its parts.
const PART_SUFFIXES: [&str; 4] = [" subclass", " subrace", " trait", " feature"];

/// Returns an entry's text without the facts that its fields repeat: the line that names its type, the lists
/// of facts of a spell, creature or item, the table of ability scores, and the effect of a higher slot.
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
            let is_fact = |block: &&str| {
                block.lines().all(|line| line.starts_with("- **"))
                    || family == Family::Creature && block.starts_with("| STR |")
            };
            while blocks.next_if(is_fact).is_some() {}
        }
    }
    let higher = |block: &&str| family != Family::Spell || !block.starts_with("**At Higher Levels.** ");
    blocks.filter(higher).collect::<Vec<_>>().join("\n\n")
}

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

#[cfg(test)]
mod tests;
