//! Encounters: what a list of creatures means for a party, and lists that use up a party's budget. Pure
//! arithmetic over creatures that the library chose.

mod answer;
mod budget;
mod candidate;
mod constraint;
mod counted;
mod markdown;
mod notes;
mod plan;
mod rating;
mod request;

pub use answer::{EncounterAnswer, EncounterCreature, RatedDifficulty, RatedEncounter, Shape};
pub use budget::{Budget, Difficulty, Party};
pub use candidate::{Candidate, has_all, has_words, shared_name, words};
pub use constraint::{Constraint, is_admitted, why_nothing_fits};
pub use counted::{CountRange, CountedName};
pub use plan::{PlanInput, PlannedEncounter, plan};
pub use request::{EncounterList, EncounterPlan, Measure};

#[cfg(test)]
mod tests;
