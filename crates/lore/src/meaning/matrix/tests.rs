use super::super::packed::{Packed, unit};
use super::*;

const DIMENSION: usize = 48;

/// Numbers that look random and are the same every time.
struct Dice(u64);

impl Dice {
    fn roll(&mut self) -> f32 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 40) as f32 / 16_777_216.0) * 2.0 - 1.0
    }

    fn vector(&mut self) -> Vec<f32> {
        unit(&(0..DIMENSION).map(|_| self.roll()).collect::<Vec<_>>())
    }
}

fn row(id: i64, entry: i64, passage: i64, vector: &[f32]) -> Row {
    let kind = if entry % 3 == 0 { Kind::Spell } else { Kind::Creature };
    Row { id, entry, passage, kind, document: entry % 2, bytes: Packed::new(vector).to_bytes() }
}

fn filled(entries: i64, passages: i64) -> (Matrix, Vec<(i64, Vec<f32>)>) {
    let mut dice = Dice(7);
    let vectors: Vec<(i64, Vec<f32>)> =
        (0..entries * passages).map(|n| (n / passages, dice.vector())).collect();
    let rows: Vec<Row> =
        (0..).zip(&vectors).map(|(id, (entry, vector))| row(id, *entry, id % passages, vector)).collect();
    let mut matrix = Matrix::new(DIMENSION);
    matrix.set(&rows);
    (matrix, vectors)
}

/// Every product in full, sorted.
fn naive(vectors: &[(i64, Vec<f32>)], question: &[f32], keep: impl Fn(i64) -> bool) -> Vec<(i64, f32)> {
    let mut best: HashMap<i64, f32> = HashMap::new();
    for (entry, vector) in vectors.iter().filter(|(entry, _)| keep(*entry)) {
        let cosine: f32 = vector.iter().zip(question).map(|(a, b)| a * b).sum();
        let best = best.entry(*entry).or_insert(cosine);
        *best = best.max(cosine);
    }
    let mut all: Vec<_> = best.into_iter().collect();
    all.sort_by(|a, b| b.1.total_cmp(&a.1));
    all
}

fn agree(found: &[(i64, Nearness)], expected: &[(i64, f32)], most: usize) {
    assert_eq!(found.len(), most.min(expected.len()));
    for ((entry, Nearness { nearest, .. }), (_, cosine)) in found.iter().zip(expected) {
        assert!((nearest - cosine.max(0.0)).abs() < 0.01, "{entry} {nearest} {cosine}");
        let (_, own) = expected.iter().find(|(other, _)| other == entry).unwrap();
        assert!((nearest - own.max(0.0)).abs() < 0.01, "{entry} {nearest} {own}");
    }
    assert!(found.is_sorted_by(|(_, a), (_, b)| a.nearest >= b.nearest));
}

fn only(entries: &[i64]) -> Among {
    Among { entries: Some(entries.iter().copied().collect()), ..Among::default() }
}

#[test]
fn the_scan_agrees_with_a_naive_one() {
    let (matrix, vectors) = filled(300, 3);
    let mut dice = Dice(99);
    for most in [1, 10, 1_000] {
        let question = dice.vector();
        agree(
            &matrix.nearest(&question, &Among::default(), most, &[]),
            &naive(&vectors, &question, |_| true),
            most,
        );
    }
}

#[test]
fn rows_that_are_shared_out_are_all_looked_at() {
    let (matrix, vectors) = filled(9_000, 2);
    let question = Dice(3).vector();
    let (all, found) =
        (naive(&vectors, &question, |_| true), matrix.nearest(&question, &Among::default(), 50, &[]));
    agree(&found, &all, 50);
}

#[test]
fn filters_hold_before_the_limit() {
    let (matrix, vectors) = filled(300, 2);
    let question = Dice(5).vector();
    agree(
        &matrix.nearest(&question, &only(&[4, 9, 12, 299, 5_000]), 10, &[]),
        &naive(&vectors, &question, |entry| [4, 9, 12, 299].contains(&entry)),
        10,
    );
    let among = Among { kinds: vec![Kind::Spell], documents: Some(vec![1]), ..Among::default() };
    agree(
        &matrix.nearest(&question, &among, 20, &[]),
        &naive(&vectors, &question, |entry| entry % 3 == 0 && entry % 2 == 1),
        20,
    );
    assert!(matrix.nearest(&question, &only(&[]), 5, &[]).is_empty());
    let nowhere = Among { documents: Some(vec![]), ..Among::default() };
    assert!(matrix.nearest(&question, &nowhere, 5, &[1, 2]).is_empty());
}

#[test]
fn what_is_replaced_or_removed_is_not_found() {
    let (mut matrix, mut vectors) = filled(40, 3);
    let mut dice = Dice(1);
    matrix.remove(&[3, 39, 77]);
    vectors.retain(|(entry, _)| ![3, 39].contains(entry));
    let (kept, added) = (vectors.iter().find(|(entry, _)| *entry == 5).unwrap().1.clone(), dice.vector());
    matrix.set(&[row(15, 5, 0, &kept), row(1_000, 5, 1, &added), row(1_001, 100, 0, &added)]);
    vectors.retain(|(entry, _)| *entry != 5);
    vectors.extend([(5, kept), (5, added.clone()), (100, added.clone())]);
    assert_eq!(matrix.len(), vectors.len());
    for question in [added, dice.vector()] {
        agree(
            &matrix.nearest(&question, &Among::default(), 50, &[]),
            &naive(&vectors, &question, |_| true),
            50,
        );
    }
}

#[test]
fn a_vector_of_another_size_is_left_out() {
    let mut matrix = Matrix::new(DIMENSION);
    matrix.set(&[row(1, 1, 0, &[1.0, 0.0])]);
    assert_eq!(matrix.len(), 0);
    assert!(matrix.nearest(&[1.0], &Among::default(), 3, &[]).is_empty());
}

#[test]
fn what_is_asked_for_comes_after_the_nearest_where_it_may_be_given() {
    let (matrix, vectors) = filled(50, 3);
    let question = Dice(8).vector();
    let all = matrix.nearest(&question, &Among::default(), 50, &[]);
    let (far, first) = (all[49].0, all[0].0);
    let found = matrix.nearest(&question, &Among::default(), 2, &[far, first, 7_000]);
    assert_eq!(found, [all[0], all[1], all[49]]);
    assert_eq!(matrix.nearest(&question, &only(&[first]), 0, &[far, first]), [all[0]]);
    let (_, own) = vectors.iter().find(|(entry, _)| *entry == first).unwrap();
    let cosine: f32 = own.iter().zip(&question).map(|(a, b)| a * b).sum();
    assert!((all[0].1.first - cosine.max(0.0)).abs() < 0.01, "the first passage's own cosine");
}
