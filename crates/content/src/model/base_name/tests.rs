use super::*;

#[test]
fn editions_and_shapes_share_a_base_name() {
    assert_eq!(base_name("flame tongue longsword", Some("longsword")), "flame tongue");
    assert_eq!(base_name("longsword (+2)", Some("longsword")), "longsword");
    assert_eq!(base_name("plate armor of resistance", Some("plate armor")), "resistance");
    assert_eq!(base_name("+1 longsword", None), "longsword");
}
