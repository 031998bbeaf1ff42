use crate::metrics::{Figures, Grades, keeps_order};

const BEST: Figures = Figures { hit_at_1: 1.0, hit_at_3: 1.0, reciprocal_rank: 1.0, ndcg: 1.0 };

fn hits(names: &[&str]) -> Vec<String> {
    names.iter().map(|name| (*name).to_owned()).collect()
}

fn grades(names: &[(&str, u8)]) -> Grades {
    names.iter().map(|(name, grade)| ((*name).to_owned(), *grade)).collect()
}

fn near(a: f64, b: f64) -> bool {
    (a - b).abs() < 1e-6
}

#[test]
fn the_best_order_scores_one() {
    let figures = Figures::of(&hits(&["a", "b", "x"]), &grades(&[("a", 2), ("b", 1)]));
    assert_eq!(figures, BEST);
}

#[test]
fn good_answers_count_less_the_later_they_come() {
    // Gains 0, 1, 3 at the places 1, 2, 3: 1 / log2(3) + 3 / 2; at best 3 + 1 / log2(3) + 1 / 2.
    let figures = Figures::of(&hits(&["x", "b", "a"]), &grades(&[("a", 2), ("b", 1), ("c", 1)]));
    assert!(near(figures.hit_at_1, 0.0) && near(figures.hit_at_3, 1.0), "{figures:?}");
    assert!(near(figures.reciprocal_rank, 0.5), "{figures:?}");
    assert!(near(figures.ndcg, 2.130_929_75 / 4.130_929_75), "{figures:?}");
}

#[test]
fn a_repeated_name_counts_once() {
    // Gains 3, 0, 1: 3 + 1 / 2; at best 3 + 1 / log2(3).
    let figures = Figures::of(&hits(&["a", "a", "b"]), &grades(&[("a", 2), ("b", 1)]));
    assert!(near(figures.ndcg, 3.5 / 3.630_929_75), "{figures:?}");
}

#[test]
fn a_helpful_answer_is_a_hit_like_the_best() {
    let figures = Figures::of(&hits(&["b", "x", "a"]), &grades(&[("a", 2), ("b", 1)]));
    assert!(near(figures.hit_at_1, 1.0) && near(figures.reciprocal_rank, 1.0), "{figures:?}");
    let fourth = Figures::of(&hits(&["x", "y", "z", "b"]), &grades(&[("b", 1)]));
    assert!(near(fourth.hit_at_3, 0.0) && near(fourth.reciprocal_rank, 0.25), "{fourth:?}");
}

#[test]
fn hits_after_the_tenth_do_not_count() {
    let names = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "a"];
    assert_eq!(Figures::of(&hits(&names), &grades(&[("a", 2)])), Figures::default());
}

#[test]
fn ten_of_twelve_good_answers_are_all_that_can_be_found() {
    let names: Vec<String> = (1..=12).map(|number| number.to_string()).collect();
    let grades: Grades = names.iter().map(|name| (name.clone(), 1)).collect();
    assert_eq!(Figures::of(&names, &grades), BEST);
}

#[test]
fn an_empty_result_scores_zero() {
    assert_eq!(Figures::of(&[], &grades(&[("a", 2)])), Figures::default());
    assert_eq!(Figures::of(&hits(&["a"]), &Grades::new()), Figures::default());
    assert_eq!(Figures::mean(&[]), Figures::default());
}

#[test]
fn a_mean_is_taken_of_each_figure() {
    let one = Figures { hit_at_1: 0.0, hit_at_3: 1.0, reciprocal_rank: 0.5, ndcg: 0.75 };
    let mean = Figures::mean(&[one, Figures::default()]);
    assert_eq!(mean, Figures { hit_at_1: 0.0, hit_at_3: 0.5, reciprocal_rank: 0.25, ndcg: 0.375 });
}

#[test]
fn an_order_is_kept_when_expected_leaders_come_first() {
    let list = hits(&["paladin", "x", "cleric", "rogue"]);
    assert!(keeps_order(&list, &hits(&["paladin", "cleric"]), &hits(&["rogue"])));
    assert!(keeps_order(&list, &hits(&["cleric"]), &hits(&["not there"])));
    assert!(!keeps_order(&list, &hits(&["cleric"]), &hits(&["x"])));
    assert!(!keeps_order(&list, &hits(&["not there"]), &hits(&["rogue"])));
}
