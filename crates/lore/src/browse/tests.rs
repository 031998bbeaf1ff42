use super::*;
use crate::model::Kind;

/// A library of two books: the core rules of 2014, and a book of the user's own.
fn catalogue() -> Catalogue {
    let shelved = |id, key: &str, edition, is_first| Shelved {
        id,
        key: DocumentKey::new(key),
        name: format!("The {key}"),
        edition,
        provider: crate::model::Provider::Srd,
        is_first,
    };
    let mut catalogue = Catalogue::of(vec![
        shelved(1, "other", Edition::Of2024, false),
        shelved(2, "core", Edition::Of2014, true),
    ]);
    let spell = |level: u8, school: &str, classes: &str, ritual: bool| {
        format!(
            r#"{{"level":{level},"school":"{school}","casting_time":"1 action","range":"Self","components":"V","duration":"1 hour",
                "concentration":false,"ritual":{ritual},"classes":[{classes}],"damage_types":[]}}"#
        )
    };
    let creature = |rating: &str, decimal: f64, size: &str| {
        format!(
            r#"{{"challenge_rating":"{rating}","challenge_rating_decimal":{decimal},"size":"{size}","type":"Ooze"}}"#
        )
    };
    let rows = vec![
        row(1, 2, Kind::Spell, "Plum Rain", &spell(3, "Evocation", r#""Wizard","Druid""#, false)),
        row(2, 1, Kind::Spell, "Plum Rain", &spell(3, "Evocation", r#""Wizard""#, false)),
        row(3, 2, Kind::Spell, "Hunter’s Plum", &spell(0, "Divination", r#""Druid""#, true)),
        row(4, 2, Kind::Creature, "Plum Ooze", &creature("1/4", 0.25, "Small")),
        row(5, 2, Kind::Creature, "Stone", &creature("5", 5.0, "Huge")),
        row(6, 2, Kind::Condition, "Sticky", "{}"),
    ];
    catalogue.take_in(rows, 6);
    catalogue.put_in_order();
    catalogue
}

fn row(id: i64, document: i64, kind: Kind, name: &str, details: &str) -> Row {
    Row {
        id,
        document: Some(document),
        kind: Some(kind),
        slug: name.to_lowercase().replace(' ', "-"),
        name: name.to_owned(),
        details: details.to_owned(),
    }
}

fn browse(query: &str, kinds: &[Kind], filters: Vec<FieldFilter>) -> Browse {
    Browse { query: query.to_owned(), kinds: kinds.to_vec(), filters, limit: 100, ..Browse::default() }
}

fn including(field: Field, values: &[&str]) -> FieldFilter {
    let include = values.iter().map(|value| (*value).to_owned()).collect();
    FieldFilter { field, include, exclude: Vec::new(), every: false }
}

fn found(browse: &Browse) -> Browsed {
    look(&catalogue(), browse, &Candidates::default())
}

fn names(browsed: &Browsed) -> Vec<&str> {
    browsed.entries.iter().map(|entry| entry.name.as_str()).collect()
}

fn counts(browsed: &Browsed, field: Field) -> Vec<(&str, usize)> {
    let of = browsed.fields.iter().find(|counts| counts.field == field);
    of.map_or(Vec::new(), |of| of.values.iter().map(|it| (it.label.as_str(), it.count)).collect())
}

#[test]
fn without_words_everything_is_shown_by_name() {
    let all = found(&browse("", &[], vec![]));
    assert_eq!(names(&all), ["Hunter’s Plum", "Plum Ooze", "Plum Rain", "Plum Rain", "Sticky", "Stone"]);
    assert_eq!((all.total, all.unfiltered, all.elsewhere), (6, 6, 0));
    assert_eq!(all.entries[2].document_key.as_str(), "core", "of one name, the core rules come first");
    assert_eq!(all.entries[1].summary, "CR 1/4 · Small ooze");
}

#[test]
fn names_come_by_how_they_fit_and_texts_after_them() {
    let candidates = Candidates { by_text: vec![5, 4], by_meaning: None };
    let plum = look(&catalogue(), &browse("plum", &[], vec![]), &candidates);
    assert_eq!(names(&plum), ["Plum Ooze", "Plum Rain", "Plum Rain", "Hunter’s Plum", "Stone"]);
    assert_eq!(
        plum.entries.iter().map(|it| it.by_text).collect::<Vec<_>>(),
        [false, false, false, false, true]
    );
    assert_eq!(names(&found(&browse("hunters", &[], vec![]))), ["Hunter’s Plum"]);
    assert_eq!(found(&browse("?!", &[], vec![])).total, 0);
    assert_eq!(names(&found(&browse("plumoo", &[], vec![]))), ["Plum Ooze"]);
    assert_eq!(names(&found(&browse("ra pl", &[], vec![]))), ["Plum Rain", "Plum Rain"]);
}

#[test]
fn meaning_decides_the_order_alone() {
    let candidates = Candidates { by_text: vec![1], by_meaning: Some(vec![6, 4]) };
    let sticky = look(&catalogue(), &browse("what clings", &[], vec![]), &candidates);
    assert_eq!(names(&sticky), ["Sticky", "Plum Ooze"]);
}

#[test]
fn values_are_counted_as_if_their_own_filter_were_not_there() {
    let spells = found(&browse("", &[Kind::Spell], vec![including(Field::Class, &["wizard"])]));
    assert_eq!((spells.total, spells.unfiltered), (2, 3));
    assert_eq!(counts(&spells, Field::Class), [("Druid", 2), ("Wizard", 2)]);
    assert_eq!(counts(&spells, Field::Level), [("3rd level", 2)], "cantrips are not for wizards here");
    assert_eq!(counts(&spells, Field::Type), [], "spells are of no creature type");
    let kinds: Vec<(Kind, usize)> = spells.kinds.iter().map(|it| (it.kind, it.count)).collect();
    assert_eq!(kinds, [(Kind::Spell, 2)], "other kinds have no classes");
}

#[test]
fn values_are_excluded_and_asked_for_together() {
    let every = FieldFilter { every: true, ..including(Field::Class, &["wizard", "druid"]) };
    assert_eq!(found(&browse("", &[Kind::Spell], vec![every])).total, 1);
    let exclude = FieldFilter { exclude: vec!["yes".to_owned()], ..including(Field::Ritual, &[]) };
    assert_eq!(names(&found(&browse("", &[Kind::Spell], vec![exclude]))), ["Plum Rain", "Plum Rain"]);
    let unknown = including(Field::School, &["cookery"]);
    assert_eq!(
        found(&browse("", &[Kind::Spell], vec![unknown])).total,
        0,
        "nothing has a value that is not there"
    );
}

#[test]
fn what_the_chosen_documents_leave_out_is_counted() {
    let here = found(&browse("rain", &[], vec![including(Field::Document, &["core"])]));
    assert_eq!((here.total, here.elsewhere), (1, 1));
    assert_eq!(counts(&here, Field::Document), [("The core", 1), ("The other", 1)]);
    let edition = found(&browse("rain", &[], vec![including(Field::Edition, &["2024"])]));
    assert_eq!(edition.entries[0].document_key.as_str(), "other");
}

#[test]
fn a_range_of_challenge_ratings_leaves_out_what_has_none() {
    let range = Browse { cr_min: Some(0.25), cr_max: Some(1.0), ..browse("", &[], vec![]) };
    assert_eq!(names(&found(&range)), ["Plum Ooze"]);
}

#[test]
fn pages_follow_each_other() {
    let page = Browse { offset: 4, limit: 1, ..browse("", &[], vec![]) };
    assert_eq!((names(&found(&page)), found(&page).total), (vec!["Sticky"], 6));
}

#[test]
fn nothing_found_offers_the_nearest_names() {
    let nothing = found(&browse("plom raim", &[], vec![]));
    assert_eq!((nothing.total, nothing.nearest[0].as_str()), (0, "Plum Rain"));
}

#[test]
fn what_is_written_and_deleted_is_taken_in() {
    let mut catalogue = catalogue();
    let mut gone = row(5, 2, Kind::Creature, "", "");
    gone.document = None;
    catalogue.take_in(vec![gone, row(6, 2, Kind::Condition, "Stickier", "{}")], 9);
    catalogue.put_in_order();
    let all = look(&catalogue, &browse("st", &[], vec![]), &Candidates::default());
    assert_eq!((names(&all), catalogue.change), (vec!["Stickier"], 9));
}
