use serde_json::json;

use super::*;

#[test]
fn one_source_is_kept_as_it_came() {
    let object = json!({ "name": "Plum", "level": 3 });
    let raw = Sources::led_by(Provider::Open5eV2, object.clone()).into_raw();
    assert_eq!(raw, object.to_string());
    assert_eq!(Sources::read(&raw), None);
}

#[test]
fn several_sources_read_back_with_their_fields() {
    let mut sources = Sources::led_by(Provider::Open5eV2, json!({ "name": "Plum" }));
    sources.fill("subtype", Provider::Open5eV1, &json!("fruit"));
    let (kept, other) = ((Provider::Open5eV2, json!(12)), (Provider::Open5eV1, json!(13)));
    sources.differ("armor_class", kept, other, "The newer leads.");
    let read = Sources::read(&sources.clone().into_raw()).unwrap();
    assert_eq!(read, sources);
    assert_eq!(read.objects[&Provider::Open5eV1], json!({ "subtype": "fruit" }));
    assert_eq!(read.disagreements[0].kept_from, Provider::Open5eV2);
}
