//! The challenge rating of a home-made creature.
//!
//! Neither SRD has a table of statistics by challenge rating, so a creature is compared with those of the SRD
//! of its edition: with what is usual there for hit points and armor class (defence), and for the damage of a
//! round and the bonus to hit (offence). The rating is the mean of the two.

mod curve;
mod measures;

use serde::{Deserialize, Serialize};

use self::curve::{Curve, Place, rating_at};
pub use self::measures::Measures;
use content::model::{ChallengeRating, Edition};

/// How much harder a legendary creature hits with the actions between its turns.
const LEGENDARY: f64 = 1.3;
const MIN_CREATURES: usize = 20;

/// The challenge rating that a creature's numbers are usual for.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct EstimatedRating {
    /// The challenge rating.
    pub challenge_rating: ChallengeRating,
    /// The edition whose creatures it is compared with.
    pub edition: Edition,
    /// How it comes about, each step as a sentence.
    pub reasons: Vec<String>,
}

/// Estimates a creature's challenge rating from creatures with known ratings; nothing if they are too few.
pub fn estimate(
    measures: &Measures,
    known: &[(ChallengeRating, Measures)],
    edition: Edition,
) -> Option<EstimatedRating> {
    if known.len() < MIN_CREATURES {
        return None;
    }
    let place = |amount: fn(&Measures) -> f64, score: fn(&Measures) -> f64| {
        let of_known = |value: fn(&Measures) -> f64| -> Vec<(ChallengeRating, f64)> {
            known.iter().map(|(rating, measures)| (*rating, value(measures))).collect()
        };
        let (amounts, scores) = (Curve::of(&of_known(amount), true), Curve::of(&of_known(score), false));
        Place::of((amount(measures), &amounts), (score(measures), &scores))
    };
    let toughness = place(|it| it.hit_points, |it| it.armor_class);
    let strength = place(Measures::damage, |it| it.attack_bonus);
    let step = f64::midpoint(toughness.step, strength.step);
    let rating = rating_at(step);
    let of = if edition == Edition::Of2014 { "SRD 5.1" } else { "SRD 5.2.1" };
    let reasons = vec![
        format!(
            "Defence: {} hit points are usual for challenge rating {}, with Armor Class {}; with {} it counts as {}.",
            measures.hit_points,
            rating_at(toughness.by_amount),
            toughness.usual_score,
            measures.armor_class,
            rating_at(toughness.step),
        ),
        format!(
            "Offence: {:.0} damage a round ({}) is usual for challenge rating {}, with {:+} to hit; with {:+} it counts as {}.",
            measures.damage(),
            measures.origin_of_damage(),
            rating_at(strength.by_amount),
            strength.usual_score,
            measures.attack_bonus,
            rating_at(strength.step),
        ),
        format!(
            "The mean of both is {rating}, by the {} creatures of {of}. What else it can do is for you to judge.",
            known.len()
        ),
    ];
    Some(EstimatedRating { challenge_rating: rating, edition, reasons })
}

#[cfg(test)]
mod tests;
