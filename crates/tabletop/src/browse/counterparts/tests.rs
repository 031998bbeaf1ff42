use std::collections::{BTreeMap, BTreeSet};

use content::facts::Facts;
use content::model::{CharacterOption, Equipment, Homebrew, Record, Slug, Spell, renamed};
use content::query::CacheStatus;
use ingest::srd::{self, Book};
use serde_json::json;
use store::BrowseRow;

use super::*;
use crate::resources::resources_folder;

/// Entries of one System Reference Document that the other lacks, reviewed: `2014 creature` and then their
/// names.
const WITHOUT_COUNTERPART: &str =
    concat!(env!("CARGO_MANIFEST_DIR"), "/src/browse/counterparts/without_counterpart.txt");

#[derive(Debug, Clone, PartialEq, Eq)]
struct Known {
    document: usize,
    kind: Kind,
    name: String,
    parent: Option<String>,
}

const DOCUMENTS: [(&str, Edition); 4] = [
    ("srd-2014", Edition::Of2014),
    ("srd-2024", Edition::Of2024),
    ("many-beasts", Edition::Of2014),
    ("my-book", Edition::Other),
];

fn known(document: usize, kind: Kind, name: &str, parent: Option<&str>) -> Known {
    Known { document, kind, name: name.to_owned(), parent: parent.map(str::to_owned) }
}

fn snapshot_of(entries: &[Known]) -> BrowseSnapshot {
    let documents = (0..).zip(DOCUMENTS).map(|(id, (key, edition))| DocumentInfo {
        id,
        key: DocumentKey::new(key),
        name: key.to_owned(),
        edition,
        provider: Provider::Srd,
        place: u8::from(!is_srd(key)),
    });
    let mut snapshot = BrowseSnapshot::new(documents.collect());
    let row = |(id, known): (i64, &Known)| BrowseRow {
        facts: Facts::default(),
        id,
        document: i64::try_from(known.document).ok(),
        kind: Some(known.kind),
        slug: id.to_string(),
        name: known.name.clone(),
        page: None,
        details: details(known),
    };
    snapshot.apply((0..).zip(entries).map(row).collect(), 1);
    snapshot.sort();
    snapshot
}

fn details(known: &Known) -> String {
    let details = match known.kind.family() {
        Family::Spell => serde_json::to_value(Spell::default()),
        Family::Equipment => serde_json::to_value(Equipment::default()),
        _ => Ok(json!({ "parent": known.parent })),
    };
    details.unwrap().to_string()
}

/// Returns the places of the counterparts among the entries of which the snapshot is.
fn counterparts(snapshot: &BrowseSnapshot, of: &Known) -> Vec<usize> {
    let option = CharacterOption { parent: of.parent.clone(), ..CharacterOption::default() };
    let entry = Entry {
        facts: Facts::default(),
        name: of.name.clone(),
        slug: Slug::new(&of.name),
        kind: of.kind,
        document: String::new(),
        document_key: DocumentKey::new(DOCUMENTS[of.document].0),
        document_name: String::new(),
        document_source: Provider::Srd,
        publisher: None,
        license: None,
        page: None,
        citation: None,
        cached_at: String::new(),
        cache_status: CacheStatus::Fresh,
        similarity_score: None,
        user_note: None,
        also_in: Vec::new(),
        variants: Vec::new(),
        more_versions: None,
        excerpt: None,
        uri: String::new(),
        details: Details::CharacterOption(option),
        homebrew: Homebrew::default(),
        body: String::new(),
        description_is_cut: false,
    };
    let place = |other: Counterpart| other.uri.rsplit('/').next().unwrap().parse().unwrap();
    snapshot.counterparts(&entry).into_iter().map(place).collect()
}

fn both_srds() -> Vec<Known> {
    let starter = resources_folder().join("starter");
    let known = |document, record: &Record| Known {
        document,
        kind: record.kind,
        name: record.name.clone(),
        parent: match &record.details {
            Details::CharacterOption(option) => option.parent.clone(),
            _ => None,
        },
    };
    let of_book = |(document, book)| {
        let batch = srd::read(&starter, book).unwrap();
        batch.records().iter().map(|record| known(document, record)).collect::<Vec<_>>()
    };
    [(0, Book::Of2014), (1, Book::Of2024)].into_iter().flat_map(of_book).collect()
}

/// The lists of entries without a counterpart: edition and kind, with the names, or none for all of them.
fn without_counterpart() -> BTreeMap<String, BTreeSet<String>> {
    let list = std::fs::read_to_string(WITHOUT_COUNTERPART).unwrap();
    let blocks = list.split("\n\n").filter_map(|block| block.trim().split_once(':'));
    let names = |names: &str| names.split('|').map(fold).filter(|name| !name.is_empty()).collect();
    blocks.map(|(heading, list)| (heading.to_owned(), names(list))).collect()
}

