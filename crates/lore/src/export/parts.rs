//! The parts of a rendered stat block.

use crate::model::{Details, Kind};
use crate::query::without_facts;

/// A section of a stat block.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Section {
    Traits,
    Actions,
    BonusActions,
    Reactions,
    LegendaryActions,
    Description,
}

/// A named passage, without marks of Markdown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Passage {
    pub(super) section: Section,
    /// Its name; empty for an introduction.
    pub(super) name: String,
    pub(super) text: String,
}

/// Reads the passages of a creature's body in Markdown.
pub(super) fn passages(details: &Details, body: &str) -> Vec<Passage> {
    let mut section = Section::Traits;
    let mut passages: Vec<Passage> = Vec::new();
    for block in without_facts(Kind::Creature, details, body).split("\n\n") {
        if let Some(heading) = block.strip_prefix("### ") {
            section = match heading.trim() {
                "Actions" => Section::Actions,
                "Bonus Actions" => Section::BonusActions,
                "Reactions" => Section::Reactions,
                "Legendary Actions" => Section::LegendaryActions,
                _ => Section::Description,
            };
            continue;
        }
        if block.starts_with("**Environments** ") {
            continue;
        }
        let led = block.strip_prefix("***").and_then(|rest| rest.split_once("***"));
        let (name, text) = led.unwrap_or(("", block));
        let (name, text) = (plain(name.trim_end_matches('.')), plain(text.trim()));
        match passages.last_mut() {
            Some(last) if name.is_empty() && last.section == section => {
                last.text.push_str("\n\n");
                last.text.push_str(&text);
            }
            _ => passages.push(Passage { section, name, text }),
        }
    }
    passages.retain(|passage| !passage.name.is_empty() || !passage.text.is_empty());
    passages
}

/// Returns a text without emphasis.
pub(super) fn plain(text: &str) -> String {
    text.chars().filter(|letter| !matches!(letter, '*' | '\\')).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn passages_are_read_by_section() {
        let body = "*Small plant*\n\n- **Armor Class** 7\n\n***Sticky.*** It *sticks*.\n\nStill.\n\n### Actions\n\n***Slap.*** *Melee Attack Roll:* +3.\n\n### Legendary Actions\n\nOne at a time.\n\n***Nap.*** It naps.\n\n**Environments** Caves";
        let details = Details::Creature(Box::default());
        let passage =
            |section, name: &str, text: &str| Passage { section, name: name.into(), text: text.into() };
        assert_eq!(
            passages(&details, body),
            [
                passage(Section::Traits, "Sticky", "It sticks.\n\nStill."),
                passage(Section::Actions, "Slap", "Melee Attack Roll: +3."),
                passage(Section::LegendaryActions, "", "One at a time."),
                passage(Section::LegendaryActions, "Nap", "It naps."),
            ]
        );
    }
}
