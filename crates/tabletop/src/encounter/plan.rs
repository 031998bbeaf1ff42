//! Plans encounters that use up a budget.

use std::collections::HashSet;

use super::answer::Shape;
use super::candidate::Candidate;
use super::counted::CountRange;
use crate::random::Seeded;

const MAX_ENCOUNTERS: usize = 4;
/// The number of drafts of each shape, of which the best is taken.
const DRAFTS: usize = 400;
/// What a budget that is wholly spent adds to a draft's score; kinship adds up to 3.5.
const SPENT_WEIGHT: f64 = 30.0;
const THEME_WEIGHT: f64 = 4.0;
/// What a creature of an earlier encounter costs, so that encounters differ.
const REPEATED_PENALTY: f64 = 60.0;
/// What a creature of challenge rating 0 costs: the rules want few of them.
const HARMLESS_PENALTY: f64 = 3.0;
/// The part of the budget that an encounter should spend, unless none does.
const WELL_SPENT: f64 = 0.6;
/// The number of the strongest creatures to choose from where none is in a range.
const NEAREST: usize = 20;
/// A leader is worth at least as many of its followers.
const FOLLOWERS_WORTH: u32 = 2;

/// What encounters are planned from.
pub struct PlanInput<'a> {
    /// The creatures to choose from, each with experience points within the budget.
    pub candidates: &'a [Candidate],
    /// The creatures that each encounter has already.
    pub required: &'a [Candidate],
    /// The experience points that are left for others.
    pub budget: u32,
    /// How many others there may be.
    pub count: CountRange,
    /// Decides between equally good encounters.
    pub seed: u64,
}

/// An encounter of candidates: the place and the number of each.
#[derive(Debug, Clone, PartialEq)]
pub struct PlannedEncounter {
    /// How it is made up.
    pub shape: Shape,
    /// The place of each candidate, and how many there are.
    pub parts: Vec<(usize, u32)>,
}

/// Plans a few different encounters. None costs more than the budget, and in none another of its creatures
/// would fit, unless the number of creatures forbids it.
pub fn plan(input: &PlanInput<'_>) -> Vec<PlannedEncounter> {
    let mut planner = Planner::new(input);
    let mut encounters: Vec<(PlannedEncounter, u32)> = Vec::new();
    for shape in Shape::ALL {
        if encounters.len() == MAX_ENCOUNTERS {
            break;
        }
        if let Some(parts) = planner.best(shape)
            && encounters.iter().all(|(other, _)| other.parts != parts)
        {
            planner.used.extend(parts.iter().map(|(place, _)| *place));
            let spent = planner.spent(&parts);
            encounters.push((PlannedEncounter { shape, parts }, spent));
        }
    }
    let is_well_spent = |spent: u32| f64::from(spent) >= WELL_SPENT * f64::from(input.budget);
    if encounters.iter().any(|(_, spent)| is_well_spent(*spent)) {
        encounters.retain(|(_, spent)| is_well_spent(*spent));
    }
    encounters.into_iter().map(|(encounter, _)| encounter).collect()
}

struct Planner<'a> {
    input: &'a PlanInput<'a>,
    /// The places of the candidates, weakest first.
    by_xp: Vec<usize>,
    used: Vec<usize>,
    /// The places of the required creatures that may be more of.
    of_required: Vec<usize>,
    random: Seeded,
}

impl<'a> Planner<'a> {
    fn new(input: &'a PlanInput<'a>) -> Self {
        let mut by_xp: Vec<usize> = (0..input.candidates.len()).collect();
        let xp = |place: &usize| input.candidates.get(*place).map_or(0, Candidate::xp);
        by_xp.retain(|place| xp(place) > 0);
        by_xp.sort_by_key(xp);
        let required: HashSet<i64> = input.required.iter().map(|required| required.id).collect();
        let is_required =
            |place: &usize| input.candidates.get(*place).is_some_and(|it| required.contains(&it.id));
        let of_required = by_xp.iter().copied().filter(is_required).collect();
        Self { input, by_xp, used: Vec::new(), of_required, random: Seeded::new(input.seed) }
    }

    fn best(&mut self, shape: Shape) -> Option<Vec<(usize, u32)>> {
        let mut best: Option<(f64, Vec<(usize, u32)>)> = None;
        for _ in 0..DRAFTS {
            let Some(mut parts) = self.draft(shape) else { continue };
            parts.sort_unstable();
            let count = parts.iter().map(|(_, count)| *count).sum::<u32>();
            if count < self.input.count.min || !self.may_stand_together(&parts) {
                continue;
            }
            let score = self.score(&parts);
            if best.as_ref().is_none_or(|(other, _)| score > *other) {
                best = Some((score, parts));
            }
        }
        best.map(|(_, parts)| parts)
    }

