use serde_json::json;

use super::*;

#[test]
fn an_object_is_known_by_its_key_and_its_hash() {
    let known = |object: Value| Sources::of_object(Object::new(&object)).object.unwrap();
    let plum = known(json!({ "key": "orchard_plum", "level": 3 }));
    assert_eq!(plum, known(json!({ "key": "orchard_plum", "level": 3 })));
    let changed = known(json!({ "key": "orchard_plum", "level": 4 }));
    assert!(changed.0 == plum.0 && changed.1 != plum.1, "{changed:?}");
    assert_eq!(known(json!({ "slug": "plum" })).0, None);
}

#[test]
fn what_is_kept_reads_back() {
    let mut sources = Sources::of_object(Object::new(&json!({ "key": "orchard_plum" })));
    sources.fill("subtype", Provider::Open5eV1);
    sources.older.insert("subtype".to_owned(), json!("fruit"));
    let (kept, other) = ((Provider::Open5eV2, json!(12)), (Provider::Open5eV1, json!(13)));
    sources.differ("armor_class", kept, other, "The newer leads.");
    assert_eq!(Sources::read(sources.stored().as_deref()), sources);
    assert_eq!(sources.disagreements[0].kept_from, Provider::Open5eV2);
}

#[test]
fn nothing_is_stored_where_there_is_nothing_to_keep() {
    assert_eq!(Sources::default().stored(), None);
    for unreadable in [None, Some("{"), Some("{\"object\":7}")] {
        assert_eq!(Sources::read(unreadable), Sources::default());
    }
}
