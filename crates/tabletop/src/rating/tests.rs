//! Every creature of both SRDs is estimated from the others, and made-up ones from curves that are known.

use content::model::{Creature, Details, Record};
use ingest::{Batch, srd};

use super::*;
use crate::resources::resources_folder;

type Known = Vec<(ChallengeRating, Measures)>;

fn known(batch: &Batch) -> Known {
    let of = |record: &Record| match &record.details {
        Details::Creature(creature) => {
            Some((creature.challenge_rating?, Measures::of(&record.details, &record.body)?))
        }
        _ => None,
    };
    batch.records().iter().filter_map(of).collect()
}

fn creature(hit_points: u32, armor_class: u32, actions: &str) -> Option<Measures> {
    let creature =
        Creature { hit_points: Some(hit_points), armor_class: Some(armor_class), ..Creature::default() };
    let details = Details::Creature(Box::new(creature));
    Measures::of(&details, &format!("### Actions\n\n{actions}\n"))
}

fn book_of_2024() -> Known {
    known(&srd::read(&resources_folder().join("starter"), srd::Book::Of2024).unwrap())
}

/// Counts the creatures whose estimate is at most 0, 1 or 2 steps off.
fn close(known: &Known, edition: Edition) -> [usize; 3] {
    let mut counts = [0; 3];
    for at in 0..known.len() {
        let mut others = known.clone();
        let (stated, measures) = others.remove(at);
        let estimated = estimate(&measures, &others, edition).unwrap().challenge_rating;
        let steps = curve::step_of(stated).abs_diff(curve::step_of(estimated));
        for (most, count) in counts.iter_mut().enumerate() {
            *count += usize::from(steps <= most);
        }
    }
    counts
}

#[test]
fn most_creatures_of_both_books_have_the_rating_that_the_others_suggest() {
    let older = known(&srd::read(&resources_folder().join("starter"), srd::Book::Of2014).unwrap());
    let newer = book_of_2024();
    for (known, edition, within_one, within_two) in
        [(older, Edition::Of2014, 0.79, 0.87), (newer, Edition::Of2024, 0.86, 0.93)]
    {
        let counts = close(&known, edition);
        eprintln!("{edition}: {counts:?} of {}", known.len());
        assert!(known.len() > 300, "{}", known.len());
        let share = |most: usize| counts[most] as f64 / known.len() as f64;
        assert!(share(1) >= within_one && share(2) >= within_two, "{edition}: {counts:?} of {}", known.len());
    }
}

#[test]
fn tougher_and_stronger_creatures_never_have_a_lower_rating() {
    let known = book_of_2024();
    let bite = |damage: u32, bonus: u32| {
        format!(
            "***Bite.*** *Melee Attack Roll:* +{bonus}, reach 5 ft. *Hit:* {damage} (2d6) Piercing damage."
        )
    };
    let of = |hit_points, armor_class, damage, bonus| {
        let measures = creature(hit_points, armor_class, &bite(damage, bonus)).unwrap();
        estimate(&measures, &known, Edition::Of2024).unwrap().challenge_rating
    };
    for step in 1..60 {
        assert!(of(step * 10, 15, 20, 6) <= of(step * 10 + 10, 15, 20, 6), "{step}");
        assert!(of(80, 15, step * 3, 6) <= of(80, 15, step * 3 + 3, 6), "{step}");
        assert!(of(80, 5 + step / 3, 20, 6) <= of(80, 6 + step / 3, 20, 6), "{step}");
    }
    assert_eq!([of(1, 1, 0, 0), of(60_000, 40, 9_000, 40)].map(|it| it.to_string()), ["0", "30"]);
}

#[test]
fn an_area_counts_for_two_targets_in_one_round_of_three() {
    let claw = "***Claw.*** *Melee Attack Roll:* +6, reach 5 ft. *Hit:* 10 (2d6 + 3) Slashing damage.";
    let breath = "***Jam Breath (Recharge 5–6).*** *Dexterity Saving Throw:* DC 14, each creature in a 30-foot Cone. *Failure:* 35 (10d6) Acid damage.";
    let attacks = creature(50, 14, claw).unwrap();
    assert_eq!((attacks.damage(), attacks.attack_bonus), (10.0, 6.0));
    let both = creature(50, 14, &format!("{claw}\n\n{breath}")).unwrap();
    assert_eq!(both.damage(), (2.0 * 35.0 + 2.0 * 10.0) / 3.0);
    let only_breath = creature(50, 14, breath).unwrap();
    assert_eq!(only_breath.attack_bonus, 6.0, "DC 14 less 8");
}

#[test]
fn what_cannot_be_measured_has_no_rating() {
    assert_eq!(creature(50, 14, "It sings."), None);
    let sting = "***Sting.*** *Melee Attack Roll:* +4, reach 5 ft. *Hit:* 5 (1d6 + 2) Piercing damage.";
    let measures = creature(50, 14, sting).unwrap();
    assert_eq!(estimate(&measures, &[], Edition::Of2024), None);
}
