use super::*;

#[test]
fn an_attack_roll_is_one_that_the_text_calls_for() {
    for text in [
        "Make a ranged spell attack against the plum.",
        "With a successful **ranged spell attack**, the plum falls.",
        "You cast this as a successful melee spell attack against a plum.",
        "If you make a successful ranged spell attack, it falls.",
        "Plums that are thrown require a spell attack roll to hit.",
        "You make separate ranged spell attacks against six plums.",
        "The wasp makes a melee attack against one creature, using your spell attack modifier.",
    ] {
        assert!(Rolls::of(text).attack, "{text}");
    }
    for text in [
        "Make a weapon attack.",
        "You cast this when an enemy makes a ranged attack or a ranged spell attack against you.",
        "It stings a plum that makes a ranged spell attack.",
        "When a plum makes a ranged spell attack against you, it misses.",
        "You have advantage on spell attack rolls. Ranged spell attacks that pass through the wall miss.",
        "Make a check against the lock's DC using your spell attack bonus.",
    ] {
        assert!(!Rolls::of(text).attack, "{text}");
    }
}

#[test]
fn damage_is_what_a_text_deals_by_dice_or_in_words() {
    let types = |text| Rolls::of(text).damage_types;
    assert_eq!(types("It takes 2d6 fire damage, and 1d4 + 2 Cold damage."), ["fire", "cold"]);
    assert_eq!(types("3d8 acid, cold, or fire damage"), ["acid", "cold", "fire"]);
    assert_eq!(types("1d8 + your spellcasting ability modifier radiant damage"), ["radiant"]);
    assert_eq!(types("On a hit, it takes bludgeoning damage equal to 1d6 + your modifier."), ["bludgeoning"]);
    assert_eq!(types("It takes 3d8 nonmagical bludgeoning damage."), ["bludgeoning"]);
    assert_eq!(
        types("It takes 2d8 fire damage from a warm plum, or 2d8 cold damage from a cold one."),
        ["fire", "cold"]
    );
    assert_eq!(types("Choose acid or cold. It takes 3d6 damage of the chosen type."), ["acid", "cold"]);
    for text in [
        "It resists fire damage.",
        "The damage is cold.",
        "2d6 extra damage",
        "5 fire giants damage it",
        "You choose a damage type: acid, cold, or thunder. When it takes damage of this type, the damage is reduced by 1d4.",
    ] {
        assert_eq!(types(text), [""; 0], "{text}");
    }
}

#[test]
fn a_save_is_one_that_is_made() {
    let saves = |text| Rolls::of(text).saves;
    for text in [
        "Each creature must make a Wisdom saving throw.",
        "The target must succeed on a DC 10 Wisdom saving throw or fall.",
        "When it enters, it must make a Wisdom saving throw.",
        "Each creature there makes a Wisdom saving throw.",
        "All must make Wisdom saving throws.",
    ] {
        assert_eq!(saves(text), ["wisdom"], "{text}");
    }
    for text in [
        "It has advantage on Wisdom saving throws.",
        "Whenever it makes a Wisdom saving throw, it adds 1d4.",
        "It saves a throw.",
    ] {
        assert_eq!(saves(text), [""; 0], "{text}");
    }
}
