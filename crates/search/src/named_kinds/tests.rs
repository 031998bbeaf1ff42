use super::*;

#[test]
fn kinds_are_named_in_any_number_or_asked_for_by_a_phrase() {
    let kinds = |query: &str| named_kinds(query, &query.split(' ').map(str::to_owned).collect::<Vec<_>>());
    assert_eq!(kinds("healing spells"), [Kind::Spell]);
    assert_eq!(kinds("armor for an animal"), [Kind::Armor, Kind::Creature]);
    assert_eq!(kinds("class feature"), [Kind::Class, Kind::ClassOption]);
    assert_eq!(kinds("rogue extra damage"), [Kind::Class, Kind::Subclass, Kind::ClassOption]);
    assert_eq!(kinds("used to brew beer"), [Kind::Background]);
    assert_eq!(
        kinds("how long until the spell ends"),
        [Kind::Spell, Kind::Rule, Kind::Condition, Kind::Skill]
    );
    assert_eq!(kinds("how much is a red rope"), GEAR);
    assert_eq!(kinds("how much does a fall hurt"), [Kind::Rule, Kind::Condition, Kind::Skill]);
    assert!(kinds("red dragon").is_empty());
    assert!(kinds("misused tools").iter().all(|kind| *kind != Kind::Background));
}
