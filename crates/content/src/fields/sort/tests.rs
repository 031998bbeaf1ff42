use super::*;
use crate::fields::{creature, equipment};

#[test]
fn orders_are_named_in_any_of_the_usual_ways() {
    assert_eq!(Sort::names(Family::Spell), ["name", "level", "-level"]);
    let of = |field, is_descending| Some(Sort { field, is_descending });
    let rating = Some(&creature::CHALLENGE_RATING);
    for (family, text, sort) in [
        (Family::Rule, "Name", of(None, false)),
        (Family::Creature, "cr", of(rating, false)),
        (Family::Creature, "-CR", of(rating, true)),
        (Family::Creature, "challenge_rating desc", of(rating, true)),
        (Family::Equipment, "cost-asc", of(Some(&equipment::COST), false)),
        (Family::Equipment, "-damage", of(Some(&equipment::DAMAGE_DICE), true)),
        (Family::Spell, "cr", None),
        (Family::Spell, "school", None),
    ] {
        assert_eq!(Sort::find(family, text), sort, "{text}");
    }
}
