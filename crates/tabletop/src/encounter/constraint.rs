//! Constraints on creatures, and which of them excludes every creature.

use super::candidate::Candidate;

/// A constraint on the creatures of an encounter.
pub struct Constraint<'a> {
    /// The name of the argument that states it.
    pub name: &'static str,
    /// The constraint in words, such as `the environment forest`.
    pub words: String,
    /// Returns true for a creature that it admits.
    pub admits: Box<dyn Fn(&Candidate) -> bool + Send + Sync + 'a>,
}

/// Returns true for a creature that every constraint admits.
pub fn is_admitted(candidate: &Candidate, constraints: &[Constraint<'_>]) -> bool {
    constraints.iter().all(|constraint| (constraint.admits)(candidate))
}

/// Says which constraints exclude every creature: the smallest set without which some would be left.
pub fn why_nothing_fits(candidates: &[Candidate], constraints: &[Constraint<'_>]) -> String {
    if candidates.is_empty() {
        return "the library has no creature with experience points".to_owned();
    }
    let failed: Vec<u32> = candidates.iter().map(|candidate| failed(candidate, constraints)).collect();
    let fewest = failed.iter().map(|bits| bits.count_ones()).min().unwrap_or(0);
    let mut sets: Vec<(u32, usize)> = Vec::new();
    for bits in failed.into_iter().filter(|bits| bits.count_ones() == fewest) {
        match sets.iter_mut().find(|(set, _)| *set == bits) {
            Some((_, count)) => *count += 1,
            None => sets.push((bits, 1)),
        }
    }
    sets.sort_by_key(|(bits, count)| (std::cmp::Reverse(*count), *bits));
    let without = sets.iter().map(|(bits, count)| {
        let of_set = constraints.iter().enumerate().filter(|(place, _)| bits & (1 << place) != 0);
        let (names, words): (Vec<String>, Vec<&str>) = of_set
            .map(|(_, constraint)| (format!("`{}`", constraint.name), constraint.words.as_str()))
            .unzip();
        let are_left = if *count == 1 { "creature is left" } else { "creatures are left" };
        format!("without {} ({}), {count} {are_left}", names.join(" and "), words.join(", "))
    });
    let without: Vec<String> = without.collect();
    format!("no creature fits: {}", without.join("; "))
}

/// Returns one bit for each constraint that a creature fails.
fn failed(candidate: &Candidate, constraints: &[Constraint<'_>]) -> u32 {
    let failed = constraints.iter().enumerate().filter(|(_, constraint)| !(constraint.admits)(candidate));
    failed.fold(0, |bits, (place, _)| bits | 1 << place)
}
