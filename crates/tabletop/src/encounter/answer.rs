//! Encounters for a party, as they are answered.

use content::model::{Campaign, ChallengeRating, DocumentKey, Edition};
use serde::Serialize;

use super::budget::{Budget, Difficulty};

/// Encounters for a party.
#[serde_with_macros::skip_serializing_none]
#[derive(Debug, Clone, Default, PartialEq, Serialize, schemars::JsonSchema)]
pub struct EncounterAnswer {
    /// The party in words.
    pub party: String,
    /// The budgets of the 2024 rules by difficulty; empty if they do not measure it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub budgets: Vec<Budget>,
    /// The experience points that a plan may cost.
    pub budget_xp: Option<u32>,
    /// The seed; another gives other encounters.
    pub seed: Option<u64>,
    /// The encounters: several planned ones, or the rated one.
    pub encounters: Vec<RatedEncounter>,
    /// The campaign that the encounters keep to, if one is chosen.
    #[serde(skip)]
    pub campaign: Option<Campaign>,
    /// Messages for the user.
    #[serde(skip)]
    pub messages: Vec<String>,
}

/// An encounter with its arithmetic.
#[serde_with_macros::skip_serializing_none]
#[derive(Debug, Clone, PartialEq, Serialize, schemars::JsonSchema)]
pub struct RatedEncounter {
    /// How a planned encounter is made up.
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
    pub difficulty: Option<RatedDifficulty>,
    /// The experience points of a plan's budget that are left.
    pub unspent_xp: Option<u32>,
    /// What to be careful of.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
    /// The encounter as Markdown; only for a person's window.
    pub markdown: Option<String>,
}

/// How an encounter is made up.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Shape {
    /// A strong creature with weaker ones of one kind.
    Leader,
    /// Several of one kind.
    Group,
    /// Two kinds.
    Pair,
    /// One creature.
    Solo,
    /// A strong creature with weaker ones of two kinds.
    Court,
}

impl Shape {
    /// The shapes in the order in which they are planned.
    pub(super) const ALL: [Self; 5] = [Self::Leader, Self::Group, Self::Pair, Self::Solo, Self::Court];
}

/// A creature of an encounter.
#[serde_with_macros::skip_serializing_none]
#[derive(Debug, Clone, PartialEq, Serialize, schemars::JsonSchema)]
pub struct EncounterCreature {
    /// How many there are.
    pub count: u32,
    /// The name.
    pub name: String,
    /// The challenge rating, if it has one.
    pub challenge_rating: Option<ChallengeRating>,
    /// The experience points of one, if they are known.
    pub xp: Option<u32>,
    /// The bonus to its initiative, if it is known.
    pub initiative: Option<i32>,
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
    pub lair_xp: Option<u32>,
    /// True if it acts between the turns of others.
    #[serde(skip)]
    pub is_legendary: bool,
}

impl EncounterCreature {
    /// The experience points of all of them; 0 if they are unknown.
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
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Low => "low",
            Self::Moderate => "moderate",
            Self::High => "high",
            Self::BeyondHigh => "beyond high",
        }
    }

    /// The lowest difficulty whose budget is not exceeded.
    pub(super) fn of(total_xp: u32, budgets: &[Budget]) -> Option<Self> {
        let sufficient = budgets.iter().find(|budget| total_xp <= budget.xp);
        let rated = match sufficient.map(|budget| budget.difficulty) {
            Some(Difficulty::Low) => Self::Low,
            Some(Difficulty::Moderate) => Self::Moderate,
            Some(Difficulty::High) => Self::High,
            None => Self::BeyondHigh,
        };
        (!budgets.is_empty()).then_some(rated)
    }
}
