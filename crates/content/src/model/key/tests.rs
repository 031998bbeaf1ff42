use super::*;

#[test]
fn a_slug_is_plain_whatever_the_name_holds() {
    assert_eq!(Slug::new("Hunter’s Mark").as_str(), "hunters-mark");
    assert_eq!(Slug::new("Æther Drake, +1").as_str(), "aether-drake-1");
    assert_eq!(Slug::new("***").as_str(), "unnamed");
    assert_eq!(DocumentKey::new("tob-2023").as_str(), "tob-2023");
}
