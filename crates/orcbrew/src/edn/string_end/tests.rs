use super::*;

fn read(text: &str, is_field_value: bool) -> (&str, &str, Option<&str>) {
    let found = extent(text, 1, is_field_value);
    (text.get(1..found.end).unwrap(), text.get(found.next..).unwrap(), found.problem)
}

#[test]
fn a_string_in_order_ends_at_its_mark() {
    assert_eq!(read(r#""a b", :level 3"#, true), ("a b", ", :level 3", None));
    assert_eq!(read(r#""a b" {:x 1}"#, false), ("a b", " {:x 1}", None));
    assert_eq!(read(r#""a" "b"]"#, false), ("a", " \"b\"]", None));
}

#[test]
fn unescaped_marks_stay_in_the_string() {
    for (text, contents, rest) in [
        (r#""say "friend" and", :b 1"#, "say \"friend\" and", ", :b 1"),
        (r#""roll "1d6" twice"}"#, "roll \"1d6\" twice", "}"),
        (r#""Bolt"", :b 1"#, "Bolt\"", ", :b 1"),
        (r#""see "(below)" now"}"#, "see \"(below)\" now", "}"),
    ] {
        assert_eq!(read(text, true), (contents, rest, Some(UNESCAPED_MARKS)));
    }
}

#[test]
fn an_unterminated_string_does_not_swallow_the_next_fields() {
    let problem = Some(UNTERMINATED);
    assert_eq!(
        read(r#""Bolt, :level 3, :school "evocation"}"#, true),
        ("Bolt", ", :level 3, :school \"evocation\"}", problem)
    );
    assert_eq!(read(r#""Bolt}} "#, true), ("Bolt", "}} ", problem));
    assert_eq!(read(r#""cut in the mid"#, true), ("cut in the mid", "", problem));
    assert_eq!(
        read("\"Book {:orcpub.dnd.e5/spells {:a {:name \"A\"}}}", false),
        ("Book", " {:orcpub.dnd.e5/spells {:a {:name \"A\"}}}", problem)
    );
}

#[test]
fn prose_with_colons_is_no_field() {
    assert!(!ends_before_value("the creature says: "));
    assert!(!ends_before_value("at 3:00 "));
    assert!(ends_before_value("Bolt, :school "));
    assert!(ends_before_value("{:name\n   "));
}
