use std::collections::BTreeSet;

use proptest::prelude::*;

use super::*;

fn stored(id: i64, slug: &str, hash: u8, ours: bool, others: bool) -> StoredEntry {
    StoredEntry { id, kind: "spell".to_owned(), slug: Slug::new(slug), hash: vec![hash], ours, others }
}

fn plan(before: &[StoredEntry], records: &[(&str, u8)], policy: RemovalPolicy) -> Plan {
    let records: Vec<(Slug, Vec<u8>)> =
        records.iter().map(|(slug, hash)| (Slug::new(slug), vec![*hash])).collect();
    share(before, &wanted(&records), policy)
}

fn wanted(records: &[(Slug, Vec<u8>)]) -> Vec<NewRecord<'_>> {
    records.iter().map(|(slug, hash)| NewRecord { kind: "spell", slug, hash }).collect()
}

fn steps(plan: &Plan) -> Vec<String> {
    plan.placed.iter().map(|placed| format!("{:?} {}", placed.step, placed.slug.as_str())).collect()
}

#[test]
fn a_record_takes_the_entry_of_its_files_or_a_free_place() {
    let placed =
        |before: &[StoredEntry], records: &[(&str, u8)]| steps(&plan(before, records, RemovalPolicy::Remove));
    let others = |slug| stored(1, slug, 1, false, true);
    assert_eq!(placed(&[others("ward")], &[("ward", 1)]), ["Keep(1) ward"], "an equal one is shared");
    let beside = [others("ward"), stored(2, "ward-2", 2, true, false)];
    assert_eq!(placed(&beside, &[("ward", 3)]), ["Update(2) ward-2"], "this file's own changes in place");
    let numbered = placed(&[others("potion")], &[("potion", 2), ("potion-2", 3)]);
    // A name that ends in a number keeps its place.
    assert_eq!(numbered, ["Insert potion-3", "Insert potion-2"]);
    let unheld = [stored(1, "ward", 1, false, false)];
    assert_eq!(placed(&unheld, &[("ward", 2)]), ["Update(1) ward"], "what no file holds is taken over");
}

#[test]
fn removing_one_of_two_equal_slugs_keeps_the_other_in_place() {
    let before = [stored(1, "ward", 1, true, false), stored(2, "ward-2", 2, true, false)];
    let plan = plan(&before, &[("ward", 2)], RemovalPolicy::Remove);
    assert_eq!(steps(&plan), ["Keep(2) ward-2"]);
    assert_eq!(plan.gone, [1]);
    assert_eq!(plan.placed[0].taken_by, None, "its own place is free now");
}

#[test]
fn missing_entries_are_removed_unless_shared_or_from_a_damaged_file() {
    let before = [
        stored(1, "alone", 1, true, false),
        stored(2, "shared", 2, true, true),
        stored(3, "foreign", 3, false, true),
        stored(4, "saved", 4, false, false),
    ];
    let gone = plan(&before, &[], RemovalPolicy::Remove);
    assert_eq!((gone.gone, gone.released), (vec![1], vec![2]));
    assert_eq!(plan(&before, &[], RemovalPolicy::Keep), Plan::default());
}

fn carry_out(before: &[StoredEntry], records: &[(Slug, Vec<u8>)], plan: &Plan) -> Vec<StoredEntry> {
    let mut after: Vec<StoredEntry> =
        before.iter().filter(|stored| !plan.gone.contains(&stored.id)).cloned().collect();
    for stored in &mut after {
        stored.ours &= !plan.released.contains(&stored.id);
    }
    let mut next = before.iter().map(|stored| stored.id).max().unwrap_or(0) + 1;
    for (placed, (_, hash)) in plan.placed.iter().zip(records) {
        match placed.step {
            Step::Keep(id) | Step::Update(id) => {
                let entry = after.iter_mut().find(|stored| stored.id == id).unwrap();
                assert_eq!(entry.slug, placed.slug);
                assert!(placed.step == Step::Keep(id) || !entry.others, "another file's entry is left alone");
                entry.hash.clone_from(hash);
                entry.ours = true;
            }
            Step::Insert => {
                let inserted = stored(next, placed.slug.as_str(), 0, true, false);
                after.push(StoredEntry { hash: hash.clone(), ..inserted });
                next += 1;
            }
        }
    }
    after
}

#[test]
fn thousands_of_records_of_one_name_are_placed_soon() {
    let records: Vec<(Slug, Vec<u8>)> =
        (0..20_000_u32).map(|number| (Slug::new("ward"), number.to_le_bytes().to_vec())).collect();
    let began = std::time::Instant::now();
    let first = share(&[], &wanted(&records), RemovalPolicy::Remove);
    let places: BTreeSet<&Slug> = first.placed.iter().map(|placed| &placed.slug).collect();
    assert_eq!(places.len(), records.len());
    let before = carry_out(&[], &records, &first);
    let changed: Vec<(Slug, Vec<u8>)> =
        records.iter().map(|(slug, hash)| (slug.clone(), [&hash[..], &[1]].concat())).collect();
    let again = share(&before, &wanted(&changed), RemovalPolicy::Remove);
    assert!(again.placed.iter().all(|placed| matches!(placed.step, Step::Update(_))));
    assert!(began.elapsed().as_secs() < 20, "{:?}", began.elapsed());
}

fn slugs() -> impl Strategy<Value = String> {
    prop::sample::select(vec!["a", "a-2", "a-3", "a-2-2", "b", "b-2"]).prop_map(str::to_owned)
}

proptest! {
    #[test]
    fn importing_the_same_again_changes_nothing_whatever_was_there(
        before in prop::collection::btree_map(slugs(), (0_u8..4, any::<bool>(), any::<bool>()), 0..6),
        records in prop::collection::vec((slugs(), 0_u8..4), 0..8),
        damaged in any::<bool>(),
    ) {
        let before: Vec<StoredEntry> = before
            .iter()
            .zip(1..)
            .map(|((slug, (hash, ours, others)), id)| stored(id, slug, *hash, *ours, *others))
            .collect();
        let records: Vec<(Slug, Vec<u8>)> =
            records.iter().map(|(slug, hash)| (Slug::new(slug), vec![*hash])).collect();
        let policy = if damaged { RemovalPolicy::Keep } else { RemovalPolicy::Remove };
        let first = share(&before, &wanted(&records), policy);
        let after = carry_out(&before, &records, &first);
        let places: BTreeSet<&Slug> = after.iter().map(|stored| &stored.slug).collect();
        prop_assert_eq!(places.len(), after.len(), "no two entries in one place");
        let again = share(&after, &wanted(&records), policy);
        prop_assert!(again.placed.iter().all(|placed| matches!(placed.step, Step::Keep(_))), "{:?}", again);
        prop_assert!(again.gone.is_empty() && again.released.is_empty());
        let claimed: BTreeSet<_> = again.placed.iter().map(|placed| &placed.slug).collect();
        prop_assert_eq!(claimed.len(), records.len(), "each record has an entry of its own");
    }
}
