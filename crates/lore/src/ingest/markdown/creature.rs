//! Renders stat blocks.

use std::sync::LazyLock;

use regex::Regex;

use super::clean::pattern;
use super::words::{ability_in_full, grouped, signed};
use super::{Body, Part, Table};
use crate::model::{AbilityScores, Creature, LORE_HEADING};

/// The parts of a stat block besides the creature's fields.
#[derive(Debug, Default)]
pub(crate) struct StatBlock {
    /// Traits, such as `Amphibious`.
    pub(crate) traits: Vec<Part>,
    /// Actions, in printed order.
    pub(crate) actions: Vec<Part>,
    /// Bonus actions.
    pub(crate) bonus_actions: Vec<Part>,
    /// Reactions.
    pub(crate) reactions: Vec<Part>,
    /// The introduction of the legendary actions.
    pub(crate) legendary_text: String,
    /// Legendary actions.
    pub(crate) legendary_actions: Vec<Part>,
    /// Lore, shown under the stat block.
    pub(crate) lore: String,
}

impl StatBlock {
    /// Renders the complete stat block.
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
                ("Saving Throws", saving_throws(creature)),
                ("Skills", skills(creature)),
                ("Damage Vulnerabilities", creature.damage_vulnerabilities.clone()),
                ("Damage Resistances", creature.damage_resistances.clone()),
                ("Damage Immunities", creature.damage_immunities.clone()),
                ("Condition Immunities", creature.condition_immunities.clone()),
                ("Gear", creature.gear.clone()),
                ("Senses", creature.senses.clone()),
                ("Languages", Some(creature.languages.clone().unwrap_or_else(|| "—".to_owned()))),
                ("Challenge", challenge(creature)),
                ("Proficiency Bonus", creature.proficiency_bonus.map(|bonus| signed(bonus.into()))),
            ])
            .parts(&self.traits)
            .section("Actions", &self.actions)
            .section("Bonus Actions", &self.bonus_actions)
            .section("Reactions", &self.reactions)
            .introduced("Legendary Actions", &self.legendary_text, &self.legendary_actions);
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

/// Matches the start of an attack and of its hit.
static ATTACK: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"^((?:Melee|Ranged|Melee or Ranged) (?:Weapon |Spell )?Attack(?: Roll)?:)"));
static HIT: LazyLock<Regex> = LazyLock::new(|| pattern(r"(^|[.!] |, )((?:Hit|Miss|Hit or Miss):) "));

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

/// Formats a number with its origin. A variable number has only words.
fn with_detail(number: Option<u32>, detail: Option<&str>) -> Option<String> {
    match (number, detail) {
        (Some(number), Some(detail)) => Some(format!("{number} ({detail})")),
        (number, detail) => number.map(|number| number.to_string()).or_else(|| detail.map(str::to_owned)),
    }
}

/// Formats the bonus to initiative and its score, as the stat blocks of 2024 have them: `+12 (22)`.
pub(crate) fn initiative(bonus: i32) -> String {
    format!("{} ({})", signed(bonus), 10_i32.saturating_add(bonus))
}

fn ability_table(scores: &AbilityScores) -> String {
    let mut table = Table::new(scores.in_order().map(|(name, _)| name));
    table.row(
        scores.in_order().map(|(_, score)| format!("{score} ({})", signed(AbilityScores::modifier(score)))),
    );
    table.to_markdown()
}

/// Formats bonuses in the order of the abilities: `Dex +7, Con +10`.
fn saving_throws(creature: &Creature) -> Option<String> {
    let bonuses = AbilityScores::default().in_order().into_iter().filter_map(|(short, _)| {
        let full = ability_in_full(short)?;
        let (_, bonus) =
            creature.saving_throws.iter().find(|(name, _)| ability_in_full(name) == Some(full))?;
        let short: String = full.chars().take(3).collect();
        Some(format!("{short} {}", signed(*bonus)))
    });
    let bonuses: Vec<String> = bonuses.collect();
    (!bonuses.is_empty()).then(|| bonuses.join(", "))
}

fn skills(creature: &Creature) -> Option<String> {
    let bonuses: Vec<String> =
        creature.skills.iter().map(|(name, bonus)| format!("{name} {}", signed(*bonus))).collect();
    (!bonuses.is_empty()).then(|| bonuses.join(", "))
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
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    #[test]
    fn an_attack_is_set_as_in_a_stat_block() {
        let bite = action("Bite", "Melee Weapon Attack: +4 to hit, reach 5 ft., one target. Hit: 5 damage.");
        assert_eq!(bite.text, "*Melee Weapon Attack:* +4 to hit, reach 5 ft., one target. *Hit:* 5 damage.");
        assert_eq!(action("Hide", "Hit: nothing.").text, "Hit: nothing.");
    }

    #[test]
    fn a_stat_block_is_complete_and_in_order() {
        let mut creature = Creature {
            size: Some("Large".into()),
            creature_type: Some("Ooze".into()),
            subtype: Some("jam".into()),
            alignment: Some("unaligned".into()),
            armor_class: Some(7),
            armor_detail: Some("natural armor".into()),
            hit_points: Some(52),
            hit_dice: Some("7d10+14".into()),
            speed: Some("20 ft., climb 20 ft.".into()),
            ability_scores: Some(AbilityScores {
                strength: 15,
                dexterity: 6,
                constitution: 14,
                intelligence: 1,
                wisdom: 6,
                charisma: 1,
            }),
            saving_throws: BTreeMap::from([("Wisdom".into(), 0), ("Constitution".into(), 4)]),
            skills: BTreeMap::from([("Stealth".into(), 2)]),
            damage_immunities: Some("acid".into()),
            senses: Some("blindsight 60 ft., passive Perception 8".into()),
            environments: vec!["Caves".into()],
            ..Creature::default()
        };
        creature.set_challenge_rating("2".parse().unwrap());
        let block = StatBlock {
            traits: vec![Part::new("Sticky", "It sticks.")],
            actions: vec![Part::new("Slap", "It slaps.")],
            reactions: vec![Part::new("Wobble", "It wobbles.")],
            lore: "Made of plums.".into(),
            ..StatBlock::default()
        };
        insta::assert_snapshot!(block.to_markdown(&creature));
    }
}
