//! What to be careful of in an encounter, after the advice of SRD 5.2.1, p. 202-203, in our own words.

use content::model::grouped;

use super::answer::EncounterCreature;
use super::budget::{Budget, Difficulty, Party};

const MANY_PER_CHARACTER: u32 = 2;
const MANY_KINDS: usize = 3;
/// The level up to which many creatures are the most dangerous.
const FRAGILE_LEVEL: u8 = 2;

pub(super) fn notes(
    creatures: &[EncounterCreature],
    party: &Party,
    total_xp: u32,
    budgets: &[Budget],
) -> Vec<String> {
    let mut notes = Vec::new();
    let names = |is_meant: &dyn Fn(&EncounterCreature) -> bool| -> Option<String> {
        let names: Vec<&str> =
            creatures.iter().filter(|creature| is_meant(creature)).map(|it| it.name.as_str()).collect();
        (!names.is_empty()).then(|| names.join(", "))
    };
    let rating = |creature: &EncounterCreature| creature.challenge_rating.map(|rating| rating.decimal());
    let level = party.lowest_level();

    if let Some(names) = names(&|creature| creature.xp.is_none()) {
        notes.push(format!("The library knows no XP of {names}; they count as 0 in the sum."));
    }
    let count = creatures.iter().map(|creature| creature.count).fold(0, u32::saturating_add);
    if count > MANY_PER_CHARACTER * party.size() {
        let early = if level <= FRAGILE_LEVEL { ", above all at levels 1 and 2" } else { "" };
        notes.push(format!(
            "{count} creatures are more than {MANY_PER_CHARACTER} for each character: a few lucky rolls hurt more than the budget suggests{early}. Let some of them fall to one hit."
        ));
    }
    if let Some(names) = names(&|creature| rating(creature).is_some_and(|rating| rating > f64::from(level))) {
        notes.push(format!(
            "The challenge rating is above level {level}: {names}. One action may drop a character, and its abilities may be more than the party can counter."
        ));
    }
    if let Some(names) = names(&|creature| creature.is_legendary) {
        let in_lair = creatures.iter().filter_map(|creature| creature.lair_xp).max();
        let lair = in_lair.map(|xp| format!(" In its lair it is worth {} XP.", grouped(xp.into())));
        notes.push(format!(
            "Legendary actions between the turns of others: {names}.{}",
            lair.unwrap_or_default()
        ));
    }
    if let Some(names) = names(&|creature| rating(creature) == Some(0.0)) {
        notes.push(format!("Of challenge rating 0, so use few, or a swarm instead: {names}."));
    }
    if creatures.len() > MANY_KINDS {
        notes.push(format!("{} stat blocks are a lot to run at once.", creatures.len()));
    }
    let low = budgets.iter().find(|budget| budget.difficulty == Difficulty::Low);
    if low.is_some_and(|low| total_xp < low.xp / 2) {
        notes.push("It costs less than half of the budget of low difficulty.".to_owned());
    }
    notes
}
