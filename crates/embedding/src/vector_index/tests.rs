use super::scan::{COMPONENTS_PER_CHUNK, dot_product};
use super::*;
use crate::packed_vector::{normalised, pack};

/// A whole chunk of components and a part of one.
const DIMENSION: usize = COMPONENTS_PER_CHUNK + 48;

struct Random(u64);

impl Random {
    fn component(&mut self) -> f32 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 40) as f32 / 16_777_216.0) * 2.0 - 1.0
    }

    fn vector(&mut self) -> Vec<f32> {
        normalised(&(0..DIMENSION).map(|_| self.component()).collect::<Vec<_>>())
    }
}

type Label = (&'static str, i64);
type Index = VectorIndex<&'static str, i64>;

fn row(id: i64, entry: i64, vector: &[f32]) -> VectorRow<Label> {
    let label = (if entry % 3 == 0 { "spell" } else { "creature" }, entry % 2);
    VectorRow { id, entry, label, bytes: pack(vector) }
}

fn filled(entries: i64, passages: i64) -> (Index, Vec<(i64, Vec<f32>)>) {
    let mut random = Random(7);
    let vectors: Vec<(i64, Vec<f32>)> =
        (0..entries * passages).map(|n| (n / passages, random.vector())).collect();
    (index_of(&vectors, DIMENSION), vectors)
}

fn index_of(vectors: &[(i64, Vec<f32>)], leading: usize) -> Index {
    let mut index = VectorIndex::new(DIMENSION, leading);
    let rows = (0..).zip(vectors).map(|(id, (entry, vector))| row(id, *entry, vector));
    index.replace(&rows.collect::<Vec<_>>());
    index
}

fn naive(vectors: &[(i64, Vec<f32>)], query: &[f32], keep: impl Fn(i64) -> bool) -> Vec<(i64, Nearness)> {
    let mut cosines: HashMap<i64, Vec<f32>> = HashMap::new();
    for (entry, vector) in vectors.iter().filter(|(entry, _)| keep(*entry)) {
        let cosine: f32 = vector.iter().zip(query).map(|(a, b)| a * b).sum();
        cosines.entry(*entry).or_default().push(cosine.max(0.0));
    }
    let nearness = |(entry, mut cosines): (i64, Vec<f32>)| {
        cosines.sort_by(|a, b| b.total_cmp(a));
        cosines.truncate(3);
        (entry, Nearness { best: cosines[0], mean: cosines.iter().sum::<f32>() / cosines.len() as f32 })
    };
    let mut all: Vec<_> = cosines.into_iter().map(nearness).collect();
    all.sort_by(|a, b| b.1.best.total_cmp(&a.1.best));
    all
}

fn agree(found: &[(i64, Nearness)], expected: &[(i64, Nearness)], most: usize) {
    let are_near = |a: f32, b: f32| (a - b).abs() < 0.01;
    assert_eq!(found.len(), most.min(expected.len()));
    for ((entry, nearness), (_, in_place)) in found.iter().zip(expected) {
        assert!(are_near(nearness.best, in_place.best), "{entry} {nearness:?} {in_place:?}");
        let (_, own) = expected.iter().find(|(other, _)| other == entry).unwrap();
        let is_own = are_near(nearness.best, own.best) && are_near(nearness.mean, own.mean);
        assert!(is_own, "{entry} {nearness:?} {own:?}");
    }
    assert!(found.is_sorted_by(|(_, a), (_, b)| a.best >= b.best));
}

fn nearest(index: &Index, vector: &[f32], limit: usize) -> Vec<(i64, Nearness)> {
    index.nearest(&VectorQuery { vector, entries: None, limit, also: &[] }, |_| true)
}

fn ids(found: &[(i64, Nearness)]) -> Vec<i64> {
    found.iter().map(|(entry, _)| *entry).collect()
}

fn nearest_of(
    index: &Index,
    vector: &[f32],
    entries: &[i64],
    limit: usize,
    also: &[i64],
) -> Vec<(i64, Nearness)> {
    let entries = entries.iter().copied().collect();
    index.nearest(&VectorQuery { vector, entries: Some(&entries), limit, also }, |_| true)
}

#[test]
fn the_scan_agrees_with_a_naive_one() {
    let mut random = Random(99);
    // Several threads scan the many vectors.
    for (entries, passages, most) in [(300, 5, 1), (300, 5, 10), (300, 5, 1_000), (33_000, 2, 50)] {
        let (index, vectors) = filled(entries, passages);
        let query = random.vector();
        agree(&nearest(&index, &query, most), &naive(&vectors, &query, |_| true), most);
    }
}

#[test]
fn a_dot_product_is_exact_for_every_dimension() {
    for dimension in [1, 48, 127, 128, 129, 384, 1_000] {
        let query: Vec<i16> = (0..dimension).map(|n| (n * 97 % 8_191 - 4_095) as i16).collect();
        let components: Vec<i8> = (0..dimension).map(|n| (n * 31 % 255 - 127) as i8).collect();
        let expected: i32 = query.iter().zip(&components).map(|(a, b)| i32::from(*a) * i32::from(*b)).sum();
        assert_eq!(dot_product(&query, &components), expected, "{dimension}");
    }
}

#[test]
fn the_nearest_by_leading_components_are_compared_by_all() {
    let mut random = Random(9);
    // The last components are the smaller ones, but they decide among the entries with the same leading ones.
    let leading: Vec<Vec<f32>> = (0..40).map(|_| random.vector()).collect();
    let mut vector = |entry: usize| {
        let other = random.vector();
        let (first, last) = (&leading[entry % 40][..COMPONENTS_PER_CHUNK], &other[COMPONENTS_PER_CHUNK..]);
        normalised(&[first, &last.iter().map(|component| component / 3.0).collect::<Vec<_>>()].concat())
    };
    let vectors: Vec<(i64, Vec<f32>)> =
        (0..4_000).map(|entry| (entry / 2, vector(entry as usize / 2))).collect();
    let mut index = index_of(&vectors, COMPONENTS_PER_CHUNK);
    let exact = index_of(&vectors, DIMENSION);
    for (_, query) in vectors.iter().step_by(371) {
        let (found, all) = (nearest(&index, query, 20), naive(&vectors, query, |_| true));
        agree(&found, &all, 20);
        assert_eq!(ids(&found), ids(&nearest(&exact, query, 20)));
    }
    index.remove(&[1, 2, 3]);
    let all = naive(&vectors, &vectors[2].1, |entry| ![1, 2, 3].contains(&entry));
    agree(&nearest(&index, &vectors[2].1, 20), &all, 20);
}

#[test]
fn filters_apply_before_the_limit() {
    let (index, vectors) = filled(300, 2);
    let query = Random(5).vector();
    agree(
        &nearest_of(&index, &query, &[4, 9, 12, 299, 5_000], 10, &[]),
        &naive(&vectors, &query, |entry| [4, 9, 12, 299].contains(&entry)),
        10,
    );
    agree(
        &index.nearest(&VectorQuery { vector: &query, entries: None, limit: 20, also: &[] }, |label| {
            label == ("spell", 1)
        }),
        &naive(&vectors, &query, |entry| entry % 3 == 0 && entry % 2 == 1),
        20,
    );
    assert!(nearest_of(&index, &query, &[], 5, &[]).is_empty());
    let query = VectorQuery { vector: &query, entries: None, limit: 5, also: &[1, 2] };
    assert!(index.nearest(&query, |_| false).is_empty());
}

#[test]
fn replaced_and_removed_vectors_are_not_found() {
    let (mut index, mut vectors) = filled(40, 3);
    let mut random = Random(1);
    index.remove(&[3, 39, 77]);
    vectors.retain(|(entry, _)| ![3, 39].contains(entry));
    let (kept, added) = (vectors.iter().find(|(entry, _)| *entry == 5).unwrap().1.clone(), random.vector());
    index.replace(&[row(15, 5, &kept), row(1_000, 5, &added), row(1_001, 100, &added)]);
    vectors.retain(|(entry, _)| *entry != 5);
    vectors.extend([(5, kept), (5, added.clone()), (100, added.clone())]);
    assert_eq!(index.count(), vectors.len());
    for query in [added, random.vector()] {
        agree(&nearest(&index, &query, 50), &naive(&vectors, &query, |_| true), 50);
    }
}

#[test]
fn equal_vectors_of_several_entries_are_all_found() {
    let (shared, other) = (Random(2).vector(), Random(4).vector());
    let mut index = VectorIndex::new(DIMENSION, DIMENSION);
    index.replace(&[row(1, 1, &shared), row(2, 2, &shared), row(3, 3, &shared), row(4, 4, &other)]);
    let found = |index: &Index| ids(&nearest(index, &shared, 3));
    assert_eq!((found(&index), index.count()), (vec![1, 2, 3], 4));
    index.remove(&[1]);
    assert_eq!((found(&index)[..2].to_vec(), index.count()), (vec![2, 3], 3), "the others keep theirs");
    index.replace(&[row(5, 2, &other)]);
    assert_eq!(found(&index)[0], 3);
    assert_eq!(ids(&nearest(&index, &other, 2)), [2, 4], "of equally near entries the older one comes first");
}

#[test]
fn a_vector_of_another_dimension_is_skipped() {
    let mut index = VectorIndex::new(DIMENSION, DIMENSION);
    index.replace(&[row(1, 1, &[1.0, 0.0])]);
    assert_eq!(index.count(), 0);
    assert!(nearest(&index, &[1.0], 3).is_empty());
}

#[test]
fn requested_entries_follow_the_nearest_ones() {
    let (index, _) = filled(50, 3);
    let query = Random(8).vector();
    let all = nearest(&index, &query, 50);
    let (far, first) = (all[49].0, all[0].0);
    let found = index.nearest(
        &VectorQuery { vector: &query, entries: None, limit: 2, also: &[far, first, 7_000] },
        |_| true,
    );
    assert_eq!(found, [all[0], all[1], all[49]]);
    assert_eq!(nearest_of(&index, &query, &[first], 0, &[far, first]), [all[0]]);
}
