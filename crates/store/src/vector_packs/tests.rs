use super::*;

#[test]
fn a_pack_is_split_into_vectors_of_any_length() {
    let columns = PackColumns {
        last: Some(9),
        ids: "1,2,9".to_owned(),
        entries: "5,6,7".to_owned(),
        lengths: "3,0,2".to_owned(),
        vectors: vec![1, 2, 3, 8, 9],
    };
    let labels = Arc::new(HashMap::from([(5, (Kind::Spell, 1)), (7, (Kind::Creature, 2))]));
    let pack = VectorPack { labels, columns };
    let rows: Vec<_> = pack.rows().map(|row| (row.id, row.entry, row.label, row.bytes)).collect();
    let expected: [(_, _, _, &[u8]); 2] =
        [(1, 5, (Kind::Spell, 1), &[1, 2, 3]), (9, 7, (Kind::Creature, 2), &[8, 9])];
    assert_eq!(rows, expected, "an entry without a readable kind is left out");
}
