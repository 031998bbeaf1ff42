use content::facts::Facts;
use content::fields::Field;
use content::fields::creature::TYPE;
use content::fields::origin::{DOCUMENT, EDITION};
use content::fields::spell::{CLASS, LEVEL, RITUAL, SCHOOL};
use content::model::{DocumentKey, Edition, Kind, Provider};
use store::BrowseRow;

use super::*;

fn snapshot() -> BrowseSnapshot {
    let document = |id, key: &str, edition, place| DocumentInfo {
        id,
        key: DocumentKey::new(key),
        name: format!("The {key}"),
        edition,
        provider: Provider::Srd,
        place,
    };
    let mut snapshot = BrowseSnapshot::new(vec![
        document(1, "other", Edition::Of2024, 1),
        document(2, "core", Edition::Of2014, 0),
    ]);
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
    snapshot.apply(rows, 6);
    snapshot.sort();
    snapshot
}

fn spell(level: u8, school: &str, classes: &str, ritual: bool) -> String {
    format!(
        r#"{{"level":{level},"school":"{school}","casting_time":"1 action","range":"Self","components":"V","duration":"1 hour",
            "concentration":false,"ritual":{ritual},"classes":[{classes}],"damage_types":[]}}"#
    )
}

fn row(id: i64, document: i64, kind: Kind, name: &str, details: &str) -> BrowseRow {
    BrowseRow {
        id,
        document: Some(document),
        kind: Some(kind),
        slug: name.to_lowercase().replace(' ', "-"),
        name: name.to_owned(),
        page: None,
        details: details.to_owned(),
        facts: Facts::default(),
    }
}

fn browse(query: &str, kinds: &[Kind], filters: Vec<FieldFilter>) -> Browse {
    Browse { query: query.to_owned(), kinds: kinds.to_vec(), filters, limit: 100, ..Browse::default() }
}

fn including(field: &'static Field, values: &[&str]) -> FieldFilter {
    let include = values.iter().map(|value| (*value).to_owned()).collect();
    FieldFilter::including(field, include)
}

fn found(browse: &Browse) -> BrowseResult {
    find(&snapshot(), browse, &Candidates::default())
}

fn names(result: &BrowseResult) -> Vec<&str> {
    result.entries.iter().map(|entry| entry.name.as_str()).collect()
}

fn counts<'a>(result: &'a BrowseResult, field: &Field) -> Vec<(&'a str, usize)> {
    let of = result.fields.iter().find(|counts| counts.field == field);
    of.map_or(Vec::new(), |of| of.values.iter().map(|it| (it.label.as_str(), it.count)).collect())
}

#[test]
fn an_empty_query_lists_what_is_looked_up_most_by_name() {
    let all = found(&browse("", &[], vec![]));
    assert_eq!(names(&all), ["Hunter’s Plum", "Plum Ooze", "Plum Rain", "Sticky", "Stone", "Plum Rain"]);
    assert_eq!((all.total, all.unfiltered, all.elsewhere), (6, 6, 0));
    assert_eq!(all.entries[5].document_key.as_str(), "other", "the core rules come first");
    assert_eq!(all.entries[1].summary, "CR 1/4 · Small ooze");
}

#[test]
fn better_names_come_first_and_texts_last() {
    let candidates = Candidates { by_text: vec![5, 4], ..Candidates::default() };
    let plum = find(&snapshot(), &browse("plum", &[], vec![]), &candidates);
    assert_eq!(names(&plum), ["Plum Ooze", "Plum Rain", "Plum Rain", "Hunter’s Plum", "Stone"]);
    assert_eq!(plum.entries.iter().position(|it| it.found_by == Some(FoundBy::Text)), Some(4));
    assert_eq!(names(&found(&browse("hunters", &[], vec![]))), ["Hunter’s Plum"]);
    assert_eq!(found(&browse("?!", &[], vec![])).total, 0);
    assert_eq!(names(&found(&browse("plumoo", &[], vec![]))), ["Plum Ooze"]);
    assert_eq!(names(&found(&browse("ra pl", &[], vec![]))), ["Plum Rain", "Plum Rain"]);
}

