use content::model::{Details, Kind, Record};
use serde_json::json;

use super::*;
use crate::resources::resources_folder;
use crate::tests::check;

/// Each book has a single test: it takes longer to read than to check, and each test may be a process of
/// its own.
fn book(book: Book, last_page: u16, counts: &[(Kind, usize)]) -> Batch {
    let batch =
        read(&resources_folder().join("starter"), book).expect("`make test` fetches the starter content");
    assert_eq!(batch.rejected(), []);
    assert!(
        batch.records().iter().all(|record| record.page.is_some_and(|page| (3..=last_page).contains(&page)))
    );
    for (kind, number) in counts {
        assert_eq!(batch.records().iter().filter(|record| record.kind == *kind).count(), *number, "{kind}");
    }
    batch
}

fn names(batch: &Batch, which: impl Fn(&Record) -> bool) -> Vec<&str> {
    batch.records().iter().filter(|record| which(record)).map(|record| record.name.as_str()).collect()
}

#[test]
fn the_book_of_2024_is_read_as_its_pages_state() {
    let batch = book(
        Book::Of2024,
        364,
        &[
            (Kind::Spell, 339),
            (Kind::Creature, 336),
            (Kind::Weapon, 38),
            (Kind::Armor, 13),
            (Kind::Class, 12),
            (Kind::Subclass, 12),
            (Kind::Race, 9),
            (Kind::Background, 4),
            (Kind::Feat, 17),
            (Kind::Condition, 15),
            (Kind::Skill, 18),
            (Kind::ClassOption, 270),
        ],
    );
    let is_numbered = |record: &Record| {
        let wanted = Slug::new(&record.name);
        record.slug.as_str().strip_prefix(wanted.as_str()).is_some_and(|rest| rest.starts_with("-2"))
    };
    assert_eq!(names(&batch, is_numbered), [""; 0]);
    let marks = regex::Regex::new(r"\[\[|&amp;|@UUID|[a-z] -\n|####").unwrap();
    assert_eq!(names(&batch, |record| marks.is_match(&record.body)), [""; 0], "marks of another program");
    let potions = |it: &Record| it.kind == Kind::Item && it.name == "Potion of Healing";
    assert_eq!(names(&batch, potions), [""; 0], "a magic item is no other item, too");
    check(&batch, include_str!("../../../../tests/facts/srd-2024.json"));
    let metamagic =
        batch.records().iter().find(|record| record.slug.as_str() == "sorcerer-metamagic").unwrap();
    let Details::CharacterOption(metamagic) = &metamagic.details else { panic!() };
    assert!(metamagic.features.len() >= 8, "{metamagic:?}");
}

#[test]
fn the_book_of_2014_is_read_as_its_pages_state() {
    let batch = book(
        Book::Of2014,
        403,
        &[
            (Kind::Spell, 319),
            (Kind::Creature, 342),
            (Kind::MagicItem, 366),
            (Kind::Weapon, 37),
            (Kind::Armor, 13),
            (Kind::Class, 12),
            (Kind::Subclass, 12),
            (Kind::Race, 9),
            (Kind::Subrace, 4),
            (Kind::Background, 1),
            (Kind::Condition, 15),
            (Kind::Proficiency, 117),
        ],
    );
    check(&batch, include_str!("../../../../tests/facts/srd-2014.json"));
}

#[test]
fn a_record_without_a_page_is_rejected_by_name() {
    let spell =
        json!({ "kind": "spell", "name": "Plum Rain", "slug": "plum-rain", "fields": { "level": 1 } });
    let batch = batch_of(document(Book::Of2024), &[spell]);
    assert_eq!(batch.rejected()[0].key, "Plum Rain");
    assert!(batch.rejected()[0].reason.contains("missing field `page`"), "{:?}", batch.rejected());
}

#[test]
fn a_missing_file_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let error = read(folder.path(), Book::Of2024).unwrap_err().to_string();
    assert!(error.contains("records.json"), "{error}");
}
