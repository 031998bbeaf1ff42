use super::*;

#[test]
fn a_part_is_led_by_its_name() {
    assert_eq!(Part::new("Glow", "It glows.").to_markdown(), "***Glow.*** It glows.");
    assert_eq!(Part::new("Halt!", "").to_markdown(), "***Halt!***");
    assert_eq!(Part::new("", "Text").to_markdown(), "Text");
    assert_eq!(Part::new("List", "- a\n- b").to_markdown(), "***List.***\n\n- a\n- b");
}
