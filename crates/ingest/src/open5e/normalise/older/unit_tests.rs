use super::*;

#[test]
fn words_of_the_first_version_become_numbers() {
    assert_eq!((gold("5 sp"), gold("1,500 gp"), gold("free")), (Some(0.5), Some(1500.0), None));
    assert_eq!((pounds("2 lb."), pounds(""), pounds("0 lb."), gold("0 gp")), (Some(2.0), None, None, None));
    assert_eq!((pounds("1/4 lb."), pounds("1/0 lb."), pounds("1/x")), (Some(0.25), None, None));
    let base = category_and_base("Weapon (any spoon)");
    assert_eq!(base, (Some("Weapon".to_owned()), Some("Any spoon".to_owned())));
    assert_eq!(category_and_base("Wondrous item").0.as_deref(), Some("Wondrous Item"));
}
