use content::model::{Creature, Homebrew, NewDocument, Slug};

use super::*;

fn creature(name: &str, creature: Creature) -> Record {
    Record {
        document: DocumentKey::new("srd-2014"),
        kind: Kind::Creature,
        slug: Slug::new(name),
        name: name.to_owned(),
        body: "It waits.".to_owned(),
        details: Details::Creature(Box::new(creature)),
        page: None,
        homebrew: Homebrew::default(),
        sources: None,
    }
}

fn batch(provider: Provider, records: Vec<Record>) -> Batch {
    let mut batch = Batch::default();
    let document = NewDocument::homebrew(DocumentKey::new("srd-2014"), "Book".to_owned());
    batch.add_document(NewDocument { provider, ..document });
    records.into_iter().for_each(|record| batch.add("test", "test", Ok(record)));
    batch
}

#[test]
fn the_book_decides_and_open5e_fills_only_where_it_lives() {
    let ours = Creature { armor_class: Some(15), ..Creature::default() };
    let theirs = Creature {
        armor_class: Some(14),
        hit_points: Some(9),
        environments: vec!["Orchard".to_owned()],
        ..Creature::default()
    };
    let mut open5e = batch(
        Provider::Open5eV2,
        vec![creature("Beast, Plum", theirs), creature("Nonsense", Creature::default())],
    );
    let entries = batch(Provider::Dnd5eApi, vec![creature("Plum Beast", ours)]);
    let laid = merge_books(&mut open5e, entries);
    let laid = &laid[&DocumentKey::new("srd-2014")];
    assert_eq!((laid.differing, laid.added, laid.left_out), (1, 0, 1));
    let [record] = open5e.records() else { panic!("{:?}", open5e.records()) };
    let Details::Creature(merged) = &record.details else { panic!() };
    assert_eq!((merged.armor_class, merged.hit_points), (Some(15), None));
    assert_eq!(merged.environments, ["Orchard"]);
    assert!(record.body.ends_with("**Environments** Orchard"), "{}", record.body);
    let sources = Sources::read(record.sources.as_deref());
    assert_eq!(
        (&sources.disagreements[0].other, sources.disagreements[0].rule.as_str()),
        (&Value::from(14), PAGES)
    );
    assert_eq!(open5e.documents()[&DocumentKey::new("srd-2014")].provider, Provider::Dnd5eApi);
}

#[test]
fn spelling_is_no_disagreement() {
    assert!(is_same(&"60 ft., fly 20 ft.".into(), &"60 ft, Fly 20 ft".into()));
    assert!(is_same(&serde_json::json!(["b", "A"]), &serde_json::json!(["a", "b"])));
    assert!(!is_same(&"+2".into(), &"-2".into()));
    assert!(!is_same(&3.into(), &4.into()));
}
