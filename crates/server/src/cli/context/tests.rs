use serde_json::json;

use super::*;

#[test]
fn a_value_is_described_with_all_that_it_has() {
    let report = json!({
        "entries": 75, "failure": null, "damaged": true, "seconds": 0.0487,
        "filled_fields": {"open5e_v1": {"subtype": 74}},
        "left_out": [{"kind": "rule", "name": "Plum Plane"}, {"name": "Fig", "books": ["a", "b"], "kinds": {"feat": 2}}],
        "messages": ["One.", "Two."],
    });
    let mut text = String::new();
    describe(&mut text, &report);
    let expected = "entries  75\ndamaged  yes\nseconds  0.05\n\nFilled fields:\n\nOpen5e v1:\nsubtype  74\n\nLeft out:\nKind  Name        Books  Kinds\n\
            rule  Plum Plane\nFig         a, b   feat 2\n\nMessages:\nOne.\nTwo.\n";
    assert_eq!(text, expected);
}
