//! What is asked about encounters.

use content::model::{ChallengeRating, Edition};

use super::budget::{Difficulty, Party};
use super::counted::{CountRange, CountedName};

/// What measures an encounter.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Measure {
    /// The party.
    pub party: Party,
    /// The edition whose rules are played; `None` for the 2024 rules and creatures of every edition. The SRD
    /// of 2014 has no table of difficulties.
    pub edition: Option<Edition>,
    /// True to measure by the 2024 table whatever the edition.
    pub by_2024_budget: bool,
}

impl Measure {
    /// Returns true if the 2024 table measures the encounter.
    pub fn has_budget(&self) -> bool {
        self.by_2024_budget || self.edition != Some(Edition::Of2014)
    }
}

/// A request to plan encounters. Absent values do not limit.
#[derive(Debug, Clone, PartialEq)]
pub struct EncounterPlan {
    /// What measures them.
    pub measure: Measure,
    /// How hard they should be.
    pub difficulty: Difficulty,
    /// The experience points to spend, instead of those of the difficulty.
    pub budget_xp: Option<u32>,
    /// Keys or names of the documents of the creatures.
    pub documents: Option<Vec<String>>,
    /// The environment where the creatures live.
    pub environment: Option<String>,
    /// The creature type.
    pub creature_type: Option<String>,
    /// The lowest challenge rating.
    pub cr_min: Option<ChallengeRating>,
    /// The highest challenge rating.
    pub cr_max: Option<ChallengeRating>,
    /// Creatures that each encounter has.
    pub include: Vec<CountedName>,
    /// Words of the names of creatures that no encounter has.
    pub exclude: Vec<String>,
    /// The number of creatures.
    pub count: Option<CountRange>,
    /// What they are about, in plain words.
    pub theme: Option<String>,
    /// Decides between equally good encounters.
    pub seed: u64,
}

/// A request to rate an encounter.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EncounterList {
    /// What measures it.
    pub measure: Measure,
    /// Its creatures; empty for the budgets alone.
    pub creatures: Vec<CountedName>,
    /// Keys or names of the documents in which creatures are looked for by name.
    pub documents: Option<Vec<String>>,
}