#[test]
fn meaning_decides_the_order_and_texts_follow() {
    let mut candidates =
        Candidates { by_text: vec![1, 4], ranked: Some(vec![6, 4]), has_meaning: true, is_spelt: true };
    let found_by = |candidates: &Candidates| {
        let found = find(&snapshot(), &browse("what clings", &[], vec![]), candidates);
        let how = |entry: &EntrySummary| (entry.name.clone(), entry.found_by);
        found.entries.iter().map(how).collect::<Vec<_>>()
    };
    let (text, meaning) = (Some(FoundBy::Text), Some(FoundBy::Meaning));
    let row = |name: &str, how| (name.to_owned(), how);
    let rows = [row("Sticky", meaning), row("Plum Ooze", text), row("Plum Rain", text)];
    assert_eq!(found_by(&candidates), rows);
    candidates.has_meaning = false;
    assert_eq!(found_by(&candidates)[0], row("Sticky", text));
    candidates.is_spelt = false;
    assert_eq!(found_by(&candidates).len(), 2, "texts with some of the words add nothing");
}

#[test]
fn counts_of_a_field_ignore_its_own_filter() {
    let spells = found(&browse("", &[Kind::Spell], vec![including(&CLASS, &["wizard"])]));
    assert_eq!((spells.total, spells.unfiltered), (2, 3));
    assert_eq!(counts(&spells, &CLASS), [("Druid", 2), ("Wizard", 2)]);
    assert_eq!(counts(&spells, &LEVEL), [("3rd level", 2)], "cantrips are not for wizards here");
    assert_eq!(counts(&spells, &TYPE), [], "spells are of no creature type");
    let kinds: Vec<(Kind, usize)> = spells.kinds.iter().map(|it| (it.kind, it.count)).collect();
    assert_eq!(kinds, [(Kind::Spell, 2)], "other kinds have no classes");
}

#[test]
fn filters_exclude_values_and_require_every_value() {
    let every = FieldFilter { every: true, ..including(&CLASS, &["wizard", "druid"]) };
    assert_eq!(found(&browse("", &[Kind::Spell], vec![every])).total, 1);
    let exclude = FieldFilter { exclude: vec!["yes".to_owned()], ..including(&RITUAL, &[]) };
    assert_eq!(names(&found(&browse("", &[Kind::Spell], vec![exclude]))), ["Plum Rain", "Plum Rain"]);
    let unknown = including(&SCHOOL, &["cookery"]);
    assert_eq!(found(&browse("", &[Kind::Spell], vec![unknown])).total, 0, "no entry has an unknown value");
}

#[test]
fn matches_in_excluded_documents_are_counted() {
    let here = found(&browse("rain", &[], vec![including(&DOCUMENT, &["core"])]));
    assert_eq!((here.total, here.elsewhere), (1, 1));
    assert_eq!(counts(&here, &DOCUMENT), [("The core", 1), ("The other", 1)]);
    let edition = found(&browse("rain", &[], vec![including(&EDITION, &["2024"])]));
    assert_eq!(edition.entries[0].document_key.as_str(), "other");
}

#[test]
fn a_range_of_ratings_excludes_entries_without_one() {
    let range = Browse { cr_min: Some(0.25), cr_max: Some(1.0), ..browse("", &[], vec![]) };
    assert_eq!(names(&found(&range)), ["Plum Ooze"]);
}

#[test]
fn offset_and_limit_select_a_page() {
    let page = Browse { offset: 3, limit: 1, ..browse("", &[], vec![]) };
    assert_eq!((names(&found(&page)), found(&page).total), (vec!["Sticky"], 6));
}

#[test]
fn a_misspelt_name_lists_the_names_most_like_it() {
    for query in ["plom raim", "plumrian", "lum rian", "plum rains"] {
        let similar = found(&browse(query, &[], vec![]));
        assert_eq!(names(&similar)[..2], ["Plum Rain", "Plum Rain"], "{query}");
        assert_eq!(
            (similar.entries[0].document_key.as_str(), similar.entries[0].found_by),
            ("core", Some(FoundBy::Spelling))
        );
    }
    assert_eq!(names(&found(&browse("ploom ooze", &[Kind::Creature], vec![]))), ["Plum Ooze"]);
    assert_eq!(found(&browse("zzyzx", &[], vec![])).total, 0);
}

#[test]
fn texts_with_every_word_come_before_similar_names() {
    let text = |is_spelt| Candidates { by_text: vec![4], is_spelt, ..Candidates::default() };
    let stones = |is_spelt| find(&snapshot(), &browse("stune", &[], vec![]), &text(is_spelt));
    assert_eq!(names(&stones(true)), ["Plum Ooze"]);
    assert_eq!(names(&stones(false)), ["Stone", "Plum Ooze"]);
    let ooze = find(&snapshot(), &browse("plum oooze", &[], vec![]), &text(true));
    assert_eq!(
        (names(&ooze), ooze.entries[0].found_by),
        (vec!["Plum Ooze"], Some(FoundBy::Spelling)),
        "all but the name"
    );
}

