//! What is usual for each challenge rating.

use std::sync::LazyLock;

use content::model::ChallengeRating;

/// The challenge ratings: 0, 1/8, 1/4, 1/2, and 1 to 30. The place of one is its step.
static RATINGS: LazyLock<Vec<ChallengeRating>> = LazyLock::new(|| {
    let decimals = [0.0, 0.125, 0.25, 0.5].into_iter().chain((1..=30).map(f64::from));
    decimals.filter_map(|decimal| ChallengeRating::from_decimal(decimal).ok()).collect()
});
const STEPS: usize = 34;
/// The steps per point of armor class, or of the bonus to hit. Fitted to the creatures of both SRDs.
const STEPS_PER_POINT: f64 = 0.3;

pub(super) fn step_of(rating: ChallengeRating) -> usize {
    RATINGS.partition_point(|lower| *lower < rating)
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "no step is negative")]
pub(super) fn rating_at(step: f64) -> ChallengeRating {
    RATINGS.get(step.round() as usize).copied().unwrap_or(ChallengeRating::MAX)
}

/// The usual value at each step, which never falls.
pub(super) struct Curve {
    values: Vec<f64>,
    /// True for values that grow by factors.
    is_logarithmic: bool,
}

impl Curve {
    pub(super) fn of(creatures: &[(ChallengeRating, f64)], is_logarithmic: bool) -> Self {
        let mut by_step = vec![Vec::new(); STEPS];
        for (rating, value) in creatures {
            if let Some(values) = by_step.get_mut(step_of(*rating)) {
                values.push(scaled(*value, is_logarithmic));
            }
        }
        let medians = by_step.into_iter().enumerate().filter_map(|(step, mut values)| {
            values.sort_by(f64::total_cmp);
            Some(Block { start: step, end: step, weight: values.len() as f64, value: median(&values)? })
        });
        Self { values: interpolated(&monotone(medians)), is_logarithmic }
    }

    fn at(&self, step: f64) -> f64 {
        let (low, high) = (step.floor().max(0.0), step.ceil().max(0.0));
        let (from, to) = (self.at_step(low), self.at_step(high));
        let value = from + (to - from) * (step - low).max(0.0);
        if self.is_logarithmic { value.exp_m1() } else { value }
    }

    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "it is not negative")]
    fn at_step(&self, step: f64) -> f64 {
        self.values.get(step as usize).or(self.values.last()).copied().unwrap_or_default()
    }

    /// Returns the place at which a value is usual; the middle, where it is usual for several ratings.
    fn place(&self, value: f64) -> f64 {
        let value = scaled(value, self.is_logarithmic);
        let below = self.values.iter().take_while(|usual| **usual < value).count();
        let through = self.values.iter().take_while(|usual| **usual <= value).count();
        if through > below {
            return (below + through - 1) as f64 / 2.0;
        }
        let neighbours =
            below.checked_sub(1).and_then(|low| Some((self.values.get(low)?, self.values.get(below)?)));
        match neighbours {
            Some((low, high)) => (below - 1) as f64 + (value - low) / (high - low),
            None if below == 0 => 0.0,
            None => (STEPS - 1) as f64,
        }
    }
}

/// How tough a creature is, or how strong.
pub(super) struct Place {
    /// By its hit points, or its damage.
    pub(super) by_amount: f64,
    /// The armor class, or the bonus to hit, that is usual there.
    pub(super) usual_score: f64,
    /// Its place by both.
    pub(super) step: f64,
}

impl Place {
    pub(super) fn of((amount, amounts): (f64, &Curve), (score, scores): (f64, &Curve)) -> Self {
        let by_amount = amounts.place(amount);
        let usual_score = scores.at(by_amount).round();
        let step = (by_amount + STEPS_PER_POINT * (score - usual_score)).clamp(0.0, (STEPS - 1) as f64);
        Self { by_amount, usual_score, step }
    }
}

fn scaled(value: f64, is_logarithmic: bool) -> f64 {
    if is_logarithmic { value.max(0.0).ln_1p() } else { value }
}

fn median(sorted: &[f64]) -> Option<f64> {
    let middle = sorted.len() / 2;
    let upper = *sorted.get(middle)?;
    Some(if sorted.len() % 2 == 1 { upper } else { f64::midpoint(*sorted.get(middle - 1)?, upper) })
}

struct Block {
    start: usize,
    end: usize,
    weight: f64,
    value: f64,
}

/// Joins neighbours whose values fall to their weighted mean, until none fall (pool adjacent violators).
fn monotone(medians: impl Iterator<Item = Block>) -> Vec<Block> {
    let mut blocks: Vec<Block> = Vec::new();
    for mut block in medians {
        while let Some(last) = blocks.pop_if(|last| last.value > block.value) {
            let weight = last.weight + block.weight;
            let value = (last.value * last.weight + block.value * block.weight) / weight;
            block = Block { start: last.start, end: block.end, weight, value };
        }
        blocks.push(block);
    }
    blocks
}

/// Returns each step's value; those between blocks lie on a line, and those beyond the last keep its value.
fn interpolated(blocks: &[Block]) -> Vec<f64> {
    let value = |step: usize| {
        let before = blocks.iter().rev().find(|block| block.start <= step);
        let after = blocks.iter().find(|block| block.end >= step);
        match (before, after) {
            (Some(before), Some(after)) if after.start > before.end => {
                let share = (step - before.end) as f64 / (after.start - before.end) as f64;
                before.value + (after.value - before.value) * share
            }
            (Some(block), _) | (None, Some(block)) => block.value,
            (None, None) => 0.0,
        }
    };
    (0..STEPS).map(value).collect()
}
