//! An encounter as Markdown, to be pasted into a game master's notes.

use std::fmt::Write as _;

use content::model::{capitalised, grouped, in_one_line};
use ingest::markdown::Table;

use super::answer::RatedEncounter;
use super::budget::Budget;

pub(super) fn markdown(party: &str, budgets: &[Budget], encounter: &RatedEncounter) -> String {
    let mut table = Table::new(["Number", "Creature", "CR", "XP each", "Source"]);
    for creature in &encounter.creatures {
        let rating = creature.challenge_rating.map_or("–".to_owned(), |rating| rating.to_string());
        let xp = creature.xp.map_or("–".to_owned(), |xp| grouped(xp.into()));
        let (name, document) = (in_one_line(&creature.name), in_one_line(&creature.document_name));
        table.row([creature.count.to_string(), name, rating, xp, document]);
    }
    let mut text = format!("## Encounter for {party}\n\n{}\n", table.to_markdown());
    let _ = write!(
        text,
        "\n- **XP:** {}, {} for each character",
        encounter.sum,
        grouped(encounter.xp_per_character.into())
    );
    if let Some(difficulty) = encounter.difficulty {
        let _ = write!(text, "\n- **Difficulty:** {}", difficulty.as_str());
        let budgets = budgets.iter().map(|budget| format!("{} {}", budget.difficulty, budget.sum));
        let _ = write!(text, " ({})", budgets.collect::<Vec<_>>().join("; "));
    }
    text.push('\n');
    for note in &encounter.notes {
        let _ = write!(text, "\n- {}", capitalised(note));
    }
    text.trim_end().to_owned() + "\n"
}
