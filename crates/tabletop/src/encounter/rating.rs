//! What a list of creatures means for a party.

use super::answer::{EncounterAnswer, EncounterCreature, RatedDifficulty, RatedEncounter, Shape};
use super::budget::{Budget, sum_of};
use super::markdown::markdown;
use super::notes::notes;
use super::request::Measure;

impl EncounterAnswer {
    /// Returns an answer without encounters.
    pub fn new(measure: &Measure) -> Self {
        let budgets = if measure.has_budget() { Budget::all(&measure.party) } else { Vec::new() };
        Self { party: measure.party.describe(), budgets, ..Self::default() }
    }

    /// Adds an encounter of these creatures, rated.
    pub fn add(&mut self, measure: &Measure, shape: Option<Shape>, creatures: Vec<EncounterCreature>) {
        let mut creatures = creatures;
        creatures.sort_by(|a, b| b.xp.cmp(&a.xp).then_with(|| a.name.cmp(&b.name)));
        let total_xp = creatures.iter().map(EncounterCreature::total_xp).fold(0, u32::saturating_add);
        self.encounters.push(RatedEncounter {
            shape,
            sum: sum_of(creatures.iter().map(|it| (u64::from(it.count), it.xp.unwrap_or(0))), total_xp),
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
