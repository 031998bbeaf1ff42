//! Renders stat blocks.

use std::collections::BTreeMap;

use content::model::{ABILITIES, AbilityScores, Creature, LORE_HEADING, grouped};
use text::{Pattern, pattern};

use super::words::ability_in_full;
use super::{Body, Part, Table};

/// A section of a stat block. Traits have no heading.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Section {
    Traits,
    Actions,
    BonusActions,
    Reactions,
    LegendaryActions,
}

impl Section {
    pub(crate) const ALL: [Self; 5] =
        [Self::Traits, Self::Actions, Self::BonusActions, Self::Reactions, Self::LegendaryActions];
}

/// The parts of a stat block besides the creature's fields.
#[derive(Debug, Default)]
pub(crate) struct StatBlock {
    /// The passages of each section, in printed order.
    pub(crate) passages: BTreeMap<Section, Vec<Part>>,
    /// The introduction of the legendary actions.
    pub(crate) legendary_text: String,
    /// Lore, shown under the stat block.
    pub(crate) lore: String,
}

impl StatBlock {
    pub(crate) fn to_markdown(&self, creature: &Creature) -> String {
        let mut body = Body::default();
        body.italic(&type_line(creature))
            .facts([
                ("Armor Class", armor_class(creature)),
                ("Initiative", creature.initiative_bonus.map(initiative)),
                ("Hit Points", with_detail(creature.hit_points, creature.hit_dice.as_deref())),
                ("Speed", creature.speed.clone()),
            ])
            .block(&creature.ability_scores.map(|scores| ability_table(&scores)).unwrap_or_default())
            .facts([
                ("Saving Throws", Some(saving_throws(creature))),
                ("Skills", Some(skills(creature))),
                ("Damage Vulnerabilities", creature.damage_vulnerabilities.clone()),
                ("Damage Resistances", creature.damage_resistances.clone()),
                ("Damage Immunities", creature.damage_immunities.clone()),
                ("Condition Immunities", creature.condition_immunities.clone()),
                ("Gear", creature.gear.clone()),
                ("Senses", creature.senses.clone()),
                ("Languages", Some(creature.languages.clone().unwrap_or_else(|| "—".to_owned()))),
                ("Challenge", challenge(creature)),
                ("Proficiency Bonus", creature.proficiency_bonus.map(|bonus| format!("+{bonus}"))),
            ]);
        for (section, parts) in &self.passages {
            match section {
                Section::Traits => body.parts(parts),
                Section::Actions => body.section("Actions", "", parts),
                Section::BonusActions => body.section("Bonus Actions", "", parts),
                Section::Reactions => body.section("Reactions", "", parts),
                Section::LegendaryActions => body.section("Legendary Actions", &self.legendary_text, parts),
            };
        }
        if !self.lore.is_empty() {
            body.heading(LORE_HEADING).block(&self.lore);
        }
        body.block(&environments(creature)).finish()
    }
}

/// Returns the line about habitats; empty if unknown.
pub(crate) fn environments(creature: &Creature) -> String {
    match creature.environments.as_slice() {
        [] => String::new(),
        environments => format!("**Environments** {}", environments.join(", ")),
    }
}

static ATTACK: Pattern =
    pattern!(r"^((?:Melee|Ranged|Melee or Ranged) (?:Weapon |Spell )?Attack(?: Roll)?:)");
static HIT: Pattern = pattern!(r"(^|[.!] |, )((?:Hit|Miss|Hit or Miss):) ");

/// Renders an action with its text; the fixed terms of an attack are in italics.
pub(crate) fn action(name: &str, text: &str) -> Part {
    let mut part = Part::new(name, text);
    if ATTACK.is_match(&part.text) {
        let text = ATTACK.replace(&part.text, "*$1*").into_owned();
        part.text = HIT.replace_all(&text, "$1*$2* ").into_owned();
    }
    part
}

fn type_line(creature: &Creature) -> String {
    let size_and_type = [creature.size.as_deref(), creature.creature_type.as_deref()];
    let mut line = size_and_type.into_iter().flatten().collect::<Vec<_>>().join(" ");
    if let Some(subtype) = &creature.subtype {
        line.push_str(&format!(" ({subtype})"));
    }
    match &creature.alignment {
        Some(alignment) if line.is_empty() => alignment.clone(),
        Some(alignment) => format!("{line}, {alignment}"),
        None => line,
    }
}

/// Formats an armor class with its origin, or with all that is printed of it, which begins with the number.
fn armor_class(creature: &Creature) -> Option<String> {
    let (number, detail) = (creature.armor_class, creature.armor_detail.as_deref());
    match number.zip(detail) {
        Some((number, words)) if words.starts_with(&format!("{number} ")) => Some(words.to_owned()),
        _ => with_detail(number, detail),
    }
}

/// A variable number has only words.
fn with_detail(number: Option<u32>, detail: Option<&str>) -> Option<String> {
    match (number, detail) {
        (Some(number), Some(detail)) => Some(format!("{number} ({detail})")),
        (number, detail) => number.map(|number| number.to_string()).or_else(|| detail.map(str::to_owned)),
    }
}

/// Formats the bonus to initiative and its score, as the stat blocks of 2024 have them: `+12 (22)`.
pub fn initiative(bonus: i32) -> String {
    format!("{bonus:+} ({})", 10_i32.saturating_add(bonus))
}

fn ability_table(scores: &AbilityScores) -> String {
    let mut table = Table::new(scores.in_order().map(|(name, _)| name));
    table.row(scores.in_order().map(|(_, score)| format!("{score} ({:+})", AbilityScores::modifier(score))));
    table.to_markdown()
}

/// Formats bonuses in the order of the abilities: `Dex +7, Con +10`.
fn saving_throws(creature: &Creature) -> String {
    let bonuses = ABILITIES.into_iter().filter_map(|full| {
        let mut bonuses = creature.saving_throws.iter();
        let (_, bonus) = bonuses.find(|(name, _)| ability_in_full(name) == Some(full))?;
        Some(format!("{} {bonus:+}", full.get(..3)?))
    });
    bonuses.collect::<Vec<_>>().join(", ")
}

fn skills(creature: &Creature) -> String {
    let bonuses = creature.skills.iter().map(|(name, bonus)| format!("{name} {bonus:+}"));
    bonuses.collect::<Vec<_>>().join(", ")
}

fn challenge(creature: &Creature) -> Option<String> {
    let rating = creature.challenge_rating?;
    Some(match creature.experience_points {
        Some(points) => {
            let lair =
                creature.lair_experience_points.map(|it| format!(", or {} in its lair", grouped(it.into())));
            format!("{rating} ({} XP{})", grouped(points.into()), lair.unwrap_or_default())
        }
        None => rating.to_string(),
    })
}

#[cfg(test)]
mod tests;
