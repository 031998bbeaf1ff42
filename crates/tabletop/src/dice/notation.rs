//! Dice as people write them.

use content::error::{Error, Result, in_range};
use content::model::fold;
use text::{Pattern, pattern};

use super::RolledTerm;
use crate::random::Seeded;

const MAX_CHARS: i64 = 200;
const MAX_DICE: i64 = 1_000;
const MAX_SIDES: i64 = 1_000_000;
/// With this largest number beside dice, every program reads each total from JSON exactly.
const MAX_NUMBER: i64 = 1_000_000;
const DICE: &str =
    "dice; write for example 2d6+3, 4d6kh3 (the highest three), 2d20kh1 (advantage), d% or 5d4x10";

static SPACES: Pattern = pattern!(r" *([^ 0-9]) *");
/// A sign, and dice (their number, their sides, which are kept, how many of them, a factor) or a number.
static TERM: Pattern =
    pattern!(r"^([+-]?)(?:([0-9]*)d([0-9]+|%)(?:(k[hl]?|d[hl])([0-9]*))?(?:x([0-9]+))?|([0-9]+))");

/// One d20 with words for a second one, of which the better or the worse counts.
static ADVANTAGE: Pattern = pattern!(r"^1?d20((?:[ +-].*?)?) *(?:with |at )?(dis)?adv(?:antage)?$");

/// Rolls `d20`, `2d6 + 1d4 - 1`, `4d6kh3`, `4d6dl1`, `d20+5 with advantage`, `d%` or `5d4 × 10`: at least one
/// die and at most 1,000, of 2 to 1,000,000 sides. Equal seeds give equal rolls.
pub(super) fn roll(dice: &str, seed: u64) -> Result<Vec<RolledTerm>> {
    in_range::<i64>("the length of dice, in characters,", dice.chars().count(), 1..=MAX_CHARS)?;
    let is_not = || Error::is_not(dice, DICE);
    let folded = fold(dice).replace(['*', '×'], "x");
    let of_two = ADVANTAGE.captures(folded.trim()).map(|found| {
        let keep = if found.get(2).is_some() { "kl1" } else { "kh1" };
        format!("2d20{keep}{}", found.get(1).map_or("", |others| others.as_str()))
    });
    let folded = of_two.unwrap_or(folded);
    let folded = SPACES.replace_all(folded.trim(), "$1");
    let (mut rest, mut terms, mut random) = (&*folded, Vec::new(), Seeded::new(seed));
    while !rest.is_empty() {
        let found = TERM.captures(rest).ok_or_else(is_not)?;
        let parts = [1, 2, 3, 4, 5, 6, 7].map(|at| found.get(at).map_or("", |part| part.as_str()));
        let (written, after) = rest.split_at_checked(found.get_match().len()).ok_or_else(is_not)?;
        if !terms.is_empty() && !written.starts_with(['+', '-']) {
            return Err(is_not());
        }
        let term = written.trim_start_matches('+').to_owned();
        terms.push(RolledTerm { term, ..rolled(parts, &mut random)? });
        rest = after;
    }
    match terms.iter().map(|term| term.faces.len()).sum::<usize>() {
        0 => Err(is_not()),
        count => in_range::<i64>("the number of dice", count, 1..=MAX_DICE).map(|_| terms),
    }
}

fn rolled(parts: [&str; 7], random: &mut Seeded) -> Result<RolledTerm> {
    let [sign, count, sides, keep, kept, factor, number] = parts;
    // A number that is too large for its type is the largest.
    let value = |text: &str, absent| if text.is_empty() { absent } else { text.parse().unwrap_or(i64::MAX) };
    let number = value(if sides.is_empty() { number } else { factor }, 1);
    let number: i64 = in_range("a number beside dice", number, 0..=MAX_NUMBER)?;
    let sum = if sign == "-" { -number } else { number };
    let mut rolled = RolledTerm { term: String::new(), faces: Vec::new(), kept: None, sum };
    if sides.is_empty() {
        return Ok(rolled);
    }
    let count = in_range::<i64>("the number of dice", value(count, 1), 1..=MAX_DICE)?;
    let sides = in_range("the number of sides of a die", value(sides.trim_matches('%'), 100), 2..=MAX_SIDES)?;
    rolled.faces = (0..count).map(|_| 1 + random.below(sides)).collect();
    let mut counted = rolled.faces.clone();
    if !keep.is_empty() {
        // Who drops the lowest dice keeps the highest.
        let kept = if keep.starts_with('d') { count.saturating_sub(value(kept, 1)) } else { value(kept, 1) };
        counted.sort_unstable();
        if !["kl", "dh"].contains(&keep) {
            counted.reverse();
        }
        counted.truncate(in_range("the number of dice that are kept", kept, 1..=count)?);
        rolled.kept = Some(counted.clone());
    }
    rolled.sum *= counted.iter().sum::<u64>().cast_signed();
    Ok(rolled)
}
