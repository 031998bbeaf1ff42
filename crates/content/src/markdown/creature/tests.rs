use super::*;

#[test]
fn an_attack_is_set_as_in_a_stat_block() {
    let bite = action("Bite", "Melee Weapon Attack: +4 to hit, reach 5 ft., one target. Hit: 5 damage.");
    assert_eq!(bite.text, "*Melee Weapon Attack:* +4 to hit, reach 5 ft., one target. *Hit:* 5 damage.");
    assert_eq!(action("Hide", "Hit: nothing.").text, "Hit: nothing.");
}