    /// Chooses creatures for a shape, and as many of each as the budget and their number allow.
    fn draft(&mut self, shape: Shape) -> Option<Vec<(usize, u32)>> {
        let budget = self.input.budget;
        let CountRange { min, max } = self.input.count;
        match shape {
            Shape::Solo => Some(vec![(self.choose(budget / 2, budget)?, 1)]),
            Shape::Group => {
                let one = match self.random.choose(&self.of_required).copied() {
                    Some(place) => place,
                    None => self.choose(budget / max.max(1), budget / min.max(2))?,
                };
                let count = self.at_most(one, budget, max);
                (count >= 2).then(|| vec![(one, count)])
            }
            Shape::Pair => {
                let one = self.choose(budget / max.max(1) / 2, budget / 4 * 3)?;
                let other = self.choose(self.xp(one) / 8, budget.checked_sub(self.xp(one))?)?;
                self.pair(one, other, budget, max)
            }
            Shape::Leader => {
                let (leader, left, others) = self.leader()?;
                let most = left / min.saturating_sub(1).max(2);
                let follower = self.choose(left / others.max(1) / 2, most)?;
                let count = self.at_most(follower, left, others);
                let follows = self.xp(follower) <= self.xp(leader) / FOLLOWERS_WORTH;
                (count >= 2 && follows).then(|| vec![(leader, 1), (follower, count)])
            }
            Shape::Court => {
                let (leader, left, others) = self.leader()?;
                let one = self.choose(left / others.max(1) / 2, left / 2)?;
                let other = self.choose(left / others.max(1) / 2, left.checked_sub(self.xp(one))?)?;
                let follows = self.xp(one).max(self.xp(other)) <= self.xp(leader) / FOLLOWERS_WORTH;
                let mut parts = self.pair(one, other, left, others).filter(|_| follows)?;
                parts.push((leader, 1));
                (leader != one && leader != other).then_some(parts)
            }
        }
    }

    /// Chooses a leader, and returns it with the budget and the number that are left for its followers.
    fn leader(&mut self) -> Option<(usize, u32, u32)> {
        let budget = self.input.budget;
        let leader = self.choose(budget / 4, budget / 4 * 3)?;
        Some((leader, budget.checked_sub(self.xp(leader))?, self.input.count.max.checked_sub(1)?))
    }

    /// Returns the numbers of two creatures that spend the most, of those the most even ones.
    fn pair(&self, one: usize, other: usize, budget: u32, max: u32) -> Option<Vec<(usize, u32)>> {
        if one == other {
            return None;
        }
        let numbers = (1..=self.at_most(one, budget, max.saturating_sub(1))).filter_map(|count| {
            let left = budget - count * self.xp(one);
            let others = self.at_most(other, left, max - count);
            (others > 0).then_some((count, others))
        });
        let spent = |count: u32, others: u32| count * self.xp(one) + others * self.xp(other);
        let best = numbers.max_by_key(|(count, others)| {
            (spent(*count, *others), std::cmp::Reverse(count.abs_diff(*others)))
        });
        best.map(|(count, others)| vec![(one, count), (other, others)])
    }

    /// Chooses a creature with experience points in a range, or the nearest below it.
    fn choose(&mut self, least: u32, most: u32) -> Option<usize> {
        let end = self.by_xp.partition_point(|place| self.xp(*place) <= most);
        let start = self.by_xp.partition_point(|place| self.xp(*place) < least);
        let in_range = self.by_xp.get(start..end).filter(|range| !range.is_empty());
        let below = || self.by_xp.get(end.saturating_sub(NEAREST)..end);
        self.random.choose(in_range.or_else(below)?).copied()
    }

    fn at_most(&self, place: usize, budget: u32, max: u32) -> u32 {
        let is_legendary = self.candidate(place).is_some_and(|candidate| candidate.creature.is_legendary);
        let count = budget.checked_div(self.xp(place)).unwrap_or(0).min(max);
        if is_legendary { count.min(1) } else { count }
    }

    fn may_stand_together(&self, parts: &[(usize, u32)]) -> bool {
        let chosen = parts.iter().filter_map(|(place, _)| self.candidate(*place));
        let all = chosen.chain(self.input.required);
        all.filter(|candidate| candidate.creature.is_legendary).count() <= 1
    }

    fn score(&self, parts: &[(usize, u32)]) -> f64 {
        let chosen: Vec<&Candidate> = parts.iter().filter_map(|(place, _)| self.candidate(*place)).collect();
        let spent = f64::from(self.spent(parts)) / f64::from(self.input.budget.max(1));
        let mut kinship = Vec::new();
        for (number, one) in chosen.iter().enumerate() {
            let others = chosen.iter().skip(number + 1).copied().chain(self.input.required);
            kinship.extend(others.map(|other| one.kinship(other)));
        }
        let theme = chosen.iter().filter_map(|candidate| candidate.theme_place);
        let theme: Vec<f64> = theme.map(|place| THEME_WEIGHT / (1.0 + place as f64 / 8.0)).collect();
        let repeated = parts.iter().filter(|(place, _)| self.used.contains(place)).count() as f64;
        let is_harmless = |candidate: &&&Candidate| {
            candidate.creature.challenge_rating.is_some_and(|rating| rating.decimal() == 0.0)
        };
        let harmless = chosen.iter().filter(is_harmless).map(|_| HARMLESS_PENALTY).sum::<f64>();
        SPENT_WEIGHT * spent + mean(&kinship) + mean(&theme) - REPEATED_PENALTY * repeated - harmless
    }

    fn spent(&self, parts: &[(usize, u32)]) -> u32 {
        parts.iter().map(|(place, count)| self.xp(*place) * count).sum()
    }

    fn candidate(&self, place: usize) -> Option<&'a Candidate> {
        self.input.candidates.get(place)
    }

    fn xp(&self, place: usize) -> u32 {
        self.candidate(place).map_or(0, Candidate::xp)
    }
}

fn mean(numbers: &[f64]) -> f64 {
    numbers.iter().sum::<f64>() / numbers.len().max(1) as f64
}
