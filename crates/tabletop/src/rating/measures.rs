//! The numbers of a creature that its challenge rating depends on.

use content::facts::{Fact, FactValue, Facts};
use content::model::Details;
use text::{Pattern, pattern};

use super::LEGENDARY;

static BONUS: Pattern = pattern!(r"(?i)attack roll:\s*\+(\d+)|\+(\d+) to hit");
static DC: Pattern = pattern!(r"\bDC (\d+)");
static AREA: Pattern =
    pattern!(r"(?i)\b(?:each|every|all|any)\b[^.]*\b(?:creatures?|targets?|enem(?:y|ies)|ones?)\b");
static SAVE: Pattern = pattern!(r"(?i)\bsaving throw\b");
static DAMAGE: Pattern = pattern!(r"(?i)(\d+) \(\d+d\d+[^)]*\)[^.(]{0,40}?damage");

const TARGETS_OF_AREA: f64 = 2.0;
/// The difference between the DC of a save and the bonus to hit of the same creature.
const DC_WITHOUT_BONUS: f64 = 8.0;

/// The numbers of a creature.
#[derive(Debug, Clone, PartialEq)]
pub struct Measures {
    pub(super) hit_points: f64,
    pub(super) armor_class: f64,
    /// The average damage of a round of attacks, or of its best effect on one target.
    attacks: f64,
    /// The average damage of its best effect on an area.
    area: f64,
    pub(super) attack_bonus: f64,
    is_legendary: bool,
}

impl Measures {
    /// Reads a creature's numbers; nothing without armor class, hit points or a source of damage.
    pub fn of(details: &Details, body: &str) -> Option<Self> {
        let Details::Creature(creature) = details else { return None };
        let facts = Facts::of_attacks(body);
        let number =
            |value: &FactValue| if let FactValue::Number(number) = value { Some(*number) } else { None };
        let mut attacks = facts.values(Fact::DamagePerRound).find_map(number).map_or(0.0, f64::from);
        let mut area = 0.0_f64;
        let plain = body.replace(['*', '_'], "");
        let actions = plain.split("### ").find(|section| section.starts_with("Actions")).unwrap_or_default();
        for line in actions.lines().filter(|line| SAVE.is_match(line)) {
            let best = DAMAGE.captures_iter(line).filter_map(|found| found.get(1)?.as_str().parse().ok());
            let damage = best.fold(0.0, f64::max);
            let target = if AREA.is_match(line) { &mut area } else { &mut attacks };
            *target = target.max(damage);
        }
        let greatest = |pattern: &Pattern| -> Option<f64> {
            let groups =
                pattern.captures_iter(actions).filter_map(|found| found.iter().skip(1).flatten().next());
            groups.filter_map(|group| group.as_str().parse().ok()).reduce(f64::max)
        };
        let of_saves = || greatest(&DC).map(|dc| dc - DC_WITHOUT_BONUS);
        Some(Self {
            hit_points: creature.hit_points?.into(),
            armor_class: creature.armor_class?.into(),
            attacks,
            area,
            attack_bonus: greatest(&BONUS).or_else(of_saves)?,
            is_legendary: creature.legendary_actions.is_some_and(|count| count > 0),
        })
    }

    /// Returns a round's damage if all hits: on average of three with the area once, or of attacks alone.
    pub(super) fn damage(&self) -> f64 {
        let damage = self.attacks.max(self.with_area());
        if self.is_legendary { damage * LEGENDARY } else { damage }
    }

    fn with_area(&self) -> f64 {
        (TARGETS_OF_AREA * self.area + 2.0 * self.attacks) / 3.0
    }

    pub(super) fn origin_of_damage(&self) -> String {
        let Self { area, attacks, .. } = self;
        let origin = if self.with_area() > *attacks {
            format!("in one round of three {area} to each of two targets, in the others {attacks}")
        } else {
            "attacks that all hit".to_owned()
        };
        if self.is_legendary { origin + "; three tenths more for legendary actions" } else { origin }
    }
}
