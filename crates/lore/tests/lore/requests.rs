//! Filters and what they leave out, orders, lists of names, and conditions in plain words, on invented
//! content.

use lore::fields::creature::{CHALLENGE_RATING, HABITAT, LANGUAGE, TYPE};
use lore::fields::equipment::{COST, DAMAGE_DICE, IS_LIGHT};
use lore::fields::fact::LEGENDARY_ACTIONS;
use lore::fields::spell::{CLASS, LEVEL, SCHOOL};
use lore::fields::{CharacterOptionType, EntryType, EquipmentType, Filter, Sort, option};
use lore::model::{
    ChallengeRating, CharacterOption, Creature, Details, Equipment, Family, Kind, Record, Spell,
};
use lore::query::{Answer, Limit, Lookup};

use crate::support::{TestLibrary, creature, named, spell, spells};

fn changed(mut record: Record, change: fn(&mut Creature)) -> Record {
    let Details::Creature(creature) = &mut record.details else { unreachable!() };
    change(creature);
    record
}

fn weapon(name: &str, damage: Option<&str>) -> Record {
    let details = Equipment { damage_dice: damage.map(str::to_owned), ..Equipment::default() };
    Record { kind: Kind::Weapon, details: Details::Equipment(Box::new(details)), ..spell("fen", name, 0) }
}

fn feat(name: &str, prerequisite: Option<&str>) -> Record {
    let prerequisite = prerequisite.map(str::to_owned);
    let details = Details::CharacterOption(CharacterOption { prerequisite, ..CharacterOption::default() });
    Record { kind: Kind::Feat, details, ..spell("fen", name, 0) }
}

async fn test() -> TestLibrary {
    let unknown = Details::Spell(Spell { casting_time: "1 action".to_owned(), ..Spell::default() });
    TestLibrary::with(vec![
        changed(creature("fen", "Bog Wight", "Undead", "2"), |wight| {
            wight.environments = vec!["Swamp or Marsh".to_owned()];
            wight.languages = Some("understands Common and Draconic but can't speak".to_owned());
        }),
        creature("marsh", "Bog Wight", "Undead", "3"),
        changed(creature("fen", "Cinder Imp", "Fiend", "1"), |imp| {
            imp.speed = Some("30 ft., fly 40 ft.".to_owned());
            imp.languages = Some("Infernal".to_owned());
        }),
        changed(creature("fen", "Gray Duke", "Fiend", "8"), |duke| {
            duke.legendary_actions = Some(3);
            duke.languages = Some("all".to_owned());
        }),
        spell("fen", "Pear Mist", 3),
        spell("fen", "Plum Hail", 3),
        spell("fen", "Plum Rain", 1),
        spell("fen", "Ritual Spell", 1),
        Record { details: unknown, ..spell("fen", "Apple Riddle", 0) },
        weapon("Reed Knife", Some("1d4")),
        weapon("Bog Axe", Some("1d12")),
        weapon("Eel Maul", Some("2d6")),
        weapon("Odd Net", None),
        feat("Marsh Born", None),
        feat("Marsh Lord", Some("Level 4+")),
        feat("Marsh Saint", Some("19th level or higher")),
    ])
    .await
}

fn names(answer: &Answer) -> Vec<&str> {
    answer.entries.iter().map(|entry| entry.name.as_str()).collect()
}

#[tokio::test]
async fn creatures_are_filtered_by_environment_and_language() {
    let test = test().await;
    let marsh = test.lookup(Lookup::default(), Filter::creatures([HABITAT.is("the marsh")])).await;
    assert_eq!(names(&marsh), ["Bog Wight", "Bog Wight"], "the other book has the same creature");
    assert_eq!(marsh.messages, ["2 creatures have no environment information and were left out."]);
    assert_eq!(test.creatures([LANGUAGE.is("Draconic")]).await, ["Bog Wight"]);
    assert_eq!(test.creatures([LEGENDARY_ACTIONS.is(false), TYPE.is("fiend")]).await, ["Cinder Imp"]);
}

#[tokio::test]
async fn feats_are_filtered_by_the_level_they_need() {
    let test = test().await;
    let feats =
        |conditions: Vec<_>| Filter::new(EntryType::CharacterOption(CharacterOptionType::Feat), conditions);
    let low = test.lookup(Lookup::default(), feats(vec![option::LEVEL.at_most(4)])).await;
    assert_eq!(names(&low), ["Marsh Born", "Marsh Lord"]);
    let high = test.lookup(Lookup::default(), feats(vec![option::LEVEL.is(19)])).await;
    assert_eq!(names(&high), ["Marsh Saint"]);
}

