use super::*;

#[test]
fn effects_are_read_from_the_text() {
    let text = "Each creature takes 2d6 Fire damage and 1d4 cold damage and is knocked prone. A creature has the Frightened \
                    condition. You regain hit points equal to half the fire damage. The orb sheds bright light.";
    let expected = Effects {
        uses: vec!["healing", "light"],
        damage_types: vec!["fire".into(), "cold".into()],
        conditions: vec!["prone".into(), "frightened".into()],
    };
    assert_eq!(Effects::of(text), expected);
    assert_eq!(Effects::of("A plum."), Effects::default());
}

#[test]
fn abilities_are_the_bold_names_of_a_stat_block() {
    let body = "- **Armor Class** 7\n\n***Sticky (Recharge 5–6).*** It sticks.\n\n### Actions\n\n***Multiattack.*** Two.\n\n***Slap.*** It slaps.";
    assert_eq!(named_abilities(body), ["sticky", "slap"]);
}

#[test]
fn senses_are_told_in_everyday_words() {
    assert_eq!(senses("Darkvision 60 ft., passive Perception 13"), ["sees in the dark"]);
    assert!(senses("passive Perception 10").is_empty());
}