#[test]
fn a_mere_label_comes_after_what_is_named_like_it() {
    let mut snapshot = snapshot();
    let rows = vec![
        row(11, 2, Kind::Language, "Plum", "{}"),
        row(12, 2, Kind::DamageType, "Plum", "{}"),
        row(13, 2, Kind::Creature, "Acid", r#"{"size":"Small","type":"Ooze"}"#),
        row(14, 2, Kind::DamageType, "Acid", "{}"),
        row(15, 2, Kind::Skill, "Stick", "{}"),
    ];
    snapshot.apply(rows, 15);
    snapshot.sort();
    let kinds = |query: &str| {
        let found = find(&snapshot, &browse(query, &[], vec![]), &Candidates::default());
        found.entries.iter().map(|entry| entry.kind).collect::<Vec<_>>()
    };
    let plums = [Kind::Creature, Kind::Spell, Kind::Spell, Kind::Language, Kind::DamageType, Kind::Spell];
    assert_eq!(kinds("plum"), plums);
    assert_eq!(kinds("acid"), [Kind::Creature, Kind::DamageType]);
    assert_eq!(kinds("stick"), [Kind::Skill, Kind::Condition], "a skill is more than its name");
}

#[test]
fn a_thing_is_one_row_of_the_preferred_document() {
    let folded = |browse: Browse| found(&Browse { folds: true, ..browse });
    let all = folded(browse("", &[], vec![]));
    assert_eq!((all.total, all.unfiltered), (5, 5));
    let rain = all.entries.iter().find(|entry| entry.name == "Plum Rain").unwrap();
    assert_eq!((rain.document_key.as_str(), rain.also_in[0].document_key.as_str()), ("core", "other"));
    let spells = folded(browse("", &[Kind::Spell], vec![]));
    assert_eq!(counts(&spells, &CLASS), [("Druid", 2), ("Wizard", 1)], "once for both versions");
    assert_eq!(counts(&spells, &DOCUMENT), [("The core", 2), ("The other", 1)]);
    let elsewhere = folded(browse("", &[], vec![including(&DOCUMENT, &["other"])]));
    assert_eq!((names(&elsewhere), elsewhere.elsewhere), (vec!["Plum Rain"], 4));
    assert_eq!(elsewhere.entries[0].also_in, []);
}

#[test]
fn the_typed_name_is_shown_and_otherwise_that_of_the_newer_rules() {
    let mut snapshot = snapshot();
    snapshot.documents.iter_mut().for_each(|document| document.place = 1);
    let details = r#"{"requires_attunement":false,"is_magic":false}"#;
    let jars = [(21, 2, "Jam-Jar (small)"), (22, 1, "Jam Jars")];
    let rows = jars.map(|(id, document, name)| row(id, document, Kind::Item, name, details));
    snapshot.apply(rows.into(), 22);
    snapshot.sort();
    let shown = |query, by_text: &[i64]| {
        let candidates = Candidates { by_text: by_text.to_vec(), ..Candidates::default() };
        let found = find(&snapshot, &Browse { folds: true, ..browse(query, &[], vec![]) }, &candidates);
        (found.total, found.entries[0].name.clone())
    };
    assert_eq!(shown("jam-jar", &[]), (1, "Jam-Jar (small)".to_owned()));
    assert_eq!(shown("what is preserved", &[21, 22]), (1, "Jam Jars".to_owned()));
}

#[test]
fn two_entries_of_one_document_are_two_rows() {
    let mut snapshot = snapshot();
    let option = |parent: &str| format!(r#"{{"parent":"{parent}","level":1}}"#);
    let rows = vec![
        row(11, 2, Kind::ClassOption, "Plum Lore", &option("Druid")),
        row(12, 2, Kind::ClassOption, "Plum Lore", &option("Bard")),
        row(13, 1, Kind::ClassOption, "Plum Lore", &option("Bard")),
        row(14, 2, Kind::Rule, "Plums", "{}"),
        BrowseRow { slug: "more-plums".to_owned(), ..row(15, 2, Kind::Rule, "Plums", "{}") },
    ];
    snapshot.apply(rows, 15);
    snapshot.sort();
    let of = |kind| {
        let folded = Browse { folds: true, ..browse("plum", &[kind], vec![]) };
        let found = find(&snapshot, &folded, &Candidates::default()).entries;
        found.iter().map(|entry| (entry.summary.clone(), entry.also_in.len())).collect::<Vec<_>>()
    };
    assert_eq!(of(Kind::ClassOption).len(), 2);
    assert!(of(Kind::ClassOption).contains(&("Bard · level 1".to_owned(), 1)));
    assert_eq!(of(Kind::Rule).len(), 2);
}

#[test]
fn lists_are_ordered_by_their_columns() {
    let sorted = |kinds: &[Kind], order: &str| {
        let order = serde_json::from_str(&format!("\"{order}\"")).unwrap();
        found(&Browse { order: Some(order), ..browse("", kinds, vec![]) })
    };
    let creatures = sorted(&[Kind::Creature], "-challenge-rating");
    let titles: Vec<&str> = creatures.columns.iter().map(|column| column.title).collect();
    assert_eq!(titles, ["CR", "Type", "AC", "HP"]);
    assert_eq!(names(&creatures), ["Stone", "Plum Ooze"]);
    assert_eq!(creatures.entries[1].cells, ["1/4", "Ooze", "", ""]);
    assert_eq!(names(&sorted(&[Kind::Creature], "challenge-rating")), ["Plum Ooze", "Stone"]);
    let spells = sorted(&[Kind::Spell], "level");
    assert_eq!(names(&spells)[0], "Hunter’s Plum");
    assert_eq!(spells.entries[0].cells, ["Cantrip", "Divination", "1 action", "Self", ""]);
    let all = sorted(&[], "-level");
    assert_eq!(
        names(&all)[..4],
        ["Plum Rain", "Plum Rain", "Hunter’s Plum", "Plum Ooze"],
        "unknown ones last"
    );
    assert!(all.columns.is_empty() && all.entries[0].cells.is_empty());
    assert_eq!(sorted(&[], "-source").entries[0].document_key.as_str(), "other");
    assert_eq!(names(&sorted(&[], "-name"))[0], "Stone");
    let unknown = serde_json::from_str::<Order>("\"beauty\"").unwrap_err().to_string();
    assert!(unknown.contains("expected one of `name`, `-name`"), "{unknown}");
}

#[test]
fn an_entry_is_found_by_its_other_names() {
    let mut snapshot = snapshot();
    let details = spell(3, "Evocation", "", false);
    snapshot.apply(vec![row(11, 1, Kind::Spell, "Arcane Hand", &details)], 11);
    snapshot.sort();
    let found = find(&snapshot, &browse("bigby’s hand", &[], vec![]), &Candidates::default());
    assert_eq!(names(&found), ["Arcane Hand"]);
}

#[test]
fn the_snapshot_follows_writes_and_deletions() {
    let mut snapshot = snapshot();
    let mut gone = row(5, 2, Kind::Creature, "", "");
    gone.document = None;
    snapshot.apply(vec![gone, row(6, 2, Kind::Condition, "Stickier", "{}")], 9);
    snapshot.sort();
    let all = find(&snapshot, &browse("st", &[], vec![]), &Candidates::default());
    assert_eq!((names(&all), snapshot.change), (vec!["Stickier"], 9));
}

#[test]
fn the_contents_of_a_document_are_in_the_order_of_its_pages() {
    let mut snapshot = snapshot();
    let on_page = |page, row| BrowseRow { page: Some(page), ..row };
    let rows = vec![
        on_page(9, row(11, 2, Kind::Rule, "Cover", r#"{"section":"Combat"}"#)),
        on_page(8, row(12, 2, Kind::Rule, "Combat", "{}")),
    ];
    snapshot.apply(rows, 12);
    snapshot.sort();
    let contents = snapshot.contents("core").unwrap();
    let names: Vec<&str> = contents.iter().map(|entry| entry.name.as_str()).collect();
    let unnumbered = ["Plum Rain", "Hunter’s Plum", "Plum Ooze", "Stone", "Sticky"];
    assert_eq!((&names[..2], &names[2..]), (&["Combat", "Cover"][..], &unnumbered[..]));
    assert_eq!(contents[1].parent.as_deref(), Some("Combat"));
    assert_eq!(
        (contents[2].groups.join(" "), contents[2].level.as_deref()),
        ("Wizard Druid".to_owned(), Some("3rd level"))
    );
    assert_eq!((contents[4].groups.join(" "), contents[4].level.as_deref()), ("Ooze".to_owned(), None));
    assert_eq!(snapshot.contents("nonsense"), None);
}
