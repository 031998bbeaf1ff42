//! Renders spells.

use crate::model::Spell;

use super::Body;

/// Renders the body of a spell: summary line, facts, text (clean), and effects of higher slots.
pub fn spell(spell: &Spell, text: &str) -> String {
    let higher = spell.higher_level.as_ref().map(|higher| format!("**At Higher Levels.** {higher}"));
    Body::default()
        .italic(&level_line(spell))
        .facts(spell_facts(spell).into_iter().chain([("Classes", spell.classes.join(", "))]))
        .block(text)
        .block(&higher.unwrap_or_default())
        .finish()
}

/// Returns what is printed below the name of a spell.
pub fn spell_facts(spell: &Spell) -> [(&'static str, String); 4] {
    [
        ("Casting Time", casting_time(spell)),
        ("Range", spell.range.clone()),
        ("Components", components(spell)),
        ("Duration", duration(spell)),
    ]
}

/// Returns `3rd-level Evocation (ritual)` or `Evocation cantrip`.
fn level_line(spell: &Spell) -> String {
    let level = spell.level_in_words();
    let line = match &spell.school {
        Some(school) if matches!(spell.level, None | Some(0)) => format!("{school} {level}"),
        Some(school) => format!("{level} {school}"),
        None => level,
    };
    if spell.ritual { format!("{line} (ritual)") } else { line }
}

fn casting_time(spell: &Spell) -> String {
    match &spell.reaction_condition {
        Some(condition) => format!("{}, {condition}", spell.casting_time),
        None => spell.casting_time.clone(),
    }
}

fn components(spell: &Spell) -> String {
    match &spell.material {
        Some(material) => format!("{} ({})", spell.components, material.trim_end_matches('.')),
        None => spell.components.clone(),
    }
}

/// Concentration lasts up to a time.
fn duration(spell: &Spell) -> String {
    let Spell { duration, concentration: true, .. } = spell else { return spell.duration.clone() };
    let lower = duration.to_lowercase();
    if lower.contains("concentration") {
        duration.clone()
    } else if lower.starts_with(|c: char| c.is_ascii_digit()) {
        format!("Concentration, up to {lower}")
    } else {
        format!("Concentration, {lower}")
    }
}

#[cfg(test)]
mod tests;
