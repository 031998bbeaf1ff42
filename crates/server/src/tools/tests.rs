use serde_json::json;

use super::write_whole_numbers;

#[test]
fn whole_numbers_are_written_as_javascript_writes_them() {
    let mut value = json!({"rating": 10.0, "prices": [0.05, -2.0, {"weight": 0.0}], "count": 3});
    write_whole_numbers(&mut value);
    assert_eq!(value.to_string(), r#"{"rating":10,"prices":[0.05,-2,{"weight":0}],"count":3}"#);
}
