use super::*;

#[test]
fn a_name_is_recognised_in_any_spelling() {
    for name in ["Bigby's Hand", "bigby’s  HAND", "Bigbys Hand", "bigby-hand"] {
        let found = other_names(&[Kind::Spell], name);
        assert_eq!(found.first().map(|other| other.name), Some("Arcane Hand"), "{name}");
    }
    assert!(other_names(&[Kind::Creature], "Bigby's Hand").is_empty());
    assert!(other_names(&[], "Fireball").is_empty());
}

#[test]
fn every_line_of_the_lists_is_read() {
    let lines = LISTS.lines().filter(|line| !line.starts_with(['#', '[']) && !line.is_empty());
    assert_eq!(names_in("known as").chain(renamed()).count(), lines.count());
}

#[test]
fn the_message_says_where_the_name_is_another() {
    let message = |name| other_names(&[], name)[0].message(&[]);
    assert_eq!(message("bigbys hand"), "In the SRD, Bigby's Hand is called Arcane Hand.");
    assert_eq!(message("feeblemind"), "In the 2024 rules, Feeblemind is called Befuddlement.");
    assert_eq!(message("Befuddlement"), "In the 2014 rules, Befuddlement is called Feeblemind.");
}

#[test]
fn the_name_of_a_whole_means_its_forms() {
    let [forms] = other_names(&[Kind::MagicItem], "bag of tricks").try_into().unwrap();
    assert_eq!((forms.name, forms.edition), ("* Bag of Tricks", Some(Edition::Of2014)));
    assert_eq!(
        forms.message(&["Gray Bag of Tricks", "Tan Bag of Tricks"].map(str::to_owned)),
        "In the 2014 rules, Bag of Tricks has 2 entries: Gray Bag of Tricks; Tan Bag of Tricks."
    );
    assert_eq!(other_names(&[Kind::Creature], "werewolf"), []);
}

#[test]
fn a_gap_in_a_renaming_stands_for_any_text() {
    let feat = (Kind::Feat, "archery".to_owned());
    assert_eq!(names_of_2024(Kind::ClassOption, "Fighting Style: Archery"), [feat]);
    let were = (Kind::Creature, "Werebear".to_owned());
    assert_eq!(names_of_2024(Kind::Creature, "Werebear, Hybrid Form"), [were]);
    let scroll = (Kind::MagicItem, "Spell Scroll (Level 3)".to_owned());
    assert_eq!(names_of_2024(Kind::MagicItem, "Spell Scroll (3rd)"), [scroll]);
    assert!(names_of_2024(Kind::Creature, "Werebear").is_empty());
    assert!(names_of_2024(Kind::Item, "Goblin").is_empty());
}

#[test]
fn only_what_stayed_one_entry_has_an_only_name() {
    let name = |kind, name| only_name_of_2024(kind, name).map(|(_, name)| name);
    assert_eq!(name(Kind::Creature, "goblin").as_deref(), Some("Goblin Warrior"));
    assert_eq!(name(Kind::ClassOption, "Metamagic: Quickened Spell").as_deref(), Some("quickened spell"));
    for (kind, other) in [
        (Kind::Creature, "Swarm of Wasps"),
        (Kind::Creature, "Succubus/Incubus"),
        (Kind::MagicItem, "Ring of Fire Resistance"),
        (Kind::Spell, "Goblin"),
    ] {
        assert_eq!(name(kind, other), None, "{other}");
    }
}
