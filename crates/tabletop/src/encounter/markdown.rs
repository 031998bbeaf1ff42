//! An encounter as Markdown, to be pasted into a game master's notes.

use std::fmt::Write as _;

use content::model::{capitalised, grouped, in_one_line};

use super::answer::RatedEncounter;
use super::budget::Budget;

pub(super) fn markdown(party: &str, budgets: &[Budget], encounter: &RatedEncounter) -> String {
    let mut text = format!("## Encounter for {party}\n\n");
    text.push_str("| Number | Creature | CR | XP each | Source |\n|---|---|---|---|---|\n");
    for creature in &encounter.creatures {
        let rating = creature.challenge_rating.map_or("–".to_owned(), |rating| rating.to_string());
        let xp = creature.xp.map_or("–".to_owned(), |xp| grouped(xp.into()));
        let _ = writeln!(
            text,
            "| {} | {} | {rating} | {xp} | {} |",
            creature.count,
            cell(&creature.name),
            cell(&creature.document_name)
        );
    }
    let _ = write!(
        text,
        "\n- **XP:** {}, {} for each character",
        encounter.sum,
        grouped(encounter.xp_per_character.into())
    );
    if let Some(difficulty) = encounter.difficulty {
        let _ = write!(text, "\n- **Difficulty:** {}", difficulty.as_str());
        let budgets = budgets.iter().map(|budget| format!("{} {}", budget.difficulty.as_str(), budget.sum));
        let _ = write!(text, " ({})", budgets.collect::<Vec<_>>().join("; "));
    }
    text.push('\n');
    for note in &encounter.notes {
        let _ = write!(text, "\n- {}", capitalised(note));
    }
    text.trim_end().to_owned() + "\n"
}

fn cell(text: &str) -> String {
    in_one_line(text).replace('|', "\\|")
}
