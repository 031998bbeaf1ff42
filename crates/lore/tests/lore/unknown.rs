//! Counts of entries that a lookup leaves out because a field is unknown, and documents named like an
//! edition.

use lore::fields::creature::CHALLENGE_RATING;
use lore::fields::equipment::{COST, IS_LIGHT};
use lore::fields::spell::{CLASS, LEVEL, SCHOOL};
use lore::fields::{EntryType, EquipmentType, Filter};
use lore::model::ChallengeRating;
use lore::model::{Creature, Details, Kind, Record, Spell};
use lore::query::{Answer, Lookup};

use crate::support::{TestLibrary, creature, named, spell};

fn of_class(document: &str, name: &str, class: Option<&str>) -> Record {
    let details = Spell {
        level: Some(1),
        school: Some("Evocation".to_owned()),
        casting_time: "1 action".to_owned(),
        classes: class.into_iter().map(str::to_owned).collect(),
        ..Spell::default()
    };
    Record { details: Details::Spell(details), ..spell(document, name, 1) }
}

async fn test() -> TestLibrary {
    let without_rating = Creature { creature_type: Some("Ooze".to_owned()), ..Creature::default() };
    let riddle = Record {
        details: Details::Creature(Box::new(without_rating)),
        ..creature("marsh", "Riddle Ooze", "Ooze", "1")
    };
    let thing = |name: &str, kind: Kind| Record {
        kind,
        details: Details::Equipment(Box::default()),
        ..spell("marsh", name, 0)
    };
    TestLibrary::with(vec![
        of_class("marsh", "Plum Rain", Some("Druid")),
        of_class("marsh", "Plum Hail", None),
        of_class("marsh", "Pear Mist", None),
        of_class("fen", "Plum Fog", None),
        creature("marsh", "Plum Ooze", "Ooze", "1"),
        riddle,
        thing("Plum Spoon", Kind::Item),
        thing("Plum Club", Kind::Weapon),
    ])
    .await
}

fn druids() -> Filter {
    Filter::spells([CLASS.is("druid")])
}

fn told(answer: &Answer) -> Vec<&str> {
    answer.messages.iter().map(String::as_str).filter(|message| message.contains("left out")).collect()
}

#[tokio::test]
async fn entries_left_out_because_a_field_is_unknown_are_counted() {
    let test = test().await;
    let all = test.lookup(Lookup::default(), druids()).await;
    assert_eq!(told(&all), ["3 spells have no class information and were left out."]);
    let of_name = test.lookup(named("plum"), druids()).await;
    assert_eq!(told(&of_name), ["2 spells have no class information and were left out."]);
    let of_fen = Lookup { documents: Some(vec!["fen".to_owned()]), ..Lookup::default() };
    let of_document = test.lookup(of_fen, druids()).await;
    assert_eq!(told(&of_document), ["1 spell has no class information and was left out."]);
    let rating = CHALLENGE_RATING.is("1".parse::<ChallengeRating>().unwrap());
    let creatures = test.lookup(Lookup::default(), Filter::creatures([rating])).await;
    assert_eq!(told(&creatures), ["1 creature has no challenge rating information and was left out."]);
    let cheap = Filter::new(EntryType::Equipment(EquipmentType::All), [COST.at_most(1.0)]);
    let things = test.lookup(Lookup::default(), cheap).await;
    assert_eq!(told(&things), ["2 items have no price information and were left out."]);
    test.import(vec![of_class("fen", "Plum Fog", Some("Druid"))]).await;
    let after = test.lookup(Lookup::default(), druids()).await;
    assert_eq!(told(&after), ["2 spells have no class information and were left out."]);
}

#[tokio::test]
async fn entries_excluded_by_other_filters_are_not_counted() {
    let test = test().await;
    for filter in [
        vec![LEVEL.is(2), CLASS.is("druid")],
        vec![SCHOOL.is("illusion"), CLASS.is("druid")],
        vec![LEVEL.is(1)],
    ] {
        let answer = test.lookup(Lookup::default(), Filter::spells(filter)).await;
        assert!(told(&answer).is_empty(), "{:?}", answer.messages);
    }
    assert!(told(&test.lookup(named("Plum Rain"), druids()).await).is_empty());
    let light = Filter::new(EntryType::Equipment(EquipmentType::Item), [IS_LIGHT.is(true)]);
    let things = test.lookup(Lookup::default(), light).await;
    assert!(told(&things).is_empty(), "only weapons are light: {:?}", things.messages);
}

#[tokio::test]
async fn a_document_named_like_an_edition_can_be_chosen() {
    let test = TestLibrary::with(vec![spell("5e", "Plum Rain", 1), spell("2024", "Plum Hail", 1)]).await;
    for (key, name) in [("5e", "Plum Rain"), ("2024", "Plum Hail")] {
        let lookup = Lookup { documents: Some(vec![key.to_owned()]), ..Lookup::default() };
        let answer = test.lookup(lookup, Filter::spells([])).await;
        let names: Vec<_> = answer.entries.iter().map(|entry| entry.name.as_str()).collect();
        assert_eq!(names, [name]);
        assert_eq!(test.library.document(key).await.unwrap().document_key.as_str(), key);
    }
}
