//! Renders spells.

use super::Body;
use crate::model::Spell;

/// Renders the body of a spell: summary line, facts, text (clean), and effects of higher slots.
pub(crate) fn spell(spell: &Spell, text: &str) -> String {
    let mut body = Body::default();
    body.italic(&level_line(spell))
        .facts([
            ("Casting Time", Some(casting_time(spell))),
            ("Range", Some(spell.range.clone())),
            ("Components", Some(components(spell))),
            ("Duration", Some(duration(spell))),
            ("Classes", Some(spell.classes.join(", "))),
        ])
        .block(text);
    if let Some(higher) = &spell.higher_level {
        body.block(&format!("**At Higher Levels.** {higher}"));
    }
    body.finish()
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
mod tests {
    use super::*;

    #[test]
    fn a_spell_shows_everything_a_caster_needs() {
        let plum = Spell {
            level: Some(3),
            school: Some("Conjuration".into()),
            casting_time: "1 reaction".into(),
            reaction_condition: Some("which you take when hungry".into()),
            range: "60 feet".into(),
            components: "V, M".into(),
            material: Some("a plum stone.".into()),
            duration: "1 minute".into(),
            concentration: true,
            ritual: true,
            classes: vec!["Druid".into(), "Cook".into()],
            higher_level: Some("More plums.".into()),
            ..Spell::default()
        };
        insta::assert_snapshot!(spell(&plum, "Plums rain."));
    }

    #[test]
    fn a_cantrip_is_named_after_its_school() {
        let spark = Spell { level: Some(0), school: Some("Evocation".into()), ..Spell::default() };
        assert_eq!(level_line(&spark), "Evocation cantrip");
    }

    #[test]
    fn concentration_is_told_once() {
        let lasting =
            |time: &str| duration(&Spell { concentration: true, duration: time.into(), ..Spell::default() });
        assert_eq!(lasting("Up to 1 hour"), "Concentration, up to 1 hour");
        assert_eq!(lasting("1 hour"), "Concentration, up to 1 hour");
        assert_eq!(lasting("Until dispelled"), "Concentration, until dispelled");
    }
}
