use super::*;

#[test]
fn a_cantrip_is_named_after_its_school() {
    let spark = Spell { level: Some(0), school: Some("Evocation".into()), ..Spell::default() };
    assert_eq!(level_line(&spark), "Evocation cantrip");
}

#[test]
fn concentration_is_told_once() {
    let lasting =
        |time: &str| duration(&Spell { concentration: true, duration: time.into(), ..Spell::default() });
    assert_eq!(lasting("Up to 1 hour"), "Concentration, up to 1 hour");
    assert_eq!(lasting("1 hour"), "Concentration, up to 1 hour");
    assert_eq!(lasting("Until dispelled"), "Concentration, until dispelled");
}
