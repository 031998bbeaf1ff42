//! What is usual for each challenge rating.

use content::model::ChallengeRating;

/// The number of challenge ratings: 0, 1/8, 1/4, 1/2, and 1 to 30.
const STEPS: usize = 34;
const FRACTIONS: [f64; 4] = [0.0, 0.125, 0.25, 0.5];
/// The steps by which a point of armor class, or of the bonus to hit, moves a creature. Fitted to the creatures of both SRDs.
const STEPS_PER_POINT: f64 = 0.3;

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a rating is from 0 to 30")]
pub(super) fn step_of(rating: ChallengeRating) -> usize {
    let decimal = rating.decimal();
    FRACTIONS
        .iter()
        .position(|fraction| *fraction == decimal)
        .unwrap_or(decimal as usize + FRACTIONS.len() - 1)
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "it is clamped to the steps")]
pub(super) fn rating_at(step: f64) -> ChallengeRating {
    let step = step.round().clamp(0.0, (STEPS - 1) as f64) as usize;
    let whole = || (step + 1 - FRACTIONS.len()) as f64;
    let decimal = FRACTIONS.get(step).copied().unwrap_or_else(whole);
    ChallengeRating::from_decimal(decimal).unwrap_or(ChallengeRating::MAX)
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

/// Two curves that together tell how tough a creature is, or how strong.
pub(super) struct Side {
    /// Hit points, or damage.
    pub(super) amount: Curve,
    /// Armor class, or the bonus to hit.
    pub(super) score: Curve,
}

pub(super) struct Place {
    pub(super) by_amount: f64,
    pub(super) usual_score: f64,
    /// Its place by both.
    pub(super) step: f64,
}

impl Side {
    pub(super) fn place(&self, amount: f64, score: f64) -> Place {
        let by_amount = self.amount.place(amount);
        let usual_score = self.score.at(by_amount).round();
        let step = (by_amount + STEPS_PER_POINT * (score - usual_score)).clamp(0.0, (STEPS - 1) as f64);
        Place { by_amount, usual_score, step }
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

/// Returns the value of each step; those between two blocks lie on a line, and those beyond the last keep its value.
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
