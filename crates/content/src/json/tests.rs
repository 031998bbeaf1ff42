use serde_json::json;

use super::*;

#[test]
fn a_field_of_another_type_is_absent() {
    let value = json!({ "name": 3, "level": "x", "list": { "a": 1 }, "cost": "2.50", "n": 4.0, "big": 300 });
    let object = Object::new(&value);
    assert_eq!(object.text("name"), None);
    assert_eq!(object.number("level"), None);
    assert_eq!(object.list("list").count(), 0);
    assert_eq!(object.at("name").at("deeper").text("x"), None);
    assert_eq!(object.number("cost"), Some(2.5));
    assert_eq!(object.integer::<u8>("n"), Some(4));
    assert_eq!(object.integer::<u8>("big"), None);
    assert_eq!(object.integer::<u8>("cost"), None);
}
