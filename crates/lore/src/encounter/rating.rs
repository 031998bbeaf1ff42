//! What a list of creatures means for a party.

use serde::Serialize;

use super::budget::{Budget, Difficulty};
use super::markdown::markdown;
use super::notes::notes;
use super::request::Measure;
use super::shape::Shape;
use crate::model::{ChallengeRating, DocumentKey, Edition, grouped};

/// Encounters for a party.
#[derive(Debug, Clone, PartialEq, Serialize, schemars::JsonSchema)]
pub struct EncounterAnswer {
    /// The party in words.
    pub party: String,
    /// The budgets of the 2024 rules by difficulty; empty if they do not measure it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub budgets: Vec<Budget>,
    /// The experience points that a plan may cost.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub budget_xp: Option<u32>,
    /// The seed; another gives other encounters.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    /// The encounters: several planned ones, or the rated one.
    pub encounters: Vec<RatedEncounter>,
    /// Messages for the user.
    #[serde(skip)]
    pub messages: Vec<String>,
}

/// An encounter with its arithmetic.
#[derive(Debug, Clone, PartialEq, Serialize, schemars::JsonSchema)]
pub struct RatedEncounter {
    /// How a planned encounter is made up.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shape: Option<Shape>,
    /// The creatures, strongest first.
    pub creatures: Vec<EncounterCreature>,
    /// The experience points of all creatures together.
    pub total_xp: u32,
    /// The sum that they are, such as `1 × 450 + 3 × 50 = 600 XP`.
    pub sum: String,
    /// The experience points for each character, rounded down.
    pub xp_per_character: u32,
    /// The lowest difficulty whose budget they do not exceed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub difficulty: Option<RatedDifficulty>,
    /// The experience points of a plan's budget that are left.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unspent_xp: Option<u32>,
    /// What to be careful of.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
    /// The encounter as Markdown; only for a person's window.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub markdown: Option<String>,
}

/// A creature of an encounter.
#[derive(Debug, Clone, PartialEq, Serialize, schemars::JsonSchema)]
pub struct EncounterCreature {
    /// How many there are.
    pub count: u32,
    /// The name.
    pub name: String,
    /// The challenge rating, if it has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub challenge_rating: Option<ChallengeRating>,
    /// The experience points of one, if they are known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub xp: Option<u32>,
    /// The key of its document.
    pub document_key: DocumentKey,
    /// The title of its document.
    pub document_name: String,
    /// The edition of its document.
    pub edition: Edition,
    /// The address of the whole entry.
    pub uri: String,
    /// The experience points of one in its lair, if they differ.
    #[serde(skip)]
    pub(crate) lair_xp: Option<u32>,
    /// True if it acts between the turns of others.
    #[serde(skip)]
    pub(crate) is_legendary: bool,
}

impl EncounterCreature {
    /// The experience points of all of them; 0 if they are unknown.
    #[must_use]
    pub fn total_xp(&self) -> u32 {
        self.xp.unwrap_or(0).saturating_mul(self.count)
    }
}

/// The difficulty of an encounter.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum RatedDifficulty {
    /// Within the budget of low difficulty.
    Low,
    /// Within that of moderate difficulty.
    Moderate,
    /// Within that of high difficulty.
    High,
    /// More than the budget of high difficulty.
    BeyondHigh,
}

impl RatedDifficulty {
    /// Returns it in words, such as `beyond high`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Low => "low",
            Self::Moderate => "moderate",
            Self::High => "high",
            Self::BeyondHigh => "beyond high",
        }
    }

    /// The lowest difficulty whose budget is not exceeded.
    fn of(total_xp: u32, budgets: &[Budget]) -> Option<Self> {
        let within = |difficulty| {
            budgets.iter().any(|budget| budget.difficulty == difficulty && total_xp <= budget.xp)
        };
        let rated = match Difficulty::ALL.into_iter().find(|difficulty| within(*difficulty)) {
            Some(Difficulty::Low) => Self::Low,
            Some(Difficulty::Moderate) => Self::Moderate,
            Some(Difficulty::High) => Self::High,
            None => Self::BeyondHigh,
        };
        (!budgets.is_empty()).then_some(rated)
    }
}

impl EncounterAnswer {
    /// Returns an answer without encounters.
    pub(crate) fn new(measure: &Measure) -> Self {
        let budgets = if measure.has_budget() { Budget::all(&measure.party) } else { Vec::new() };
        Self {
            party: measure.party.describe(),
            budgets,
            budget_xp: None,
            seed: None,
            encounters: Vec::new(),
            messages: Vec::new(),
        }
    }

    /// Adds an encounter of these creatures, rated.
    pub(crate) fn add(&mut self, measure: &Measure, shape: Option<Shape>, creatures: Vec<EncounterCreature>) {
        let mut creatures = creatures;
        creatures.sort_by(|a, b| b.xp.cmp(&a.xp).then_with(|| a.name.cmp(&b.name)));
        let total_xp = creatures.iter().map(EncounterCreature::total_xp).fold(0, u32::saturating_add);
        self.encounters.push(RatedEncounter {
            shape,
            sum: sum(&creatures, total_xp),
            xp_per_character: total_xp / measure.party.size().max(1),
            difficulty: RatedDifficulty::of(total_xp, &self.budgets),
            unspent_xp: self.budget_xp.map(|budget| budget.saturating_sub(total_xp)),
            notes: notes(&creatures, &measure.party, total_xp, &self.budgets),
            creatures,
            total_xp,
            markdown: None,
        });
    }

    /// Adds the Markdown of each encounter.
    #[must_use]
    pub fn with_markdown(mut self) -> Self {
        for encounter in &mut self.encounters {
            encounter.markdown = Some(markdown(&self.party, &self.budgets, encounter));
        }
        self
    }
}

/// Shows how the experience points add up.
fn sum(creatures: &[EncounterCreature], total_xp: u32) -> String {
    let part = |creature: &EncounterCreature| {
        format!("{} × {}", creature.count, grouped(creature.xp.unwrap_or(0).into()))
    };
    let parts: Vec<String> = creatures.iter().map(part).collect();
    format!("{} = {} XP", parts.join(" + "), grouped(total_xp.into()))
}
