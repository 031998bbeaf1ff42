//! How well a list of hits answers a query whose good answers are known. Pure; the harness and its tests share it.

use std::collections::{HashMap, HashSet};

/// How many hits are looked at.
pub(crate) const LOOKED_AT: usize = 10;

/// The grade of every good answer to a query, by what names it: 2 for what is meant, 1 for what helps, too.
pub(crate) type Grades = HashMap<String, u8>;

/// How well one query was answered, or the means over several.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(crate) struct Figures {
    /// 1 when the first hit is a good answer, otherwise 0.
    pub(crate) hit_at_1: f64,
    /// 1 when a good answer is among the first three hits, otherwise 0.
    pub(crate) hit_at_3: f64,
    /// One divided by the place of the first good answer; 0 without one.
    pub(crate) reciprocal_rank: f64,
    /// The gain of the hits, less the later they come, as a share of the gain of the best order there can be.
    pub(crate) ndcg: f64,
}

impl Figures {
    /// Judges the first ten hits by the grades of the good answers.
    pub(crate) fn of(hits: &[String], grades: &Grades) -> Self {
        let found = grades_found(hits, grades);
        let first = found.iter().position(|grade| *grade > 0);
        let within = |places| if first.is_some_and(|first| first < places) { 1.0 } else { 0.0 };
        Self {
            hit_at_1: within(1),
            hit_at_3: within(3),
            reciprocal_rank: first.map_or(0.0, |first| 1.0 / as_number(first + 1)),
            ndcg: ndcg(&found, grades),
        }
    }

    /// The means; of nothing, zeros.
    pub(crate) fn mean(all: &[Self]) -> Self {
        let count = as_number(all.len().max(1));
        let mean = |figure: fn(&Self) -> f64| all.iter().map(figure).sum::<f64>() / count;
        Self {
            hit_at_1: mean(|figures| figures.hit_at_1),
            hit_at_3: mean(|figures| figures.hit_at_3),
            reciprocal_rank: mean(|figures| figures.reciprocal_rank),
            ndcg: mean(|figures| figures.ndcg),
        }
    }
}

/// The grade at each of the first ten places: 0 for what is no good answer, and for a name that stood before, which
/// takes its place all the same.
fn grades_found(hits: &[String], grades: &Grades) -> Vec<u8> {
    let mut seen = HashSet::new();
    hits.iter()
        .take(LOOKED_AT)
        .map(|hit| if seen.insert(hit) { grades.get(hit).copied().unwrap_or(0) } else { 0 })
        .collect()
}

fn ndcg(found: &[u8], grades: &Grades) -> f64 {
    let mut ideal: Vec<u8> = grades.values().copied().collect();
    ideal.sort_unstable_by(|a, b| b.cmp(a));
    ideal.truncate(LOOKED_AT);
    let best = discounted_gain(&ideal);
    if best > 0.0 { discounted_gain(found) / best } else { 0.0 }
}

/// The sum of 2^grade − 1, each divided by log2(place + 1), the first place being 1.
fn discounted_gain(grades: &[u8]) -> f64 {
    grades
        .iter()
        .zip(1..)
        .map(|(grade, place)| (f64::from(*grade).exp2() - 1.0) / (f64::from(place) + 1.0_f64).log2())
        // The sum of nothing would be -0.0.
        .fold(0.0, |sum, gain| sum + gain)
}

/// Whether every one of `before` is among the hits, and none of `behind` stands before one of them.
pub(crate) fn keeps_order(hits: &[String], before: &[String], behind: &[String]) -> bool {
    let place = |name: &String| hits.iter().position(|hit| hit == name);
    let first_behind = behind.iter().filter_map(place).min().unwrap_or(usize::MAX);
    before.iter().all(|name| place(name).is_some_and(|place| place < first_behind))
}

/// A count as a number to reckon with.
#[expect(clippy::cast_precision_loss, reason = "a small count")]
pub(crate) fn as_number(count: usize) -> f64 {
    count as f64
}