#[test]
fn every_srd_entry_has_a_counterpart_or_is_listed_without() {
    let entries = both_srds();
    let snapshot = snapshot_of(&entries);
    let without = without_counterpart();
    let mut missing: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    let mut wrong = Vec::new();
    for entry in &entries {
        let heading = format!("{} {}", DOCUMENTS[entry.document].1, entry.kind);
        let list = without.get(&heading);
        let is_listed = list.is_some_and(|names| names.is_empty() || names.contains(&fold(&entry.name)));
        match (counterparts(&snapshot, entry).is_empty(), is_listed) {
            (true, false) => {
                missing.entry(heading).or_default().insert(entry.name.clone());
            }
            (false, true) => wrong.push(entry.name.clone()),
            _ => {}
        }
    }
    let missing: Vec<String> = missing
        .into_iter()
        .map(|(heading, names)| format!("{heading}:\n{}", names.into_iter().collect::<Vec<_>>().join(" | ")))
        .collect();
    assert!(missing.is_empty(), "without counterpart, and not in the list:\n\n{}", missing.join("\n\n"));
    assert!(wrong.is_empty(), "in the list, but with a counterpart: {wrong:?}");
}

#[test]
fn counterparts_are_mutual() {
    let entries = both_srds();
    let snapshot = snapshot_of(&entries);
    for entry in &entries {
        for other in counterparts(&snapshot, entry).into_iter().map(|place| &entries[place]) {
            assert_ne!(other.document, entry.document);
            let mut back = counterparts(&snapshot, other).into_iter().map(|place| &entries[place]);
            // Of several entries that one became, the closest is its counterpart.
            let is_mutual = back.any(|it| it.document == entry.document && it.kind == entry.kind);
            assert!(is_mutual, "{entry:?} {other:?}");
        }
    }
}

#[test]
fn every_renaming_names_entries_of_both_srds() {
    let entries = both_srds();
    let is_there = |document, kind, name: &str| {
        let same = |entry: &Known| fold(&entry.name) == fold(name);
        entries.iter().any(|entry| entry.document == document && entry.kind == kind && same(entry))
    };
    for ((kind, old), (to_kind, to)) in renamed() {
        if old.contains('*') {
            let of_2014 = entries.iter().filter(|entry| entry.document == 0 && entry.kind == kind);
            let new = of_2014.flat_map(|entry| names_of_2024(kind, &entry.name));
            let (start, end) = old.split_once('*').unwrap();
            let mut named = entries.iter().filter(|entry| entry.document == 0 && entry.kind == kind);
            let fits = |entry: &Known| {
                let name = fold(&entry.name);
                name.starts_with(&fold(start)) && name.ends_with(&fold(end))
            };
            assert!(named.any(fits), "{old}");
            assert!(new.into_iter().any(|(kind, name)| is_there(1, kind, &name)), "{old} {to}");
        } else {
            assert!(is_there(0, kind, old), "{kind} {old} is not in SRD 5.1");
            assert!(is_there(1, to_kind, to), "{to_kind} {to} is not in SRD 5.2.1");
        }
    }
}

#[test]
fn a_counterpart_has_the_same_kind_and_owner() {
    let entries = [
        known(0, Kind::Spell, "Shield", None),
        known(1, Kind::Armor, "Shield", None),
        known(1, Kind::Spell, "Shield", None),
        known(0, Kind::ClassOption, "Extra Attack", Some("Monk")),
        known(1, Kind::ClassOption, "Extra Attack", Some("Fighter")),
        known(1, Kind::ClassOption, "Extra Attack", Some("Monk")),
        known(0, Kind::ClassOption, "Spellcasting: Bard", Some("Bard")),
        known(1, Kind::ClassOption, "Spellcasting", Some("Bard")),
        known(1, Kind::ClassOption, "Spellcasting", Some("Cleric")),
        known(0, Kind::Weapon, "Net", None),
        known(1, Kind::Item, "Net", None),
    ];
    let snapshot = snapshot_of(&entries);
    for (of, other) in [(0, 2), (3, 5), (6, 7), (9, 10), (10, 9)] {
        assert_eq!(counterparts(&snapshot, &entries[of]), [other]);
    }
    assert!(counterparts(&snapshot, &entries[1]).is_empty());
}

#[test]
fn features_of_other_classes_are_no_counterparts() {
    let feature = |document, parent| known(document, Kind::ClassOption, "Improvement", Some(parent));
    let entries = [
        feature(2, "Marshal"),
        feature(0, "Bard"),
        feature(0, "Monk"),
        feature(1, "Bard"),
        feature(3, "Bard"),
    ];
    let snapshot = snapshot_of(&entries);
    for (of, others) in [(0, &[][..]), (1, &[3, 4]), (2, &[3]), (4, &[1, 3])] {
        assert_eq!(counterparts(&snapshot, &entries[of]), others, "{of}");
    }
}

#[test]
fn a_renaming_applies_only_between_the_srds() {
    let entries = [
        known(0, Kind::Creature, "Goblin", None),
        known(1, Kind::Creature, "Goblin Warrior", None),
        known(2, Kind::Creature, "Goblin", None),
        known(3, Kind::Creature, "Goblin Warrior", None),
        known(0, Kind::Weapon, "Crossbow, light", None),
        known(1, Kind::Weapon, "Light Crossbow", None),
        known(2, Kind::Item, "Acid (jar)", None),
        known(1, Kind::Item, "Acid", None),
        known(0, Kind::Item, "Acid (vial)", None),
    ];
    let snapshot = snapshot_of(&entries);
    let others: [&[usize]; 9] = [&[2, 1], &[0, 3], &[0], &[1], &[5], &[4], &[], &[8], &[7]];
    assert_eq!(entries.each_ref().map(|of| counterparts(&snapshot, of)), others);
}