#[tokio::test]
async fn lookups_are_ordered_with_unknown_values_last() {
    let test = test().await;
    let weapons = || Filter::new(EntryType::Equipment(EquipmentType::Weapon), []);
    for (family, sort, filter, ordered) in [
        (Family::Spell, "-level", spells(), "Pear Mist, Plum Hail, Plum Rain, Ritual Spell, Apple Riddle"),
        (Family::Spell, "level", spells(), "Plum Rain, Ritual Spell, Pear Mist, Plum Hail, Apple Riddle"),
        (Family::Equipment, "-damage", weapons(), "Eel Maul, Bog Axe, Reed Knife, Odd Net"),
        (Family::Equipment, "-name", weapons(), "Reed Knife, Odd Net, Eel Maul, Bog Axe"),
        (Family::Creature, "cr", Filter::creatures([TYPE.is("fiend")]), "Cinder Imp, Gray Duke"),
    ] {
        let lookup = Lookup { sort: Sort::find(family, sort), ..Lookup::default() };
        let all = test.lookup(lookup.clone(), filter.clone()).await;
        assert_eq!(names(&all).join(", "), ordered, "{sort}");
        let limit = Limit::try_from(1).unwrap();
        let first = test.lookup(Lookup { limit, ..lookup.clone() }, filter.clone()).await;
        assert!(names(&first) == names(&all)[..1] && first.more, "{sort}");
        let explained = test.lookup(Lookup { name: Some("Zzyzx".to_owned()), ..lookup }, filter).await;
        assert!(explained.messages[0].contains("Zzyzx"), "{:?}", explained.messages);
    }
    let ranked = Lookup {
        semantic_query: Some("maul knife".to_owned()),
        sort: Some(Sort { field: Some(&DAMAGE_DICE), is_descending: false }),
        ..Lookup::default()
    };
    assert_eq!(names(&test.lookup(ranked, weapons()).await), ["Reed Knife", "Eel Maul"]);
}

#[tokio::test]
async fn each_name_of_a_list_is_answered_by_its_best_entry() {
    let test = test().await;
    let answer = test.lookup(named("plum rain; Zzyzx ; PLUM HAIL; plum rain"), spells()).await;
    assert_eq!((names(&answer), answer.more), (vec!["Plum Rain", "Plum Hail"], false));
    assert!(answer.messages.concat().contains("`Zzyzx`"), "{:?}", answer.messages);
    let first = test.spells("Plum Rain; Plum Hail", 1).await;
    assert_eq!((names(&first), first.more), (vec!["Plum Rain"], true));
    let list = test.search("plum rain, 2 eel mauls and bog wight").await;
    assert_eq!(names(&list), ["Plum Rain", "Eel Maul", "Bog Wight"]);
    assert_eq!(list.messages[0], "Read as a list of 3 names.");
}

#[tokio::test]
async fn conditions_in_words_select_entries_unless_none_meets_them() {
    let test = test().await;
    let fiends = test.search("flying fiends of CR 5 or less").await;
    assert_eq!(names(&fiends)[0], "Cinder Imp");
    let read = "Read as: creatures, type fiend, challenge rating at most 5, movement fly.";
    assert!(fiends.messages[0].starts_with(read), "{:?}", fiends.messages);
    let of_level = Lookup { semantic_query: Some("level 3 spells".to_owned()), ..Lookup::default() };
    let of_level = test.lookup(of_level, spells()).await;
    assert_eq!(names(&of_level)[..2], ["Pear Mist", "Plum Hail"]);
    for query in ["fiends of CR 20 or more", "ritual spells", "level 3 plum"] {
        let answer = test.search(query).await;
        assert!(!answer.messages.concat().contains("Read as"), "{query}: {:?}", answer.messages);
    }
}

fn of_class(document: &str, name: &str, class: Option<&str>) -> Record {
    let (school, classes) = (Some("Evocation".to_owned()), class.into_iter().map(str::to_owned).collect());
    let casting_time = "1 action".to_owned();
    let details = Spell { level: Some(1), school, casting_time, classes, ..Spell::default() };
    Record { details: Details::Spell(details), ..spell(document, name, 1) }
}

async fn with_unknown() -> TestLibrary {
    let riddle = changed(creature("marsh", "Riddle Ooze", "Ooze", "1"), |riddle| {
        (riddle.challenge_rating, riddle.challenge_rating_decimal) = (None, None);
    });
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
    let test = with_unknown().await;
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
    let test = with_unknown().await;
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
        assert_eq!(names(&answer), [name]);
        assert_eq!(test.library.document(key).await.unwrap().document_key.as_str(), key);
    }
}
