use serde_json::json;

use super::*;

#[test]
fn whole_numbers_are_read_from_numbers_and_texts() {
    for (value, number) in [
        (json!(30), Some(30)),
        (json!(30.0), Some(30)),
        (json!("30 ft."), Some(30)),
        (json!("+5"), Some(5)),
        (json!("-1"), Some(-1)),
        (json!("1/4"), None),
        (json!("10d8"), None),
        (json!(0.5), None),
        (json!(1e300), None),
        (json!(i64::MAX), None),
        (json!("é"), None),
        (json!(null), None),
    ] {
        assert_eq!(whole::<i64>(&value), number, "{value}");
    }
}

#[test]
fn nested_values_become_words() {
    assert_eq!(
        value_in_words(&json!({ "a-b": true, "c": false, "d": { "e": 2 }, "f": null })),
        "A B, D (E 2)"
    );
    assert_eq!(value_in_words(&json!(["x-y", "Some text.", 3])), "X Y, Some text., 3");
}

#[test]
fn names_are_those_of_flags_that_are_set() {
    assert_eq!(names_in(&json!({ "a": true, "b": false, "c": null })), ["a"]);
    assert_eq!(names_in(&json!(["a", "", 3])), ["a"]);
}
